// Draws openings of up to four coarse levels of a lattice with a free surface, in one atlas. A level's openings are one
// texel a cell, and one more at the right and at the top: x, y: the open fraction of the cell's left and bottom face;
// w: its openness, the fraction that is not solid; z: that times the fraction of this which is liquid. All are sums or
// means of a finer level's. In: u_openings of the finer level, from the texel u_first on; u_cells: its cells;
// u_levels: first texel, and cells plus 1, of u_sums levels, each half as fine as the one before it. Out: theirs.
uniform sampler2D u_openings;
uniform ivec2 u_first;
uniform ivec2 u_cells;
uniform ivec4 u_levels[4];
uniform int u_sums;
layout(location = 0) out vec4 o_openings;

// Returns the openings of a cell that is a square of n x n finer ones, from `first` on.
vec4 openingsFrom(ivec2 first, int n)
{
    vec4 sum = vec4(0.0);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            ivec2 cell = first + ivec2(i, j);
            vec4 found = texelFetch(u_openings, u_first + min(cell, u_cells), 0);
            bvec2 has = lessThan(cell, u_cells);
            sum += found * vec4(i == 0 && has.y, j == 0 && has.x, vec2(has.x && has.y));
        }
    }
    return sum / vec4(vec2(max(n, 1)), vec2(max(n * n, 1)));
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 at = ivec2(0);
    int n = 0;
    for (int i = 0; i < 4; i++) {
        ivec2 own = texel - u_levels[i].xy;
        bool found = i < u_sums && all(greaterThanEqual(own, ivec2(0))) && all(lessThan(own, u_levels[i].zw));
        at = found ? own : at;
        n = found ? 2 << i : n;
    }
    o_openings = openingsFrom(n * at, n);
}
