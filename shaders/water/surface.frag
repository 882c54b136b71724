// Finds the surface: how deep below it the centre of each cell lies, by the profile that the hat kernel gives to a flat
// surface. In: u_fraction, u_openness, u_faces. Out: what water/cells.glsl reads, and multigrid of the finest level.
uniform ivec2 u_cells;
uniform sampler2D u_fraction;
uniform sampler2D u_openness;
uniform sampler2D u_faces;
layout(location = 0) out vec4 o_liquid;
layout(location = 1) out vec2 o_depth;

const float CLOSED = -2.0; // depth of cells without room; air has -1 or more

bool isInside(ivec2 cell)
{
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
}

// Returns whether all neighbours to which a cell is open are full, and there are such.
bool isEnclosed(ivec2 cell)
{
    int open = 0;
    int full = 0;
    for (int i = 0; i < 4; i++) {
        ivec2 way = i < 2 ? ivec2(2 * i - 1, 0) : ivec2(0, 2 * i - 5), other = cell + way;
        vec2 faces = texelFetch(u_faces, cell + max(way, ivec2(0)), 0).xy;
        if (isInside(other) && (i < 2 ? faces.x : faces.y) > 0.0) {
            open++;
            full += texelFetch(u_fraction, other, 0).x > 0.5 ? 1 : 0;
        }
    }
    return open > 0 && full == open;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    vec2 faces = texelFetch(u_faces, texel, 0).xy;
    // Beyond the last column and row there are only the faces of the right and top side.
    faces *= vec2(texel.y == cell.y ? 1.0 : 0.0, texel.x == cell.x ? 1.0 : 0.0);
    float open = texel == cell ? texelFetch(u_openness, cell, 0).x : 0.0;
    vec2 fraction = texelFetch(u_fraction, cell, 0).xy;
    float f = min(fraction.x, 1.0);
    float depth = f > 0.5 ? 1.0 - sqrt(2.0 * (1.0 - f)) : sqrt(2.0 * f) - 1.0;
    depth = f < 1e-4 ? -1.0 : depth;
    if (f <= 0.5 && isEnclosed(cell)) {
        depth = f > 0.3 ? 0.1 : 0.02; // thin by chance
    }
    depth = open > 0.0 ? depth : CLOSED;
    o_liquid = vec4(faces, open * clamp(depth + 0.5, 0.0, 1.0), open);
    o_depth = vec2(depth, fraction.y);
}
