// Particles of several kinds, each as two triangles: grains and gas, as discs. u_point: radius of blobs (m), pixels a
// metre, radius of grains (m), least radius (px). u_toClip, u_domainSize: as in discs.vert.
// u_shape: as in kinds.frag, u_shapeScale: texels of it over the viewport, and direction of rows. u_mass: of liquids,
// on the domain's cells.
//   FIELD  draws kinds with a surface instead, as blobs whose sum defines it
#include "common/grid.glsl"
#include "common/kinds.glsl"
#include "draw/fade.glsl"
#include "draw/particle.glsl"

uniform mat4 u_toClip;
uniform vec4 u_point;
uniform vec2 u_domainSize;
flat out vec4 v_color; // linear light and coverage; FIELD: and a number for speckles
#ifdef FIELD
flat out float v_code; // see kinds_near.frag
#else
uniform sampler2D u_shape;
uniform vec4 u_shapeScale;
uniform sampler2D u_mass;
flat out float v_turn; // of its shape, radians
flat out vec4 v_grain; // radius (px), wetness, depth below the surface (0 to 1), 1: gas
#endif
out vec2 v_off; // from the middle, in radii

// Returns a random number from 0 to 1 for a particle's id.
float chanceOf(uint id)
{
    uint h = (id ^ id >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    return float(h >> 8) / 16777216.0;
}

void main()
{
    int number = gl_VertexID / 6;
    v_off = particleCorner(gl_VertexID % 6);
    v_color = vec4(0.0);
#ifdef FIELD
    v_code = 0.0;
#else
    v_grain = vec4(0.0);
    v_turn = 0.0;
#endif
    gl_Position = NO_PARTICLE;
    if (!particleLives(number)) {
        return;
    }
    ivec2 texel = particleTexel(number);
    uvec2 tag = texelFetch(u_tags, texel, 0).xy;
    int group = groupAt(texel);
    int kind = kindOf(tag.y, group);
#ifdef FIELD
    bool shown = kind != GF_KIND_OF_LIQUID && kind != GF_KIND_OF_GAS;
#else
    bool shown = kind == GF_KIND_OF_POWDER || kind == GF_KIND_OF_GAS;
#endif
    if (!shown) {
        return;
    }
    vec4 place = texelFetch(u_place, texel, 0);
    vec2 within = mat2(u_toWorld) * place.xy / u_domainSize;
    vec4 world = u_toWorld * vec4(place.xy + u_sinceStep * place.zw, 0.0, 1.0);
    float chance = chanceOf(tag.x);
    v_color = particleColor(texel, vec3(0.0));
#ifdef FIELD
    v_color.w = chance - 0.5;
    v_code = float(kind >= GF_KIND_OF_JELLY ? group + 300 * (kind - GF_KIND_OF_JELLY) : 600 + kind);
    world.xy += v_off * u_point.x;
#else
    v_color.w = fadeAt(within);
    vec2 clip = (u_toClip * world).xy;
    bool gas = kind == GF_KIND_OF_GAS;
    float wet = smoothstep(0.04, 0.3, sampleLinear(u_mass, within * vec2(textureSize(u_mass, 0))).x);
    v_grain.x = max(u_point.z * u_point.y * (gas ? 2.4 : 0.85 + 0.3 * chance), u_point.w);
    v_grain.y = max(wet, u_kinds[materialOf(tag.y)].y);
    v_grain.z = texelFetch(u_shape, clamp(ivec2((0.5 + 0.5 * u_shapeScale.zw * clip) * u_shapeScale.xy),
                                          ivec2(0), textureSize(u_shape, 0) - 1), 0).z;
    v_grain.w = gas ? 1.0 : 0.0;
    float shade = fract(7.0 * chance);
    v_color.rgb *= gas ? 1.0 : 0.72 + 0.5 * shade + 0.5 * smoothstep(0.9, 1.0, shade);
    v_turn = 40.0 * chance;
    v_off *= 1.0 + 1.0 / v_grain.x;
    world.xy += v_off * v_grain.x / u_point.y;
#endif
    gl_Position = vec4((u_toClip * world).xy, 0.0, 1.0);
}
