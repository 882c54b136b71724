// Resamples the state to a grid of other size or place. In and out: shallow/state.glsl. Each cell is the mean of u_taps
// x u_taps samples of the old one, linear between its cells; beyond the old domain (u_limits: first and last position,
// cells) the ground at its edge continues, dry. u_scale and u_offset: from new cells (u_newCells) to old.
#include "shallow/state.glsl"

uniform vec2 u_scale;
uniform vec2 u_offset;
uniform vec4 u_limits;
uniform int u_taps;
uniform vec2 u_newCells;
layout(location = 0) out ExactVec4 o_flow;

// Reads the old state between cells. `shift`: from a place to texel centres, cells.
vec4 flowBetween(vec2 p, vec2 shift)
{
    vec2 q = p - shift;
    ivec2 base = ivec2(floor(q));
    vec2 t = q - floor(q);
    return mix(mix(flowAt(base), flowAt(base + ivec2(1, 0)), t.x),
               mix(flowAt(base + ivec2(0, 1)), flowAt(base + ivec2(1, 1)), t.x), t.y);
}

bool isWithin(vec2 p)
{
    return all(greaterThanEqual(p, u_limits.xy)) && all(lessThanEqual(p, u_limits.zw));
}

void main()
{
    vec2 corner = floor(gl_FragCoord.xy);
    vec2 cell = min(corner, u_newCells - 1.0); // beyond the last row and column: as their neighbour
    vec4 sum = vec4(0.0);
    for (int j = 0; j < u_taps; j++) {
        for (int i = 0; i < u_taps; i++) {
            vec2 part = (vec2(i, j) + 0.5) / float(u_taps);
            vec2 centre = (cell + part) * u_scale + u_offset;
            vec2 left = (vec2(corner.x, cell.y) + vec2(0.0, part.y)) * u_scale + u_offset;
            vec2 bottom = (vec2(cell.x, corner.y) + vec2(part.x, 0.0)) * u_scale + u_offset;
            vec4 flow = flowBetween(centre, vec2(0.5));
            sum += vec4(isWithin(centre) ? flow.x : 0.0,
                        isWithin(left) ? flowBetween(left, vec2(0.0, 0.5)).y : 0.0,
                        isWithin(bottom) ? flowBetween(bottom, vec2(0.5, 0.0)).z : 0.0, flow.w);
        }
    }
    o_flow = exactly(sum / float(u_taps * u_taps));
}
