// Samples particles in three dimensions at points. In: the state; u_questions: place in cells, and how far to search
// for the surface (cells; 0: no search); u_points: how many; u_up: towards the air; u_norm.z: particles a cell at rest.
// Out: velocity in cells a second; height of the surface above the point (cells), or density over rest.
#include "shared.h"
#include "common/request.glsl"
#include "particles/neighbours.glsl"
#include "particles/kernels.glsl"

const float WET = 0.5;
const float STEPS = 48.0; // along the longest search

uniform int u_points;
uniform vec4 u_norm;
uniform vec4 u_up;
layout(location = 0) out uvec4 o_answer;

vec3 point;
float weight;
vec3 sum;

void visit(int j)
{
    ivec2 texel = particleTexel(j);
    float r = distance(point, texelFetch(u_place, texel, 0).xyz);
    if (r < 1.0) {
        float w = (1.0 - r) * (1.0 - r);
        weight += w;
        sum += w * texelFetch(u_particleVelocity, texel, 0).xyz;
    }
}

float densityAt(vec3 place)
{
    point = place;
    weight = 0.0;
    sum = vec3(0.0);
    visitAround(place);
    return W2 / u_norm.z * weight;
}

// Returns the height where density crosses WET, up from a wet place, down from a dry one; else `reach`.
float surfaceFrom(vec3 place, float here, float reach)
{
    float way = here >= WET ? 1.0 : -1.0;
    float stride = max(0.5, reach / STEPS);
    float at = 0.0;
    while (at < reach) {
        float next = min(at + stride, reach);
        float there = densityAt(place + way * next * u_up.xyz);
        if (there >= WET != here >= WET) {
            for (int i = 0; i < 3; i++) {
                float middle = 0.5 * (at + next);
                float density = densityAt(place + way * middle * u_up.xyz);
                bool before = density >= WET == here >= WET;
                at = before ? middle : at;
                here = before ? density : here;
                next = before ? next : middle;
                there = before ? there : density;
            }
            return way * mix(at, next, clamp((WET - here) / (there - here), 0.0, 1.0));
        }
        at = next;
        here = there;
    }
    return way * reach;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int number = texel.y * GF_REQUEST_WIDTH + texel.x;
    if (number >= u_points) {
        discard;
    }
    vec4 asked = uintBitsToFloat(requestAt(number));
    float density = densityAt(asked.xyz);
    vec3 velocity = weight > 0.0 ? sum / weight : vec3(0.0);
    float found = asked.w > 0.0 ? surfaceFrom(asked.xyz, density, asked.w) : density;
    o_answer = floatBitsToUint(vec4(velocity, found));
}
