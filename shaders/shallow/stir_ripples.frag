// Applies sources (source/batch.glsl) to the fine waves: poured water raises the surface, and a push raises it in front
// and lowers it behind. In: u_ripple (height, m; rate, m/s), u_flow. u_drops: stirring, depth (m) and time (s) to which
// a push of 1 m/s over one metre corresponds.
#include "common/exact.glsl"
#include "source/batch.glsl"

uniform ExactSampler u_flow;
uniform sampler2D u_ripple;
uniform vec4 u_drops;
layout(location = 0) out vec2 o_ripple;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 p = gl_FragCoord.xy * u_texelSize;
    vec2 ripple = texelFetch(u_ripple, cell, 0).xy;
    float depth = exactFetch(u_flow, cell).x;
    float height = 0.0;
    for (int i = 0; i < u_shapeCount; i++) {
        vec2 slope = vec2(weight(i, p + vec2(u_cellSize, 0.0)) - weight(i, p - vec2(u_cellSize, 0.0)),
                          weight(i, p + vec2(0.0, u_cellSize)) - weight(i, p - vec2(0.0, u_cellSize)));
        vec2 push = u_amounts[3 * i + 1].xy;
        push /= max(1.0, length(push));
        height -= dot(push, slope) * 0.5 / u_cellSize * u_drops.y * u_drops.z;
        height += isSet(i) ? 0.0 : clamp(weight(i, p) * u_amounts[3 * i + 2].z, -u_drops.y, u_drops.y);
    }
    float most = 0.5 * depth;
    o_ripple = vec2(clamp(contain(ripple.x + u_drops.x * clamp(height, -u_drops.y, u_drops.y)), -most, most), ripple.y);
}
