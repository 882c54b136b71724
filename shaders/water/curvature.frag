// Computes the curvature of the surface, 1/cells, above 0 where liquid bulges: of contours of the density, as filtered
// by one binomial filter. In: u_fraction (water/fraction.frag), u_openness. Out: curvature, at most 1 either way.
uniform ivec2 u_cells;
uniform sampler2D u_fraction;
uniform sampler2D u_openness;
layout(location = 0) out float o_curvature;

// Returns the filter over five cells in a row for a value, its first and its second difference, at -2 to 2 cells.
vec3 filterAt(int i)
{
    float side = i < 0 ? -1.0 : 1.0;
    int far = abs(i);
    return far == 0 ? vec3(0.5, 0.0, -0.5)
        : far == 1  ? vec3(0.25, 0.25 * side, 0.0)
                    : vec3(0.0, 0.125 * side, 0.25);
}

void main()
{
    const float FLAT = 1e-3; // a slope less than this, 1/cells, is noise inside the liquid
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float own = min(texelFetch(u_fraction, cell, 0).y, 1.0);
    vec2 slope = vec2(0.0);
    vec3 bend = vec3(0.0); // second differences: along x, along y, mixed
    for (int y = -2; y <= 2; y++) {
        vec3 fy = filterAt(y);
        for (int x = -2; x <= 2; x++) {
            vec3 fx = filterAt(x);
            ivec2 at = clamp(cell + ivec2(x, y), ivec2(0), u_cells - 1);
            // In solids the contours go on straight out of them.
            bool isOpen = texelFetch(u_openness, at, 0).x > 0.0;
            float f = isOpen ? min(texelFetch(u_fraction, at, 0).y, 1.0) : own;
            slope += f * vec2(fx.y * fy.x, fx.x * fy.y);
            bend += f * vec3(fx.z * fy.x, fx.x * fy.z, fx.y * fy.y);
        }
    }
    float steep = dot(slope, slope);
    float curved = bend.x * slope.y * slope.y - 2.0 * slope.x * slope.y * bend.z + bend.y * slope.x * slope.x;
    o_curvature = steep > FLAT * FLAT ? clamp(-curved / (steep * sqrt(steep)), -1.0, 1.0) : 0.0;
}
