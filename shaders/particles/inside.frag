// Outputs, for each particle, in which shapes it is, and in which of them it was at the last query: a bit for each
// shape, in two numbers each. In: u_questions (shapes as in common/asked_shapes.glsl, each behind its box, m from the
// domain's corner), u_askedCount of them; u_memory (particles/remember.vert); u_sums: row 3 has the next id at the last
// query; u_known: 0: there was none; u_elapsed: s since the last query; u_unit: m a cell.
#include "common/loops.glsl"
#include "particles/layout.glsl"
#include "common/asked_shapes.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
uniform usampler2D u_memory;
uniform usampler2D u_sums;
uniform int u_askedCount;
uniform int u_known;
uniform float u_elapsed;
uniform float u_unit;
layout(location = 0) out uvec4 o_inside;

bool isInside(int shape, vec2 place)
{
    int first = GF_REGION_TEXELS * shape;
    vec4 box = uintBitsToFloat(requestAt(first));
    bool inside = all(greaterThanEqual(place, box.xy)) && all(lessThanEqual(place, box.zw));
    ONLY_IF(inside) {
        inside = askedDistance(place, first, uintBitsToFloat(requestAt(first + 1)),
                               uintBitsToFloat(requestAt(first + 2))) <= 0.0;
    }
    return inside;
}

// Returns the shapes that contain a place, m from the domain's corner.
uvec2 shapesAt(vec2 place)
{
    uvec2 bits = uvec2(0u);
    for (int shape = 0; shape < u_askedCount; shape++) {
        uint bit = isInside(shape, place) ? 1u << (shape & 31) : 0u;
        bits |= shape < 32 ? uvec2(bit, 0u) : uvec2(0u, bit);
    }
    return bits;
}

// Returns the shapes that a particle was in: where its memory was overwritten, by its velocity.
uvec2 shapesBefore(int i, vec4 state)
{
    uint id = texelFetch(u_tags, particleTexel(i), 0).x;
    ivec2 size = textureSize(u_memory, 0);
    int at = int(id % uint(size.x * size.y));
    uvec4 memory = texelFetch(u_memory, ivec2(at % size.x, at / size.x), 0);
    bool lost = memory.x != id + 1u && id < texelFetch(u_sums, ivec2(0, 3), 0).w;
    uvec2 bits = memory.x == id + 1u ? memory.yz : uvec2(0u);
    ONLY_IF(lost) {
        bits = shapesAt((state.xy - u_elapsed * state.zw) * u_unit);
    }
    return bits;
}

void main()
{
    int i = particleHere();
    vec4 state = texelFetch(u_place, particleTexel(i), 0);
    uvec2 now = shapesAt(state.xy * u_unit);
    uvec2 before = uvec2(0u);
    ONLY_IF(u_known > 0 && (now.x | now.y) != 0u) {
        before = shapesBefore(i, state);
    }
    o_inside = uvec4(now, now & before);
}
