// Returns a cell's bucket, of u_grid.w, a power of two. Where cells share one, positions tell particles apart.
int bucketOf(ivecD cell)
{
    uvec3 c = uvec3(cell.x, cell.y, 0);
#if DIMENSIONS == 3
    c.z = uint(cell.z);
#endif
    uint n = c.x * 73856093u ^ c.y * 19349663u ^ c.z * 83492791u;
    n = (n ^ n >> 13) * 2654435761u;
    return int((n ^ n >> 16) & uint(u_grid.w - 1));
}
