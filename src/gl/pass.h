// Passes, the library's drawing: gfPass_Run draws what a gfPass says. Meshes and pyramids of textures are here, too.
#ifndef GF_PASS_H
#define GF_PASS_H

#include "gl/framebuffer.h"
#include "gl/program.h"

// --- meshes ----------------------------------------------------------------------------------------------------------

// Triangle meshes in buffers, drawn by passes (gfGeometry.mesh). A vertex stage reads the position at location 0.

// Most vertices of one mesh: OpenGL ES 3.0 promises no larger index.
#define GF_MESH_VERTICES_MAX (1 << 24)

// A mesh in GL buffers. Zeroed: no mesh.
typedef struct gfMesh {
    GLuint vertexArray, vertices, indices;
    int vertexCount, indexCount;
} gfMesh;

// The vertices and triangles of a mesh.
typedef struct gfMeshData {
    const float *positions; // x, y, z of each vertex
    int vertexCount;
    const uint32_t *indices; // three a triangle
    int indexCount;
} gfMeshData;

// Checks the data and copies them into a mesh. On failure the mesh is zeroed, and reported is NULL_ARGUMENT,
// OUT_OF_RANGE (a count, an index beyond the vertices, a coordinate beyond +-1e6), OUT_OF_MEMORY or GL.
bool gfMesh_Create(gfDevice *device, gfMesh *mesh, const gfMeshData *data, const char *caller);
void gfMesh_Destroy(gfDevice *device, gfMesh *mesh);

// --- passes ----------------------------------------------------------------------------------------------------------

// Most textures that a pass reads, and most uniforms that it sets.
#define GF_PASS_INPUTS 18
#define GF_PASS_UNIFORMS 38

// A texture that a pass reads. `name`: the sampler's name without "u_", a string literal, whose address programs keep.
typedef struct gfInput {
    const char *name;
    GLuint texture;
    gfSampler sampler;
} gfInput;

typedef enum gfUniformKind { GF_FLOATS, GF_VEC2S, GF_VEC4S, GF_MAT4S, GF_INTS, GF_IVEC2S, GF_IVEC4S } gfUniformKind;

// A uniform that a pass sets. `name` is its name in the shader without "u_", and must be a string literal.
typedef struct gfUniform {
    const char *name;
    gfUniformKind kind;
    int count;        // elements of an array; else 1
    const void *data; // the values
} gfUniform;

typedef enum gfBlend {
    GF_BLEND_NONE,
    GF_BLEND_STRAIGHT,
    GF_BLEND_PREMULTIPLIED,
    GF_BLEND_MULTIPLY, // the target's colour times the drawn one; the target's alpha stays
    GF_BLEND_ADD
} gfBlend;

// A list of the tiles that a pass draws, of a grid of square tiles that cover the written texture. Each texel of
// `records` is a tile: its column, its row, and two whole numbers that the fragment shader gets as v_listed.
typedef struct gfTileList {
    const gfTexture *records; // null: all tiles of the grid are drawn
    int first, count;         // the texels of `records` that are drawn, counted row by row
    int columns, rows;        // of the grid of tiles
} gfTileList;

static inline gfTileList gfTileList_All(int columns, int rows)
{
    return (gfTileList){NULL, 0, columns * rows, columns, rows};
}

// What a pass draws. Tiles and squares are points, or two triangles each where points can't be so large (drawSquares).
typedef enum gfGeometryKind {
    GF_GEOMETRY_STAGE,   // gfVertexStage.vertexCount vertices, mostly one triangle over the whole target
    GF_GEOMETRY_TILES,   // a tile for each texel of gfGeometry.tiles that the vertex stage accepts
    GF_GEOMETRY_LIST,    // the tiles of gfGeometry.list
    GF_GEOMETRY_SQUARES, // `count` squares, which the vertex stage places
    GF_GEOMETRY_POINTS,
    GF_GEOMETRY_TRIANGLES,
    GF_GEOMETRY_MESH
} gfGeometryKind;

typedef struct gfGeometry {
    gfGeometryKind kind;
    union {
        const gfTexture *tiles;
        const gfTileList *list;
        const gfMesh *mesh;
        int count; // of squares, points or triangles
    };
    int texels;    // the side of a tile or square, in texels that are written
    int group;     // above 1: group x group tiles are drawn as one tile, if the largest of their values asks for it
    int origin[2]; // the written texel at the lower left corner of the first tile
} gfGeometry;

// A part of a fluid's rectangle in an atlas, to be drawn alone: two ivec4 of u_parts (shaders/common/cover.vert).
typedef struct gfAtlasPart {
    GLint place[4];   // x, y of the first texel, and x, y beyond the last one, from the fluid's lower left corner
    GLint number;     // of the fluid in the atlas
    GLint numbers[2]; // two numbers that the fragment shader gets as v_numbers
    GLint unused;
} gfAtlasPart;

typedef struct gfPass {
    const char *label; // static; the name in the profile
    gfShader shader;
    // Textures to draw to, in the order of the shader's outputs. None: the host's framebuffer, viewport and scissor.
    const gfTexture *writes[GF_ATTACHMENTS_MAX];
    bool inPlace;              // the shader reads a texture that the pass writes, each fragment only its own texel
    const gfDepth *depth;      // depth buffer of the written size, where the nearest fragment wins; null: none
    bool clearsDepth;          // the depth buffer is first set to the farthest depth
    const gfRegion *region;    // the texels that are written, in an atlas of each fluid's rectangle; null: all
    gfGeometry geometry;       // an atlas heeds only TILES: other kinds draw whole rectangles or `parts` there
    const gfAtlasPart *parts;  // the parts of an atlas that are drawn, at most GF_SHAPES_PER_BATCH
    int partCount;             // 0: all of the atlas is drawn
    const gfStencil *stencil;  // stencil buffer for a pass that writes one texture; null: none
    gfStencilRule stencilRule; // the test against `stencil`
    gfBlend blend;
    gfInput inputs[GF_PASS_INPUTS];       // the first one without a name ends the list
    gfUniform uniforms[GF_PASS_UNIFORMS]; // the first one without a name ends the list
} gfPass;

// clang-format off
// Initialize gfPass.geometry with tiles of `size` texels a side: for texels that ask for one, or of a gfTileList.
#define GF_TILES(texture, size) {GF_GEOMETRY_TILES, {.tiles = (texture)}, (size), 0, {0, 0}}
#define GF_LISTED(tileList, size) {GF_GEOMETRY_LIST, {.list = (tileList)}, (size), 0, {0, 0}}

// Initialize a gfInput or gfUniform, named without "u_". Values are compound literals that live in the enclosing block.
#define GF_IN(uniform, textureId) {#uniform, (textureId), GF_SAMPLE_NEAREST}
#define GF_IN_FIELD(uniform, textureId) {#uniform, (textureId), GF_SAMPLE_FIELD}
#define GF_IN_LINEAR(uniform, textureId) {#uniform, (textureId), GF_SAMPLE_LINEAR}
#define GF_IN_BY(uniform, textureId, sampler) {#uniform, (textureId), (sampler)}
#define GF_F1(uniform, x) {#uniform, GF_FLOATS, 1, (const float[]){(x)}}
#define GF_F2(uniform, x, y) {#uniform, GF_VEC2S, 1, (const float[]){(x), (y)}}
#define GF_F2V(uniform, n, array) {#uniform, GF_VEC2S, (n), (array)}
#define GF_F4(uniform, x, y, z, w) {#uniform, GF_VEC4S, 1, (const float[]){(x), (y), (z), (w)}}
#define GF_F4V(uniform, n, array) {#uniform, GF_VEC4S, (n), (array)}
#define GF_M4(uniform, array) {#uniform, GF_MAT4S, 1, (array)}
#define GF_I1(uniform, x) {#uniform, GF_INTS, 1, (const GLint[]){(x)}}
#define GF_I2(uniform, x, y) {#uniform, GF_IVEC2S, 1, (const GLint[]){(x), (y)}}
#define GF_I4(uniform, x, y, z, w) {#uniform, GF_IVEC4S, 1, (const GLint[]){(x), (y), (z), (w)}}
#define GF_I4V(uniform, n, array) {#uniform, GF_IVEC4S, (n), (array)}
// clang-format on

// Draws a pass; in a dry run (gfDryRunKind) names its program and makes its framebuffers. False: nothing was drawn.
bool gfPass_Run(gfDevice *device, const gfPass *pass);

// --- pyramids --------------------------------------------------------------------------------------------------------

// A pyramid: textures (levels), each smaller than the one before, to reduce a field to its mean or maximum, or blur it.

// Most levels: eight take a field of 32768 texels a side, the most that GPUs have, to one texel, even if level 0 only
// halves its size (and each other one quarters it).
#define GF_PYRAMID_LEVELS 8

// Zeroed: no pyramid.
typedef struct gfPyramid {
    int levels;
    gfTexture texture[GF_PYRAMID_LEVELS]; // the largest first
} gfPyramid;

// The format of a pyramid's textures, and how their sizes fall.
typedef struct gfPyramidShape {
    gfFormat format;
    int firstStep, step; // the field is `firstStep` times as wide as level 0, and a level `step` times as the next one
    int least;           // no level after level 0 has fewer texels a side; 0: levels go down to one texel
} gfPyramidShape;

// The shape for means and maxima: 4 x 4 texels become one at each level.
#define GF_REDUCTION_SHAPE ((gfPyramidShape){GF_FORMAT_RGBA32F, 4, 4, 0})

// Makes the textures of a pyramid for a field of width x height texels. False and reported: none is made.
bool gfPyramid_Create(gfDevice *device, gfPyramid *pyramid, const gfPyramidShape *shape, int width, int height);
void gfPyramid_Destroy(gfDevice *device, gfPyramid *pyramid);

// Returns the last, smallest level. After gfPyramid_Reduce it is one texel with the result.
static inline const gfTexture *gfPyramid_Top(const gfPyramid *pyramid)
{
    return &pyramid->texture[pyramid->levels - 1];
}

// How a field is reduced: the shader `first` writes level 0 of a pyramid, `next` (common/reduce.frag) the others.
typedef struct gfReduction {
    const char *label; // of the passes
    gfShader first, next;
    const gfTexture *field;
    GLuint weights;       // texture of the cells' weights (u_weights), or 0
    const gfUniform *own; // one more uniform of the passes, or null
} gfReduction;

void gfPyramid_Reduce(gfDevice *device, const gfPyramid *pyramid, const gfReduction *reduction);

#endif
