// The shader sources, embedded at build time (cmake/embed_shaders.py), with names relative to shaders/.
#ifndef GF_SHADER_FILES_H
#define GF_SHADER_FILES_H

#include <stddef.h>

typedef struct gfShaderFile {
    const char *name;
    const unsigned char *text; // ends in a NUL that `size` does not count
    size_t size;
} gfShaderFile;

extern const gfShaderFile gf_shaderFiles[];
extern const int gf_shaderFileCount;

#endif
