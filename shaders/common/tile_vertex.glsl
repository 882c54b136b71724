// Squares of u_tileTexels a side, drawn without vertex data: as points, which have no diagonal along which fragments
// would be shaded twice, or as triangles where points are not that large.
uniform float u_tileTexels;
uniform int u_tileVertices; // 1: a point; 6: triangles 0 1 2, 2 1 3

int tileNumber()
{
    return gl_VertexID / u_tileVertices;
}

// Returns the corner of a square that a vertex of its two triangles is at: bit 0 is set on the right, bit 1 at the top.
int tileCorner(int vertex)
{
    return vertex < 3 ? vertex : vertex == 3 ? 2 : vertex == 4 ? 1 : 3;
}

// Returns the place of this vertex in its square, 0 to 1.
vec2 placeInTile()
{
    int corner = tileCorner(gl_VertexID % u_tileVertices);
    return u_tileVertices == 1 ? vec2(0.5) : vec2(corner & 1, corner >> 1);
}
