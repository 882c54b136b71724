// Mixes the colours of particles with those around them. In: the state; u_step: s. Out: tags. A colour moves to the
// mean around, weighted by kernel and lower rate of a pair's materials; changes below a byte are rounded at random.
#include "common/loops.glsl"
#include "particles/neighbours.glsl"
#include "particles/colors.glsl"
#include "particles/materials.glsl"
#include "common/hash.glsl"

uniform usampler2D u_tags;
uniform float u_step;
uniform int u_seed; // of the step
layout(location = 0) out uvec2 o_tags;

vecD place;
vec3 ownColor;
float ownRate;
vec3 sum;
float weight;

void visit(int j)
{
    float w = max(1.0 - distance(place, placeOf(j)), 0.0);
    uint tag = texelFetch(u_tags, particleTexel(j), 0).y;
    sum += w * min(ownRate, materialContact(tagMaterial(tag)).x) * (tagColor(tag) - ownColor);
    weight += w;
}

void main()
{
    int i = particleHere();
    o_tags = texelFetch(u_tags, particleTexel(i), 0).xy;
    place = placeOf(i);
    ownColor = tagColor(o_tags.y);
    ownRate = materialContact(tagMaterial(o_tags.y)).x;
    sum = vec3(0.0);
    weight = 0.0;
    ONLY_IF(ownRate > 0.0) {
        visitAround(place);
    }
    if (dot(sum, sum) > 0.0) {
        float share = min(u_step, 0.5 / ownRate);
        uint n = scramble(o_tags.x ^ scramble(uint(u_seed)));
        vec3 turn = vec3(unitOf(n), unitOf(scramble(n)), unitOf(scramble(n ^ 1u)));
        o_tags.y = makeTag(tagMaterial(o_tags.y), ownColor + share * sum / weight, turn);
    }
}
