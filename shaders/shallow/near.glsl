// Tells whether a solid may be within reach of a cell and what is read about it. In: u_distance (nearest solid, at cell
// centres, m), which doesn't know what lies beyond a periodic seam; u_cellSize. Needs shallow/state.glsl.

// Faces two cells away and what they are told by; less than GF_SOLID_REACH.
const float NEAR_CELLS = 3.5;

bool isNearSolid(ivec2 texel)
{
#ifdef WRAP
    return true;
#else
    return texelFetch(u_distance, min(texel, u_cells - 1), 0).x < NEAR_CELLS * u_cellSize;
#endif
}
