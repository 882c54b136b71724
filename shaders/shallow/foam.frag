// Updates foam and wet ground by one step. In: u_foaming (foam, 0 to 1; wetness of the ground, 0 to 1), u_flow. Steep
// surfaces and thin fast water make foam, which is advected and fades. u_foam: factors on foam and wetness in a step,
// time step s, speed (m/s) from which on fast water foams.
#include "common/contain.glsl"
#include "shallow/state.glsl"

uniform sampler2D u_foaming;
uniform float u_cellSize;
uniform float u_gravity;
uniform float u_dry;
uniform vec4 u_foam;
layout(location = 0) out vec2 o_foam;

const float MADE = 5.0; // foam a second (fraction) where all water breaks

float foamAt(ivec2 cell)
{
    return texelFetch(u_foaming, cellTexel(cell), 0).x;
}

float surfaceAt(ivec2 cell, float own)
{
    vec4 flow = flowAt(cell);
    return flow.x > u_dry ? flow.x + flow.w : own;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 flow = flowAt(cell);
    float wet = texelFetch(u_foaming, cell, 0).y;
    if (flow.x <= u_dry) {
        o_foam = vec2(0.0, u_foam.y * wet);
        return;
    }
    vec2 velocity = centreVelocity(cell);
    vec2 shift = u_foam.z * velocity / u_cellSize;
    vec2 q = gl_FragCoord.xy - 0.5 - shift * min(1.0, 8.0 / max(length(shift), 1e-9));
    ivec2 base = ivec2(floor(q));
    vec2 t = q - floor(q);
    float foam = mix(mix(foamAt(base), foamAt(base + ivec2(1, 0)), t.x),
                     mix(foamAt(base + ivec2(0, 1)), foamAt(base + ivec2(1, 1)), t.x), t.y);
    float own = flow.x + flow.w;
    vec2 slope = 0.5 / u_cellSize * vec2(surfaceAt(cell + ivec2(1, 0), own) - surfaceAt(cell - ivec2(1, 0), own),
                                         surfaceAt(cell + ivec2(0, 1), own) - surfaceAt(cell - ivec2(0, 1), own));
    float speed = length(velocity);
    float froude = speed / sqrt(u_gravity * flow.x);
    float fast = smoothstep(0.5 * u_foam.w, u_foam.w, speed);
    float breaks = fast * max(smoothstep(0.15, 0.5, length(slope)), smoothstep(0.8, 1.8, froude));
    foam = foam * u_foam.x;
    foam += (1.0 - foam) * (1.0 - exp(-u_foam.z * MADE * breaks));
    o_foam = vec2(clamp(contain(foam), 0.0, 1.0), 1.0);
}
