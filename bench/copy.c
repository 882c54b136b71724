#include "copy.h"

#include <stddef.h>

static const char copyShader[] = "uniform sampler2D fieldTexture;\n"
                                 "out vec4 result;\n"
                                 "void main()\n"
                                 "{\n"
                                 "    result = texelFetch(fieldTexture, ivec2(gl_FragCoord.xy), 0);\n"
                                 "}\n";

// A cleared texture can be stored in short, and then reads faster than a field: fill with something that varies.
static const char fillShader[] =
    "out vec4 result;\n"
    "void main()\n"
    "{\n"
    "    result = sin(gl_FragCoord.xyxy * vec4(0.17, 0.29, 0.31, 0.11) + gl_FragCoord.y);\n"
    "}\n";

bool Copy_Create(Copy *copy, Gpu *gpu, const CopyField *fields, int fieldCount)
{
    *copy = (Copy){.gpu = gpu, .fieldCount = fieldCount};
    GLuint fill = Gpu_CreateProgram(gpu, "fill", fillShader, (const char *const[]){NULL});
    copy->program = Gpu_CreateProgram(gpu, "copy", copyShader, (const char *const[]){"fieldTexture", NULL});
    bool ready = fill != 0 && copy->program != 0;
    for (int i = 0; ready && i < fieldCount; i++) {
        const CopyField *field = &fields[i];
        ready = Gpu_CreatePair(gpu, &copy->pairs[i], field->internalFormat, field->width, field->height, false);
        if (ready) {
            gpu->gl.UseProgram(fill);
            Gpu_Draw(gpu, &copy->pairs[i].targets[0]);
        }
    }
    Gpu_DestroyProgram(gpu, fill);
    if (!ready) {
        Copy_Destroy(copy);
    }
    return ready;
}

void Copy_Destroy(Copy *copy)
{
    if (copy->gpu == NULL) {
        return;
    }
    Gpu_DestroyProgram(copy->gpu, copy->program);
    for (int i = 0; i < copy->fieldCount; i++) {
        Gpu_DestroyPair(copy->gpu, &copy->pairs[i]);
    }
    copy->gpu = NULL;
}

void Copy_Run(Copy *copy, int count)
{
    copy->gpu->gl.UseProgram(copy->program);
    for (int i = 0; i < count; i++) {
        Gpu_Bind(copy->gpu, 0, copy->pairs[i].targets[0].texture);
        Gpu_Draw(copy->gpu, &copy->pairs[i].targets[1]);
        Pair_Swap(&copy->pairs[i]);
    }
}
