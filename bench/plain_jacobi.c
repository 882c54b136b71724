#include "plain_jacobi.h"

#include <stddef.h>

// Waves that fit between closed walls, so that a solution exists: pressure stays in range however often it is run.
static const char divergenceShader[] =
    "uniform vec2 gridSize;\n"
    "out vec4 result;\n"
    "void main()\n"
    "{\n"
    "    vec2 phase = 3.14159265 * gl_FragCoord.xy / gridSize;\n"
    "    float waves = cos(3.0 * phase.x) * cos(2.0 * phase.y) + cos(17.0 * phase.x) * cos(23.0 * phase.y);\n"
    "    result = vec4(waves + cos(101.0 * phase.x) * cos(89.0 * phase.y), 0.0, 0.0, 0.0);\n"
    "}\n";

// Samples instead of fetching: on a software renderer that halves the time.
static const char jacobiShader[] =
    "uniform sampler2D divergenceTexture;\n"
    "uniform sampler2D pressureTexture;\n"
    "uniform vec2 gridSize;\n"
    "uniform float alpha;\n"
    "out vec4 result;\n"
    "void main()\n"
    "{\n"
    "    vec2 here = gl_FragCoord.xy / gridSize;\n"
    "    float west = textureLodOffset(pressureTexture, here, 0.0, ivec2(-1, 0)).x;\n"
    "    float east = textureLodOffset(pressureTexture, here, 0.0, ivec2(1, 0)).x;\n"
    "    float south = textureLodOffset(pressureTexture, here, 0.0, ivec2(0, -1)).x;\n"
    "    float north = textureLodOffset(pressureTexture, here, 0.0, ivec2(0, 1)).x;\n"
    "    float divergence = textureLod(divergenceTexture, here, 0.0).x;\n"
    "    result = vec4(0.25 * (west + east + south + north + alpha * divergence), 0.0, 0.0, 0.0);\n"
    "}\n";

static void setGridSize(const Gpu *gpu, GLuint program, int width, int height)
{
    gpu->gl.UseProgram(program);
    gpu->gl.Uniform2f(gpu->gl.GetUniformLocation(program, "gridSize"), (float)width, (float)height);
}

static bool drawDivergence(PlainJacobi *plain, int width, int height)
{
    GLuint program = Gpu_CreateProgram(plain->gpu, "waves", divergenceShader, (const char *const[]){NULL});
    if (program == 0) {
        return false;
    }
    setGridSize(plain->gpu, program, width, height);
    Gpu_Draw(plain->gpu, &plain->divergence);
    Gpu_DestroyProgram(plain->gpu, program);
    return true;
}

static bool createProgram(PlainJacobi *plain, int width, int height)
{
    const GladGLContext *gl = &plain->gpu->gl;
    plain->program = Gpu_CreateProgram(plain->gpu, "jacobi", jacobiShader,
                                       (const char *const[]){"divergenceTexture", "pressureTexture", NULL});
    if (plain->program == 0) {
        return false;
    }
    setGridSize(plain->gpu, plain->program, width, height);
    gl->Uniform1f(gl->GetUniformLocation(plain->program, "alpha"), -1.0f / ((float)height * (float)height));
    return true;
}

bool PlainJacobi_Create(PlainJacobi *plain, Gpu *gpu, int width, int height)
{
    *plain = (PlainJacobi){.gpu = gpu};
    bool ready = Gpu_CreatePair(gpu, &plain->pressure, GL_R32F, width, height, false) &&
                 Gpu_CreateTarget(gpu, &plain->divergence, GL_R32F, width, height, false) &&
                 drawDivergence(plain, width, height) && createProgram(plain, width, height);
    if (!ready) {
        PlainJacobi_Destroy(plain);
    }
    return ready;
}

void PlainJacobi_Destroy(PlainJacobi *plain)
{
    if (plain->gpu == NULL) {
        return;
    }
    Gpu_DestroyProgram(plain->gpu, plain->program);
    Gpu_DestroyPair(plain->gpu, &plain->pressure);
    Gpu_DestroyTarget(plain->gpu, &plain->divergence);
    plain->gpu = NULL;
}

void PlainJacobi_Run(PlainJacobi *plain, int iterations)
{
    const GladGLContext *gl = &plain->gpu->gl;
    Pair *pressure = &plain->pressure;
    gl->UseProgram(plain->program);
    gl->Viewport(0, 0, pressure->targets[0].width, pressure->targets[0].height);
    Gpu_Bind(plain->gpu, 0, plain->divergence.texture);
    gl->ActiveTexture(GL_TEXTURE1);
    for (int i = 0; i < iterations; i++) {
        gl->BindTexture(GL_TEXTURE_2D, pressure->targets[0].texture);
        gl->BindFramebuffer(GL_FRAMEBUFFER, pressure->targets[1].framebuffer);
        gl->DrawArrays(GL_TRIANGLES, 0, 3);
        Pair_Swap(pressure);
    }
}
