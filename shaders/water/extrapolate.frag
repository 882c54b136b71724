// Extrapolates the velocity by one layer of faces, as means of known faces around. In and out: velocity (left, bottom),
// and how well it is known: 1; 1/4 where only particles around the face tell it; 0 nowhere. FIRST: the layer next to
// liquid, whose faces take over the liquid's velocity instead of their own particles'. From the next layer on what
// particles tell counts as known: they are in free flight.
uniform ivec2 u_cells;
uniform sampler2D u_velocity;
layout(location = 0) out vec4 o_velocity;

#ifdef FIRST
const float KNOWN = 0.5;
#else
const float KNOWN = 0.1;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 own = texelFetch(u_velocity, texel, 0);
    if (min(own.z, own.w) > 0.5) {
        o_velocity = own;
        return;
    }
    vec2 sum = vec2(0.0), weight = vec2(0.0);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec4 other = texelFetch(u_velocity, clamp(texel + ivec2(x, y), ivec2(0), u_cells), 0);
            vec2 known = step(0.5, other.zw) * (x != 0 && y != 0 ? 0.5 : 1.0);
            sum += known * other.xy;
            weight += known;
        }
    }
    vec2 near = step(0.25, weight) * (1.0 - step(0.5, own.zw));
    vec2 known = max(step(KNOWN, own.zw), near);
    o_velocity = vec4(mix(own.xy, sum / max(weight, 1e-6), near), max(known, own.zw));
}
