// Changes the ground under the water (GF_GROUND_...). In: u_flow, one shape (common/shapes.glsl), u_hostTexture over
// it. u_heightAt: height at the middle (m), slope along x and y, metres per unit of the texture's red. u_middle: that
// middle, from the domain's corner (m); 1 for the whole domain.
//   FILL      changes the depth instead, to fill up to a level
//   TEXTURED  the texture counts
#include "common/bilinear.glsl"
#include "common/contain.glsl"
#include "common/shapes.glsl"
#include "shallow/state.glsl"

uniform sampler2D u_hostTexture;
uniform vec4 u_heightAt;
uniform vec4 u_middle;
uniform int u_groundMode;
uniform float u_cellSize;
layout(location = 0) out ExactVec4 o_flow;

float weight(vec2 p)
{
    float d = u_middle.z > 0.5 ? -1e30 : shapeDistance(0, p);
    float soft = 0.5 * u_shapes[0].w;
    return soft > 0.0 ? 1.0 - smoothstep(-soft, soft, d) : d < 0.0 ? 1.0 : 0.0;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    vec2 p = (vec2(cell) + 0.5) * u_cellSize;
    vec4 flow = exactFetch(u_flow, texel);
    float w = weight(p);
#ifdef FILL
    flow.x = w > 0.5 ? contain(max(u_heightAt.x - flow.w, 0.0)) : flow.x;
#else
    float height = u_heightAt.x + dot(u_heightAt.yz, p - u_middle.xy);
#ifdef TEXTURED
    vec2 uv = u_middle.z > 0.5 ? p / (vec2(u_cells) * u_cellSize)
                               : 0.5 + 0.5 * rectangleLocal(0, p) / u_shapes[1].zw;
    ivec2 size = textureSize(u_hostTexture, 0);
    height += u_heightAt.w * contain(bilinear(u_hostTexture, uv * vec2(size), size).x);
#endif
    float ground = flow.w;
    float wanted = u_groundMode == GF_GROUNDS_ADD     ? ground + height
                   : u_groundMode == GF_GROUNDS_RAISE ? max(ground, height)
                   : u_groundMode == GF_GROUNDS_DIG   ? min(ground, height)
                                                      : height;
    flow.w = contain(w > 0.0 ? mix(ground, wanted, w) : ground);
#endif
    o_flow = exactly(flow);
}
