// Bounds of the velocity of mass, and the mean mass, of 4 x 4 cells or of tiles of 8 x 8. In: u_velocityX and
// u_velocityY (cells a step) and u_mass, packed. Out: o_bounds, the least x and y and the largest x and y of the
// velocity; without mass the least exceed the largest.
//   COARSE   reduces the results for 4 x 4 cells, u_bounds and u_mean, to tiles
//   TOTAL    also o_mean: the mean mass
//   SOURCED  with TOTAL: y of o_mean is the mean of u_requested, the packed mass that sources should bring
#include "gaussian/state.glsl"

layout(location = 0) out vec4 o_bounds;
#ifdef TOTAL
layout(location = 1) out vec4 o_mean;
#endif
uniform sampler2D u_bounds;
uniform sampler2D u_mean;
uniform sampler2D u_requested;

const float NONE = 1e9;

float least(vec4 v)
{
    return min(min(v.x, v.y), min(v.z, v.w));
}

float largest(vec4 v)
{
    return max(max(v.x, v.y), max(v.z, v.w));
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
#ifdef COARSE
    ivec2 last = textureSize(u_bounds, 0) - 1;
    o_bounds = vec4(NONE, NONE, -NONE, -NONE);
#ifdef TOTAL
    o_mean = vec4(0.0);
#endif
    for (int i = 0; i < 4; i++) {
        ivec2 texel = first + ivec2(i & 1, i >> 1);
        vec4 part = texelFetch(u_bounds, min(texel, last), 0);
        o_bounds = vec4(min(o_bounds.xy, part.xy), max(o_bounds.zw, part.zw));
#ifdef TOTAL
        bool inside = texel.x <= last.x && texel.y <= last.y;
        o_mean += inside ? 0.25 * texelFetch(u_mean, texel, 0) : vec4(0.0);
#endif
    }
#else
    ivec2 last = texelCount() - 1;
    vec2 scale = packedScale();
    vec4 mass[4];
    vec4 sum = vec4(0.0);
#ifdef SOURCED
    vec4 change = vec4(0.0);
#endif
    for (int i = 0; i < 4; i++) {
        ivec2 texel = first + ivec2(i & 1, i >> 1);
        bool inside = texel.x <= last.x && texel.y <= last.y;
        mass[i] = inside ? readMass(u_mass, texel, scale) : vec4(0.0);
        sum += mass[i];
#ifdef SOURCED
        change += inside ? readPacked(u_requested, texel, scale) : vec4(0.0);
#endif
    }
    vec4 lowX = vec4(NONE), lowY = vec4(NONE);
    vec4 highX = vec4(-NONE), highY = vec4(-NONE);
    int count = sum == vec4(0.0) ? 0 : 4; // skips empty texels, of which many domains have most
    for (int i = 0; i < count; i++) {
        ivec2 texel = min(first + ivec2(i & 1, i >> 1), last);
        vec4 x = readPacked(u_velocityX, texel, scale), y = readPacked(u_velocityY, texel, scale);
        vec4 empty = vec4(equal(mass[i], vec4(0.0))) * NONE;
        lowX = min(lowX, x + empty);
        lowY = min(lowY, y + empty);
        highX = max(highX, x - empty);
        highY = max(highY, y - empty);
    }
    o_bounds = vec4(least(lowX), least(lowY), largest(highX), largest(highY));
#if defined(SOURCED)
    o_mean = vec4(dot(sum, vec4(1.0 / 16.0)), dot(change, vec4(1.0 / 16.0)), 0.0, 0.0);
#elif defined(TOTAL)
    o_mean = vec4(dot(sum, vec4(1.0 / 16.0)));
#endif
#endif
}
