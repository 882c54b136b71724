// Programs: a vertex stage and a fragment shader from shaders/ with defines, made once per device for GLSL 330 or GLSL
// ES 300. Shaders are shared: one that several programs use is compiled once.
#ifndef GF_PROGRAM_H
#define GF_PROGRAM_H

#include "gl/device.h"

// A vertex shader, and how many vertices are drawn with it; 0: the pass says. `atlas` takes its place where an atlas is
// drawn to; null: it draws to no atlas. A module that has vertex shaders declares their stages.
typedef struct gfVertexStage {
    const char *file, *defines;
    int vertexCount;
    const struct gfVertexStage *atlas;
} gfVertexStage;

extern const gfVertexStage gf_vertexCover, // one triangle over all that is written
    gf_vertexTiles,                        // the tiles that gfGeometry.tiles asks for by a value above 0.5
    gf_vertexTiles1,                       // those that it asks for by the value 1
    gf_vertexTiles2,                       // by 2
    gf_vertexTiles3,                       // and by 3
    gf_vertexListed,                       // those of gfGeometry.list
    gf_vertexLedger,                       // a triangle, with what advection is to give back (grid/ledger.frag)
    gf_vertexStart,                        // a triangle, with the mean of a pressure (multigrid/first.frag)
    gf_vertexGated,                        // a triangle, but nothing once the residual is within the tolerance
    gf_vertexGatedTiles;                   // likewise, of tiles

// glGetProgramiv's name of KHR_parallel_shader_compile.
#define GF_COMPLETION_STATUS 0x91B1

// A uniform that a program has, by its name after "u_". What a program has been sent it keeps: values of at most 16
// bytes are not sent again.
typedef struct gfShaderInput {
    const char *name;
    GLenum type;
    GLint location;
    GLint unit;       // of a sampler; else -1
    uint8_t keptSize; // bytes; 0: none was sent
    unsigned char kept[16];
} gfShaderInput;

// Passes name uniforms by string literals. The places where a pass gives one, each with the literal that was given
// there last and what the program has of that name: mostly the same the next time.
#define GF_PROGRAM_HINTS 66

typedef struct gfInputHint {
    const char *literal;
    gfShaderInput *input; // null: it has none
} gfInputHint;

typedef struct gfProgram {
    GLuint id;
    bool ready;      // else the first pass with it makes it
    int vertexCount; // of its vertex stage: a covering triangle, or the quad of a drawing
    int inputCount;
    gfShaderInput *inputs;
    gfInputHint *hints; // GF_PROGRAM_HINTS of them
    const char *file;   // of its fragment shader
} gfProgram;

// Most characters of a program's defines.
#define GF_DEFINES_MAX 160

// The shader of a pass. All strings are literals, by whose addresses programs are found again.
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

// Returns a shader with defines made by a format, which are kept as literals are. Without a file, and reported, on
// failure (SHADER: they are too long; OUT_OF_MEMORY).
gfShader gfShader_Format(gfDevice *device, const gfVertexStage *stage, const char *file, const char *format, ...)
    GF_PRINTF(4, 5);

// Returns the program of a shader, made on first use and kept until the device goes; in a dry run it is only named.
// Null and reported: SHADER, SHADER_FILE, OUT_OF_MEMORY, or the shader has no file, which was reported. What failed is
// not tried again before gfPrograms_Retry.
const gfProgram *gfProgram_Find(gfDevice *device, const gfShader *shader);
// Makes the programs of so many shaders ahead of their use. False and reported: one can't be made.
bool gfPrograms_Make(gfDevice *device, const gfShader *shaders, int count);

// Begin and end naming: in between passes draw nothing and only name their programs (GF_DRY_RUN_NAMES). End makes one
// program of each file that is new, so that a file which does not compile is found at once. The others are made by the
// first pass that draws with them or, one in each step, by gfPrograms_WarmUp: a fluid needs a third of them for its
// first picture. `ok`: all went well so far. False and reported if one can't be made. Within another dry run, which is
// what Begin returns, nothing is made.
gfDryRunKind gfPrograms_BeginNaming(gfDevice *device);
bool gfPrograms_EndNaming(gfDevice *device, gfDryRunKind before, bool ok);
// Note keeps a key, of which Know then tells that all programs named by it are there, or on their way; 0 is none.
void gfPrograms_Note(gfDevice *device, uint64_t key);
bool gfPrograms_Know(const gfDevice *device, uint64_t key);

// Lets programs that failed be tried again: there may be memory now, or another shader folder.
void gfPrograms_Retry(gfDevice *device);

// Returns how many programs are in the cache, or, `pending`, have a name and are not made, nor passed over.
int gfPrograms_Count(const gfDevice *device, bool pending);
// Makes one of those, or tells the GL to begin one, or takes one that it has finished. False: there is none, or the GL
// has not finished the next. One for which there is no memory is passed over until
// gfPrograms_Retry.
bool gfPrograms_MakeNext(gfDevice *device);
// Makes one of them in a step, if some are left.
void gfPrograms_WarmUp(gfDevice *device);

bool gfProgramCache_Create(gfDevice *device);
void gfProgramCache_Destroy(gfDevice *device);

// --- uniforms by name ------------------------------------------------------------------------------------------------

// The names that some program of a device has, after "u_".
typedef struct gfUniformNames {
    struct gfUniformName *first;
    int samplers; // how many of them are samplers
} gfUniformNames;

void gfUniformNames_Destroy(gfDevice *device, gfUniformNames *names);

// Asks the GL for the uniforms of a program that is linked, and gives its samplers texture units. False and reported:
// OUT_OF_MEMORY, or SHADER if there are more samplers than units whose state is kept for the host.
bool gfShaderInputs_Resolve(gfDevice *device, gfUniformNames *names, gfProgram *program);
void gfShaderInputs_Destroy(gfDevice *device, gfProgram *program);

// Returns what a program that is made has of a name, without its "u_"; null: nothing.
gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name);

#endif
