// The inputs of programs: their uniforms, by the names that shaders give them.
#ifndef GF_SHADER_INPUTS_H
#define GF_SHADER_INPUTS_H

#include "gl/program.h"

// The names that some program of a device has, after "u_".
typedef struct gfUniformNames {
    struct gfUniformName *first;
    int samplers; // how many of them are samplers
} gfUniformNames;

void gfUniformNames_Destroy(gfDevice *device, gfUniformNames *names);

// Asks the GL for the uniforms of a program that is linked, and gives its samplers texture units. False and reported:
// OUT_OF_MEMORY, or SHADER if there are more samplers than units whose state is kept for the host.
bool gfShaderInputs_Resolve(gfDevice *device, gfUniformNames *names, gfProgram *program);
void gfShaderInputs_Destroy(gfDevice *device, gfProgram *program);

// Returns what a program that is made has of a name, without its "u_"; null: nothing.
gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name);

#endif
