// The text of a shader: version, defines, and a file with all that it includes.
#ifndef GF_SHADER_SOURCE_H
#define GF_SHADER_SOURCE_H

#include "gl/device.h"

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

#endif
