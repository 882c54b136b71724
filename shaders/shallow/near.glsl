// Returns whether a solid may be near enough to affect a cell. In: u_distance (nearest solid, at cell centres, m),
// which leaves out solids beyond a periodic seam; u_cellSize. Needs shallow/state.glsl.

// Covers faces two cells away, with the distances that close them; less than GF_SOLID_REACH.
const float NEAR_CELLS = 3.5;

bool isNearSolid(ivec2 texel)
{
#ifdef WRAP
    return true;
#else
    return texelFetch(u_distance, min(texel, u_cells - 1), 0).x < NEAR_CELLS * u_cellSize;
#endif
}
