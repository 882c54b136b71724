// Particles from their textures, a texel each (gfParticleView), and their colours. u_toWorld: from position in cells to
// the world, m. u_range: speed at the palette's end, m/s. u_colorBy: one of GF_COLORS_... u_materials: linear colours.
#include "shared.h"
#include "common/palette.glsl"
#include "common/srgb.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
uniform usampler2D u_count;
uniform float u_range;
uniform int u_colorBy;
uniform mat4 u_toWorld;
uniform float u_sinceStep; // s since the last step
uniform vec4 u_materials[GF_MATERIALS];

// A dead particle's corners are all put here, outside the view, so that nothing is drawn.
const vec4 NO_PARTICLE = vec4(2.0, 2.0, 0.0, 1.0);

bool particleLives(int number)
{
    return uint(number) < texelFetch(u_count, ivec2(0), 0).x;
}

ivec2 particleTexel(int number)
{
    int width = textureSize(u_place, 0).x;
    return ivec2(number % width, number / width);
}

// Returns the corner of a square, from -1 to 1, for a vertex of its two triangles 0 1 2, 2 1 3.
vec2 particleCorner(int vertex)
{
    int corner = vertex < 3 ? vertex : vertex == 3 ? 2 : vertex == 4 ? 1 : 3;
    return 2.0 * vec2(corner & 1, corner >> 1) - 1.0;
}

vec3 decodeBytes(uint bits)
{
    return decodeSrgb(vec3(uvec3(bits, bits >> 8, bits >> 16) & 255u) / 255.0);
}

// Returns a particle's linear light and coverage. `velocity`: in the world, m/s.
vec4 particleColor(ivec2 texel, vec3 velocity)
{
    if (u_colorBy == GF_COLORS_SPEED) {
        return paletteColor(length(velocity) / u_range);
    }
    if (u_colorBy == GF_COLORS_VELOCITY) {
        return vec4(clamp(0.5 + 0.5 * velocity / u_range, 0.02, 1.0), 1.0);
    }
    uint tag = texelFetch(u_tags, texel, 0).y;
    return u_colorBy == GF_COLORS_MATERIAL ? u_materials[int(min(tag >> 24, uint(GF_MATERIALS - 1)))]
                                           : vec4(decodeBytes(tag), 1.0);
}
