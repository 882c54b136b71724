// Shows the fluid some time after the last step, extrapolated along the flow. Needs common/grid.glsl.
//   EXTRAPOLATED  this time is not 0. In: u_flow (m/s, faces). u_extrapolation: it over the domain's size (s/m), 1:
//                 periodic
//   MASSIVE       u_flow has the cell's mass in blue; without mass there is no flow
#ifdef EXTRAPOLATED
uniform vec4 u_extrapolation;
uniform sampler2D u_flow;

#ifdef MASSIVE
// Returns the mean flow of the cells around, so that a liquid's front can move into empty cells.
vec2 flowAround(vec2 p)
{
    ivec2 cell = ivec2(floor(p));
    vec2 sum = vec2(0.0);
    float total = 1e-20;
    for (int j = -2; j <= 2; j++) {
        for (int i = -2; i <= 2; i++) {
            ivec2 at = clamp(cell + ivec2(i, j), ivec2(0), u_cells - 1);
            vec4 flow = texelFetch(u_flow, at, 0);
            vec2 d = vec2(at) + 0.5 - p;
            float w = min(flow.z, 1.0) * exp(-0.7 * dot(d, d));
            sum += w * flow.xy;
            total += w;
        }
    }
    return sum / total;
}
#else
vec2 flowAround(vec2 p)
{
    return velocityAt(u_flow, p);
}
#endif
#endif

// Returns where, at the last step, the fluid was that is now at a place of the domain (0 to 1).
vec2 placeBefore(vec2 place)
{
#ifdef EXTRAPOLATED
    vec2 before = place - u_extrapolation.xy * flowAround(place * vec2(u_cells));
    return mix(clamp(before, 0.0, 1.0), fract(before), u_extrapolation.zw);
#else
    return place;
#endif
}
