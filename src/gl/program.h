// Programs of the GL. Each is a vertex stage and a fragment shader, files of shaders/ compiled with a set of defines.
// The device keeps a cache in which a pass finds its program; shaders that several programs use are compiled once.
#ifndef GF_PROGRAM_H
#define GF_PROGRAM_H

#include "gl/device.h"

// A vertex shader (file and defines), and how many vertices a pass draws; 0: gfPass.geometry tells. `atlas`: the stage
// that replaces this one when a pass draws to an atlas; null: none. Modules declare more for shaders of their own.
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

// GL_COMPLETION_STATUS_KHR of KHR_parallel_shader_compile: tells without waiting whether a program is compiled.
#define GF_COMPLETION_STATUS 0x91B1

// A uniform of a program. Its last value, if of at most 16 bytes, is kept, so that an equal one is not sent again.
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

// The shader of a pass. Strings must be literals (or of gfShader_Format), as the program's cache compares addresses.
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

// Returns a shader whose defines are made by a printf format. The device keeps the text, so that equal ones have one
// address. On failure `file` is null, and reported is SHADER (the text is too long) or OUT_OF_MEMORY.
gfShader gfShader_Format(gfDevice *device, const gfVertexStage *stage, const char *file, const char *format, ...)
    GF_PRINTF(4, 5);

// Returns a shader's program, which the device keeps. It is compiled on first use; a dry run (gfDryRunKind) only names
// it. Null and reported: SHADER, SHADER_FILE, OUT_OF_MEMORY; a failed program is not tried again before
// gfPrograms_Retry. Null, too, if gfShader_Format failed.
const gfProgram *gfProgram_Find(gfDevice *device, const gfShader *shader);
// Compiles the programs of `count` shaders ahead of their use. False and reported: one can't be made.
bool gfPrograms_Make(gfDevice *device, const gfShader *shaders, int count);

// Begin and end a dry run GF_DRY_RUN_NAMES, in which passes only name their programs. End compiles one program of each
// new shader file, so that a file which does not compile is found at once. Others wait for the first pass that draws
// with them, or for gfPrograms_WarmUp: a fluid needs only a third for its first picture. Begin returns the kind of the
// dry run around this one, End's `before`: within another one End compiles nothing. `ok`: the dry run succeeded.
gfDryRunKind gfPrograms_BeginNaming(gfDevice *device);
bool gfPrograms_EndNaming(gfDevice *device, gfDryRunKind before, bool ok);
// Remember the key of a fluid's definition (gfRecord_Classify) after a dry run, and tell whether a key is remembered: a
// definition of the same key needs no dry run. 0 is no key.
void gfPrograms_Note(gfDevice *device, uint64_t key);
bool gfPrograms_Know(const gfDevice *device, uint64_t key);

// Lets failed programs be tried again, for gfDevice_ResetErrors: there may be memory now, or the file is corrected.
void gfPrograms_Retry(gfDevice *device);

// Returns how many programs are in the cache. `pending`: how many are to be compiled, and did not lack memory.
int gfPrograms_Count(const gfDevice *device, bool pending);
// Compiles a pending program; where the GL compiles in parallel, begins one or takes one that is finished. False: none
// is pending, or the GL still compiles all. A program that lacked memory is skipped until gfPrograms_Retry.
bool gfPrograms_MakeNext(gfDevice *device);
// Compiles one pending program, if there is one; called once in each step, so that no step takes long.
void gfPrograms_WarmUp(gfDevice *device);

bool gfProgramCache_Create(gfDevice *device);
void gfProgramCache_Destroy(gfDevice *device);

// --- uniforms by name ------------------------------------------------------------------------------------------------

// Fills in gfProgram.inputs and the samplers' units. False and reported: OUT_OF_MEMORY, SHADER (too many samplers).
bool gfShaderInputs_Resolve(gfDevice *device, gfProgram *program);

// Returns a program's uniform by its name without "u_"; null: it has none.
gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name);

#endif
