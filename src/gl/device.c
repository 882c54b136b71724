// What stands around public calls: checks, the host's state, frames, GL errors. Also bindings, gfFailure and labels.
#include "gl/device.h"

#include "gl/framebuffer.h"

#include <stdio.h>

// Corner and size of a host's viewport are clamped to this, pixels: beyond any window, yet doubled sums fit an int.
#define VIEWPORT_FAR (1 << 26)

static void readMark(const gfDevice *device, GLfloat mark[2])
{
    GLuint sampler = device->samplers[GF_SAMPLE_NEAREST];
    device->gl.fn.GetSamplerParameterfv(sampler, GL_TEXTURE_MIN_LOD, &mark[0]);
    device->gl.fn.GetSamplerParameterfv(sampler, GL_TEXTURE_MAX_LOD, &mark[1]);
}

// Marks the device's context for hasMark: a new context may have the address and object names of a destroyed one. The
// mark is the device's address, written into a sampler as its least and largest level of detail, 22 bits in each, which
// fit a float. Both are beyond the default, -1000 to 1000, so sampling does not change. WebGL reuses no context handle.
static void markContext(gfDevice *device)
{
    const GladGLContext *fn = &device->gl.fn;
    const uint64_t digits = (1u << 22) - 1, address = (uint64_t)(uintptr_t)device >> 4;
    GLuint sampler = device->samplers[GF_SAMPLE_NEAREST];
    fn->SamplerParameterf(sampler, GL_TEXTURE_MIN_LOD, -1000.0f - (float)(address & digits));
    fn->SamplerParameterf(sampler, GL_TEXTURE_MAX_LOD, 1000.0f + (float)(address >> 22 & digits));
    readMark(device, device->mark); // reads the mark back, as the driver may have rounded it
}

static void *getCurrent(const gfDevice *device)
{
    if (device->getCurrentContext != NULL) {
        return device->getCurrentContext(device->contextUser);
    }
    return device->gl.getCurrent != NULL ? device->gl.getCurrent() : NULL;
}

void gfDevice_CreateObjects(gfDevice *device)
{
    const GladGLContext *fn = &device->gl.fn;
    static const char *const names[GF_SAMPLER_COUNT] = {"nearest", "linear", "field"};
    fn->GenVertexArrays(1, &device->vertexArray);
    fn->GenSamplers(GF_SAMPLER_COUNT, device->samplers);
    fn->BindVertexArray(device->vertexArray);
    gfLabel_Set(device, GF_LABEL_VERTEX_ARRAY, device->vertexArray, "passes", NULL);
    for (int i = 0; i < GF_SAMPLER_COUNT; i++) {
        GLint filter = i == GF_SAMPLE_NEAREST ? GL_NEAREST : GL_LINEAR;
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_MIN_FILTER, filter);
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_MAG_FILTER, filter);
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        // Only now: a generated name becomes an object, which can be labelled, when a parameter is set.
        gfLabel_Set(device, GF_LABEL_SAMPLER, device->samplers[i], "sampler", names[i]);
    }
    device->context = getCurrent(device);
    if (!gfGL_IsWebGL(&device->gl)) {
        markContext(device);
    }
}

void gfDevice_ForgetBindings(gfDevice *device)
{
    memset(&device->bindings, 0xff, sizeof device->bindings);
}

static bool hasMark(const gfDevice *device)
{
    GLfloat mark[2];
    if (gfGL_IsWebGL(&device->gl) || device->vertexArray == 0) {
        return true;
    }
    if (!device->gl.fn.IsSampler(device->samplers[GF_SAMPLE_NEAREST])) {
        return false;
    }
    readMark(device, mark);
    return memcmp(mark, device->mark, sizeof mark) == 0;
}

bool gfDevice_IsCurrent(const gfDevice *device)
{
    return !device->lost && (device->context == NULL || getCurrent(device) == device->context) && hasMark(device);
}

bool gfDevice_BeginDelete(gfDevice *device, const char *caller)
{
    bool lost = device->lost;
    if (!lost && !gfDevice_IsCurrent(device)) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_WRONG_CONTEXT,
                 "%s: the device's GL context is not current; GL objects are not deleted", caller);
        device->lost = true;
    }
    return lost;
}

void gfDevice_EndDelete(gfDevice *device, bool lost)
{
    device->lost = lost;
}

bool gfDevice_CheckCurrent(gfDevice *device, const char *caller)
{
    GF_REQUIRE(&device->core, !device->lost, CONTEXT_LOST, "%s: the device's GL context is lost", caller);
    void *current = device->context != NULL ? getCurrent(device) : NULL;
    GF_REQUIRE(&device->core, current == device->context, WRONG_CONTEXT,
               "%s: %s GL context is current; the one that the device was made in is expected", caller,
               current == NULL ? "no" : "another");
    return true;
}

bool gfDevice_CheckContext(gfDevice *device, const char *caller)
{
    GF_TRY(gfDevice_CheckCurrent(device, caller));
    if (!GF_ONLY_WEBGL && device->gl.getResetStatus != NULL && device->gl.getResetStatus() != GL_NO_ERROR) {
        device->lost = true;
        GF_REQUIRE(&device->core, false, CONTEXT_LOST, "%s: the GL says that its context was reset", caller);
    }
    if (!gfCompatibility_Check(&device->gl, &device->core)) { // before hasMark, as within glBegin queries get no answer
        return false;
    }
    GF_REQUIRE(&device->core, hasMark(device), WRONG_CONTEXT,
               "%s: the GL context that is current lacks the library's objects; the one that the device was made in is "
               "expected",
               caller);
    return true;
}

bool gfDevice_Begin(gfDevice *device, const char *caller)
{
    if (device->callDepth == (device->frameOpen ? 1 : 0)) { // the host made this call, not another public call
        device->caller = caller;
    }
    if (device->callDepth > 0) {
        GF_TRY(!device->frameOpen || device->callDepth != 1 || gfDevice_CheckContext(device, caller));
        if (device->callDepth == 1) {
            gfDevice_ForgetBindings(device); // another device may have changed them in this context
        }
        device->callDepth++;
        return true;
    }
    bool timeQueryOpen = false;
    GF_TRY(gfDevice_CheckContext(device, caller) && gfHostState_Check(&device->gl, &device->core, &timeQueryOpen));
    device->callDepth = 1;
    gfDevice_ForgetBindings(device);
    if (device->keepHostState) {
        gfHostState_Save(&device->gl, &device->hostState);
    }
    gfHostState_Neutral(&device->gl, device->keepHostState ? &device->hostState : NULL);
    if (device->timers != NULL) {
        gfTimers_Begin(device, timeQueryOpen);
    }
    return true;
}

// Sets a saved binding to 0 if the host deleted that framebuffer within the frame: the GL would have unbound it, and
// may have given its name to one of the library's. WebGL is not asked: its answer would wait, and it reuses no name.
static void forgetDeleted(const gfDevice *device, gfHostTarget *target)
{
    GLint *const names[] = {&target->drawFramebuffer, &target->readFramebuffer};
    for (int i = 0; i < GF_COUNT(names) && !gfGL_IsWebGL(&device->gl); i++) {
        GLuint name = (GLuint)*names[i];
        bool there = device->gl.fn.IsFramebuffer(name) && !gfFramebuffer_IsOwn(device, name);
        *names[i] = there ? *names[i] : 0;
    }
}

void gfDevice_End(gfDevice *device)
{
    if (--device->callDepth > 0) {
        return;
    }
    if (device->frameOpen && device->keepHostState) {
        forgetDeleted(device, &device->hostState.target);
    }
    device->frameOpen = false;
    gfDevice_UnlistFrame(device);
    if (device->keepHostState) {
        gfHostState_Restore(&device->gl, &device->hostState);
    }
}

static gfLink *openFrames; // gfOpenFrame of all devices with an open frame; used under gfLock

// Reads the host's framebuffer and viewport. While another device has a frame open in this context, what is bound may
// be a framebuffer of that device; then the host's is the one that the device saved as its frame began.
static void saveBoundTarget(const gfDevice *device, gfHostTarget *target)
{
    bool found = false;
    gfLock();
    for (const gfLink *link = openFrames; link != NULL && !found; link = link->next) {
        const gfDevice *other = ((const gfOpenFrame *)link)->device;
        found = other != device && other->context != NULL && other->context == device->context && !other->lost;
        if (found) {
            *target = other->frameTarget;
            target->readFramebuffer = target->drawFramebuffer;
        }
    }
    gfUnlock();
    if (!found) {
        gfHostState_SaveTarget(&device->gl, target);
    }
}

bool gfDevice_OpenFrame(gfDevice *device, const char *caller)
{
    GF_TRY(gfDevice_Begin(device, caller));
    saveBoundTarget(device, &device->frameTarget);
    device->frameOpen = true;
    return true;
}

bool gfDevice_ListFrame(gfDevice *device)
{
    bool alone = true;
    gfLock();
    for (const gfLink *link = openFrames; link != NULL && alone; link = link->next) {
        const gfDevice *other = ((const gfOpenFrame *)link)->device;
        alone = other->context == NULL || other->context != device->context || other->lost;
    }
    if (alone) {
        device->openFrame.device = device;
        gfLinks_Add(&openFrames, &device->openFrame.link);
    }
    gfUnlock();
    return alone;
}

void gfDevice_UnlistFrame(gfDevice *device)
{
    if (device->openFrame.device != NULL) {
        gfLock();
        gfLinks_Remove(&openFrames, &device->openFrame.link);
        gfUnlock();
        device->openFrame.device = NULL;
    }
}

void gfDevice_SaveTarget(const gfDevice *device, gfHostTarget *target)
{
    if (device->frameOpen) {
        *target = device->frameTarget;
        target->readFramebuffer = target->drawFramebuffer; // the host may have deleted the one that was saved
    } else {
        saveBoundTarget(device, target);
    }
    const int far[4] = {-VIEWPORT_FAR, -VIEWPORT_FAR, 0, 0};
    for (int i = 0; i < 4; i++) {
        target->viewport[i] = gfClamp(target->viewport[i], far[i], VIEWPORT_FAR);
    }
}

bool gfDevice_CheckTarget(gfDevice *device, const gfHostTarget *target, const char *caller)
{
    const GladGLContext *fn = &device->gl.fn;
    GLuint framebuffer = (GLuint)target->drawFramebuffer;
    if (device->dryRun) {
        return true;
    }
    GF_REQUIRE(&device->core, !gfFramebuffer_IsOwn(device, framebuffer), FRAMEBUFFER,
               "%s: the framebuffer %u that is bound is the library's own; one of the host's is expected, which a host "
               "binds anew after other calls where keepHostState is false",
               caller, framebuffer);
    if (gfGL_IsWebGL(&device->gl) && (framebuffer == 0 || framebuffer == device->soundTarget)) {
        return true;
    }
    GF_REQUIRE(&device->core, framebuffer == 0 || fn->IsFramebuffer(framebuffer), FRAMEBUFFER,
               "%s: there is no framebuffer %u to draw to in this context", caller, framebuffer);
    gfDevice_BindFramebuffer(device, GL_DRAW_FRAMEBUFFER, framebuffer);
    GLenum status = fn->CheckFramebufferStatus(GL_DRAW_FRAMEBUFFER);
    GF_REQUIRE(&device->core, status != GL_FRAMEBUFFER_UNDEFINED, FRAMEBUFFER,
               "%s: the default framebuffer is drawn to, and this context has none", caller);
    GF_REQUIRE(&device->core, status == GL_FRAMEBUFFER_COMPLETE, FRAMEBUFFER,
               "%s: the framebuffer %u that is drawn to is incomplete (0x%04x)", caller, framebuffer, status);
    char format[GF_FORMAT_NAME];
    GF_REQUIRE(&device->core, framebuffer == 0 || !gfFramebuffer_TargetIsInteger(device, format), FRAMEBUFFER,
               "%s: draw buffer 0 of framebuffer %u is %s, integers; floats or normalized numbers, as RGBA8, are "
               "expected",
               caller, framebuffer, format);
    device->soundTarget = framebuffer;
    return true;
}

void gfDevice_UseHostState(gfDevice *device, unsigned part)
{
    gfHostState_Use(&device->gl, device->keepHostState ? &device->hostState : NULL, part);
}

static void activate(gfDevice *device, int unit)
{
    if (device->bindings.activeUnit != unit) {
        device->gl.fn.ActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        device->bindings.activeUnit = unit;
    }
    gfDevice_UseHostState(device, 1u << unit);
}

static void bindTexture(gfDevice *device, int unit, GLuint texture)
{
    gfBindings *b = &device->bindings;
    if (b->textures[unit] != texture) {
        activate(device, unit);
        device->gl.fn.BindTexture(GL_TEXTURE_2D, texture);
        b->textures[unit] = texture;
    }
}

void gfDevice_BindTexture(gfDevice *device, int unit, GLuint texture, GLuint sampler)
{
    gfBindings *b = &device->bindings;
    bindTexture(device, unit, texture);
    if (b->samplers[unit] != sampler) { // bindTexture has saved the host's sampler, with the host's texture
        device->gl.fn.BindSampler((GLuint)unit, sampler);
        b->samplers[unit] = sampler;
    }
}

void gfDevice_BindToChange(gfDevice *device, GLuint texture)
{
    gfDevice_UseHostState(device, GF_HOST_PIXELS);
    activate(device, 0);
    bindTexture(device, 0, texture);
}

void gfDevice_BindPackBuffer(gfDevice *device, GLuint buffer)
{
    gfDevice_UseHostState(device, GF_HOST_PIXELS);
    device->gl.fn.BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
}

void gfDevice_BindFramebuffer(gfDevice *device, GLenum target, GLuint framebuffer)
{
    gfBindings *b = &device->bindings;
    bool draws = target != GL_READ_FRAMEBUFFER, reads = target != GL_DRAW_FRAMEBUFFER;
    if ((draws && b->drawFramebuffer != framebuffer) || (reads && b->readFramebuffer != framebuffer)) {
        device->gl.fn.BindFramebuffer(target, framebuffer);
        b->drawFramebuffer = draws ? framebuffer : b->drawFramebuffer;
        b->readFramebuffer = reads ? framebuffer : b->readFramebuffer;
    }
}

void gfDevice_DeleteFramebuffer(gfDevice *device, GLuint framebuffer)
{
    gfBindings *b = &device->bindings;
    device->gl.fn.DeleteFramebuffers(1, &framebuffer);
    // The GL has unbound the deleted framebuffer. A new one of the same name would otherwise seem to be bound.
    b->drawFramebuffer = b->drawFramebuffer == framebuffer ? GF_UNBOUND : b->drawFramebuffer;
    b->readFramebuffer = b->readFramebuffer == framebuffer ? GF_UNBOUND : b->readFramebuffer;
}

void gfDevice_SetViewport(gfDevice *device, int x, int y, int width, int height)
{
    const GLint wanted[4] = {x, y, width, height};
    if (memcmp(device->bindings.viewport, wanted, sizeof wanted) != 0) {
        gfHostState_SetViewport(&device->gl, x, y, width, height);
        memcpy(device->bindings.viewport, wanted, sizeof wanted);
    }
}

void gfDevice_SetScissor(gfDevice *device, const gfRegion *region)
{
    gfBindings *b = &device->bindings;
    if (region != NULL) {
        const GLint wanted[4] = {region->x, region->y, region->width, region->height};
        if (memcmp(b->scissor, wanted, sizeof wanted) != 0) {
            gfHostState_SetScissorBox(&device->gl, wanted);
            memcpy(b->scissor, wanted, sizeof wanted);
        }
    }
    if (b->scissorTest != (region != NULL)) {
        gfHostState_SetScissorTest(&device->gl, region != NULL);
        b->scissorTest = region != NULL;
    }
}

void gfDevice_RestoreTarget(gfDevice *device, const gfHostTarget *target)
{
    gfBindings *b = &device->bindings;
    gfHostState_RestoreTarget(&device->gl, target);
    b->drawFramebuffer = (GLuint)target->drawFramebuffer;
    b->readFramebuffer = (GLuint)target->readFramebuffer;
    b->viewport[2] = b->scissor[2] = b->scissorTest = -1; // not known: the host's viewport may have fractions
}

void gfDevice_SetStencil(gfDevice *device, const gfStencilRule *rule)
{
    gfDevice_UseHostState(device, GF_HOST_STENCIL);
    gfHostState_SetStencil(&device->gl, rule);
}

bool gfFailure_Begin(gfFailure *failure, gfDevice *device, const char *what)
{
    failure->outer = device->core.leftOut; // set even if false is returned: gfFailure_End, if it follows, restores it
    failure->passes = device->failedPasses;
    GF_TRY(!gfFailure_Lasts(failure, device));
    device->core.leftOut = gfCore_IsQuiet(&device->core) ? failure->outer : what;
    return true;
}

bool gfFailure_End(gfFailure *failure, gfDevice *device, bool made)
{
    device->core.leftOut = failure->outer;
    device->failedPasses = failure->passes;
    failure->at = made ? 0 : device->retries + 1;
    return made;
}

static GLenum takeError(gfDevice *device)
{
    GLenum error = device->gl.fn.GetError();
    device->soundIn = error == GL_NO_ERROR ? device->caller : device->soundIn;
    return error;
}

static bool isPowerOfTen(unsigned n)
{
    while (n >= 10 && n % 10 == 0) {
        n /= 10;
    }
    return n == 1;
}

void gfDevice_DropHostErrors(gfDevice *device)
{
    GLenum error = GL_NO_ERROR;
    for (int i = 0; i < GF_ERRORS_MAX && (error = takeError(device)) != GL_NO_ERROR; i++) {
        unsigned count = ++device->hostErrors[error % GF_ERROR_KINDS];
        const char *since = device->soundIn;
        if (isPowerOfTen(count)) {
            gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_GL,
                     "GL error 0x%04x was pending when %s was called%s%s (%u times so far, reported at 1, 10, 100 and "
                     "so on)",
                     error, device->caller, since != NULL ? ", raised since " : "", since != NULL ? since : "", count);
        }
        if (error == GF_CONTEXT_LOST_ERROR) {
            device->lost = true; // from now on glGetError returns this error each time
            break;
        }
    }
}

void gfDevice_IgnoreErrors(gfDevice *device)
{
    for (int i = 0; i < GF_ERRORS_MAX && takeError(device) != GL_NO_ERROR; i++) {
    }
}

void gfDevice_DropErrorsInStep(gfDevice *device)
{
    if (!gfGL_IsWebGL(&device->gl)) {
        gfDevice_DropHostErrors(device);
    }
}

bool gfDevice_CheckInStep(gfDevice *device, const char *what)
{
    return gfGL_IsWebGL(&device->gl) || gfDevice_CheckGL(device, what);
}

void gfDevice_IgnoreErrorsInStep(gfDevice *device)
{
    if (!gfGL_IsWebGL(&device->gl)) {
        gfDevice_IgnoreErrors(device);
    }
}

bool gfDevice_CheckGL(gfDevice *device, const char *what)
{
    GLenum first = takeError(device), error = first;
    for (int i = 0; i < GF_ERRORS_MAX && error != GL_NO_ERROR && error != GF_CONTEXT_LOST_ERROR; i++) {
        error = takeError(device); // or gfDevice_DropHostErrors would blame the host for it
    }
    if (first == GL_NO_ERROR) {
        return true;
    }
    gfErrorCode code = first == GL_OUT_OF_MEMORY ? GF_ERROR_OUT_OF_MEMORY : GF_ERROR_GL;
    if (first == GF_CONTEXT_LOST_ERROR || error == GF_CONTEXT_LOST_ERROR) {
        code = GF_ERROR_CONTEXT_LOST;
        device->lost = true;
    }
    gfReport(&device->core, GF_LOG_ERROR, code, "GL error 0x%04x while %s", first, what);
    return false;
}

// --- labels ----------------------------------------------------------------------------------------------------------

#define LABEL_MAX 256 // KHR_debug promises that labels may be this long

static const struct {
    GLenum khr, ext;
} labelKinds[GF_LABEL_KINDS] = {
    [GF_LABEL_BUFFER] = {0x82E0, 0x9151},
    [GF_LABEL_FRAMEBUFFER] = {GL_FRAMEBUFFER, GL_FRAMEBUFFER},
    [GF_LABEL_PROGRAM] = {0x82E2, 0x8B40},
    [GF_LABEL_QUERY] = {0x82E3, 0x9153},
    [GF_LABEL_RENDERBUFFER] = {GL_RENDERBUFFER, GL_RENDERBUFFER},
    [GF_LABEL_SAMPLER] = {0x82E6, 0x82E6},
    [GF_LABEL_SHADER] = {0x82E1, 0x8B48},
    [GF_LABEL_TEXTURE] = {GL_TEXTURE, GL_TEXTURE},
    [GF_LABEL_VERTEX_ARRAY] = {GL_VERTEX_ARRAY, 0x9154},
};

void gfLabel_Set(gfDevice *device, gfLabelKind kind, GLuint id, const char *what, const char *part)
{
    char label[LABEL_MAX];
    const gfGL *gl = &device->gl;
    if (GF_ONLY_WEBGL || id == 0 || (gl->objectLabel == NULL && gl->labelObject == NULL)) {
        return;
    }
    bool parted = part != NULL && part[0] != '\0';
    snprintf(label, sizeof label, "gpufluid %s%s%s", what, parted ? " " : "", parted ? part : "");
    if (gl->objectLabel != NULL) {
        gl->objectLabel(labelKinds[kind].khr, id, -1, label);
    } else {
        gl->labelObject(labelKinds[kind].ext, id, 0, label);
    }
}

const char *gfLabel_OfExpression(const char *expression)
{
    const char *name = expression;
    for (const char *c = expression; *c != '\0'; c++) {
        if (*c == '&' || *c == '.' || (*c == '>' && c > expression && c[-1] == '-')) {
            bool side = strcmp(c + 1, "read") == 0 || strcmp(c + 1, "write") == 0; // of a gfPair, whose name is wanted
            name = side ? name : c + 1;
        }
    }
    return name;
}
