// u_ahead: half a step over the time between a flow as it is and as it was before, 0 where the earlier one is not known.
// Of a group each fluid has its own share of it.
uniform float u_ahead;
#ifdef ATLAS
#define OWN_AHEAD memberValue(1).z
#else
#define OWN_AHEAD 1.0
#endif
