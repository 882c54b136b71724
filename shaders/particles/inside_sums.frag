// Sums over the particles in each shape, in parts (solid/parts.glsl). In: u_inside (particles/inside.frag), u_questions
// (the shapes, as there), u_tags, u_materialCount; u_unit: m a cell. Out: place from the shape's centre (m) and
// velocity (m/s); counts of materials 0 to 3, and 4 to 7; count of all particles, and of those that were inside before.
#include "common/loops.glsl"
#include "particles/in_box.glsl"
#include "particles/colors.glsl"
#include "common/request.glsl"
#include "solid/parts.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
uniform usampler2D u_inside;
uniform int u_materialCount;
uniform float u_unit;
layout(location = 0) out uvec4 o_moments;
layout(location = 1) out uvec4 o_lowMaterials;
layout(location = 2) out uvec4 o_highMaterials;
layout(location = 3) out uvec4 o_counts;

int shape;
vec2 centre; // m
vec4 moments;
uvec4 lowMaterials;
uvec4 highMaterials;
uvec4 counts;

void visit(int i)
{
    ivec2 texel = particleTexel(i);
    uvec4 inside = texelFetch(u_inside, texel, 0);
    uvec2 bits = (shape < 32 ? inside.xz : inside.yw) >> uint(shape & 31) & 1u;
    ONLY_IF(bits.x != 0u) {
        vec4 state = texelFetch(u_place, texel, 0) * u_unit;
        int material = tagMaterial(texelFetch(u_tags, texel, 0).y);
        material = material < u_materialCount ? material : 0;
        moments += vec4(state.xy - centre, state.zw);
        lowMaterials += uvec4(equal(ivec4(material), ivec4(0, 1, 2, 3)));
        highMaterials += uvec4(equal(ivec4(material), ivec4(4, 5, 6, 7)));
        counts.xy += bits;
    }
}

void main()
{
    shape = sumHere();
    int first = GF_REGION_TEXELS * shape;
    vec4 box = uintBitsToFloat(requestAt(first)) / u_unit;
    centre = uintBitsToFloat(requestAt(first + 1)).xy;
    moments = vec4(0.0);
    lowMaterials = uvec4(0u);
    highMaterials = uvec4(0u);
    counts = uvec4(0u);
    visitBox(box.xy, box.zw, partHere(), PARTS);
    o_moments = floatBitsToUint(moments);
    o_lowMaterials = lowMaterials;
    o_highMaterials = highMaterials;
    o_counts = counts;
}
