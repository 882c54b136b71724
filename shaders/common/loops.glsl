// TURNS(n): the number n where a loop ends, for software renderers one that they do not know when they compile. They
// compile when something is first drawn, which takes as long as the unrolled code is.
//
// ONLY_IF(wanted): runs what follows only there. Software renderers run both ways of a branch, but a loop only as often
// as they must.
#ifdef SOFTWARE
#define TURNS(n) ((n) * int(gl_FragCoord.w + 0.5))
#define ONLY_IF(wanted) for (int once_ = (wanted) ? TURNS(1) : 0; once_ > 0; once_--)
#else
#define TURNS(n) (n)
#define ONLY_IF(wanted) if (wanted)
#endif
