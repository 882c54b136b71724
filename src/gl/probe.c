#include "gl/probe.h"

#include "gl/pass.h"

// Draws a value that needs sign, range and fraction into the left texel and another into the right one, then samples
// half-way between them: the mean means that the format filters.
static const float leftValue[4] = {-2.5f, 300.0f, 0.25f, 1.0f};
static const float rightValue[4] = {1.5f, -100.0f, 0.75f, 2.0f};

static void readTexel(gfDevice *device, const gfTarget *target, int x, float values[4])
{
    device->gl.fn.BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    device->gl.fn.ReadPixels(x, 0, 1, 1, GL_RGBA, GL_FLOAT, values);
}

static bool nearTo(const float *values, const float *expected, int channels)
{
    for (int i = 0; i < channels; i++) {
        if (!gfInRange(values[i] - expected[i], -0.01, 0.01)) {
            return false;
        }
    }
    return true;
}

static bool makePair(gfDevice *device, gfFormat format, gfTexture *texture, gfTarget *target)
{
    const gfFormatInfo *info = &device->gl.formats[format];
    const GladGLContext *fn = &device->gl.fn;
    texture->format = format;
    texture->width = 2;
    texture->height = 1;
    fn->GenTextures(1, &texture->id);
    fn->BindTexture(GL_TEXTURE_2D, texture->id);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    fn->TexImage2D(GL_TEXTURE_2D, 0, (GLint)info->internalFormat, 2, 1, 0, info->format, info->type, NULL);
    fn->GenFramebuffers(1, &target->framebuffer);
    fn->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    fn->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture->id, 0);
    target->width = 2;
    target->height = 1;
    target->count = 1;
    return fn->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void probeFormat(gfDevice *device, gfFormat format, const gfProgram *fill, const gfProgram *sample)
{
    gfFormatInfo *info = &device->gl.formats[format];
    gfTexture source = {0}, result = {0};
    gfTarget sourceTarget = {0}, resultTarget = {0};
    device->gl.fn.ActiveTexture(GL_TEXTURE0);
    bool complete =
        makePair(device, format, &source, &sourceTarget) && makePair(device, format, &result, &resultTarget);
    if (complete) {
        float values[4] = {0}, mean[4];
        gfPass_Run(device, &(gfPass){.label = "probe",
                                     .program = fill,
                                     .target = &sourceTarget,
                                     .uniforms = {GF_F4V(value, 1, leftValue), GF_F4V(outside, 1, rightValue)}});
        readTexel(device, &sourceTarget, 0, values);
        info->renderable = nearTo(values, leftValue, info->channels);
        readTexel(device, &sourceTarget, 1, values);
        info->renderable = info->renderable && nearTo(values, rightValue, info->channels);

        gfPass_Run(device, &(gfPass){.label = "probe",
                                     .program = sample,
                                     .target = &resultTarget,
                                     .inputs = {GF_IN_LINEAR(source, source.id)}});
        readTexel(device, &resultTarget, 0, values);
        for (int i = 0; i < 4; i++) {
            mean[i] = 0.5f * (leftValue[i] + rightValue[i]);
        }
        info->linear = info->renderable && nearTo(values, mean, info->channels);
    }
    device->gl.fn.DeleteFramebuffers(1, &sourceTarget.framebuffer);
    device->gl.fn.DeleteFramebuffers(1, &resultTarget.framebuffer);
    device->gl.fn.DeleteTextures(1, &source.id);
    device->gl.fn.DeleteTextures(1, &result.id);
    // A format that the context refuses may have raised some; a lost context reports its loss for ever.
    for (int i = 0; i < 16 && device->gl.fn.GetError() != GL_NO_ERROR; i++) {
    }
}

bool gfProbe_Formats(gfDevice *device)
{
    gfDevice_DropHostErrors(device);
    const gfProgram *fill = gfProgram_Get(device, "common/probe.frag", "FILL");
    const gfProgram *sample = fill != NULL ? gfProgram_Get(device, "common/probe.frag", "SAMPLE") : NULL;
    if (sample == NULL) {
        return false;
    }
    bool any = false;
    device->gl.filtersFloats = true;
    for (gfFormat f = GF_FORMAT_R16F; f <= GF_FORMAT_RGBA32F; f++) {
        probeFormat(device, f, fill, sample);
        device->gl.filtersFloats =
            device->gl.filtersFloats && device->gl.formats[f].linear >= device->gl.formats[f].renderable;
        any = any || device->gl.formats[f].renderable;
    }
    GF_REQUIRE(&device->core,
               gfGL_ChooseFormat(&device->gl, GF_FORMAT_R16F) != GF_FORMAT_COUNT &&
                   gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA16F) != GF_FORMAT_COUNT,
               NO_FLOAT_RENDERING,
               "%s cannot render to %s of R16F, RG16F, RGBA16F, R32F, RG32F, RGBA32F; OpenGL ES needs "
               "EXT_color_buffer_float or EXT_color_buffer_half_float",
               device->gl.renderer, any ? "enough" : "any");
    return true;

error:
    return false;
}
