/// Full-screen copies: what the machine needs merely to read and write the fields.
#ifndef BENCH_COPY_H
#define BENCH_COPY_H

#include "gpu.h"

#define COPY_FIELDS_MAX 8

/// A field to copy.
typedef struct CopyField {
    GLenum internalFormat; ///< GL_R32F, GL_RG32F or GL_RGBA32F
    int width;
    int height;
} CopyField;

typedef struct Copy {
    Gpu *gpu;
    GLuint program;
    Pair pairs[COPY_FIELDS_MAX];
    int fieldCount;
} Copy;

/// `fieldCount` is at most COPY_FIELDS_MAX. False with a line in gpu->error; then there is nothing to destroy.
bool Copy_Create(Copy *copy, Gpu *gpu, const CopyField *fields, int fieldCount);
void Copy_Destroy(Copy *copy);

/// Copies each of the first `count` fields once, into its other texture and, the next time, back.
void Copy_Run(Copy *copy, int count);

#endif
