// Programs of the GL. Each is a vertex stage and a fragment shader, files of shaders/ compiled with a set of defines.
// The device keeps a cache in which a pass finds its program; shaders that several programs use are compiled once.
#ifndef GF_PROGRAM_H
#define GF_PROGRAM_H

#include "gl/device.h"

// A vertex shader (file and defines), and how many vertices a pass with it draws; 0: gfPass.geometry tells. `atlas`:
// the stage that replaces this one when a pass draws to an atlas; null: none does. Modules with vertex shaders of their
// own declare such structs for them.
typedef struct gfVertexStage {
    const char *file, *defines;
    int vertexCount;
    const struct gfVertexStage *atlas;
} gfVertexStage;

// Variants of shaders/common/cover.vert.
extern const gfVertexStage gf_vertexCover, // one triangle that covers the written texture
    gf_vertexTiles,                        // tiles whose texel in gfGeometry.tiles is above 0.5
    gf_vertexTiles1,                       // tiles whose texel in gfGeometry.tiles is 1
    gf_vertexTiles2,                       // tiles whose texel is 2
    gf_vertexTiles3,                       // tiles whose texel is 3
    gf_vertexListed,                       // the tiles of gfGeometry.list
    gf_vertexLedger,     // a triangle; tells fragments what advection must give back (grid/ledger.frag)
    gf_vertexStart,      // a triangle; tells fragments the mean pressure (multigrid/first.frag)
    gf_vertexGated,      // a triangle; none if a solve's residual is within tolerance already
    gf_vertexGatedTiles; // tiles as of gf_vertexTiles; none if the residual is within tolerance

// GL_COMPLETION_STATUS_KHR of KHR_parallel_shader_compile: glGetProgramiv tells whether a program is compiled, without
// waiting.
#define GF_COMPLETION_STATUS 0x91B1

// A uniform of a program. Its last value is kept, if that has at most 16 bytes, so that an equal value is not sent
// again.
typedef struct gfShaderInput {
    const char *name; // without "u_"
    GLenum type;
    GLint location;
    GLint unit;       // a sampler's texture unit; -1: it is no sampler
    uint8_t keptSize; // bytes of the last value that was sent; 0: none is kept
    unsigned char kept[16];
} gfShaderInput;

// How many uniforms and textures a pass can set: gfPass.inputs, gfPass.uniforms, and ten that gl/pass.c sets itself.
#define GF_PROGRAM_HINTS 66

// What a program remembers of one entry of gfPass.inputs or gfPass.uniforms: the name that the last pass gave there,
// and the uniform of that name. The next pass mostly gives the same string literal, and then needs no search by name.
typedef struct gfInputHint {
    const char *literal;
    gfShaderInput *input; // null: the program has no uniform of that name
} gfInputHint;

typedef struct gfProgram {
    GLuint id;
    int vertexCount; // gfVertexStage.vertexCount of its vertex stage
    int inputCount;
    gfShaderInput *inputs;
    gfInputHint *hints; // array of GF_PROGRAM_HINTS
    const char *file;   // of the fragment shader, for messages
} gfProgram;

// Room for the text of a program's defines, its NUL included.
#define GF_DEFINES_MAX 160

// The shader of a pass, by which its program is found. All strings must be literals (or of gfShader_Format), as the
// cache compares their addresses.
typedef struct gfShader {
    const gfVertexStage *stage;  // null: gf_vertexCover
    const char *file;            // of the fragment shader, relative to shaders/; null: there is none
    const char *defines;         // separated by ";"; null: none
    uint32_t options;            // if bit i is set, optionOf[i] is one more define
    const char *const *optionOf; // for passes whose variants combine freely; null if `options` is 0
    bool rare;                   // seldom needed: dry runs need not find it, and it may be compiled within a step
} gfShader;

// Initializes a gfShader that covers the whole written texture and has no options.
#define GF_SHADER(ofFile, itsDefines)             \
    {                                             \
        .file = (ofFile), .defines = (itsDefines) \
    }

// Returns a shader whose defines are made by a printf format. The device keeps the text, so that equal defines have
// equal addresses. On failure `file` of the shader is null, and reported is SHADER (the text is too long) or
// OUT_OF_MEMORY.
gfShader gfShader_Format(gfDevice *device, const gfVertexStage *stage, const char *file, const char *format, ...)
    GF_PRINTF(4, 5);

// Returns the program of a shader. It is compiled on first use, and kept until the device is destroyed; in a dry run it
// is only named (gfDryRunKind). Null and reported on failure: SHADER, SHADER_FILE, OUT_OF_MEMORY. A program that failed
// is not tried again before gfPrograms_Retry. Null, too, for a shader of which gfShader_Format failed.
const gfProgram *gfProgram_Find(gfDevice *device, const gfShader *shader);
// Compiles the programs of `count` shaders ahead of their use. False and reported: one can't be made.
bool gfPrograms_Make(gfDevice *device, const gfShader *shaders, int count);

// Begin and end a dry run of the kind GF_DRY_RUN_NAMES: passes draw nothing, and only name their programs. End then
// compiles one program of each shader file that is new, so that a file which does not compile is found at once. The
// other programs are compiled by the first pass that draws with them, or by gfPrograms_WarmUp, one in each step: a
// fluid needs only a third of them for its first picture. Begin returns the kind of the dry run around this one, which
// End needs as `before`: within another dry run End compiles nothing. `ok`: the dry run succeeded. False and reported:
// a program can't be made.
gfDryRunKind gfPrograms_BeginNaming(gfDevice *device);
bool gfPrograms_EndNaming(gfDevice *device, gfDryRunKind before, bool ok);
// Remember the key of a fluid's definition (gfRecord_Classify) after a dry run, and tell whether a key is remembered: a
// definition of the same key needs no dry run. 0 is no key.
void gfPrograms_Note(gfDevice *device, uint64_t key);
bool gfPrograms_Know(const gfDevice *device, uint64_t key);

// Lets programs that failed to compile be tried again, for gfDevice_ResetErrors: there may be memory now, or the file
// may have been corrected.
void gfPrograms_Retry(gfDevice *device);

// Returns the number of programs in the cache. `pending`: only of those that still have to be compiled, without those
// for which gfPrograms_MakeNext found no memory.
int gfPrograms_Count(const gfDevice *device, bool pending);
// Compiles one pending program. Where the GL compiles in parallel it only begins one, or else takes one that the GL has
// finished. False: no program is pending, or the GL is still compiling all of them. A program for which there is no
// memory is skipped until gfPrograms_Retry.
bool gfPrograms_MakeNext(gfDevice *device);
// Compiles one pending program, if there is one; called once in each step, so that no step takes long.
void gfPrograms_WarmUp(gfDevice *device);

bool gfProgramCache_Create(gfDevice *device);
void gfProgramCache_Destroy(gfDevice *device);

// --- uniforms by name ------------------------------------------------------------------------------------------------

// Asks the GL for the uniforms of a program that is linked, fills in gfProgram.inputs, and gives each sampler a texture
// unit. False and reported: OUT_OF_MEMORY, SHADER (more than GF_TEXTURE_UNITS samplers).
bool gfShaderInputs_Resolve(gfDevice *device, gfProgram *program);

// Returns a program's uniform by its name without "u_"; null: it has none.
gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name);

#endif
