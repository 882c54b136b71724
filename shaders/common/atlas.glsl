// ATLAS: fields of several fluids lie in one texture, in rows of rectangles (gfAtlas of gl/device.h). This file
// precedes every fragment shader that draws to such a texture, and redefines GLSL's names so that a fragment sees only
// its own fluid: places count from the corner of its rectangle, sizes are the rectangle's, and reads beyond it repeat
// its outermost texel. So one shader serves one fluid or many. Functions named `whole...` take coordinates of the whole
// texture, which may be no atlas. u_instances: two texels a fluid, of values that differ (solvers/grid/instances.c).
uniform vec4 u_atlas;  // columns and rows; texels of a rectangle of the target
flat in vec4 v_member; // the rectangle's first texel; its column over all columns, and its row over all rows
flat in int v_number;  // of the fluid
flat in ivec2 v_numbers;
uniform highp sampler2D u_instances;

vec4 instanceValue(int row)
{
    return texelFetch(u_instances, ivec2(v_number, row), 0);
}

vec4 ownFragment()
{
    return vec4(gl_FragCoord.xy - v_member.xy, gl_FragCoord.zw);
}

// Return the size of a rectangle, and its first texel, in a texture of size `whole`.
vec2 ownSizeOf(ivec2 whole)
{
    return floor(vec2(whole) / u_atlas.xy + 0.5);
}

ivec2 ownFirst(ivec2 whole)
{
    return ivec2(v_member.zw * vec2(whole) + 0.5);
}

// Converts a texture coordinate of the rectangle to one of the whole texture.
vec2 ownPlace(ivec2 whole, vec2 uv)
{
    vec2 half_ = 0.5 / ownSizeOf(whole);
    return v_member.zw + clamp(uv, half_, 1.0 - half_) / u_atlas.xy;
}

ivec2 ownSize(sampler2D field, int level)
{
    return ivec2(ownSizeOf(textureSize(field, level)));
}

ivec2 ownSize(highp usampler2D field, int level)
{
    return ivec2(ownSizeOf(textureSize(field, level)));
}

vec4 ownFetch(sampler2D field, ivec2 texel, int level)
{
    return texelFetch(field, texel + ownFirst(textureSize(field, level)), level);
}

uvec4 ownFetch(highp usampler2D field, ivec2 texel, int level)
{
    return texelFetch(field, texel + ownFirst(textureSize(field, level)), level);
}

vec4 ownLod(sampler2D field, vec2 uv, float level)
{
    return textureLod(field, ownPlace(textureSize(field, 0), uv), level);
}

vec4 wholeLod(sampler2D field, vec2 uv)
{
    return textureLod(field, uv, 0.0);
}

// Converts a place in texels of a rectangle of this size to a texture coordinate of the whole texture.
vec2 placeInWhole(vec2 texel, vec2 size)
{
    return v_member.zw + texel / (u_atlas.xy * size);
}

#define gl_FragCoord ownFragment()
#define texelFetch ownFetch
#define textureSize ownSize
#define textureLod ownLod
