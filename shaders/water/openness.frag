// Draws how much of each cell is open, after solids changed. In: u_corners, distances to solids at corners, m; u_faces.
// Out: open fraction, 0 where all faces are closed. With KERNEL: u_openness, and its mean by the kernel with which
// water/gather.frag sums a cell's density.
uniform ivec2 u_cells;
#ifdef KERNEL
uniform sampler2D u_openness;
layout(location = 0) out vec2 o_openness;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 at = cell + ivec2(x, y);
            bool inside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, u_cells));
            // Mean of the hat kernel over a cell: 3/4 over the middle one, 1/8 over one beside it.
            float weight = (x == 0 ? 0.75 : 0.125) * (y == 0 ? 0.75 : 0.125);
            sum += inside ? weight * texelFetch(u_openness, at, 0).x : 0.0;
        }
    }
    o_openness = vec2(texelFetch(u_openness, cell, 0).x, sum);
}
#else
uniform sampler2D u_corners;
uniform sampler2D u_faces;
uniform float u_cellSize;
layout(location = 0) out vec2 o_openness;

float cornerAt(ivec2 corner)
{
    return texelFetch(u_corners, corner, 0).x / u_cellSize;
}

void main()
{
    const float LEAST = 0.02; // a cell with an open face has at least this
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 d = vec4(cornerAt(cell), cornerAt(cell + ivec2(1, 0)), cornerAt(cell + ivec2(0, 1)), cornerAt(cell + 1));
    float open = 1.0;
    if (any(lessThan(d, vec4(0.0)))) {
        open = 0.0;
        for (int i = 0; i < 16; i++) {
            vec2 at = (vec2(float(i & 3), float(i >> 2)) + 0.5) / 4.0;
            vec2 rows = mix(d.xz, d.yw, at.x);
            open += clamp(4.0 * mix(rows.x, rows.y, at.y) + 0.5, 0.0, 1.0) / 16.0;
        }
    }
    vec2 own = texelFetch(u_faces, cell, 0).xy;
    float faces = own.x + own.y + texelFetch(u_faces, cell + ivec2(1, 0), 0).x +
        texelFetch(u_faces, cell + ivec2(0, 1), 0).y;
    o_openness = vec2(faces < 0.01 ? 0.0 : max(open, LEAST), 0.0);
}
#endif
