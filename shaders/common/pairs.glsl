// PAIRS: the sampler's filter is used where it is exact enough (common/taps.glsl), on GPUs that filter floats fast.
#ifdef FAST_FILTER
#define PAIRS
#endif
