// The cache of programs, and how they are made, shared by program.c and program_ahead.c. Only these include it.
#ifndef GF_PROGRAM_CACHE_H
#define GF_PROGRAM_CACHE_H

#include "gl/program.h"
#include "gl/shader_inputs.h"
#include "gl/shader_source.h"

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

#endif
