#include "plain_tweet.h"

#include <stddef.h>

#define SPLASH_PERIOD 500
#define SPLASH_STEPS 2

// A fetch beyond the grid is undefined, so those have to be kept out; away from the sides none needs a test. The factor
// 1 / 3.142 of every weight is taken once, at the end.
static const char tweetShader[] =
    "uniform sampler2D stateTexture;\n"
    "uniform ivec2 gridSize;\n"
    "uniform float splash;\n"
    "out vec4 result;\n"
    "vec3 gather(ivec2 cell, ivec2 tap)\n"
    "{\n"
    "    vec3 there = texelFetch(stateTexture, cell + tap, 0).xyz;\n"
    "    vec2 arrival = there.xy + vec2(tap);\n"
    "    float weight = there.z * exp(-dot(arrival, arrival));\n"
    "    return vec3(there.xy + (1.0 - there.z) * arrival, 1.0) * weight;\n"
    "}\n"
    "void main()\n"
    "{\n"
    "    ivec2 cell = ivec2(gl_FragCoord.xy);\n"
    "    vec3 sum = vec3(0.0);\n"
    "    if (all(greaterThanEqual(cell, ivec2(7))) && all(lessThan(cell, gridSize - ivec2(6, 7)))) {\n"
    "        for (int y = -7; y <= 6; y++) {\n"
    "            for (int x = -7; x <= 6; x++) {\n"
    "                sum += gather(cell, ivec2(x, y));\n"
    "            }\n"
    "        }\n"
    "        sum += gather(cell, ivec2(-7, 7)) - gather(cell, ivec2(-7, -7));\n"
    "    } else {\n"
    "        for (int k = 1; k <= 196; k++) {\n"
    "            ivec2 tap = ivec2(k % 14, k / 14) - 7;\n"
    "            ivec2 there = cell + tap;\n"
    "            if (all(greaterThanEqual(there, ivec2(0))) && all(lessThan(there, gridSize))) {\n"
    "                sum += gather(cell, tap);\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    sum /= 3.142;\n"
    "    sum.xy /= sum.z + 1e-6;\n"
    "    sum += splash * vec3(gl_FragCoord.xy / 1e3 - 0.5, 0.3);\n"
    "    result = vec4(sum, 0.0);\n"
    "}\n";

bool PlainTweet_Create(PlainTweet *plain, Gpu *gpu, int width, int height)
{
    *plain = (PlainTweet){.gpu = gpu};
    plain->program = Gpu_CreateProgram(gpu, "tweet", tweetShader, (const char *const[]){"stateTexture", NULL});
    bool ready = plain->program != 0 && Gpu_CreatePair(gpu, &plain->state, GL_RGBA32F, width, height, false);
    if (!ready) {
        PlainTweet_Destroy(plain);
        return false;
    }
    gpu->gl.UseProgram(plain->program);
    gpu->gl.Uniform2i(gpu->gl.GetUniformLocation(plain->program, "gridSize"), width, height);
    plain->splashUniform = gpu->gl.GetUniformLocation(plain->program, "splash");
    return true;
}

void PlainTweet_Destroy(PlainTweet *plain)
{
    if (plain->gpu == NULL) {
        return;
    }
    Gpu_DestroyProgram(plain->gpu, plain->program);
    Gpu_DestroyPair(plain->gpu, &plain->state);
    plain->gpu = NULL;
}

void PlainTweet_SetState(PlainTweet *plain, const float *values, uint64_t frame)
{
    const GladGLContext *gl = &plain->gpu->gl;
    const Target *target = &plain->state.targets[0];
    Gpu_Bind(plain->gpu, 0, target->texture);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, target->width, target->height, GL_RGBA, GL_FLOAT, values);
    plain->frame = frame;
}

void PlainTweet_Step(PlainTweet *plain)
{
    const GladGLContext *gl = &plain->gpu->gl;
    gl->UseProgram(plain->program);
    gl->Uniform1f(plain->splashUniform, plain->frame % SPLASH_PERIOD < SPLASH_STEPS ? 1.0f : 0.0f);
    Gpu_Bind(plain->gpu, 0, plain->state.targets[0].texture);
    Gpu_Draw(plain->gpu, &plain->state.targets[1]);
    Pair_Swap(&plain->state);
    plain->frame++;
}

void PlainTweet_GetState(const PlainTweet *plain, float *values)
{
    Gpu_Read(plain->gpu, &plain->state.targets[0], values);
}
