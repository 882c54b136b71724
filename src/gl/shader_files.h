// The files of shaders/, which the build embeds into the library as C arrays (cmake/embed_shaders.py).
#ifndef GF_SHADER_FILES_H
#define GF_SHADER_FILES_H

#include <stddef.h>

typedef struct gfShaderFile {
    const char *name;          // path relative to shaders/, as "common/cover.vert"
    const unsigned char *text; // ends in a NUL that `size` does not count
    size_t size;
} gfShaderFile;

// The shader files of one part of the library (src/parts.txt), such as a solver.
typedef struct gfShaderSet {
    const gfShaderFile *files;
    int count;
} gfShaderSet;

// The shader files of all parts of the build (cmake/parts.cmake); null for parts that the linked program leaves out.
extern const gfShaderSet *const gf_shaderSets[];
extern const int gf_shaderSetCount;

#endif
