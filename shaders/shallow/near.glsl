// Tells whether a solid may be near enough to change a cell. In: u_distance (nearest solid, at cell centres, m), which
// does not know solids beyond a periodic seam; u_cellSize. Needs shallow/state.glsl.

// Faces two cells away count, with the distances that close them; this is less than GF_SOLID_REACH.
const float NEAR_CELLS = 3.5;

bool isNearSolid(ivec2 texel)
{
#ifdef WRAP
    return true;
#else
    return texelFetch(u_distance, min(texel, u_cells - 1), 0).x < NEAR_CELLS * u_cellSize;
#endif
}
