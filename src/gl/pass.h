// The one place that draws. A pass is data: program, the textures that it writes, inputs, uniforms, region, label. A
// mesh is drawn by one pass, and a pyramid by one for each of its levels.
#ifndef GF_PASS_H
#define GF_PASS_H

#include "gl/framebuffer.h"
#include "gl/program.h"

// --- meshes ----------------------------------------------------------------------------------------------------------

// Triangle meshes: positions and indices in buffers, drawn by passes (gfPass.mesh). A vertex stage reads the position
// at location 0.

// Most vertices of one mesh: OpenGL ES 3.0 promises no larger index.
#define GF_MESH_VERTICES_MAX (1 << 24)

// Zeroed: there is none.
typedef struct gfMesh {
    GLuint vertexArray, vertices, indices;
    int vertexCount, indexCount;
    float low[3], high[3]; // around all positions
} gfMesh;

// The vertices and triangles of a mesh.
typedef struct gfMeshData {
    const float *positions; // x, y, z of each vertex
    int vertexCount;
    const uint32_t *indices; // three a triangle
    int indexCount;
} gfMeshData;

// Makes a mesh from a checked copy of the data. On failure it is zeroed; reported are NULL_ARGUMENT, OUT_OF_RANGE (a
// count, an index beyond the vertices, a position that is not within +-1e6), OUT_OF_MEMORY and GL. `caller`: the public
// function.
bool gfMesh_Create(gfDevice *device, gfMesh *mesh, const gfMeshData *data, const char *caller);
void gfMesh_Destroy(gfDevice *device, gfMesh *mesh);

// --- passes ----------------------------------------------------------------------------------------------------------

#define GF_PASS_INPUTS 18
#define GF_PASS_UNIFORMS 38

// `name` is the uniform's name in the shader without its "u_". It must be a string literal, as programs remember its
// address (gfInputHint).
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
    GF_BLEND_MULTIPLY, // the target's colour times the drawn one; the target's alpha stays
    GF_BLEND_ADD
} gfBlend;

// A list of tiles to draw. A record has four floats: the tile's x and y, and two whole numbers for the fragments
// (v_listed).
typedef struct gfTileList {
    const gfTexture *records; // null: all tiles are drawn
    int first, count;         // in `records`, row by row
    int columns, rows;        // of the grid of tiles
} gfTileList;

static inline gfTileList gfTileList_All(int columns, int rows)
{
    return (gfTileList){NULL, 0, columns * rows, columns, rows};
}

// A rectangle of an atlas to draw, in texels of one fluid: `place` is x and y of its first texel, and of the end.
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
    bool inPlace;             // it reads what it writes, a fragment only its own texel (textureBarrier)
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

// Draws a pass; a dry run only names its program and makes its framebuffers. False and reported: nothing was drawn, as
// the program or a framebuffer can't be made.
bool gfPass_Run(gfDevice *device, const gfPass *pass);
// Makes the program of a pass ahead of its use. False and reported: it can't be made.
bool gfPass_Make(gfDevice *device, const gfPass *pass);

// --- pyramids --------------------------------------------------------------------------------------------------------

// A pyramid: ever smaller textures, for reductions to one value and for blurs of ever wider reach.

// Seven levels of 4 x 4 reduce 8192 x 8192 texels to one.
#define GF_PYRAMID_LEVELS 8

// Zeroed: there is none.
typedef struct gfPyramid {
    int levels;
    gfTexture texture[GF_PYRAMID_LEVELS]; // the largest first
} gfPyramid;

typedef struct gfPyramidShape {
    gfFormat format;
    int firstStep, step; // texels a side of a level that make one of the next; `firstStep`: of the field
    int least;           // fewest texels a side of a level after the first; 0: levels go down to one texel
} gfPyramidShape;

#define GF_REDUCTION_SHAPE ((gfPyramidShape){GF_FORMAT_RGBA32F, 4, 4, 0})

// Makes the textures for a field of width x height texels. On false, which is reported, nothing is left.
bool gfPyramid_Create(gfDevice *device, gfPyramid *pyramid, const gfPyramidShape *shape, int width, int height);
void gfPyramid_Destroy(gfDevice *device, gfPyramid *pyramid);

// Returns the smallest level; in a reduction it is one texel, the result.
static inline const gfTexture *gfPyramid_Top(const gfPyramid *pyramid)
{
    return &pyramid->texture[pyramid->levels - 1];
}

// Reduces a field to one texel, by 4 x 4 texels a pass: `first` and `next` are the variants of common/reduce.frag that
// read the field and the smaller levels.
typedef struct gfReduction {
    const char *label;
    gfShader first, next;
    const gfTexture *field;
    GLuint weights;       // of the lattice, or 0
    const gfUniform *own; // uniforms of `first`, or null
} gfReduction;

void gfPyramid_Reduce(gfDevice *device, const gfPyramid *pyramid, const gfReduction *reduction);

#endif
