// Smooths means of particles (water/means.frag) for drawings: means over the cells around, by their openness, so that
// solids and walls don't thin the water, and it continues into solids. In: u_means, u_openness. Out: as means.frag.
//   COLORS  of its COLORS; without it velocities are the cell's own or, where it has no particles, the mean around
uniform ivec2 u_cells;
uniform sampler2D u_means;
uniform sampler2D u_openness;
layout(location = 0) out vec4 o_means;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 own = texelFetch(u_means, cell, 0), sum = vec4(0.0);
    float total = 0.0;
    for (int i = 0; i < 9; i++) {
        ivec2 way = ivec2(i % 3, i / 3) - 1;
        ivec2 at = cell + way;
        bool inside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, u_cells));
        float weight = (way.x == 0 ? 0.5 : 0.25) * (way.y == 0 ? 0.5 : 0.25);
        weight *= inside ? texelFetch(u_openness, at, 0).x : 0.0;
        vec4 means = texelFetch(u_means, clamp(at, ivec2(0), u_cells - 1), 0);
#ifdef COLORS
        sum += weight * means;
#else
        sum += weight * vec4(means.x, means.x * means.yz, 0.0);
#endif
        total += weight;
    }
#ifdef COLORS
    o_means = sum / max(total, 1e-6);
#else
    vec2 around = sum.yz / max(sum.x, 1e-6);
    o_means = vec4(sum.x / max(total, 1e-6), own.x > 0.0 ? own.yz : around, 0.0);
#endif
}
