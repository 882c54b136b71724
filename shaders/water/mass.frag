// Draws the mass that hosts and queries read, 0 in solids. Linear interpolation of it between cells crosses 0.5 at the
// surface: water/means.frag gives the bent profile of its kernel, which is straightened where there is a surface, and
// not where particles are alone. Cut cells take the mean around. In: u_means; u_smoothed, of smooth_means.frag;
// u_openness, u_distance (m). Out: mass, 1 in a full cell.
uniform ivec2 u_cells;
uniform sampler2D u_means;
uniform sampler2D u_smoothed;
uniform sampler2D u_openness;
uniform sampler2D u_distance;
layout(location = 0) out float o_mass;

const float CUT = 0.9; // a cell with less room counts as cut

// Returns what is added to a mass below 0.5, so that it is 0.5 (1 - s)^2 (1 + s) at s cells above a flat surface in
// place of 0.5 (1 - s)^2: at each s the values at s and at s - 1 are on a line through 0.5 at the surface.
float straightened(float mass)
{
    return mass * (1.0 - sqrt(2.0 * mass));
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float mass = texelFetch(u_means, cell, 0).x;
    float most = 0.0, least = 1.0;
    for (int i = 0; i < 4; i++) {
        ivec2 at = cell + (i < 2 ? ivec2(2 * i - 1, 0) : ivec2(0, 2 * i - 5));
        bool inside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, u_cells));
        if (inside && texelFetch(u_openness, at, 0).x > CUT) {
            float other = texelFetch(u_means, at, 0).x;
            most = max(most, other);
            least = min(least, other);
        }
    }
    // A neighbour on the other side of the surface tells that there is one.
    mass += mass <= 0.5 ? straightened(mass) * smoothstep(0.5, 0.75, most)
                        : -straightened(max(1.0 - mass, 0.0)) * smoothstep(0.5, 0.75, 1.0 - least);
    float open = texelFetch(u_openness, cell, 0).x;
    mass = open < CUT ? texelFetch(u_smoothed, cell, 0).x : mass;
    o_mass = texelFetch(u_distance, cell, 0).x < 0.0 ? 0.0 : mass;
}
