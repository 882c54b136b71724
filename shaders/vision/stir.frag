// Computes the changes that a flow makes to a fluid. In: u_flow (texels; alpha: confidence), u_scene (the picture,
// sRGB), u_velocity (of the fluid, faces, m/s). u_placed: the picture's centre and size in cells of the fluid; u_turn:
// cosine and sine of its turn; u_speeds: m/s of a texel right and up, fraction of the missing velocity that is added,
// speed from which on motion counts in full; u_colored.y: the fraction where nothing moves. Out: velocity to add, m/s,
// in the world; and, as dye, the picture's colours (linear; u_colored.x 0: white) times the motion's weight, and that.
#include "common/contain.glsl"
#include "common/grid.glsl"
#include "common/srgb.glsl"

uniform sampler2D u_flow;
uniform sampler2D u_scene;
uniform sampler2D u_velocity;
uniform vec4 u_placed;
uniform vec4 u_turn;
uniform vec4 u_speeds;
uniform vec2 u_colored;
layout(location = 0) out vec4 o_impulse;
layout(location = 1) out vec4 o_paint;

vec2 turned(vec2 v)
{
    return vec2(u_turn.x * v.x - u_turn.y * v.y, u_turn.y * v.x + u_turn.x * v.y);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 uv = gl_FragCoord.xy / vec2(textureSize(u_flow, 0));
    vec2 cell = u_placed.xy + turned((uv - 0.5) * u_placed.zw);
    vec4 flow = contain(texelFetch(u_flow, texel, 0));
    vec2 wanted = turned(flow.xy * u_speeds.xy);
    vec2 is = contain(velocityAt(u_velocity, inDomain(cell)));
    float moves = smoothstep(0.0, u_speeds.w, length(wanted));
    o_impulse = vec4(u_speeds.z * flow.w * mix(u_colored.y, 1.0, moves) * (wanted - is), 0.0, flow.w);
    moves *= flow.w;
    vec3 color = mix(vec3(1.0), decodeSrgb(texelFetch(u_scene, texel, 0).xyz), u_colored.x);
    o_paint = vec4(moves * color, moves);
}
