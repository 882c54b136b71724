// Where a pass finds and draws levels in their atlases, texels: the first one drawn, the first of the field that is
// read, and of a right-hand side the first texel and the size in blocks.
uniform ivec4 u_places[2];
#define TO u_places[0].xy
#define FROM u_places[0].zw
#define RHS_FIRST u_places[1].xy
#define RHS_SIZE u_places[1].zw
