/// What the bench itself draws with: its own GL functions, programs, textures and full-screen passes. It shares no code
/// with the library, so that the baselines do not gain or lose by a change there.
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include "support/headless.h"

#include <glad/gl.h>

#include <stdbool.h>

/// One context, with what every pass needs bound for good.
typedef struct Gpu {
    GladGLContext gl;
    Headless *headless;
    HeadlessApi api;
    GLuint vertexArray;
    char renderer[256]; ///< GL_RENDERER and GL_VERSION
    bool linear32F;     ///< 32-bit float textures can be filtered linearly
    char error[2048];   ///< of the last call that failed
} Gpu;

/// A texture and the framebuffer that draws into it.
typedef struct Target {
    GLuint texture;
    GLuint framebuffer;
    int width;
    int height;
} Target;

/// Two of them: the field is in [0], the next pass writes [1], Pair_Swap exchanges them.
typedef struct Pair {
    Target targets[2];
} Pair;

/// Makes the context and loads the GL. False with a line in gpu->error.
bool Gpu_Create(Gpu *gpu, HeadlessApi api);
void Gpu_Destroy(Gpu *gpu);

/// Sets gpu->error; returns false.
bool Gpu_Fail(Gpu *gpu, const char *format, ...);

/// A program of the shared full-screen vertex shader and `body` (no #version), with the named samplers, a null-ended
/// list, on units 0, 1, ... 0 on failure with the log in gpu->error.
GLuint Gpu_CreateProgram(Gpu *gpu, const char *label, const char *body, const char *const *samplers);

/// Deletes a program; 0 is allowed. None is current afterwards: one deleted while current could not be made current
/// again by the library, which puts back what it finds.
void Gpu_DestroyProgram(Gpu *gpu, GLuint program);

/// A texture of `internalFormat`, all zero, nearest or linear, clamped to its edge. False on failure.
bool Gpu_CreateTarget(Gpu *gpu, Target *target, GLenum internalFormat, int width, int height, bool linear);
void Gpu_DestroyTarget(Gpu *gpu, Target *target);

bool Gpu_CreatePair(Gpu *gpu, Pair *pair, GLenum internalFormat, int width, int height, bool linear);
void Gpu_DestroyPair(Gpu *gpu, Pair *pair);
void Pair_Swap(Pair *pair);

/// Binds a texture to a unit.
void Gpu_Bind(const Gpu *gpu, GLuint unit, GLuint texture);

/// Draws one full-screen triangle into `target` with the program and textures that are bound.
void Gpu_Draw(const Gpu *gpu, const Target *target);

/// Reads all of an RGBA32F target into width * height * 4 floats, first row at the bottom. Waits.
void Gpu_Read(const Gpu *gpu, const Target *target, float *values);

#endif
