// How programs are made: sources, the cache, binaries that the host keeps. Only files that make programs include this.
#ifndef GF_PROGRAM_CACHE_H
#define GF_PROGRAM_CACHE_H

#include "gl/program.h"

// --- sources ---------------------------------------------------------------------------------------------------------

// The source text of a shader: #version, #define lines, and a file of shaders/ with all files that it includes.

// Most files in one source, and room for a file's name.
#define GF_SHADER_FILES_MAX 32
#define GF_SHADER_NAME_MAX 96

// A source text that grows. A file's place in `files` is its number in #line directives and in compilers' messages.
typedef struct gfShaderSource {
    gfCore *core;
    char *text;
    size_t length, capacity;
    char files[GF_SHADER_FILES_MAX][GF_SHADER_NAME_MAX];
    int fileCount;
} gfShaderSource;

// Builds a shader's source. gfShaderSource_Free must always follow. False and reported: SHADER_FILE, OUT_OF_MEMORY.
bool gfShaderSource_Build(gfDevice *device, gfShaderSource *source, const char *file, const char *defines);
void gfShaderSource_Free(gfShaderSource *source);
// Reports that a source does not compile: the compiler's messages, and which file each number in them stands for.
void gfShaderSource_Report(const gfShaderSource *source, const char *file, const char *defines, const char *messages);
// Returns a file's text from shaderDir, to be freed with gfFree. Null and reported: SHADER_FILE, OUT_OF_MEMORY.
char *gfShaderFolder_Read(gfDevice *device, const char *name);

// --- the cache -------------------------------------------------------------------------------------------------------

// How far a shader or a program is.
typedef enum gfMakingState {
    GF_MAKING_NAMED, // known by file and defines; the GL was told nothing yet
    GF_MAKING_BEGUN, // the GL compiles or links it
    GF_MAKING_READY,
    GF_MAKING_FAILED // it does not compile or link, which was reported
} gfMakingState;

// Room for "ATLAS;", which programs of atlases have, and a program's defines.
#define GF_OWN_DEFINES (GF_DEFINES_MAX + 8)

// A vertex or fragment shader in the cache; programs share it.
typedef struct gfCachedShader {
    struct gfCachedShader *next;
    gfMakingState state;
    GLenum stage;
    GLuint id;
    uint64_t hash[2]; // of its source text, by which a program's binary is found; zero: not computed yet
    char file[GF_SHADER_NAME_MAX];
    char defines[GF_OWN_DEFINES];
} gfCachedShader;

// A program in the cache. Each is allocated by itself, as passes keep pointers to it.
typedef struct gfCachedProgram {
    struct gfCachedProgram *next;
    gfMakingState state;
    bool passedOver; // gfPrograms_MakeNext had no memory for it, and skips it until gfPrograms_Retry
    unsigned naming; // the number (gfProgramCache.naming) of the dry run that last needed it
    const gfVertexStage *vertex;
    gfCachedShader *shaders[2]; // vertex and fragment shader; null before the program is begun
    char file[GF_SHADER_NAME_MAX];
    char defines[GF_OWN_DEFINES];
    gfProgram program;
    gfInputHint hints[GF_PROGRAM_HINTS];
} gfCachedProgram;

// An entry of the hash table from a gfShader, by its strings' addresses, to its program. A newer one may replace it.
typedef struct gfFoundShader {
    gfShader shader;
    bool inAtlas;             // the program is the one that draws to atlases
    gfCachedProgram *program; // null: the entry is free
} gfFoundShader;

// Defines that gfShader_Format made, kept so that equal texts have one address.
typedef struct gfKeptDefines {
    struct gfKeptDefines *next;
    char text[GF_DEFINES_MAX];
} gfKeptDefines;

#define GF_UNIFORM_NAME_MAX 64 // room for a uniform's name

// A name that uniforms have in one or several programs, kept once. If they are samplers, the name has a texture unit,
// which they all get if it is free: so a texture that several passes read by one name is bound only once.
typedef struct gfUniformName {
    struct gfUniformName *next;
    int unit;                       // given out in the order in which names come up; -1: no sampler has this name
    char text[GF_UNIFORM_NAME_MAX]; // without "u_"
} gfUniformName;

#define GF_FOUND_SHADERS 512 // entries of the hash table; a power of two
#define GF_NOTED_KEYS 16     // how many keys of definitions gfPrograms_Note remembers at most

struct gfProgramCache {
    bool settled;    // all programs are compiled or have failed: gfPrograms_WarmUp has nothing to do
    unsigned naming; // how many dry runs have begun so far
    gfFoundShader found[GF_FOUND_SHADERS];
    gfKeptDefines *kept;
    uint64_t keys[GF_NOTED_KEYS]; // the last keys of gfPrograms_Note, a ring; 0: none
    unsigned nextKey;
    gfCachedShader *shaders;
    gfCachedProgram *programs; // a list in the order in which dry runs and passes first needed them
    gfUniformName *names;      // of the uniforms of all programs
    int samplers;              // how many of the names are those of samplers
};

// Tells the GL to compile and link a program, without waiting. `checks`: waits for each shader, to find its errors.
bool gfCachedProgram_Begin(gfDevice *device, gfCachedProgram *c, bool checks);
// Returns the state of a shader or program that could not be made: failed; or named, to be tried again, if memory was
// lacking meanwhile, so that core.failedAllocations is more than the former `failedAllocations`.
gfMakingState gfMakingState_AfterFailure(const gfDevice *device, int failedAllocations);
// Compiles and links a program, whatever its state, and waits for the GL. Null: it failed, now or before.
const gfProgram *gfCachedProgram_Make(gfDevice *device, gfCachedProgram *c);
// Returns whether a program of this fragment shader's file is ready, so the file is sound. `begun`: or being compiled.
bool gfProgramCache_HasFile(const gfDevice *device, const char *file, bool begun);

// --- binaries --------------------------------------------------------------------------------------------------------

// Binaries of compiled programs, which come from the driver. The host keeps them from one run to the next by its
// functions gfDeviceDef.loadProgramBinary and storeProgramBinary, so that the next run starts faster.

// Computes a hash of 128 bits, never zero (FNV-1a with two starting values).
void gfProgramBinary_Hash(const void *bytes, size_t size, uint64_t hash[2]);

// Returns whether the context has binaries and the host keeps them.
bool gfProgramBinary_Works(const gfDevice *device);

// Loads a program's binary from the host in place of compiling and linking. It is found by the hashes of the program's
// sources. False: the host has none, it is damaged, or the context refuses it.
bool gfProgramBinary_Load(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

// Tells the GL, before a program is linked, that gfProgramBinary_Store will ask for its binary.
void gfProgramBinary_Prepare(const gfDevice *device, GLuint program);
// Hands the binary of a linked program to the host.
void gfProgramBinary_Store(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

#endif
