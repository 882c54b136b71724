// Lists the particles that enter a cell. In: u_starts, from before the substep. A cell's mark is its place modulo 4: no
// two cells within two cells of each other share one.
//   COMES  u_moves: for each particle the mark of the cell that it enters, or GF_MOVE_GONE
#include "particles/starts.glsl"

uint markOf(ivecD cell)
{
#if DIMENSIONS == 3
    return uint(cell.x & 3) | uint(cell.y & 3) << 2 | uint(cell.z & 3) << 4;
#else
    return uint(cell.x & 3) | uint(cell.y & 3) << 2;
#endif
}

#ifdef COMES
uniform usampler2D u_moves;

uint moveOf(int j)
{
    return texelFetch(u_moves, particleTexel(j), 0).x;
}
#endif
