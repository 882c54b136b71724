// Makes each particle's record, which forces.frag reads, from its densities. In: u_density or u_packed (density.frag),
// u_place, u_tags. Out: particles/record.glsl. Walls count as half spaces full of the same fluid, so that particles
// don't stack on them (see kernels.glsl).
//   BLOCKS  densities come four to a texel
//   LAW     out: the pressure alone, over the first material's density and in units of gfSph_GetPressureUnit. Near
//           pressure is included, less its value at rest; negative pressure, which contracts surfaces, counts as 0
#include "common/loops.glsl"
#include "particles/layout.glsl"
#include "particles/kernels.glsl"
#include "particles/record.glsl"
#include "particles/materials.glsl"
#include "particles/walls.glsl"
#include "particles/corners.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
uniform sampler2D u_density;
uniform usampler2D u_masks2;
uniform usampler2D u_packed;
uniform vec4 u_norm; // one over the sums of W2 and W3 at rest, particles a cell at rest
#ifdef LAW
layout(location = 0) out vec4 o_law;
#else
layout(location = 0) out uvec4 o_record;
#endif

vec2 densityOf(int i)
{
#ifdef BLOCKS
    ivec2 texel = texelOf(i >> 2, u_shifts.x - 2);
    int part = i & 3;
#if DIMENSIONS == 3
    uint pair = texelFetch(u_masks2, texel, 0)[1 + (part >> 1)];
    return vec2(texelFetch(u_density, texel, 0)[part], unpackHalves(pair)[part & 1]);
#else
    return 1.0 + unpackHalves(texelFetch(u_packed, texel, 0)[part]);
#endif
#else
    return texelFetch(u_density, particleTexel(i), 0).xy;
#endif
}

// Returns the parts of both densities that lie in walls, in particles a cell at rest.
vec2 beyondWalls(vecD place)
{
    vec2 beyond = vec2(0.0);
    int sides = isNearSide(place, vecD(u_extent), 1.0) ? SIDES : 0;
    for (int side = 0; side < sides; side++) {
        beyond += WALL_FULLNESS * beyondPlane(sideOf(side, place, vecD(u_extent)).distance).value;
    }
#ifdef SOLIDS
    Wall wall = nearestSolid(place);
#if DIMENSIONS == 3
    beyond += WALL_FULLNESS * (beyondPlane(wall.distance).value + beyondPlane(mapWall(place).distance).value);
#else
    ONLY_IF(wall.distance < 1.0) {
        bool planar = isPlanar(place, wall, vec2(u_extent));
        beyond += planar ? WALL_FULLNESS * beyondPlane(wall.distance).value : vec2(0.0);
        ONLY_IF(!planar) {
            beyond = aroundWalls(place, wall, vec2(u_extent), -1.0).value;
        }
    }
#endif
#endif
    return beyond;
}

void main()
{
    int i = particleHere();
    ivec2 texel = particleTexel(i);
    vec4 state = texelFetch(u_place, texel, 0);
    vecD place = vecD(state);
    int material = int(texelFetch(u_tags, texel, 0).y >> 24);
    vec2 density = densityOf(i) + beyondWalls(place) * u_norm.xy * u_norm.z;
    vec4 m = materialPressure(material);
    float expansion = materialFriction(material).z;
    float over = density.x - 1.0;
    float dense = expansion > 0.0 ? density.x : max(density.x, 1.0);
#ifdef LAW
    float thin = 1.0;
#else
    float thin = m.y;
#endif
    float own = expansion + (over > 0.0 ? over : (expansion > 0.0 ? expansion : thin) * over);
#ifdef LAW
    o_law = vec4(m.x * max(own + m.w * (density.y - 1.0), 0.0) / dense, 0.0, 0.0, 0.0);
#else
    vec2 pressure = m.x * vec2(own - m.w, m.z * density.y) / (dense * dense);
    o_record = packRecord(place, velocityOf(texel, state), pressure, material);
#endif
}
