// Programs: a vertex stage and a fragment shader from shaders/ with defines, made once per device for GLSL 330 or GLSL
// ES 300. Shaders are shared: one that several programs use is compiled once.
#ifndef GF_PROGRAM_H
#define GF_PROGRAM_H

#include "gl/device.h"

// A vertex shader, and how many vertices it draws; 0: the pass says. `atlas`: the stage that draws to an atlas in its
// place; null: it can't draw to one. Stages of a module's own vertex shaders are declared by the module.
typedef struct gfVertexStage {
    const char *file, *defines;
    int vertexCount;
    const struct gfVertexStage *atlas;
} gfVertexStage;

extern const gfVertexStage gf_vertexCover, // one triangle over all that is written
    gf_vertexTiles,                        // the tiles that gfPass.tiles asks for by a value above 0.5
    gf_vertexTiles1,                       // those that it asks for by the value 1
    gf_vertexTiles2,                       // by 2
    gf_vertexTiles3,                       // and by 3
    gf_vertexListed,                       // those of gfPass.list
    gf_vertexLedger,                       // a triangle, with the totals that advection must restore (grid/ledger.frag)
    gf_vertexStart,                        // a triangle, with the mean of a pressure (multigrid/first.frag)
    gf_vertexGated,                        // a triangle, or nothing once the residual is within the tolerance
    gf_vertexGatedTiles;                   // likewise, of tiles

// glGetProgramiv's name of KHR_parallel_shader_compile.
#define GF_COMPLETION_STATUS 0x91B1

// A uniform of a program, by its name after "u_". The last value of at most 16 bytes is kept, so that an equal one is
// not sent again.
typedef struct gfShaderInput {
    const char *name;
    GLenum type;
    GLint location;
    GLint unit;       // of a sampler; else -1
    uint8_t keptSize; // bytes of the last value; 0: none is kept
    unsigned char kept[16];
} gfShaderInput;

// How many uniforms and inputs a pass can give. For each of these places a program remembers the literal that was last
// given there, and its uniform of that name, as the next pass mostly gives the same.
#define GF_PROGRAM_HINTS 66

typedef struct gfInputHint {
    const char *literal;
    gfShaderInput *input; // null: the program has none of that name
} gfInputHint;

typedef struct gfProgram {
    GLuint id;
    bool ready;      // false: the first pass with the program makes it
    int vertexCount; // of its vertex stage: a covering triangle, or the quad of a drawing
    int inputCount;
    gfShaderInput *inputs;
    gfInputHint *hints; // GF_PROGRAM_HINTS of them
    const char *file;   // of its fragment shader
} gfProgram;

// Most characters of a program's defines.
#define GF_DEFINES_MAX 160

// The shader of a pass. All strings are literals, as programs are found by their addresses.
typedef struct gfShader {
    const gfVertexStage *stage;  // null: gf_vertexCover
    const char *file;            // of the fragment shader, relative to shaders/; null: there is none
    const char *defines;         // null: none
    uint32_t options;            // bits, of which each adds a define
    const char *const *optionOf; // the define of each bit, by its number
    bool rare;                   // no dry run names it: the first pass with it may make it within a step
} gfShader;

// A shader that has no options, drawn over all that is written.
#define GF_SHADER(ofFile, itsDefines)             \
    {                                             \
        .file = (ofFile), .defines = (itsDefines) \
    }

// Returns a shader whose defines are made by a format, and kept like literals. On failure, reported (SHADER: too long;
// OUT_OF_MEMORY), its file is null.
gfShader gfShader_Format(gfDevice *device, const gfVertexStage *stage, const char *file, const char *format, ...)
    GF_PRINTF(4, 5);

// Returns the program of a shader, made on first use and kept until the device goes; in a dry run it is only named.
// Null and reported: SHADER, SHADER_FILE, OUT_OF_MEMORY, or the shader's file is null, as reported earlier. A failed
// program is not tried again before gfPrograms_Retry.
const gfProgram *gfProgram_Find(gfDevice *device, const gfShader *shader);
// Makes the programs of `count` shaders ahead of their use. False and reported: one can't be made.
bool gfPrograms_Make(gfDevice *device, const gfShader *shaders, int count);

// Begin and end naming: in between passes draw nothing and only name their programs (GF_DRY_RUN_NAMES). End makes one
// program of each file that is new, so that a file which does not compile is found at once. The others are made by the
// first pass that draws with them or, one in each step, by gfPrograms_WarmUp: a fluid needs a third of them for its
// first picture. `ok`: false if the dry run failed. False and reported if a program can't be made. End takes the kind
// of dry run that Begin returned; within another dry run it makes nothing.
gfDryRunKind gfPrograms_BeginNaming(gfDevice *device);
bool gfPrograms_EndNaming(gfDevice *device, gfDryRunKind before, bool ok);
// Note remembers the key of a definition whose programs are all named; Know tells whether a key is remembered. 0 is no
// key.
void gfPrograms_Note(gfDevice *device, uint64_t key);
bool gfPrograms_Know(const gfDevice *device, uint64_t key);

// Lets programs that failed be tried again: there may be memory now, or another shader folder.
void gfPrograms_Retry(gfDevice *device);

// Returns the number of programs in the cache; `pending`: only of those that are neither made nor passed over.
int gfPrograms_Count(const gfDevice *device, bool pending);
// Makes a pending program, or begins one that the GL compiles in parallel, or takes one that the GL has finished.
// False: none is pending, or the GL is still compiling. A program without memory is passed over until gfPrograms_Retry.
bool gfPrograms_MakeNext(gfDevice *device);
// Makes one pending program, if there is one, in a step.
void gfPrograms_WarmUp(gfDevice *device);

bool gfProgramCache_Create(gfDevice *device);
void gfProgramCache_Destroy(gfDevice *device);

// --- uniforms by name ------------------------------------------------------------------------------------------------

// The names, after "u_", of the uniforms of all programs of a device.
typedef struct gfUniformNames {
    struct gfUniformName *first;
    int samplers; // how many of them are samplers
} gfUniformNames;

void gfUniformNames_Destroy(gfDevice *device, gfUniformNames *names);

// Asks the GL for the uniforms of a program that is linked, and gives its samplers texture units. False and reported:
// OUT_OF_MEMORY, or SHADER if there are more samplers than units whose state is kept for the host.
bool gfShaderInputs_Resolve(gfDevice *device, gfUniformNames *names, gfProgram *program);
void gfShaderInputs_Destroy(gfDevice *device, gfProgram *program);

// Returns a program's uniform by its name without "u_"; null: it has none.
gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name);

#endif
