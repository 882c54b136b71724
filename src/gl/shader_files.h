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

// The shader files of all parts that the build has, as cmake/parts.cmake lists them. An entry is null if the program
// that links the library left that part out.
extern const gfShaderSet *const gf_shaderSets[];
extern const int gf_shaderSetCount;

#endif
