// Applies sources to particles (shapes.glsl). In and out: the state. A shape that sets mixes velocity and colour
// towards its own; another shape adds velocity and lays its dye over the colour; both attract. A colour is stored in
// bytes: a change below one step is rounded at random, so that it is not lost.
#include "particles/state.glsl"
#include "particles/shapes.glsl"
#include "particles/colors.glsl"
#include "particles/dye.glsl"
#include "common/hash.glsl"
#include "common/loops.glsl"
#include "source/drag.glsl"
#if DIMENSIONS == 3
#include "particles/zones3d.glsl"
#else
#include "source/zones.glsl"
#endif

uniform int u_seed; // of the step

vecD velocity; // m/s
vec3 light;
bool isDyed;
bool isWhole; // the last dye hides all colour beneath

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
    ivec2 texel = particleTexel(particleHere());
    copyState(texel);
    int material = tagMaterial(o_tags.y);
    vecD before = velocityOf(texel, o_place);
    vecD place = vecD(o_place);
    velocity = before * u_unit;
    light = tagColor(o_tags.y);
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
    ONLY_IF(isStirred) {
#if DIMENSIONS == 3
        velocity = pulled(velocity, pullAt(place, velocity));
#else
        velocity = pulled(velocity, pullAt(place * u_unit, velocity, u_pulls[1].z));
#endif
    }
    vecD after = isStirred ? velocity / u_unit : before;
    if (isDyed) {
        uint n = scramble(o_tags.x ^ scramble(uint(u_seed)));
        vec3 turn = vec3(unitOf(n), unitOf(scramble(n)), unitOf(scramble(n ^ 1u)));
        o_tags.y = makeTag(material, light, isWhole ? vec3(0.5) : turn);
    }
#if DIMENSIONS == 3
    o_velocity = vec4(after, 0.0);
#else
    o_place.zw = after;
#endif
}
