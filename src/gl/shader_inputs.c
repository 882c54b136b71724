#include "gl/program.h"

#include <stdio.h>
#include <string.h>

#define UNIFORM_NAME_MAX 64

// A name that some program has, after "u_". Samplers have texture units in the order in which they are first met, the
// same in most programs, so that what several programs read is bound once.
typedef struct gfUniformName {
    struct gfUniformName *next;
    int unit; // -1: it is no sampler's
    char text[UNIFORM_NAME_MAX];
} gfUniformName;

static bool isSampler(GLenum type)
{
    return type == GL_SAMPLER_2D || type == GL_UNSIGNED_INT_SAMPLER_2D || type == GL_INT_SAMPLER_2D;
}

// Returns null, which is reported: OUT_OF_MEMORY.
static gfUniformName *nameUniform(gfDevice *device, gfUniformNames *names, const char *text, bool sampler)
{
    gfUniformName *name = names->first;
    while (name != NULL && strcmp(name->text, text) != 0) {
        name = name->next;
    }
    if (name == NULL) {
        name = gfAlloc(&device->core, sizeof *name);
        if (name == NULL) {
            return NULL;
        }
        snprintf(name->text, sizeof name->text, "%s", text);
        name->unit = -1;
        name->next = names->first;
        names->first = name;
    }
    if (sampler && name->unit < 0) {
        name->unit = names->samplers++ % GF_TEXTURE_UNITS;
    }
    return name;
}

// Describes the inputs that the program has. Samplers get the units of their names, or the next that are free. False
// and reported: OUT_OF_MEMORY, or SHADER if there are more than the units whose state is kept for the host.
static bool describeInputs(gfDevice *device, gfUniformNames *names, gfProgram *program)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint count = 0;
    int samplers = 0;
    bool taken[GF_TEXTURE_UNITS] = {false};
    fn->GetProgramiv(program->id, GL_ACTIVE_UNIFORMS, &count);
    program->inputCount = 0;
    program->inputs = gfAlloc(&device->core, (size_t)gfMax(1, count) * sizeof *program->inputs);
    memset(program->hints, 0, GF_PROGRAM_HINTS * sizeof *program->hints);
    for (GLint i = 0; program->inputs != NULL && i < count; i++) {
        char text[UNIFORM_NAME_MAX] = "";
        GLint size = 0;
        gfShaderInput *input = &program->inputs[program->inputCount];
        fn->GetActiveUniform(program->id, (GLuint)i, sizeof text, NULL, &size, &input->type, text);
        text[strcspn(text, "[")] = '\0'; // of an array
        if (strncmp(text, "u_", 2) != 0) {
            continue; // the GL's own
        }
        const gfUniformName *name = nameUniform(device, names, text + 2, isSampler(input->type));
        if (name == NULL) {
            return false;
        }
        input->name = name->text;
        input->location = fn->GetUniformLocation(program->id, text);
        input->unit = -1;
        if (isSampler(input->type) && ++samplers <= GF_TEXTURE_UNITS) {
            int unit = name->unit;
            while (taken[unit]) {
                unit = (unit + 1) % GF_TEXTURE_UNITS;
            }
            taken[unit] = true;
            input->unit = unit;
        }
        program->inputCount++;
    }
    GF_REQUIRE(&device->core, samplers <= GF_TEXTURE_UNITS, SHADER, "%s: %d samplers; at most %d are expected",
               program->file, samplers, GF_TEXTURE_UNITS);
    return program->inputs != NULL;

error:
    return false;
}

bool gfShaderInputs_Resolve(gfDevice *device, gfUniformNames *names, gfProgram *program)
{
    const GladGLContext *fn = &device->gl.fn;
    if (!describeInputs(device, names, program)) {
        return false;
    }
    fn->UseProgram(program->id);
    device->bindings.program = program->id;
    for (int i = 0; i < program->inputCount; i++) {
        const gfShaderInput *input = &program->inputs[i];
        if (input->unit >= 0) {
            // Mesa loads a binary with the units that it was stored with, and takes what seems to be set for no change.
            fn->Uniform1i(input->location, input->unit == 0 ? 1 : 0);
            fn->Uniform1i(input->location, input->unit);
        }
    }
    return true;
}

gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name)
{
    for (int i = 0; i < program->inputCount; i++) {
        gfShaderInput *input = &program->inputs[i];
        if (input->name[0] == name[0] && strcmp(input->name, name) == 0) {
            return input;
        }
    }
    return NULL;
}

void gfShaderInputs_Destroy(gfDevice *device, gfProgram *program)
{
    gfFree(&device->core, program->inputs);
    program->inputs = NULL;
    program->inputCount = 0;
}

void gfUniformNames_Destroy(gfDevice *device, gfUniformNames *names)
{
    while (names->first != NULL) {
        gfUniformName *name = names->first;
        names->first = name->next;
        gfFree(&device->core, name);
    }
}
