// Moves particles of one group to another. In: u_groups: the old group and the new one, 0: none. u_changes: whether
// particles lose their place among the members; their new material, below 0: the old one; whether they are gone.
// u_color: red, green, blue and alpha; if alpha exceeds 0.5 it becomes the particles' colour. Out: marks and tags.
//   WITHIN  only particles in u_shapes (m; u_unit: m a cell)
//   HEAT    only particles where the air is warmer or colder than u_limit
#include "particles/layout.glsl"
#include "particles/marks.glsl"
#include "particles/colors.glsl"
#ifdef WITHIN
#include "common/shapes.glsl"
uniform float u_unit;
#endif
uniform sampler2D u_place;
#ifdef HEAT
#include "common/bilinear.glsl"
uniform sampler2D u_temperature; // K, at the centres of the air's cells
uniform vec4 u_toAir;            // the air's texel at place 0, and texels a cell
uniform vec2 u_limit;            // 1: above, -1: below; K
uniform int u_onlyMaterial;      // below 0: any
#endif

uniform usampler2D u_tags;
uniform ivec2 u_groups;
uniform ivec4 u_changes;
uniform vec4 u_color;
layout(location = 0) out uvec2 o_marks;
layout(location = 1) out uvec2 o_tags;

void main()
{
    ivec2 texel = particleTexel(particleHere());
    o_marks = texelFetch(u_marks, texel, 0).xy;
    o_tags = texelFetch(u_tags, texel, 0).xy;
    bool meant = groupOf(o_marks.x) == u_groups.x;
#ifdef WITHIN
    meant = meant && shapeDistance(0, texelFetch(u_place, texel, 0).xy * u_unit) <= 0.0;
#endif
#ifdef HEAT
    vec2 at = u_toAir.xy + u_toAir.zw * texelFetch(u_place, texel, 0).xy;
    float over = u_limit.x * (bilinear(u_temperature, at, textureSize(u_temperature, 0)).x - u_limit.y);
    meant = meant && over > 0.0 && (u_onlyMaterial < 0 || tagMaterial(o_tags.y) == u_onlyMaterial);
#endif
    if (!meant) {
        return;
    }
    uint member = u_changes.x != 0 ? GF_NO_MEMBER : o_marks.x & GF_NO_MEMBER;
    o_marks.x = u_groups.y != 0 ? uint(u_groups.y) << uint(GF_MEMBER_BITS) | member : 0u;
    o_marks.y = u_changes.z != 0 ? 1u : o_marks.y;
    o_tags.y = u_changes.y >= 0 ? (o_tags.y & 0xffffffu) | uint(u_changes.y) << 24 : o_tags.y;
    o_tags.y = u_color.w > 0.5 ? makeTag(tagMaterial(o_tags.y), u_color.rgb, vec3(0.5)) : o_tags.y;
}
