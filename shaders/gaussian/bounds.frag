// Per tile of 8 x 8 cells (4 x 4 texels): least and largest velocity of what has mass, and with TOTAL its mean mass.
// An empty tile has least velocities above the largest.
#include "gaussian/state.glsl"

layout(location = 0) out vec4 o_bounds;
#ifdef TOTAL
layout(location = 1) out vec4 o_mean;
#endif

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
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    ivec2 size = texelCount();
    vec4 lowX = vec4(NONE);
    vec4 lowY = vec4(NONE);
    vec4 highX = vec4(-NONE);
    vec4 highY = vec4(-NONE);
    vec4 sum = vec4(0.0);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            ivec2 texel = first + ivec2(i, j);
            if (texel.x < size.x && texel.y < size.y) {
                vec4 x = texelFetch(u_velocityX, texel, 0);
                vec4 y = texelFetch(u_velocityY, texel, 0);
                vec4 mass = texelFetch(u_mass, texel, 0);
                vec4 empty = vec4(equal(mass, vec4(0.0))) * NONE;
                lowX = min(lowX, x + empty);
                lowY = min(lowY, y + empty);
                highX = max(highX, x - empty);
                highY = max(highY, y - empty);
                sum += mass;
            }
        }
    }
    o_bounds = vec4(least(lowX), least(lowY), largest(highX), largest(highY));
#ifdef TOTAL
    o_mean = vec4(dot(sum, vec4(1.0 / 64.0)));
#endif
}
