// Applies sources to particles (shapes.glsl). In and out: place, tags, velocity. A shape that sets mixes velocity and
// colour towards its own, another adds velocity and lays its dye over the colour; both attract. In a colour's byte a
// change of less than one counts by chance, for it would be lost.
#include "particles/layout.glsl"
#include "particles/shapes.glsl"
#include "particles/colors.glsl"
#include "particles/dye.glsl"
#include "common/hash.glsl"
#include "source/drag.glsl"
#if DIMENSIONS == 3
#include "particles/zones3d.glsl"
#else
#include "source/zones.glsl"
#endif

uniform sampler2D u_place;
#if DIMENSIONS == 3
uniform sampler2D u_particleVelocity;
#endif
uniform usampler2D u_tags;
#ifdef STRESS
uniform sampler2D u_stress;
#endif
#ifdef MARKED
uniform usampler2D u_marks;
#endif
uniform int u_seed; // of the step
layout(location = 0) out vec4 o_place;
layout(location = 1) out uvec2 o_tags;
#if DIMENSIONS == 3
layout(location = 2) out vec4 o_velocity;
#endif
#ifdef STRESS
layout(location = 2) out vec4 o_stress;
#endif
#if defined(MARKED) && (defined(STRESS) || DIMENSIONS == 3)
layout(location = 3) out uvec2 o_marks;
#elif defined(MARKED)
layout(location = 2) out uvec2 o_marks;
#endif

vecD velocity; // m/s
vec3 light;
bool isDyed;
bool isWhole; // the last dye hid what was there

void addDye(vec4 dye, float w)
{
    if (w > 0.0 && dye != vec4(0.0)) {
        light = over(w * dye, light);
        isDyed = true;
        isWhole = w * dye.a >= 1.0;
    }
}

void setDye(vec4 dye, float w, int material)
{
    if (w > 0.0) {
        light = mix(light, over(dye, u_colors[material].rgb), w);
        isDyed = true;
        isWhole = w >= 1.0;
    }
}

void main()
{
    int i = numberHere(u_shifts.x);
    if (i >= liveCount()) {
        discard;
    }
    ivec2 texel = particleTexel(i);
    vec4 state = texelFetch(u_place, texel, 0);
    uvec2 tags = texelFetch(u_tags, texel, 0).xy;
    int material = tagMaterial(tags.y);
#if DIMENSIONS == 3
    vec3 before = texelFetch(u_particleVelocity, texel, 0).xyz;
#else
    vec2 before = state.zw;
#endif
    vecD place = vecD(state);
    velocity = before * u_unit;
    light = tagColor(tags.y);
    isDyed = false;
    isWhole = false;
    bool isStirred = false;
    for (int shape = 0; shape < u_shapeCount; shape++) {
        float w = shapeWeight(shape, place);
        if (w > 0.0) {
            vec4 color = shapeColor(shape, place);
            if (isSet(shape)) {
                velocity = mix(velocity, shapeVelocity(shape, place, color), w * acts(shape, GF_ACTS_ON_VELOCITY));
                setDye(shapeDye(shape, color), w * acts(shape, GF_ACTS_ON_DYE), material);
            } else {
                velocity += w * shapeVelocity(shape, place, color);
                addDye(shapeDye(shape, color), w);
            }
            velocity += shapePull(shape, place, color);
            isStirred = true;
        }
    }
    // A loop, for some drivers run both ways of a branch.
    int zones = isStirred ? 1 : 0;
    for (int k = 0; k < zones; k++) {
#if DIMENSIONS == 3
        velocity = pulled(velocity, pullAt(place, velocity));
#else
        velocity = pulled(velocity, pullAt(place * u_unit, velocity, u_pulls[1].z));
#endif
    }
    vecD after = isStirred ? velocity / u_unit : before;
    if (isDyed) {
        uint n = scramble(tags.x ^ scramble(uint(u_seed)));
        vec3 turn = vec3(unitOf(n), unitOf(scramble(n)), unitOf(scramble(n ^ 1u)));
        tags.y = makeTag(material, light, isWhole ? vec3(0.5) : turn);
    }
    o_tags = tags;
#if DIMENSIONS == 3
    o_place = state;
    o_velocity = vec4(after, 0.0);
#else
    o_place = vec4(place, after);
#endif
#ifdef STRESS
    o_stress = texelFetch(u_stress, texel, 0);
#endif
#ifdef MARKED
    o_marks = texelFetch(u_marks, texel, 0).xy;
#endif
}
