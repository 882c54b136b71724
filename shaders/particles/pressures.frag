// From densities to the record of each particle that forces read. Walls count as half spaces full of the same fluid, so
// that particles don't stack on them (see kernels.glsl). BLOCKS: densities come four to a texel.
#include "particles/layout.glsl"
#include "particles/kernels.glsl"
#include "particles/record.glsl"
#include "particles/materials.glsl"
#include "particles/walls.glsl"

uniform sampler2D u_place;
uniform sampler2D u_particleVelocity;
uniform usampler2D u_tags;
uniform sampler2D u_density;
#if defined(BLOCKS) && DIMENSIONS == 3
uniform usampler2D u_masks2;
#elif defined(BLOCKS)
uniform sampler2D u_near;
#endif
uniform vec4 u_norm; // one over the sums of W2 and W3 at rest, particles a cell at rest
layout(location = 0) out uvec4 o_record;

vec2 densityOf(int i)
{
#ifdef BLOCKS
    ivec2 texel = texelAt(i >> 2, u_shifts.x - 2);
    int part = i & 3;
#if DIMENSIONS == 3
    uint pair = texelFetch(u_masks2, texel, 0)[1 + (part >> 1)];
    return vec2(texelFetch(u_density, texel, 0)[part], fromHalf16((part & 1) == 1 ? pair >> 16 : pair & 0xffffu));
#else
    return vec2(texelFetch(u_density, texel, 0)[part], texelFetch(u_near, texel, 0)[part]);
#endif
#else
    return texelFetch(u_density, particleTexel(i), 0).xy;
#endif
}

void main()
{
    int i = numberHere(u_shifts.x);
    if (i >= liveCount()) {
        discard;
    }
    ivec2 texel = particleTexel(i);
    vec4 state = texelFetch(u_place, texel, 0);
    Record r;
#if DIMENSIONS == 3
    vec3 place = state.xyz;
    r.velocity = texelFetch(u_particleVelocity, texel, 0).xyz;
#else
    vec2 place = state.xy;
    r.velocity = state.zw;
#endif
    r.material = int(texelFetch(u_tags, texel, 0).y >> 24);
    vec2 density = densityOf(i);
    vec2 beyond = vec2(0.0);
    for (int side = 0; side < SIDES; side++) {
        beyond += beyondPlane(sideOf(side, place, vecD(u_extent)).distance).value;
    }
#ifdef SOLIDS
    beyond += beyondPlane(nearestSolid(place).distance).value;
#if DIMENSIONS == 3
    beyond += beyondPlane(mapWall(place).distance).value;
#endif
#endif
    density += beyond * u_norm.xy * u_norm.z;
    vec4 m = materialPressure(r.material);
    float over = density.x - 1.0;
    float dense = max(density.x, 1.0);
    r.pressure = m.x * vec2((over > 0.0 ? over : m.y * over) - m.w, m.z * density.y) / (dense * dense);
    o_record = packRecord(place, r);
}
