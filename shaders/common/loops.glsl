// TURNS(n): the number n where a loop ends, for software renderers one that they do not know when they compile. They
// compile when something is first drawn, which takes as long as the unrolled code is.
#ifdef SOFTWARE
#define TURNS(n) ((n) * int(gl_FragCoord.w + 0.5))
#else
#define TURNS(n) (n)
#endif
