#include "plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Positions in shaders are in cells: gl_FragCoord.xy is a cell's centre. The mask is 1 in solid cells; velocity, dye
// and temperature are 0 there. Pressure and divergence there are never used: each pass asks the mask about its
// neighbours.

#define HEAD                            \
    "uniform sampler2D solidTexture;\n" \
    "uniform vec2 gridSize;\n"          \
    "out vec4 result;\n"

#define RETURN_IN_SOLID                          \
    "    ivec2 cell = ivec2(gl_FragCoord.xy);\n" \
    "    if (texelFetch(solidTexture, cell, 0).x > 0.5) { result = vec4(0.0); return; }\n"

#define SOLID_NEIGHBOURS                                                                  \
    "    vec2 here = gl_FragCoord.xy / gridSize;\n"                                       \
    "    float solidWest = textureLodOffset(solidTexture, here, 0.0, ivec2(-1, 0)).x;\n"  \
    "    float solidEast = textureLodOffset(solidTexture, here, 0.0, ivec2(1, 0)).x;\n"   \
    "    float solidSouth = textureLodOffset(solidTexture, here, 0.0, ivec2(0, -1)).x;\n" \
    "    float solidNorth = textureLodOffset(solidTexture, here, 0.0, ivec2(0, 1)).x;\n"

// A solid neighbour has the pressure of the cell itself: no flow into it. These sample instead of fetching: on a
// software renderer that halves the time of the iterations.
#define PRESSURE_NEIGHBOURS                                                                                   \
    SOLID_NEIGHBOURS                                                                                          \
    "    float own = textureLod(pressureTexture, here, 0.0).x;\n"                                             \
    "    float west = mix(textureLodOffset(pressureTexture, here, 0.0, ivec2(-1, 0)).x, own, solidWest);\n"   \
    "    float east = mix(textureLodOffset(pressureTexture, here, 0.0, ivec2(1, 0)).x, own, solidEast);\n"    \
    "    float south = mix(textureLodOffset(pressureTexture, here, 0.0, ivec2(0, -1)).x, own, solidSouth);\n" \
    "    float north = mix(textureLodOffset(pressureTexture, here, 0.0, ivec2(0, 1)).x, own, solidNorth);\n"

static const char solidShader[] = "uniform vec3 disc;\n"
                                  "uniform vec2 gridSize;\n"
                                  "uniform float cellSize;\n"
                                  "out vec4 result;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    vec2 rim = min(gl_FragCoord.xy, gridSize - gl_FragCoord.xy);\n"
                                  "    bool wall = min(rim.x, rim.y) < 1.0;\n"
                                  "    bool inside = distance(gl_FragCoord.xy * cellSize, disc.xy) < disc.z;\n"
                                  "    result = vec4(wall || inside ? 1.0 : 0.0, 0.0, 0.0, 1.0);\n"
                                  "}\n";

static const char advectShader[] = HEAD
    "uniform sampler2D velocityTexture;\n"
    "uniform sampler2D fieldTexture;\n"
    "uniform float cellsPerMetre;\n"
    "uniform float dt;\n"
    "uniform float dissipation;\n"
    "vec4 sampleField(vec2 position)\n"
    "{\n"
    "#ifdef LINEAR_32F\n"
    "    return textureLod(fieldTexture, position / gridSize, 0.0);\n"
    "#else\n"
    "    vec2 corner = clamp(position - 0.5, vec2(0.0), gridSize - 1.0);\n"
    "    ivec2 a = ivec2(corner);\n"
    "    ivec2 b = min(a + 1, ivec2(gridSize) - 1);\n"
    "    vec2 weight = corner - vec2(a);\n"
    "    vec4 lower = mix(texelFetch(fieldTexture, a, 0), texelFetch(fieldTexture, ivec2(b.x, a.y), 0), weight.x);\n"
    "    vec4 upper = mix(texelFetch(fieldTexture, ivec2(a.x, b.y), 0), texelFetch(fieldTexture, b, 0), weight.x);\n"
    "    return mix(lower, upper, weight.y);\n"
    "#endif\n"
    "}\n"
    "void main()\n"
    "{\n" RETURN_IN_SOLID "    vec2 velocity = texelFetch(velocityTexture, cell, 0).xy;\n"
    "    result = dissipation * sampleField(gl_FragCoord.xy - dt * cellsPerMetre * velocity);\n"
    "}\n";

static const char buoyancyShader[] =
    HEAD "uniform sampler2D velocityTexture;\n"
         "uniform sampler2D temperatureTexture;\n"
         "uniform float dt;\n"
         "uniform float buoyancy;\n"
         "uniform float ambient;\n"
         "void main()\n"
         "{\n" RETURN_IN_SOLID "    result = texelFetch(velocityTexture, cell, 0);\n"
         "    result.y += dt * buoyancy * (texelFetch(temperatureTexture, cell, 0).x - ambient);\n"
         "}\n";

static const char sourceShader[] =
    HEAD "uniform sampler2D fieldTexture;\n"
         "uniform vec3 disc;\n"
         "uniform vec4 amount;\n"
         "uniform float cellSize;\n"
         "void main()\n"
         "{\n" RETURN_IN_SOLID "    float outside = distance(gl_FragCoord.xy * cellSize, disc.xy) - disc.z;\n"
         "    result = texelFetch(fieldTexture, cell, 0) + amount * clamp(0.5 - outside / cellSize, 0.0, 1.0);\n"
         "}\n";

static const char divergenceShader[] =
    HEAD "uniform sampler2D velocityTexture;\n"
         "uniform float cellsPerMetre;\n"
         "void main()\n"
         "{\n" RETURN_IN_SOLID SOLID_NEIGHBOURS
         "    float west = (1.0 - solidWest) * texelFetch(velocityTexture, cell - ivec2(1, 0), 0).x;\n"
         "    float east = (1.0 - solidEast) * texelFetch(velocityTexture, cell + ivec2(1, 0), 0).x;\n"
         "    float south = (1.0 - solidSouth) * texelFetch(velocityTexture, cell - ivec2(0, 1), 0).y;\n"
         "    float north = (1.0 - solidNorth) * texelFetch(velocityTexture, cell + ivec2(0, 1), 0).y;\n"
         "    result = vec4(0.5 * cellsPerMetre * (east - west + north - south), 0.0, 0.0, 0.0);\n"
         "}\n";

static const char jacobiShader[] =
    HEAD "uniform sampler2D pressureTexture;\n"
         "uniform sampler2D divergenceTexture;\n"
         "uniform float alpha;\n"
         "void main()\n"
         "{\n" PRESSURE_NEIGHBOURS "    float divergence = textureLod(divergenceTexture, here, 0.0).x;\n"
         "    result = vec4(0.25 * (west + east + south + north + alpha * divergence), 0.0, 0.0, 0.0);\n"
         "}\n";

static const char gradientShader[] =
    HEAD "uniform sampler2D velocityTexture;\n"
         "uniform sampler2D pressureTexture;\n"
         "uniform float cellsPerMetre;\n"
         "void main()\n"
         "{\n" RETURN_IN_SOLID PRESSURE_NEIGHBOURS
         "    vec2 open = vec2((1.0 - solidWest) * (1.0 - solidEast), (1.0 - solidSouth) * (1.0 - solidNorth));\n"
         "    vec4 velocity = texelFetch(velocityTexture, cell, 0);\n"
         "    vec2 gradient = 0.5 * cellsPerMetre * vec2(east - west, north - south);\n"
         "    result = vec4(open * (velocity.xy - gradient), velocity.zw);\n"
         "}\n";

typedef struct PassInfo {
    const char *label;
    const char *body;
    const char *samplers[4]; ///< on units 0, 1, 2; null-ended
} PassInfo;

static const PassInfo passInfos[PLAIN_PASS_COUNT] = {
    [PLAIN_ADVECT_VELOCITY] = {"advect velocity", advectShader, {"solidTexture", "velocityTexture", "fieldTexture"}},
    [PLAIN_ADVECT_DYE] = {"advect dye", advectShader, {"solidTexture", "velocityTexture", "fieldTexture"}},
    [PLAIN_ADVECT_TEMPERATURE] = {"advect temperature",
                                  advectShader,
                                  {"solidTexture", "velocityTexture", "fieldTexture"}},
    [PLAIN_BUOYANCY] = {"buoyancy", buoyancyShader, {"solidTexture", "velocityTexture", "temperatureTexture"}},
    [PLAIN_SOURCE_DYE] = {"source dye", sourceShader, {"solidTexture", "fieldTexture"}},
    [PLAIN_SOURCE_TEMPERATURE] = {"source temperature", sourceShader, {"solidTexture", "fieldTexture"}},
    [PLAIN_DIVERGENCE] = {"divergence", divergenceShader, {"solidTexture", "velocityTexture"}},
    [PLAIN_JACOBI] = {"jacobi", jacobiShader, {"solidTexture", "divergenceTexture", "pressureTexture"}},
    [PLAIN_GRADIENT] = {"gradient", gradientShader, {"solidTexture", "velocityTexture", "pressureTexture"}},
};

static void setFloat(const Plain *plain, GLuint program, const char *name, float value)
{
    const GladGLContext *gl = &plain->gpu->gl;
    gl->Uniform1f(gl->GetUniformLocation(program, name), value);
}

static void setDisc(const Plain *plain, GLuint program, const PlainDisc *disc)
{
    const GladGLContext *gl = &plain->gpu->gl;
    gl->Uniform3f(gl->GetUniformLocation(program, "disc"), disc->x, disc->y, disc->radius);
}

/// Nothing changes from step to step, so every uniform is set once. Names that a program lacks are ignored by the GL.
static void setUniforms(const Plain *plain, PlainPass pass)
{
    const GladGLContext *gl = &plain->gpu->gl;
    const PlainDef *def = &plain->def;
    GLuint program = plain->programs[pass];
    gl->UseProgram(program);
    gl->Uniform2f(gl->GetUniformLocation(program, "gridSize"), (float)def->width, (float)def->height);
    setFloat(plain, program, "cellSize", def->cellSize);
    setFloat(plain, program, "cellsPerMetre", 1.0f / def->cellSize);
    setFloat(plain, program, "dt", def->dt);
    setFloat(plain, program, "dissipation", 1.0f);
    setFloat(plain, program, "buoyancy", def->buoyancy);
    setFloat(plain, program, "ambient", 0.0f);
    setFloat(plain, program, "alpha", -def->cellSize * def->cellSize);
    setDisc(plain, program, &def->source);
    GLint amount = gl->GetUniformLocation(program, "amount");
    if (pass == PLAIN_SOURCE_DYE) {
        gl->Uniform4f(amount, def->dyeRate[0] * def->dt, def->dyeRate[1] * def->dt, def->dyeRate[2] * def->dt,
                      def->dyeRate[3] * def->dt);
    } else if (pass == PLAIN_SOURCE_TEMPERATURE) {
        gl->Uniform4f(amount, def->temperatureRate * def->dt, 0.0f, 0.0f, 0.0f);
    }
}

static bool createFields(Plain *plain)
{
    Gpu *gpu = plain->gpu;
    int w = plain->def.width;
    int h = plain->def.height;
    bool linear = gpu->linear32F;
    return Gpu_CreatePair(gpu, &plain->velocity, GL_RGBA32F, w, h, linear) &&
           Gpu_CreatePair(gpu, &plain->dye, GL_RGBA32F, w, h, linear) &&
           Gpu_CreatePair(gpu, &plain->temperature, GL_RGBA32F, w, h, linear) &&
           Gpu_CreatePair(gpu, &plain->pressure, GL_RGBA32F, w, h, false) &&
           Gpu_CreateTarget(gpu, &plain->divergence, GL_RGBA32F, w, h, false) &&
           Gpu_CreateTarget(gpu, &plain->solid, GL_RGBA32F, w, h, false);
}

static bool drawSolid(Plain *plain)
{
    const GladGLContext *gl = &plain->gpu->gl;
    const PlainDef *def = &plain->def;
    GLuint program = Gpu_CreateProgram(plain->gpu, "solid", solidShader, (const char *const[]){NULL});
    if (program == 0) {
        return false;
    }
    gl->Uniform2f(gl->GetUniformLocation(program, "gridSize"), (float)def->width, (float)def->height);
    setFloat(plain, program, "cellSize", def->cellSize);
    setDisc(plain, program, &def->solid);
    Gpu_Draw(plain->gpu, &plain->solid);
    Gpu_DestroyProgram(plain->gpu, program);
    return true;
}

bool Plain_Create(Plain *plain, Gpu *gpu, const PlainDef *def)
{
    *plain = (Plain){.gpu = gpu, .def = *def};
    bool ready = createFields(plain) && drawSolid(plain);
    for (int i = 0; ready && i < PLAIN_PASS_COUNT; i++) {
        const PassInfo *info = &passInfos[i];
        plain->programs[i] = Gpu_CreateProgram(gpu, info->label, info->body, info->samplers);
        ready = plain->programs[i] != 0;
        if (ready) {
            setUniforms(plain, (PlainPass)i);
        }
    }
    if (!ready) {
        Plain_Destroy(plain);
    }
    return ready;
}

void Plain_Destroy(Plain *plain)
{
    Gpu *gpu = plain->gpu;
    if (gpu == NULL) {
        return;
    }
    for (int i = 0; i < PLAIN_PASS_COUNT; i++) {
        Gpu_DestroyProgram(gpu, plain->programs[i]);
    }
    Gpu_DestroyPair(gpu, &plain->velocity);
    Gpu_DestroyPair(gpu, &plain->dye);
    Gpu_DestroyPair(gpu, &plain->temperature);
    Gpu_DestroyPair(gpu, &plain->pressure);
    Gpu_DestroyTarget(gpu, &plain->divergence);
    Gpu_DestroyTarget(gpu, &plain->solid);
    plain->gpu = NULL;
}

/// Draws one pass into the spare texture of `field` and makes it the current one. Unit 0 holds the mask throughout.
static void runPass(const Plain *plain, PlainPass pass, Pair *field, GLuint first, GLuint second)
{
    const Gpu *gpu = plain->gpu;
    gpu->gl.UseProgram(plain->programs[pass]);
    Gpu_Bind(gpu, 1, first);
    if (second != 0) {
        Gpu_Bind(gpu, 2, second);
    }
    Gpu_Draw(gpu, &field->targets[1]);
    Pair_Swap(field);
}

void Plain_Advance(Plain *plain)
{
    Pair *velocity = &plain->velocity;
    Pair *dye = &plain->dye;
    Pair *temperature = &plain->temperature;
    Gpu_Bind(plain->gpu, 0, plain->solid.texture);

    // The old velocity carries every field: it is the spare one once velocity has carried itself.
    runPass(plain, PLAIN_ADVECT_VELOCITY, velocity, velocity->targets[0].texture, velocity->targets[0].texture);
    GLuint carrier = velocity->targets[1].texture;
    runPass(plain, PLAIN_ADVECT_DYE, dye, carrier, dye->targets[0].texture);
    runPass(plain, PLAIN_ADVECT_TEMPERATURE, temperature, carrier, temperature->targets[0].texture);
    runPass(plain, PLAIN_SOURCE_DYE, dye, dye->targets[0].texture, 0);
    runPass(plain, PLAIN_SOURCE_TEMPERATURE, temperature, temperature->targets[0].texture, 0);
    runPass(plain, PLAIN_BUOYANCY, velocity, velocity->targets[0].texture, temperature->targets[0].texture);
}

void Plain_Project(Plain *plain)
{
    const Gpu *gpu = plain->gpu;
    const GladGLContext *gl = &gpu->gl;
    Pair *velocity = &plain->velocity;
    Pair *pressure = &plain->pressure;

    Gpu_Bind(gpu, 0, plain->solid.texture);
    Gpu_Bind(gpu, 1, velocity->targets[0].texture);
    gl->UseProgram(plain->programs[PLAIN_DIVERGENCE]);
    Gpu_Draw(gpu, &plain->divergence);

    gl->BindFramebuffer(GL_FRAMEBUFFER, pressure->targets[0].framebuffer);
    gl->ClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){0.0f, 0.0f, 0.0f, 0.0f});
    gl->UseProgram(plain->programs[PLAIN_JACOBI]);
    Gpu_Bind(gpu, 1, plain->divergence.texture);
    gl->ActiveTexture(GL_TEXTURE2);
    for (int i = 0; i < plain->def.iterations; i++) {
        gl->BindTexture(GL_TEXTURE_2D, pressure->targets[0].texture);
        gl->BindFramebuffer(GL_FRAMEBUFFER, pressure->targets[1].framebuffer);
        gl->DrawArrays(GL_TRIANGLES, 0, 3);
        Pair_Swap(pressure);
    }
    runPass(plain, PLAIN_GRADIENT, velocity, velocity->targets[0].texture, pressure->targets[0].texture);
}

void Plain_Step(Plain *plain)
{
    Plain_Advance(plain);
    Plain_Project(plain);
}

/// As divergenceShader, in double precision. `solid` and `velocity` are the textures read back.
static double measureDivergence(const PlainDef *def, const float *solid, const float *velocity)
{
    size_t row = (size_t)def->width * 4;
    double sum = 0.0;
    size_t cells = 0;
    for (int y = 1; y < def->height - 1; y++) {
        for (int x = 1; x < def->width - 1; x++) {
            size_t cell = (size_t)y * row + (size_t)x * 4;
            if (solid[cell] > 0.5f) {
                continue;
            }
            double west = solid[cell - 4] > 0.5f ? 0.0 : (double)velocity[cell - 4];
            double east = solid[cell + 4] > 0.5f ? 0.0 : (double)velocity[cell + 4];
            double south = solid[cell - row] > 0.5f ? 0.0 : (double)velocity[cell - row + 1];
            double north = solid[cell + row] > 0.5f ? 0.0 : (double)velocity[cell + row + 1];
            double divergence = 0.5 * (east - west + north - south) / (double)def->cellSize;
            sum += divergence * divergence;
            cells++;
        }
    }
    return cells > 0 ? sqrt(sum / (double)cells) : 0.0;
}

bool Plain_MeasureResidual(Plain *plain, double *residual)
{
    size_t count = (size_t)plain->def.width * (size_t)plain->def.height * 4;
    float *solid = malloc(count * sizeof(*solid));
    float *velocity = malloc(count * sizeof(*velocity));
    bool read = solid != NULL && velocity != NULL;
    if (read) {
        Gpu_Read(plain->gpu, &plain->solid, solid);
        Plain_Advance(plain);
        Gpu_Read(plain->gpu, &plain->velocity.targets[0], velocity);
        double before = measureDivergence(&plain->def, solid, velocity);
        Plain_Project(plain);
        Gpu_Read(plain->gpu, &plain->velocity.targets[0], velocity);
        *residual = before > 0.0 ? measureDivergence(&plain->def, solid, velocity) / before : 0.0;
    } else {
        Gpu_Fail(plain->gpu, "out of memory");
    }
    free(solid);
    free(velocity);
    return read;
}
