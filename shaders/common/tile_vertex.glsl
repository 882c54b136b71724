// Squares of u_tileTexels a side, drawn without vertex data: as points, which have no diagonal along which fragments
// would be shaded twice, or as triangles where points are not that large.
uniform float u_tileTexels;
uniform int u_tileVertices; // 1: a point; 6: triangles 0 1 2, 2 1 3

int tileNumber()
{
    return gl_VertexID / u_tileVertices;
}

// Returns the place of this vertex in its square, 0 to 1.
vec2 placeInTile()
{
    int corner = gl_VertexID % u_tileVertices;
    corner = corner < 3 ? corner : corner == 3 ? 2 : corner == 4 ? 1 : 3;
    return u_tileVertices == 1 ? vec2(0.5) : vec2(corner & 1, corner >> 1);
}
