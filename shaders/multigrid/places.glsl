// First texels of levels in atlases: drawn (TO), of the field (FROM), of the right-hand side, with its size, blocks.
uniform ivec4 u_places[2];
#define TO u_places[0].xy
#define FROM u_places[0].zw
#define RHS_FIRST u_places[1].xy
#define RHS_SIZE u_places[1].zw
