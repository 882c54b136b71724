// TURNS(n): the loop limit n. With SOFTWARE it is hidden from the compiler, so that the loop is not unrolled: compile
// time, which delays the first drawing, grows with the length of code.
// ONLY_IF(wanted): runs the following block only if wanted. With SOFTWARE it is a loop of at most one turn, because
// software renderers run both sides of a branch.
#ifdef SOFTWARE
#define TURNS(n) ((n) * int(gl_FragCoord.w + 0.5))
#define ONLY_IF(wanted) for (int once_ = (wanted) ? TURNS(1) : 0; once_ > 0; once_--)
#else
#define TURNS(n) (n)
#define ONLY_IF(wanted) if (wanted)
#endif
