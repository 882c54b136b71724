#include "gl/host_state.h"

// GL constants of later versions, which glad's headers for GL 3.3 and ES 3.0 lack.
#define GF_TRANSFORM_FEEDBACK_ACTIVE 0x8E24
#define GF_TRANSFORM_FEEDBACK_PAUSED 0x8E23
#define GF_CLIP_ORIGIN 0x935C

#define VIEWPORT_MOST 1e9f // pixels; a viewport given in floats is clamped to this before it becomes ints

// Bits for the kinds of context that have a capability: desktop GL, OpenGL ES, compatibility profiles, GL_ARB_imaging.
enum { IN_GL = 1, IN_ES = 2, IN_COMPATIBILITY = 4, IN_IMAGING = 8 };

// A capability of glEnable, and how passes need it.
typedef struct Capability {
    GLenum name;
    unsigned kinds;
    bool on;
} Capability;

static const Capability capabilities[] = {
    {GL_DITHER, IN_GL | IN_ES, false}, // dither would change bits that passes write into RGBA8
    {GL_DEPTH_TEST, IN_GL | IN_ES, false},
    {GL_STENCIL_TEST, IN_GL | IN_ES, false},
    {GL_CULL_FACE, IN_GL | IN_ES, false},
    {GL_RASTERIZER_DISCARD, IN_GL | IN_ES, false},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, IN_GL | IN_ES, false},
    {GL_SAMPLE_COVERAGE, IN_GL | IN_ES, false},
    {GL_POLYGON_OFFSET_FILL, IN_GL | IN_ES, false}, // it would move a drawing away from gfDrawDef.depth
    {GL_COLOR_LOGIC_OP, IN_GL, false},
    {GL_SAMPLE_MASK, IN_GL, false},
    {GL_POLYGON_SMOOTH, IN_GL, false},
    {GL_SAMPLE_ALPHA_TO_ONE, IN_GL, false},
    {GL_DEPTH_CLAMP, IN_GL, false},       // it would clamp the depth that shaders write to the host's depth range
    {GL_PRIMITIVE_RESTART, IN_GL, false}, // in GL 3.3 the restart index acts on vertex numbers of glDrawArrays, too
    {GL_CLIP_DISTANCE0, IN_GL, false},
    {GL_CLIP_DISTANCE1, IN_GL, false},
    {GL_CLIP_DISTANCE2, IN_GL, false},
    {GL_CLIP_DISTANCE3, IN_GL, false},
    {GL_CLIP_DISTANCE4, IN_GL, false},
    {GL_CLIP_DISTANCE5, IN_GL, false},
    {GL_CLIP_DISTANCE6, IN_GL, false},
    {GL_CLIP_DISTANCE7, IN_GL, false},
    {GL_PROGRAM_POINT_SIZE, IN_GL, true}, // tiles are drawn as points with a size; in ES this is always on
    {0x0B10 /* GL_POINT_SMOOTH */, IN_COMPATIBILITY, false},
    {0x8861 /* GL_POINT_SPRITE */, IN_COMPATIBILITY, true}, // makes points square, as they always are in core profiles
    {0x0BC0 /* GL_ALPHA_TEST */, IN_COMPATIBILITY, false},
    {0x0B42 /* GL_POLYGON_STIPPLE */, IN_COMPATIBILITY, false},
    {0x80D0 /* GL_COLOR_TABLE */, IN_IMAGING, false}, // this and all below would change uploads and read-backs
    {0x80D1 /* GL_POST_CONVOLUTION_COLOR_TABLE */, IN_IMAGING, false},
    {0x80D2 /* GL_POST_COLOR_MATRIX_COLOR_TABLE */, IN_IMAGING, false},
    {0x8010 /* GL_CONVOLUTION_1D */, IN_IMAGING, false},
    {0x8011 /* GL_CONVOLUTION_2D */, IN_IMAGING, false},
    {0x8012 /* GL_SEPARABLE_2D */, IN_IMAGING, false},
    {0x8024 /* GL_HISTOGRAM */, IN_IMAGING, false},
    {0x802E /* GL_MINMAX */, IN_IMAGING, false},
};

typedef struct PixelStore {
    GLenum name;
    GLint neutral;
    bool gl, es;
} PixelStore;

static const PixelStore pixelStores[] = {
    {GL_PACK_ALIGNMENT, 4, true, true},     {GL_PACK_ROW_LENGTH, 0, true, true},
    {GL_PACK_SKIP_ROWS, 0, true, true},     {GL_PACK_SKIP_PIXELS, 0, true, true},
    {GL_PACK_SWAP_BYTES, 0, true, false},   {GL_PACK_LSB_FIRST, 0, true, false},
    {GL_UNPACK_ALIGNMENT, 1, true, true},   {GL_UNPACK_ROW_LENGTH, 0, true, true},
    {GL_UNPACK_SKIP_ROWS, 0, true, true},   {GL_UNPACK_SKIP_PIXELS, 0, true, true},
    {GL_UNPACK_SKIP_IMAGES, 0, true, true}, {GL_UNPACK_IMAGE_HEIGHT, 0, true, true},
    {GL_UNPACK_SWAP_BYTES, 0, true, false}, {GL_UNPACK_LSB_FIRST, 0, true, false},
};

_Static_assert(GF_COUNT(capabilities) <= GF_ENABLES_MAX, "raise GF_ENABLES_MAX");
_Static_assert(GF_COUNT(pixelStores) <= GF_PIXEL_STORE_MAX, "raise GF_PIXEL_STORE_MAX");

void gfHostState_SetEnabled(const gfGL *gl, GLenum capability, bool enabled)
{
    (enabled ? gl->fn.Enable : gl->fn.Disable)(capability);
}

static bool isKnown(const gfGL *gl, const Capability *capability)
{
    unsigned desktop = IN_GL | (gfGL_IsCompatibility(gl) ? IN_COMPATIBILITY : 0u) | (gl->imaging ? IN_IMAGING : 0u);
    return (capability->kinds & (gfGL_IsES(gl) ? IN_ES : desktop)) != 0;
}

void gfHostState_SetEnabledIndexed(const gfGL *gl, GLenum capability, GLuint index, bool enabled)
{
    (enabled ? gl->indexed.Enablei : gl->indexed.Disablei)(capability, index);
}

int gfHostState_CountBuffers(const gfGL *gl)
{
    return GF_ONLY_WEBGL ? 0 : gfMin(gl->indexed.drawBuffers, GF_DRAW_BUFFERS_SAVED);
}

static int countPassBuffers(const gfGL *gl)
{
    return gfMin(gfHostState_CountBuffers(gl), GF_PASS_BUFFERS);
}

// Returns whether a transform feedback of the host runs. GL 3.3 has no query, but refuses to change the program then.
static bool transformFeedbackRuns(const gfGL *gl)
{
    if (gl->transformFeedbackQuery) {
        GLint active = 0, paused = 0;
        gl->fn.GetIntegerv(GF_TRANSFORM_FEEDBACK_ACTIVE, &active);
        gl->fn.GetIntegerv(GF_TRANSFORM_FEEDBACK_PAUSED, &paused);
        return active && !paused;
    }
    GLint before = 0, after = 0;
    gl->fn.GetIntegerv(GL_CURRENT_PROGRAM, &before);
    if (before == 0) {
        return false; // without a program no transform feedback can run
    }
    gl->fn.UseProgram(0);
    gl->fn.GetIntegerv(GL_CURRENT_PROGRAM, &after);
    if (after == before) {
        gl->fn.GetError(); // drops the error that UseProgram raised here
        return true;
    }
    gl->fn.UseProgram((GLuint)before);
    return false;
}

bool gfHostState_Check(const gfGL *gl, const gfCore *core, bool *timeQueryOpen)
{
    // WebGL is not asked, as it would wait for the GPU to answer.
    GF_REQUIRE(core, gfGL_IsWebGL(gl) || !transformFeedbackRuns(gl), HOST_STATE,
               "the host has a transform feedback running; end or pause it before calling the library");

    static const struct {
        GLenum target;
        const char *name;
        bool gl, es;
    } queries[] = {
        {GL_SAMPLES_PASSED, "GL_SAMPLES_PASSED", true, false},
        {GL_ANY_SAMPLES_PASSED, "GL_ANY_SAMPLES_PASSED", true, true},
        {GL_ANY_SAMPLES_PASSED_CONSERVATIVE, "GL_ANY_SAMPLES_PASSED_CONSERVATIVE", false, true},
        {GL_PRIMITIVES_GENERATED, "GL_PRIMITIVES_GENERATED", true, false},
        {GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, "GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN", true, true},
    };
    for (int i = 0; i < GF_COUNT(queries); i++) {
        GLint current = 0;
        if (gfGL_IsES(gl) ? queries[i].es : queries[i].gl) {
            gl->fn.GetQueryiv(queries[i].target, GL_CURRENT_QUERY, &current);
        }
        GF_REQUIRE(core, current == 0, HOST_STATE,
                   "the host has query %d open for %s, which would count the library's passes; end it before the call",
                   current, queries[i].name);
    }

    GLint timeQuery = 0;
    if (gl->timeQueries) {
        gl->fn.GetQueryiv(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &timeQuery);
    }
    *timeQueryOpen = timeQuery != 0;
    return true;
}

static void saveBlendFunctions(const gfGL *gl, gfHostState *s)
{
    static const GLenum names[6] = {GL_BLEND_SRC_RGB,   GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,
                                    GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};
    for (int i = 0; i < 6; i++) {
        if (!GF_ONLY_WEBGL && gl->indexed.blend) {
            gl->indexed.GetIntegeri_v(names[i], 0, &s->blendFunc[i]);
        } else {
            gl->fn.GetIntegerv(names[i], &s->blendFunc[i]);
        }
    }
}

static void restoreBlendFunctions(const gfGL *gl, const gfHostState *s)
{
    GLenum f[6];
    for (int i = 0; i < 6; i++) {
        f[i] = (GLenum)s->blendFunc[i];
    }
    if (!GF_ONLY_WEBGL && gl->indexed.blend) {
        gl->indexed.BlendFuncSeparatei(0, f[0], f[1], f[2], f[3]);
        gl->indexed.BlendEquationSeparatei(0, f[4], f[5]);
    } else {
        gl->fn.BlendFuncSeparate(f[0], f[1], f[2], f[3]);
        gl->fn.BlendEquationSeparate(f[4], f[5]);
    }
}

static void saveBlend(const gfGL *gl, gfHostState *s)
{
    if (countPassBuffers(gl) == 0) {
        s->blend[0] = gl->fn.IsEnabled(GL_BLEND);
        gl->fn.GetBooleanv(GL_COLOR_WRITEMASK, s->colorMask[0]);
    }
    for (int i = 0; i < countPassBuffers(gl); i++) {
        s->blend[i] = gl->indexed.IsEnabledi(GL_BLEND, (GLuint)i);
        gl->indexed.GetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, s->colorMask[i]);
    }
}

// Returns whether the host's blending is as passes need it: off in every draw buffer, with all colours written.
static bool blendIsNeutral(const gfGL *gl, const gfHostState *s)
{
    bool neutral = true;
    for (int i = 0; neutral && i < gfMax(countPassBuffers(gl), 1); i++) {
        const GLboolean *m = s->colorMask[i];
        neutral = !s->blend[i] && m[0] && m[1] && m[2] && m[3];
    }
    return neutral;
}

// Sets blending and colour masks to the host's state; null: to what passes need, no blending and all colours written.
static void setBlend(const gfGL *gl, const gfHostState *s)
{
    static const GLboolean all[4] = {GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE};
    if (countPassBuffers(gl) == 0) {
        const GLboolean *m = s != NULL ? s->colorMask[0] : all;
        gfHostState_SetEnabled(gl, GL_BLEND, s != NULL && s->blend[0]);
        gl->fn.ColorMask(m[0], m[1], m[2], m[3]);
    }
    for (int i = 0; i < countPassBuffers(gl); i++) {
        const GLboolean *m = s != NULL ? s->colorMask[i] : all;
        gfHostState_SetEnabledIndexed(gl, GL_BLEND, (GLuint)i, s != NULL && s->blend[i]);
        gl->indexed.ColorMaski((GLuint)i, m[0], m[1], m[2], m[3]);
    }
}

void gfHostState_SaveTarget(const gfGL *gl, gfHostTarget *t)
{
    gl->fn.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &t->drawFramebuffer);
    gl->fn.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &t->readFramebuffer);
    GLint origin = GL_LOWER_LEFT;
    if (!gfGL_IsES(gl) && gl->version >= 45) {
        gl->fn.GetIntegerv(GF_CLIP_ORIGIN, &origin);
    }
    t->upsideDown = origin == GL_UPPER_LEFT;
    if (!GF_ONLY_WEBGL && gl->indexed.viewports > 1) {
        gl->indexed.GetFloati_v(GL_VIEWPORT, 0, t->viewportF);
        gl->indexed.GetIntegeri_v(GL_SCISSOR_BOX, 0, t->scissor);
        t->scissorTest = gl->indexed.IsEnabledi(GL_SCISSOR_TEST, 0);
        for (int i = 0; i < 4; i++) {
            t->viewport[i] = (GLint)fmaxf(-VIEWPORT_MOST, fminf(t->viewportF[i], VIEWPORT_MOST));
        }
    } else {
        gl->fn.GetIntegerv(GL_VIEWPORT, t->viewport);
        gl->fn.GetIntegerv(GL_SCISSOR_BOX, t->scissor);
        t->scissorTest = gl->fn.IsEnabled(GL_SCISSOR_TEST);
    }
}

void gfHostState_RestoreTarget(const gfGL *gl, const gfHostTarget *t)
{
    gl->fn.BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)t->drawFramebuffer);
    gl->fn.BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)t->readFramebuffer);
    if (!GF_ONLY_WEBGL && gl->indexed.viewports > 1) {
        gl->indexed.ViewportIndexedfv(0, t->viewportF);
    } else {
        gl->fn.Viewport(t->viewport[0], t->viewport[1], t->viewport[2], t->viewport[3]);
    }
    gfHostState_SetScissorBox(gl, t->scissor);
    gfHostState_SetScissorTest(gl, t->scissorTest);
}

static void saveStencil(const gfGL *gl, GLint values[2][GF_STENCIL_VALUES])
{
    static const GLenum names[2][GF_STENCIL_VALUES] = {
        {GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_FAIL, GL_STENCIL_PASS_DEPTH_FAIL,
         GL_STENCIL_PASS_DEPTH_PASS, GL_STENCIL_WRITEMASK},
        {GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_REF, GL_STENCIL_BACK_VALUE_MASK, GL_STENCIL_BACK_FAIL,
         GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_PASS, GL_STENCIL_BACK_WRITEMASK},
    };
    for (int face = 0; face < 2; face++) {
        for (int i = 0; i < GF_STENCIL_VALUES; i++) {
            gl->fn.GetIntegerv(names[face][i], &values[face][i]);
        }
    }
}

void gfHostState_SetStencil(const gfGL *gl, const gfStencilRule *rule)
{
    gfHostState_SetEnabled(gl, GL_STENCIL_TEST, rule != NULL);
    if (rule != NULL) {
        gl->fn.StencilFuncSeparate(GL_FRONT_AND_BACK, rule->function, rule->reference, 0xff);
        gl->fn.StencilOpSeparate(GL_FRONT_AND_BACK, rule->operation, rule->operation, rule->operation);
        gl->fn.StencilMaskSeparate(GL_FRONT_AND_BACK, rule->mask);
    }
}

static void restoreStencil(const gfGL *gl, const GLint values[2][GF_STENCIL_VALUES])
{
    for (int face = 0; face < 2; face++) {
        GLenum name = face == 0 ? GL_FRONT : GL_BACK;
        const GLint *v = values[face];
        gl->fn.StencilFuncSeparate(name, (GLenum)v[0], v[1], (GLuint)v[2]);
        gl->fn.StencilOpSeparate(name, (GLenum)v[3], (GLenum)v[4], (GLenum)v[5]);
        gl->fn.StencilMaskSeparate(name, (GLuint)v[6]);
    }
}

void gfHostState_Save(const gfGL *gl, gfHostState *s)
{
    const GladGLContext *fn = &gl->fn;
    s->used = 0;
    fn->GetIntegerv(GL_CURRENT_PROGRAM, &s->program);
    fn->GetIntegerv(GL_VERTEX_ARRAY_BINDING, &s->vertexArray);
    fn->GetIntegerv(GL_ACTIVE_TEXTURE, &s->activeTexture);
    for (int i = 0; i < GF_COUNT(capabilities); i++) {
        if (isKnown(gl, &capabilities[i])) {
            s->enables[i] = fn->IsEnabled(capabilities[i].name);
        }
    }
    if (!gfGL_IsES(gl)) {
        fn->GetIntegerv(GL_POLYGON_MODE, s->polygonMode);
        fn->GetIntegerv(GL_CLAMP_READ_COLOR, &s->clampReadColor);
    }
    gfCompatibility_Save(gl, &s->compatibility);
    gfHostState_SaveTarget(gl, &s->target);
    saveBlend(gl, s);
}

static bool depthIsNeutral(const gfHostState *s)
{
    return s->depthFunc == GL_LEQUAL && s->depthMask;
}

// Makes depth function and mask neutral. `saved`: as for gfHostState_Neutral.
static void setDepth(const gfGL *gl, const gfHostState *saved)
{
    if (saved == NULL || !depthIsNeutral(saved)) {
        gl->fn.DepthFunc(GL_LEQUAL);
        gl->fn.DepthMask(GL_TRUE);
    }
}

static bool polygonsAreNeutral(const gfHostState *s)
{
    return s->polygonMode[0] == GL_FILL && s->polygonMode[1] == GL_FILL;
}

// Sets capabilities as passes need them (`neutral`), or as the host's state `s` has them. Capabilities that the host
// has as passes need them are never changed, and so are skipped. `s` null: as for gfHostState_Neutral.
static void setCapabilities(const gfGL *gl, const gfHostState *s, bool neutral)
{
    for (int i = 0; i < GF_COUNT(capabilities); i++) {
        const Capability *c = &capabilities[i];
        if (isKnown(gl, c) && (s == NULL || (s->enables[i] != 0) != c->on)) {
            gfHostState_SetEnabled(gl, c->name, neutral ? c->on : s->enables[i]);
        }
    }
}

static void setPixelStores(const gfGL *gl, const gfHostState *s, bool neutral)
{
    for (int i = 0; i < GF_COUNT(pixelStores); i++) {
        const PixelStore *p = &pixelStores[i];
        if ((gfGL_IsES(gl) ? p->es : p->gl) && (s == NULL || s->pixelStore[i] != p->neutral)) {
            gl->fn.PixelStorei(p->name, neutral ? p->neutral : s->pixelStore[i]);
        }
    }
}

static void savePixels(const gfGL *gl, gfHostState *s)
{
    for (int i = 0; i < GF_COUNT(pixelStores); i++) {
        if (gfGL_IsES(gl) ? pixelStores[i].es : pixelStores[i].gl) {
            gl->fn.GetIntegerv(pixelStores[i].name, &s->pixelStore[i]);
        }
    }
    gl->fn.GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &s->pixelPackBuffer);
    gl->fn.GetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &s->pixelUnpackBuffer);
}

// Makes pixel stores and pixel buffers neutral. `saved`: as for gfHostState_Neutral.
static void setPixels(const gfGL *gl, const gfHostState *saved)
{
    setPixelStores(gl, saved, true);
    if (saved == NULL || saved->pixelPackBuffer != 0) {
        gl->fn.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    }
    if (saved == NULL || saved->pixelUnpackBuffer != 0) {
        gl->fn.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    }
}

void gfHostState_Neutral(const gfGL *gl, const gfHostState *saved)
{
    const GladGLContext *fn = &gl->fn;
    if (saved == NULL || !blendIsNeutral(gl, saved)) {
        setBlend(gl, NULL);
    }
    setCapabilities(gl, saved, true);
    if (!gfGL_IsES(gl) && (saved == NULL || !polygonsAreNeutral(saved))) {
        fn->PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    }
    if (!gfGL_IsES(gl) && (saved == NULL || saved->clampReadColor == GL_TRUE)) {
        fn->ClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    }
    gfCompatibility_Set(gl, saved != NULL ? &saved->compatibility : NULL, true);
    if (saved == NULL) {
        setPixels(gl, NULL);
        setDepth(gl, NULL);
    }
}

void gfHostState_Use(const gfGL *gl, gfHostState *s, unsigned part)
{
    if (s == NULL || (s->used & part) != 0) {
        return;
    }
    s->used |= part;
    if (part == GF_HOST_PIXELS) {
        savePixels(gl, s);
        setPixels(gl, s);
    } else if (part == GF_HOST_BLENDING) {
        saveBlendFunctions(gl, s);
    } else if (part == GF_HOST_DEPTH) {
        gl->fn.GetIntegerv(GL_DEPTH_FUNC, &s->depthFunc);
        gl->fn.GetIntegerv(GL_DEPTH_WRITEMASK, &s->depthMask);
        setDepth(gl, s);
    } else if (part == GF_HOST_STENCIL) {
        saveStencil(gl, s->stencil);
    } else if (part == GF_HOST_BUFFERS) {
        for (int i = GF_PASS_BUFFERS; i < gfHostState_CountBuffers(gl); i++) {
            gl->indexed.GetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, s->colorMask[i]);
        }
    } else {
        int unit = 0;
        while (part >> unit != 1u) {
            unit++;
        }
        gl->fn.GetIntegerv(GL_TEXTURE_BINDING_2D, &s->textures[unit]);
        gl->fn.GetIntegerv(GL_SAMPLER_BINDING, &s->samplers[unit]);
    }
}

// Compatibility profiles have polygon modes for front and for back faces; core profiles refuse GL_FRONT and GL_BACK.
static void restorePolygonMode(const gfGL *gl, const gfHostState *s)
{
    if (gfGL_IsES(gl) || polygonsAreNeutral(s)) {
        return;
    }
    gl->fn.PolygonMode(gfGL_IsCompatibility(gl) ? GL_FRONT : GL_FRONT_AND_BACK, (GLenum)s->polygonMode[0]);
    if (gfGL_IsCompatibility(gl)) {
        gl->fn.PolygonMode(GL_BACK, (GLenum)s->polygonMode[1]);
    }
}

void gfHostState_Restore(const gfGL *gl, const gfHostState *s)
{
    const GladGLContext *fn = &gl->fn;
    for (int i = 0; i < GF_TEXTURE_UNITS; i++) {
        if (s->used >> i & 1u) {
            fn->ActiveTexture(GL_TEXTURE0 + (GLenum)i);
            fn->BindTexture(GL_TEXTURE_2D, (GLuint)s->textures[i]);
            fn->BindSampler((GLuint)i, (GLuint)s->samplers[i]);
        }
    }
    fn->ActiveTexture((GLenum)s->activeTexture);
    // If the host had deleted its program while it was current, the program was destroyed when a pass used another one;
    // then 0 is set. On WebGL `program` is 0 in this case, so IsProgram, which would wait for the GPU, is not called.
    fn->UseProgram(gfGL_IsWebGL(gl) || fn->IsProgram((GLuint)s->program) ? (GLuint)s->program : 0);
    fn->BindVertexArray((GLuint)s->vertexArray);
    setCapabilities(gl, s, false);
    if (s->used & GF_HOST_PIXELS) {
        fn->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)s->pixelPackBuffer);
        fn->BindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)s->pixelUnpackBuffer);
        setPixelStores(gl, s, false);
    }
    if ((s->used & GF_HOST_DEPTH) && !depthIsNeutral(s)) {
        fn->DepthFunc((GLenum)s->depthFunc);
        fn->DepthMask((GLboolean)s->depthMask);
    }
    restorePolygonMode(gl, s);
    if (!gfGL_IsES(gl) && s->clampReadColor == GL_TRUE) {
        fn->ClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
    }
    gfCompatibility_Set(gl, &s->compatibility, false);
    gfHostState_RestoreTarget(gl, &s->target);
    if (!blendIsNeutral(gl, s)) {
        setBlend(gl, s);
    }
    if (s->used & GF_HOST_BLENDING) {
        restoreBlendFunctions(gl, s);
    }
    for (int i = GF_PASS_BUFFERS; (s->used & GF_HOST_BUFFERS) && i < gfHostState_CountBuffers(gl); i++) {
        const GLboolean *m = s->colorMask[i];
        gl->indexed.ColorMaski((GLuint)i, m[0], m[1], m[2], m[3]);
    }
    if (s->used & GF_HOST_STENCIL) {
        restoreStencil(gl, s->stencil);
    }
}
