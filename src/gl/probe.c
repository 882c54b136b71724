#include "gl/device.h"

#include "gl/pass.h"

// A format renders if these values, drawn into a left and a right texel, are read back the same; a wrong format loses
// signs, fractions or the large value. It filters if a sample half-way between the texels is their mean.
static const float leftValue[4] = {-2.5f, 300.0f, 0.25f, 1.0f};
static const float rightValue[4] = {1.5f, -100.0f, 0.75f, 2.0f};

static void readTexel(gfDevice *device, GLuint framebuffer, int attachment, int x, float values[4])
{
    gfDevice_UseHostState(device, GF_HOST_PIXELS);
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    device->gl.fn.ReadBuffer(GL_COLOR_ATTACHMENT0 + (GLenum)attachment);
    device->gl.fn.ReadPixels(x, 0, 1, 1, GL_RGBA, GL_FLOAT, values);
}

static bool nearTo(const float *values, const float *expected, int channels)
{
    for (int i = 0; i < channels; i++) {
        GF_TRY(gfInRange(values[i] - expected[i], -0.01, 0.01));
    }
    return true;
}

// Makes a texture of 2 x height texels. Nothing is reported if that fails, as the context may lack the format.
static GLuint makeTexture(gfDevice *device, gfFormat format, int height, const float *values)
{
    const gfFormatInfo *info = &device->gl.formats[format];
    const GladGLContext *fn = &device->gl.fn;
    GLuint texture = 0;
    fn->GenTextures(1, &texture);
    gfDevice_BindToChange(device, texture);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    fn->TexImage2D(GL_TEXTURE_2D, 0, (GLint)info->internalFormat, 2, height, 0, info->format, info->type, values);
    return texture;
}

static GLuint makeProbeFramebuffer(gfDevice *device, const GLuint *textures, int count)
{
    static const GLenum buffers[GF_ATTACHMENTS_MAX] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                                       GL_COLOR_ATTACHMENT3};
    const GladGLContext *fn = &device->gl.fn;
    GLuint framebuffer = 0;
    fn->GenFramebuffers(1, &framebuffer);
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < count; i++) {
        fn->FramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, textures[i], 0);
    }
    fn->DrawBuffers(count, buffers);
    if (fn->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        gfDevice_DeleteFramebuffer(device, framebuffer);
        return 0;
    }
    return framebuffer;
}

// Draws with a variant of shaders/common/probe.frag into the 2 x 1 texels of the bound framebuffer: leftValue and
// rightValue, or what the shader reads from `texture`, unless that is 0.
static void drawProbe(gfDevice *device, const gfProgram *program, GLuint texture)
{
    const GladGLContext *fn = &device->gl.fn;
    gfDevice_ForgetBindings(device);
    fn->UseProgram(program->id);
    fn->BindVertexArray(device->vertexArray);
    if (texture != 0) {
        const gfShaderInput *source = gfShaderInputs_Find(program, "source");
        int unit = source != NULL && source->unit >= 0 ? source->unit : 0;
        gfDevice_BindTexture(device, unit, texture, device->samplers[GF_SAMPLE_LINEAR]);
    } else {
        const gfShaderInput *left = gfShaderInputs_Find(program, "leftValue");
        const gfShaderInput *right = gfShaderInputs_Find(program, "rightValue");
        fn->Uniform4fv(left != NULL ? left->location : -1, 1, leftValue);
        fn->Uniform4fv(right != NULL ? right->location : -1, 1, rightValue);
    }
    gfDevice_SetViewport(device, 0, 0, 2, 1);
    gfDevice_SetScissor(device, NULL);
    fn->DrawArrays(GL_TRIANGLE_STRIP, 0, program->vertexCount);
}

// Returns whether one framebuffer can draw to `count` textures of a format, and each has the right values then.
static bool rendersTogether(gfDevice *device, gfFormat format, const gfProgram *fill, int count)
{
    const gfFormatInfo *info = &device->gl.formats[format];
    GLuint textures[GF_ATTACHMENTS_MAX] = {0};
    for (int i = 0; i < count; i++) {
        textures[i] = makeTexture(device, format, 1, NULL);
    }
    GLuint framebuffer = makeProbeFramebuffer(device, textures, count);
    bool ok = framebuffer != 0;
    if (ok) {
        drawProbe(device, fill, 0);
    }
    for (int i = 0; ok && i < count; i++) {
        float left[4] = {0}, right[4] = {0};
        readTexel(device, framebuffer, i, 0, left);
        readTexel(device, framebuffer, i, 1, right);
        ok = nearTo(left, leftValue, info->channels) && nearTo(right, rightValue, info->channels);
    }
    gfDevice_DeleteFramebuffer(device, framebuffer);
    device->gl.fn.DeleteTextures(count, textures);
    gfDevice_ForgetBindings(device);
    return ok;
}

static bool filters(gfDevice *device, gfFormat format, const gfProgram *fill, const gfProgram *sample)
{
    float mean[4], values[4] = {0};
    const GLuint textures[2] = {makeTexture(device, format, 1, NULL), makeTexture(device, format, 1, NULL)};
    GLuint source = makeProbeFramebuffer(device, &textures[0], 1),
           result = makeProbeFramebuffer(device, &textures[1], 1);
    if (source != 0 && result != 0) {
        gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, source);
        drawProbe(device, fill, 0);
        gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, result);
        drawProbe(device, sample, textures[0]);
        readTexel(device, result, 0, 0, values);
    }
    for (int i = 0; i < 4; i++) {
        mean[i] = 0.5f * (leftValue[i] + rightValue[i]);
    }
    gfDevice_DeleteFramebuffer(device, source);
    gfDevice_DeleteFramebuffer(device, result);
    device->gl.fn.DeleteTextures(2, textures);
    gfDevice_ForgetBindings(device);
    return nearTo(values, mean, device->gl.formats[format].channels);
}

// Returns whether textureGather works with a format: in the middle it must return the four texels around a place, and
// at a corner, where the sampler clamps to the edge, four times the corner's texel.
static bool gathers(gfDevice *device, gfFormat format, const gfProgram *const programs[2])
{
    const gfFormatInfo *info = &device->gl.formats[format];
    const int channels = info->channels;
    float texels[16];
    for (int i = 0; i < 4 * channels; i++) {
        texels[i] = (float)(1 + i / channels + 10 * (i % channels));
    }
    const GLuint source = makeTexture(device, format, 2, texels),
                 result = makeTexture(device, gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA16F), 1, NULL);
    GLuint framebuffer = makeProbeFramebuffer(device, &result, 1);
    bool ok = framebuffer != 0;
    for (int channel = 0; ok && channel < gfMin(channels, 2); channel++) {
        float inner[4] = {0}, corner[4] = {0}, expected[4], outer[4];
        for (int i = 0; i < 4; i++) {
            expected[i] = texels[channels * i + channel];
            outer[i] = texels[channels * 1 + channel];
        }
        drawProbe(device, programs[channel], source);
        readTexel(device, framebuffer, 0, 0, inner);
        readTexel(device, framebuffer, 0, 1, corner);
        ok = nearTo(inner, expected, 4) && nearTo(corner, outer, 4);
    }
    gfDevice_DeleteFramebuffer(device, framebuffer);
    device->gl.fn.DeleteTextures(2, (const GLuint[]){source, result});
    gfDevice_ForgetBindings(device);
    return ok;
}

// Sets the tier, and destroys all programs, as they were compiled for the old tier.
static bool takeTier(gfDevice *device, gfTier tier)
{
    device->tier = tier;
    gfProgramCache_Destroy(device);
    return gfProgramCache_Create(device);
}

// Returns the program that tries gathers of a channel. Null if it does not compile, reported only if memory lacks.
static const gfProgram *getGather(gfDevice *device, int channel)
{
    gfCore *core = &device->core;
    int failures = core->failedAllocations;
    gfFailure failure = {0};
    const gfShader shader = GF_SHADER("common/probe.frag", channel == 0 ? "GATHER;CHANNEL 0" : "GATHER;CHANNEL 1");
    const gfProgram *program = gfFailure_Begin(&failure, device, "") ? gfProgram_Find(device, &shader) : NULL;
    gfFailure_End(&failure, device, program != NULL);
    if (program == NULL && core->failedAllocations > failures) {
        gfReport(core, GF_LOG_ERROR, GF_ERROR_OUT_OF_MEMORY, "no memory to try texture gathers");
    }
    return program;
}

bool gfProbe_Tier(gfDevice *device, gfTier wanted)
{
    const gfGL *gl = &device->gl;
    int failures = device->core.failedAllocations;
    const gfProgram *programs[2] = {NULL, NULL};
    bool pays = wanted == GF_TIER_GATHER || !gl->software;
    bool works = wanted != GF_TIER_BASE && pays && gl->gatherHeader != NULL;
    GF_TRY(takeTier(device, works ? GF_TIER_GATHER : GF_TIER_BASE));
    for (int i = 0; works && i < 2; i++) {
        programs[i] = getGather(device, i);
        works = programs[i] != NULL;
    }
    for (gfFormat f = GF_FORMAT_R16F; works && f <= GF_FORMAT_RGBA32F; f++) {
        works = !gl->formats[f].renderable || gathers(device, f, programs);
    }
    gfDevice_IgnoreErrors(device);
    GF_TRY(device->core.failedAllocations <= failures && (works || takeTier(device, GF_TIER_BASE)));
    GF_REQUIRE(&device->core, works || wanted != GF_TIER_GATHER, UNSUPPORTED,
               "gfCreateDevice: tier is GATHER, and %s; OpenGL 4.0, ARB_texture_gather with ARB_gpu_shader5, or OpenGL "
               "ES 3.1 is expected",
               gl->gatherHeader != NULL ? "texture gathers go wrong here" : "the context has no texture gathers");
    return true;
}

bool gfProbe_Formats(gfDevice *device)
{
    gfDevice_DropHostErrors(device);
    const gfProgram *fill = gfProgram_Find(device, &(gfShader)GF_SHADER("common/probe.frag", "FILL"));
    const gfProgram *sample =
        fill != NULL ? gfProgram_Find(device, &(gfShader)GF_SHADER("common/probe.frag", "SAMPLE")) : NULL;
    GF_TRY(sample != NULL);
    bool any = false;
    device->gl.filtersFloats = true;
    for (gfFormat f = GF_FORMAT_R16F; f <= GF_FORMAT_RGBA32F; f++) {
        gfFormatInfo *info = &device->gl.formats[f];
        info->renderable = rendersTogether(device, f, fill, 1);
        info->linear = info->renderable && filters(device, f, fill, sample);
        gfDevice_IgnoreErrors(device); // a refused format may have raised some
        device->gl.filtersFloats = device->gl.filtersFloats && info->linear >= info->renderable;
        any = any || info->renderable;
    }
    // Some contexts render to one RGBA32F texture, but not to four at once, as some passes do.
    gfFormat widest = gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA32F);
    bool together = widest != GF_FORMAT_COUNT && rendersTogether(device, widest, fill, GF_ATTACHMENTS_MAX);
    device->gl.attachments = together ? GF_ATTACHMENTS_MAX : 1;
    gfDevice_IgnoreErrors(device);
    GF_REQUIRE(&device->core,
               gfGL_ChooseFormat(&device->gl, GF_FORMAT_R16F) != GF_FORMAT_COUNT &&
                   gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA16F) != GF_FORMAT_COUNT,
               NO_FLOAT_RENDERING,
               "%s cannot render to %s of R16F, RG16F, RGBA16F, R32F, RG32F, RGBA32F; OpenGL ES needs "
               "EXT_color_buffer_float or EXT_color_buffer_half_float",
               device->gl.renderer, any ? "enough" : "any");
    return true;
}
