// The one place that draws. A pass is data: program, target, inputs, uniforms, region, label.
#ifndef GF_PASS_H
#define GF_PASS_H

#include "gl/program.h"
#include "gl/texture.h"

#define GF_PASS_INPUTS 12
#define GF_PASS_UNIFORMS 32

typedef struct gfInput {
    gfUniformName name;
    GLuint texture;
    gfSampler sampler;
} gfInput;

typedef enum gfUniformKind { GF_FLOATS, GF_VEC2S, GF_VEC4S, GF_MAT4S, GF_INTS, GF_IVEC2S } gfUniformKind;

typedef struct gfUniform {
    gfUniformName name;
    gfUniformKind kind;
    int count;
    const void *data;
} gfUniform;

typedef enum gfBlend {
    GF_BLEND_NONE,
    GF_BLEND_STRAIGHT,
    GF_BLEND_PREMULTIPLIED,
    GF_BLEND_MULTIPLY, // what is there times the colour; its alpha stays
    GF_BLEND_ADD
} gfBlend;

// Texels, lower left corner and size; zero size is empty.
typedef struct gfRegion {
    int x, y, width, height;
} gfRegion;

typedef struct gfPass {
    const char *label; // static; the name in the profile
    const gfProgram *program;
    const gfTarget *target; // null: the framebuffer that the host has bound, in the host's viewport and scissor
    const gfRegion *region; // null: all of the target
    const gfTexture
        *tiles;     // of a TILED program (shaders/common/cover.vert): a texel for each; null: not drawn in tiles
    int tileTexels; // their size
    int points;     // above 0: so many, in place of the program's own vertices
    gfBlend blend;
    gfInput inputs[GF_PASS_INPUTS];       // up to the first of name none
    gfUniform uniforms[GF_PASS_UNIFORMS]; // up to the first of name none
} gfPass;

// clang-format off
// One input or uniform of a pass. The values of GF_F... live in the enclosing block.
#define GF_IN(uniform, textureId) {GF_U_##uniform, (textureId), GF_SAMPLE_NEAREST}
#define GF_IN_FIELD(uniform, textureId) {GF_U_##uniform, (textureId), GF_SAMPLE_FIELD}
#define GF_IN_LINEAR(uniform, textureId) {GF_U_##uniform, (textureId), GF_SAMPLE_LINEAR}
#define GF_F1(uniform, x) {GF_U_##uniform, GF_FLOATS, 1, (const float[]){(x)}}
#define GF_F2(uniform, x, y) {GF_U_##uniform, GF_VEC2S, 1, (const float[]){(x), (y)}}
#define GF_F4(uniform, x, y, z, w) {GF_U_##uniform, GF_VEC4S, 1, (const float[]){(x), (y), (z), (w)}}
#define GF_F4V(uniform, n, array) {GF_U_##uniform, GF_VEC4S, (n), (array)}
#define GF_I1(uniform, x) {GF_U_##uniform, GF_INTS, 1, (const GLint[]){(x)}}
#define GF_I2(uniform, x, y) {GF_U_##uniform, GF_IVEC2S, 1, (const GLint[]){(x), (y)}}
// clang-format on

// Draws. The program's vertex shader decides what: a triangle over the target, or the quad of a drawing. A null program
// (one that failed to compile, already reported) draws nothing.
void gfPass_Run(gfDevice *device, const gfPass *pass);

#endif
