// The shader sources, embedded at build time (cmake/embed_shaders.py), with names relative to shaders/.
#ifndef GF_SHADER_FILES_H
#define GF_SHADER_FILES_H

#include <stddef.h>

typedef struct gfShaderFile {
    const char *name;
    const unsigned char *text; // ends in a NUL that `size` does not count
    size_t size;
} gfShaderFile;

// The files of one part of the library.
typedef struct gfShaderSet {
    const gfShaderFile *files;
    int count;
} gfShaderSet;

// The shader sets of all parts that the build has, as cmake/parts.cmake lists them; null where a part is not linked.
extern const gfShaderSet *const gf_shaderSets[];
extern const int gf_shaderSetCount;

#endif
