// How programs are made: the text of a shader, the cache of programs, and binaries that the host keeps. Only the files
// that make programs include this.
#ifndef GF_PROGRAM_CACHE_H
#define GF_PROGRAM_CACHE_H

#include "gl/program.h"

// --- sources ---------------------------------------------------------------------------------------------------------

// The text of a shader: version, defines, and a file with all that it includes.

#define GF_SHADER_FILES_MAX 32
#define GF_SHADER_NAME_MAX 96

// A growing text, and the files that went into it in the order of their #line numbers.
typedef struct gfShaderSource {
    gfCore *core;
    char *text;
    size_t length, capacity;
    char files[GF_SHADER_FILES_MAX][GF_SHADER_NAME_MAX];
    int fileCount;
} gfShaderSource;

// The source must be freed whether or not this succeeds. False and reported: SHADER_FILE, OUT_OF_MEMORY.
bool gfShaderSource_Build(gfDevice *device, gfShaderSource *source, const char *file, const char *defines);
void gfShaderSource_Free(gfShaderSource *source);
// Reports that it does not compile, and names the files behind the numbers in the compiler's messages.
void gfShaderSource_Report(const gfShaderSource *source, const char *file, const char *defines, const char *messages);
// Returns the text of a file of the device's shaderDir, to be freed with gfFree. Null and reported: SHADER_FILE,
// OUT_OF_MEMORY.
char *gfShaderFolder_Read(gfDevice *device, const char *name);

// --- the cache -------------------------------------------------------------------------------------------------------

// The state of a shader or a program: only its name is known, the GL was told to make it, or how that went.
typedef enum gfMakingState {
    GF_MAKING_NAMED,
    GF_MAKING_BEGUN,
    GF_MAKING_READY,
    GF_MAKING_FAILED // and that was reported
} gfMakingState;

// With "ATLAS;" in front.
#define GF_OWN_DEFINES (GF_DEFINES_MAX + 8)

typedef struct gfCachedShader {
    struct gfCachedShader *next;
    gfMakingState state;
    GLenum stage;
    GLuint id;
    uint64_t hash[2]; // of its source; zero: not known
    char file[GF_SHADER_NAME_MAX];
    char defines[GF_OWN_DEFINES];
} gfCachedShader;

// A program in the cache. Each is allocated by itself, for passes keep pointers to them.
typedef struct gfCachedProgram {
    struct gfCachedProgram *next;
    gfMakingState state;
    bool passedOver; // by gfPrograms_MakeNext, which had no memory for it, until gfPrograms_Retry
    unsigned naming; // the last one that named it
    const gfVertexStage *vertex;
    gfCachedShader *shaders[2]; // vertex and fragment shader, once it is begun
    char file[GF_SHADER_NAME_MAX];
    char defines[GF_OWN_DEFINES];
    gfProgram program;
    gfInputHint hints[GF_PROGRAM_HINTS];
} gfCachedProgram;

// The program of a shader that some pass has had, by the addresses of the shader's strings.
typedef struct gfFoundShader {
    gfShader shader;
    bool inAtlas;
    gfCachedProgram *program; // null: the place is free
} gfFoundShader;

// Defines that were made by a format.
typedef struct gfKeptDefines {
    struct gfKeptDefines *next;
    char text[GF_DEFINES_MAX];
} gfKeptDefines;

#define GF_FOUND_SHADERS 512 // places; a power of two
#define GF_NOTED_KEYS 16

struct gfProgramCache {
    bool settled;    // no program has only a name, or is being made: steps need not look for one
    unsigned naming; // how many began so far
    gfFoundShader found[GF_FOUND_SHADERS];
    gfKeptDefines *kept;
    uint64_t keys[GF_NOTED_KEYS]; // by turns; 0: none
    unsigned nextKey;
    gfCachedShader *shaders;
    gfCachedProgram *programs; // in the order in which they are first named, and made
    gfUniformNames names;
};

// Begins to compile both shaders, and to link, without asking for an outcome. False and reported: it has failed
// already.
bool gfCachedProgram_Begin(gfDevice *device, gfCachedProgram *c, bool checks);
// Marks a program as failed, unless memory was all that it wanted for.
void gfCachedProgram_Fail(const gfDevice *device, gfCachedProgram *c, int failedAllocations);
// Makes a program whatever state it is in; waits for the GL. Returns null, which is reported, if it has failed.
const gfProgram *gfCachedProgram_Make(gfDevice *device, gfCachedProgram *c);
// Tells whether a program of this file was made: then the file is there, and compiles. `begun`: or is being made.
bool gfProgramCache_HasFile(const gfDevice *device, const char *file, bool begun);

// --- binaries --------------------------------------------------------------------------------------------------------

// Programs as the driver keeps them, by way of callbacks of the host's (gfDeviceDef.loadProgramBinary).

// Computes a number of 128 bits for these bytes, never zero (FNV-1a by two starting values).
void gfProgramBinary_Hash(const void *bytes, size_t size, uint64_t hash[2]);

// Tells whether the context has binaries, and the host keeps them.
bool gfProgramBinary_Works(const gfDevice *device);

// Fills a program, not linked yet, whose sources have these hashes. False: there is no binary, or it is not what it
// was, or the context refuses it.
bool gfProgramBinary_Load(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

// Says before a program is linked that its binary will be asked for.
void gfProgramBinary_Prepare(const gfDevice *device, GLuint program);
// Hands the host the binary of a program that has been linked.
void gfProgramBinary_Store(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

#endif
