// Places of levels in their atlases: the first texel that is drawn (TO), the first texel of the field that is read
// (FROM), and of the right-hand side the first texel and the size in blocks.
uniform ivec4 u_places[2];
#define TO u_places[0].xy
#define FROM u_places[0].zw
#define RHS_FIRST u_places[1].xy
#define RHS_SIZE u_places[1].zw
