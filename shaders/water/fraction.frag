// Computes how full of liquid each cell is, from the particles' density. A cell that is cut by a solid has few
// particles to tell by: it is at least as full as the mean of itself and its open neighbours, else slivers of air would
// stay at solids. With hardly any room it is as full as that mean. In: u_density (water/gather.frag), u_openness,
// u_faces. Out: fullness, density over that at rest.
uniform ivec2 u_cells;
uniform sampler2D u_density;
uniform sampler2D u_openness;
uniform sampler2D u_faces;
uniform float u_fill; // particles in a full cell
layout(location = 0) out vec2 o_fraction;

// Returns density over that at rest, and openness.
vec2 densityAt(ivec2 cell)
{
    if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, u_cells))) {
        return vec2(0.0);
    }
    const float LEAST = 0.2; // of the kernel: a density over less would be noise
    vec2 open = texelFetch(u_openness, cell, 0).xy;
    float density = texelFetch(u_density, cell, 0).x / (u_fill * max(open.y, LEAST));
    return vec2(open.x > 0.0 ? density : 0.0, open.x);
}

void main()
{
    const float CUT = 0.9;     // a cell with less room counts as cut
    const float SLIVER = 0.1; // in one with less the density may be that of water beyond a thin wall
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 own = densityAt(cell);
    float fullness = own.x;
    if (own.y > 0.0 && own.y < CUT) {
        vec2 low = texelFetch(u_faces, cell, 0).xy;
        vec2 high = vec2(texelFetch(u_faces, cell + ivec2(1, 0), 0).x, texelFetch(u_faces, cell + ivec2(0, 1), 0).y);
        vec2 sum = own.y * vec2(min(own.x, 1.0), 1.0);
        for (int i = 0; i < 4; i++) {
            ivec2 way = i < 2 ? ivec2(2 * i - 1, 0) : ivec2(0, 2 * i - 5);
            float face = i < 2 ? (i == 0 ? low.x : high.x) : (i == 2 ? low.y : high.y);
            vec2 other = densityAt(cell + way);
            sum += face * other.y * vec2(min(other.x, 1.0), 1.0);
        }
        fullness = max(own.y < SLIVER ? 0.0 : fullness, sum.x / sum.y);
    }
    o_fraction = vec2(fullness, own.x);
}
