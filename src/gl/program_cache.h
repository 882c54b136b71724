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

// Builds the text of a shader. It must be freed whether or not this succeeds. False and reported: SHADER_FILE,
// OUT_OF_MEMORY.
bool gfShaderSource_Build(gfDevice *device, gfShaderSource *source, const char *file, const char *defines);
void gfShaderSource_Free(gfShaderSource *source);
// Reports that a source does not compile, with the file names for the numbers in the compiler's messages.
void gfShaderSource_Report(const gfShaderSource *source, const char *file, const char *defines, const char *messages);
// Returns the text of a file of the device's shaderDir, to be freed with gfFree. Null and reported: SHADER_FILE,
// OUT_OF_MEMORY.
char *gfShaderFolder_Read(gfDevice *device, const char *name);

// --- the cache -------------------------------------------------------------------------------------------------------

// The state of a shader or a program: only named, being made by the GL, made, or failed.
typedef enum gfMakingState {
    GF_MAKING_NAMED,
    GF_MAKING_BEGUN,
    GF_MAKING_READY,
    GF_MAKING_FAILED // as was reported
} gfMakingState;

// Room for a program's defines after "ATLAS;".
#define GF_OWN_DEFINES (GF_DEFINES_MAX + 8)

typedef struct gfCachedShader {
    struct gfCachedShader *next;
    gfMakingState state;
    GLenum stage;
    GLuint id;
    uint64_t hash[2]; // of its source; zero: not computed yet
    char file[GF_SHADER_NAME_MAX];
    char defines[GF_OWN_DEFINES];
} gfCachedShader;

// A program in the cache. Each is allocated by itself, as passes keep pointers to it.
typedef struct gfCachedProgram {
    struct gfCachedProgram *next;
    gfMakingState state;
    bool passedOver; // gfPrograms_MakeNext had no memory for it, and skips it until gfPrograms_Retry
    unsigned naming; // number of the dry run that named it last
    const gfVertexStage *vertex;
    gfCachedShader *shaders[2]; // vertex and fragment shader, once it is begun
    char file[GF_SHADER_NAME_MAX];
    char defines[GF_OWN_DEFINES];
    gfProgram program;
    gfInputHint hints[GF_PROGRAM_HINTS];
} gfCachedProgram;

// A place of the hash table that finds the program of a pass's shader by the addresses of the shader's strings.
typedef struct gfFoundShader {
    gfShader shader;
    bool inAtlas;
    gfCachedProgram *program; // null: the place is free
} gfFoundShader;

// Defines made by gfShader_Format.
typedef struct gfKeptDefines {
    struct gfKeptDefines *next;
    char text[GF_DEFINES_MAX];
} gfKeptDefines;

#define GF_FOUND_SHADERS 512 // places; a power of two
#define GF_NOTED_KEYS 16

struct gfProgramCache {
    bool settled;    // no program is pending: steps need not look for one
    unsigned naming; // number of dry runs so far
    gfFoundShader found[GF_FOUND_SHADERS];
    gfKeptDefines *kept;
    uint64_t keys[GF_NOTED_KEYS]; // of gfPrograms_Note, a ring; 0: none
    unsigned nextKey;
    gfCachedShader *shaders;
    gfCachedProgram *programs; // in the order in which they are first named, and made
    gfUniformNames names;
};

// Tells the GL to compile both shaders and to link, without waiting for success, except that `checks` waits for the
// shaders. False and reported: it failed already.
bool gfCachedProgram_Begin(gfDevice *device, gfCachedProgram *c, bool checks);
// Returns the state of a shader or program that could not be made: failed, unless memory was lacking since
// core.failedAllocations was `failedAllocations`, as the next attempt may have it.
gfMakingState gfMakingState_AfterFailure(const gfDevice *device, int failedAllocations);
// Makes a program from any state, and waits for the GL. Null and reported: it failed.
const gfProgram *gfCachedProgram_Make(gfDevice *device, gfCachedProgram *c);
// Returns whether a program of this file was made, so that the file is known to compile; `begun`: or is being made.
bool gfProgramCache_HasFile(const gfDevice *device, const char *file, bool begun);

// --- binaries --------------------------------------------------------------------------------------------------------

// The driver's binaries of programs, which the host keeps by its callbacks (gfDeviceDef.loadProgramBinary).

// Computes a hash of 128 bits, never zero (FNV-1a with two starting values).
void gfProgramBinary_Hash(const void *bytes, size_t size, uint64_t hash[2]);

// Returns whether the context has binaries and the host keeps them.
bool gfProgramBinary_Works(const gfDevice *device);

// Loads the binary of a program that is not linked yet, by the hashes of its sources. False: there is no binary, it is
// damaged, or the context refuses it.
bool gfProgramBinary_Load(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

// Tells the GL, before a program is linked, that its binary will be asked for.
void gfProgramBinary_Prepare(const gfDevice *device, GLuint program);
// Hands the binary of a linked program to the host.
void gfProgramBinary_Store(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

#endif
