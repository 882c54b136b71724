// The one place that draws. A pass is data: program, the textures that it writes, inputs, uniforms, region, label.
#ifndef GF_PASS_H
#define GF_PASS_H

#include "gl/framebuffer.h"
#include "gl/mesh.h"
#include "gl/program.h"
#include "gl/stencil.h"

#define GF_PASS_INPUTS 18
#define GF_PASS_UNIFORMS 38

// `name` is a string literal, the shader's own name after "u_": programs remember literals (gfInputHint).
typedef struct gfInput {
    const char *name;
    GLuint texture;
    gfSampler sampler;
} gfInput;

typedef enum gfUniformKind { GF_FLOATS, GF_VEC2S, GF_VEC4S, GF_MAT4S, GF_INTS, GF_IVEC2S, GF_IVEC4S } gfUniformKind;

typedef struct gfUniform {
    const char *name;
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

// Tiles by a list: four floats each, x and y and two whole numbers for the fragments (v_listed).
typedef struct gfTileList {
    const gfTexture *records; // null: all tiles are meant
    int first, count;         // in `records`, row by row
    int columns, rows;        // of all tiles
} gfTileList;

static inline gfTileList gfTileList_All(int columns, int rows)
{
    return (gfTileList){NULL, 0, columns * rows, columns, rows};
}

// A part of what is drawn to an atlas: `place` in a fluid's own texels, first and beyond the last.
typedef struct gfAtlasPart {
    GLint place[4];
    GLint number;     // of the fluid
    GLint numbers[2]; // for the fragments (v_numbers)
    GLint unused;
} gfAtlasPart;

typedef struct gfPass {
    const char *label; // static; the name in the profile
    gfShader shader;
    // Textures in the order of the shader's outputs. None: the framebuffer that the host has bound, in its viewport and
    // scissor.
    const gfTexture *writes[GF_ATTACHMENTS_MAX];
    bool inPlace;             // it reads what it writes, of each texel nothing or the fragment's own (textureBarrier)
    const gfDepth *depth;     // tested and written, the nearest wins; of the size of what is written; null: none
    bool clearsDepth;         // to the farthest, before
    const gfRegion *region;   // null: all of what is written; of an atlas, of each rectangle, and tiles lie in it
    const gfTexture *tiles;   // of a vertex stage in tiles: a texel for each; null: not drawn in tiles
    const gfTileList *list;   // of a vertex stage by list
    int tileGroup;            // above 1: so many a side are drawn as one, by the largest value
    int tileTexels;           // the size of what is drawn as one, or that of squares
    int tileOrigin[2];        // the texel where tiles begin
    const gfAtlasPart *parts; // of an atlas, at most GF_SHAPES_PER_BATCH; lists are of no account there
    int partCount;            // 0: all of it
    int squares;              // above 0: so many, each a point or two triangles (common/cover.vert, u_tileVertices)
    int points;               // above 0: so many, in place of the stage's own vertices
    int triangles;            // the same of triangles, three vertices each
    const gfMesh *mesh;       // null: the stage's own vertices
    const gfStencil *stencil; // of the one texture that is written; null: none
    gfStencilRule stencilRule;
    gfBlend blend;
    gfInput inputs[GF_PASS_INPUTS];       // up to the first without a name
    gfUniform uniforms[GF_PASS_UNIFORMS]; // up to the first without a name
} gfPass;

// clang-format off
// One input or uniform of a pass. The values of GF_F... live in the enclosing block.
#define GF_IN(uniform, textureId) {#uniform, (textureId), GF_SAMPLE_NEAREST}
#define GF_IN_FIELD(uniform, textureId) {#uniform, (textureId), GF_SAMPLE_FIELD}
#define GF_IN_LINEAR(uniform, textureId) {#uniform, (textureId), GF_SAMPLE_LINEAR}
#define GF_IN_BY(uniform, textureId, sampler) {#uniform, (textureId), (sampler)}
#define GF_F1(uniform, x) {#uniform, GF_FLOATS, 1, (const float[]){(x)}}
#define GF_F2(uniform, x, y) {#uniform, GF_VEC2S, 1, (const float[]){(x), (y)}}
#define GF_F4(uniform, x, y, z, w) {#uniform, GF_VEC4S, 1, (const float[]){(x), (y), (z), (w)}}
#define GF_F4V(uniform, n, array) {#uniform, GF_VEC4S, (n), (array)}
#define GF_M4(uniform, array) {#uniform, GF_MAT4S, 1, (array)}
#define GF_I1(uniform, x) {#uniform, GF_INTS, 1, (const GLint[]){(x)}}
#define GF_I2(uniform, x, y) {#uniform, GF_IVEC2S, 1, (const GLint[]){(x), (y)}}
#define GF_I4(uniform, x, y, z, w) {#uniform, GF_IVEC4S, 1, (const GLint[]){(x), (y), (z), (w)}}
#define GF_I4V(uniform, n, array) {#uniform, GF_IVEC4S, (n), (array)}
// clang-format on

// Draws what the shader's vertex stage is; in a dry run it only names the program and makes the framebuffers. False and
// reported: nothing was drawn, for the program can't be made, or what it writes can't be drawn to.
bool gfPass_Run(gfDevice *device, const gfPass *pass);
// Makes the program of a pass ahead of its use. False and reported: it can't be made.
bool gfPass_Make(gfDevice *device, const gfPass *pass);

#endif
