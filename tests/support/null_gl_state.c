#include "support/null_gl_state.h"

#include "support/null_gl.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTIONS 256
#define UNITS 32
#define BUFFERS 8
#define VALUES 256      // a power of two
#define NAME_SLOTS 2048 // a power of two
#define NAME_LENGTH 48

// A setting by its GL name; what is not there is 0.
typedef struct Value {
    GLenum name;
    GLint value;
} Value;

typedef struct State {
    GLint textures[UNITS], samplers[UNITS];
    GLint viewport[4], scissor[4];
    GLboolean colorMask[BUFFERS][4], blend[BUFFERS];
    Value values[VALUES];
} State;

static State state, kept;
static bool isEs;

static struct {
    char names[UNIFORMS_MAX][NAME_LENGTH];
    int count;
    short slots[NAME_SLOTS]; // number + 1
} uniforms;

typedef struct Function {
    const char *name;
    gfGLProc proc;
} Function;

static Function functions[FUNCTIONS];
static size_t functionCount;

void NullGlState_Add(const char *name, gfGLProc proc)
{
    if (functionCount < FUNCTIONS) { // what has no room is unknown, which is misuse
        functions[functionCount++] = (Function){name, proc};
    }
}

static int compareNames(const void *a, const void *b)
{
    return strcmp(((const Function *)a)->name, ((const Function *)b)->name);
}

gfGLProc NullGlState_GetProcAddress(const char *name)
{
    static bool sorted;
    if (!sorted) {
        qsort(functions, functionCount, sizeof functions[0], compareNames);
        sorted = true;
    }
    const Function *found =
        bsearch(&(Function){name, NULL}, functions, functionCount, sizeof functions[0], compareNames);
    return found != NULL ? found->proc : NULL;
}

static GLint *find(State *s, GLenum name)
{
    unsigned slot = (unsigned)(name * 2654435761u) >> 24;
    for (int i = 0; i < VALUES; i++, slot++) {
        Value *value = &s->values[slot % VALUES];
        if (value->name == 0) {
            value->name = name;
        }
        if (value->name == name) {
            return &value->value;
        }
    }
    NullGl_Misuse("no room for setting 0x%04x", name);
    return &s->values[0].value;
}

GLint *NullGlState_At(GLenum name)
{
    return find(&state, name);
}

GLuint NullGlState_Get(GLenum name)
{
    return (GLuint)*NullGlState_At(name);
}

static void set(GLenum name, GLenum value)
{
    *NullGlState_At(name) = (GLint)value;
}

void NullGlState_Reset(bool es)
{
    static const Value host[] = {
        {GL_PACK_ALIGNMENT, 2},     {GL_UNPACK_ALIGNMENT, 8},    {GL_UNPACK_ROW_LENGTH, 40},
        {GL_PACK_SKIP_ROWS, 1},     {GL_POLYGON_MODE, GL_LINE},  {GL_CLAMP_READ_COLOR, GL_TRUE},
        {GL_BLEND_SRC_RGB, GL_ONE}, {GL_BLEND_DST_RGB, GL_ONE},  {GL_BLEND_EQUATION_RGB, GL_FUNC_SUBTRACT},
        {GL_DEPTH_TEST, 1},         {GL_CULL_FACE, 1},           {GL_STENCIL_WRITEMASK, 3},
        {GL_STENCIL_BACK_REF, 5},   {GL_STENCIL_FAIL, GL_ZERO},  {GL_STENCIL_BACK_FUNC, GL_LESS},
        {GL_SAMPLE_BUFFERS, 1},     {GL_MAX_TEXTURE_SIZE, 4096},
    };
    state = (State){.textures = {[3] = NULL_GL_HOST_TEXTURE}, .viewport = {2, 1, 40, 30}, .scissor = {0, 0, 41, 31}};
    for (int i = 0; i < BUFFERS; i++) {
        memcpy(state.colorMask[i], (GLboolean[4]){1, 1, 0, 1}, 4);
        state.blend[i] = es || i == 1; // OpenGL ES 3.0 has one for all
    }
    for (size_t i = 0; i < sizeof host / sizeof host[0]; i++) {
        *NullGlState_At(host[i].name) = host[i].value;
    }
    set(GL_DRAW_FRAMEBUFFER_BINDING, NULL_GL_HOST_FRAMEBUFFER);
    set(GL_READ_FRAMEBUFFER_BINDING, NULL_GL_HOST_FRAMEBUFFER);
    set(GL_ACTIVE_TEXTURE, GL_TEXTURE0 + 3);
    set(GL_READ_BUFFER, GL_COLOR_ATTACHMENT0);
    set(GL_DRAW_BUFFER0, GL_COLOR_ATTACHMENT0);
    set(GL_DRAW_BUFFER1, GL_COLOR_ATTACHMENT1);
    set(GL_MAX_DRAW_BUFFERS, BUFFERS);
    set(GL_NUM_EXTENSIONS, es ? 2 : 1);
    isEs = es;
}

void NullGl_KeepState(void)
{
    kept = state;
}

bool NullGl_StateIsKept(void)
{
    for (int i = 0; i < VALUES; i++) {
        const Value *value = &state.values[i];
        // The buffer of indices is the vertex array's that is bound, so none of the host's.
        bool counts = value->name != 0 && value->name != GL_ELEMENT_ARRAY_BUFFER_BINDING;
        if (counts && *find(&kept, value->name) != value->value) {
            return false;
        }
    }
    State now = state;
    memcpy(now.values, kept.values, sizeof now.values);
    return memcmp(&now, &kept, sizeof now) == 0;
}

GLint *NullGlState_Texture(GLuint unit)
{
    return &state.textures[unit % UNITS];
}

GLint *NullGlState_Sampler(GLuint unit)
{
    return &state.samplers[unit % UNITS];
}

GLenum NullGlState_OfBuffer(GLenum target)
{
    return target == GL_PIXEL_PACK_BUFFER      ? GL_PIXEL_PACK_BUFFER_BINDING
           : target == GL_ARRAY_BUFFER         ? GL_ARRAY_BUFFER_BINDING
           : target == GL_ELEMENT_ARRAY_BUFFER ? GL_ELEMENT_ARRAY_BUFFER_BINDING
                                               : GL_PIXEL_UNPACK_BUFFER_BINDING;
}

GLenum NullGlState_OfFramebuffer(GLenum target)
{
    return target == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER_BINDING : GL_DRAW_FRAMEBUFFER_BINDING;
}

static void forget(GLint *bound, GLuint name)
{
    *bound = (GLuint)*bound == name ? 0 : *bound;
}

void NullGlState_Forget(GLuint name, bool texture, bool framebuffer, bool buffer, bool sampler)
{
    static const GLenum bindings[] = {GL_DRAW_FRAMEBUFFER_BINDING,     GL_READ_FRAMEBUFFER_BINDING,
                                      GL_ARRAY_BUFFER_BINDING,         GL_PIXEL_PACK_BUFFER_BINDING,
                                      GL_ELEMENT_ARRAY_BUFFER_BINDING, GL_PIXEL_UNPACK_BUFFER_BINDING};
    for (int i = 0; i < UNITS && (texture || sampler); i++) {
        forget(texture ? &state.textures[i] : &state.samplers[i], name);
    }
    for (int i = framebuffer ? 0 : 2; i < (buffer ? 6 : 2); i++) {
        forget(NullGlState_At(bindings[i]), name);
    }
}

int NullGlState_UniformNamed(const char *name)
{
    unsigned hash = 2166136261u;
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    }
    unsigned slot = hash % NAME_SLOTS;
    while (uniforms.slots[slot] != 0 && strcmp(uniforms.names[uniforms.slots[slot] - 1], name) != 0) {
        slot = (slot + 1) % NAME_SLOTS;
    }
    if (uniforms.slots[slot] == 0) {
        if (uniforms.count == UNIFORMS_MAX || strlen(name) >= NAME_LENGTH) {
            NullGl_Misuse("no room for uniform %s", name);
            return 0;
        }
        strcpy(uniforms.names[uniforms.count++], name);
        uniforms.slots[slot] = (short)uniforms.count;
    }
    return uniforms.slots[slot] - 1;
}

const char *NullGlState_UniformName(int index)
{
    return uniforms.names[index];
}

static void setEnabled(GLenum name, GLboolean enabled)
{
    if (name == GL_BLEND) {
        memset(state.blend, enabled, sizeof state.blend);
    } else {
        set(name, enabled);
    }
}

GL(void, Enable, GLenum name)
{
    setEnabled(name, 1);
}

GL(void, Disable, GLenum name)
{
    setEnabled(name, 0);
}

GL(GLboolean, IsEnabled, GLenum name)
{
    return name == GL_BLEND ? state.blend[0] : (GLboolean)NullGlState_Get(name);
}

// GL 3.3 has blending alone with an index.
GL(void, Enablei, GLenum name, GLuint index)
{
    state.blend[index % BUFFERS] = 1;
}

GL(void, Disablei, GLenum name, GLuint index)
{
    state.blend[index % BUFFERS] = 0;
}

GL(GLboolean, IsEnabledi, GLenum name, GLuint index)
{
    return state.blend[index % BUFFERS];
}

GL(void, ColorMaski, GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a)
{
    memcpy(state.colorMask[index % BUFFERS], (GLboolean[4]){r, g, b, a}, 4);
}

GL(void, ColorMask, GLboolean r, GLboolean g, GLboolean b, GLboolean a)
{
    for (GLuint i = 0; i < BUFFERS; i++) {
        ColorMaski(i, r, g, b, a);
    }
}

GL(void, GetBooleani_v, GLenum name, GLuint index, GLboolean *values)
{
    memcpy(values, state.colorMask[index % BUFFERS], 4);
}

GL(void, GetBooleanv, GLenum name, GLboolean *values)
{
    GetBooleani_v(name, 0, values);
}

GL(void, GetIntegeri_v, GLenum name, GLuint index, GLint *values)
{
    *values = *NullGlState_At(name);
}

GL(void, ActiveTexture, GLenum unit)
{
    set(GL_ACTIVE_TEXTURE, unit);
}

GL(void, PixelStorei, GLenum name, GLint value)
{
    *NullGlState_At(name) = value;
}

GL(void, PolygonMode, GLenum face, GLenum mode)
{
    set(GL_POLYGON_MODE, mode);
}

GL(void, ClampColor, GLenum name, GLenum value)
{
    set(name, value);
}

GL(void, DepthFunc, GLenum function)
{
    set(GL_DEPTH_FUNC, function);
}

GL(void, DepthMask, GLboolean mask)
{
    set(GL_DEPTH_WRITEMASK, mask);
}

GL(void, BlendFuncSeparate, GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha, GLenum dstAlpha)
{
    set(GL_BLEND_SRC_RGB, srcRgb);
    set(GL_BLEND_DST_RGB, dstRgb);
    set(GL_BLEND_SRC_ALPHA, srcAlpha);
    set(GL_BLEND_DST_ALPHA, dstAlpha);
}

GL(void, BlendEquationSeparate, GLenum rgb, GLenum alpha)
{
    set(GL_BLEND_EQUATION_RGB, rgb);
    set(GL_BLEND_EQUATION_ALPHA, alpha);
}

static void setOfFaces(GLenum face, GLenum front, GLenum back, GLenum value)
{
    if (face != GL_BACK) {
        set(front, value);
    }
    if (face != GL_FRONT) {
        set(back, value);
    }
}

GL(void, StencilFuncSeparate, GLenum face, GLenum function, GLint reference, GLuint mask)
{
    setOfFaces(face, GL_STENCIL_FUNC, GL_STENCIL_BACK_FUNC, function);
    setOfFaces(face, GL_STENCIL_REF, GL_STENCIL_BACK_REF, (GLenum)reference);
    setOfFaces(face, GL_STENCIL_VALUE_MASK, GL_STENCIL_BACK_VALUE_MASK, mask);
}

GL(void, StencilOpSeparate, GLenum face, GLenum fails, GLenum depthFails, GLenum passes)
{
    setOfFaces(face, GL_STENCIL_FAIL, GL_STENCIL_BACK_FAIL, fails);
    setOfFaces(face, GL_STENCIL_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_FAIL, depthFails);
    setOfFaces(face, GL_STENCIL_PASS_DEPTH_PASS, GL_STENCIL_BACK_PASS_DEPTH_PASS, passes);
}

GL(void, StencilMaskSeparate, GLenum face, GLuint mask)
{
    setOfFaces(face, GL_STENCIL_WRITEMASK, GL_STENCIL_BACK_WRITEMASK, mask);
}

GL(void, BindRenderbuffer, GLenum target, GLuint renderbuffer)
{
    set(GL_RENDERBUFFER_BINDING, renderbuffer);
}

GL(void, Viewport, GLint x, GLint y, GLsizei width, GLsizei height)
{
    memcpy(state.viewport, (GLint[4]){x, y, width, height}, sizeof state.viewport);
}

GL(void, Scissor, GLint x, GLint y, GLsizei width, GLsizei height)
{
    memcpy(state.scissor, (GLint[4]){x, y, width, height}, sizeof state.scissor);
}

// Those of the library's framebuffers are not asked for.
GL(void, DrawBuffers, GLsizei count, const GLenum *buffers)
{
    bool host = NullGlState_Get(GL_DRAW_FRAMEBUFFER_BINDING) == NULL_GL_HOST_FRAMEBUFFER;
    for (GLsizei i = 0; i < BUFFERS && host; i++) {
        set(GL_DRAW_BUFFER0 + (GLenum)i, i < count ? buffers[i] : GL_NONE);
    }
}

GL(void, ReadBuffer, GLenum buffer)
{
    if (NullGlState_Get(GL_READ_FRAMEBUFFER_BINDING) == NULL_GL_HOST_FRAMEBUFFER) {
        set(GL_READ_BUFFER, buffer);
    }
}

GL(void, GetIntegerv, GLenum name, GLint *values)
{
    GLuint unit = NullGlState_Get(GL_ACTIVE_TEXTURE) - GL_TEXTURE0;
    if (name == GL_VIEWPORT || name == GL_SCISSOR_BOX) {
        memcpy(values, name == GL_VIEWPORT ? state.viewport : state.scissor, sizeof state.viewport);
    } else {
        *values = name == GL_TEXTURE_BINDING_2D ? *NullGlState_Texture(unit)
                  : name == GL_SAMPLER_BINDING  ? *NullGlState_Sampler(unit)
                                                : *NullGlState_At(name);
    }
}

// Sizes of points.
GL(void, GetFloatv, GLenum name, GLfloat *values)
{
    values[0] = 1.0f;
    values[1] = 64.0f;
}

// The range of depths.
GL(void, GetDoublev, GLenum name, GLdouble *values)
{
    values[0] = 0.0;
    values[1] = 1.0;
}

GL(const GLubyte *, GetString, GLenum name)
{
    return (const GLubyte *)(name == GL_VERSION ? (isEs ? "OpenGL ES 3.0 Null" : "3.3.0 Null") : "Null");
}

GL(const GLubyte *, GetStringi, GLenum name, GLuint index)
{
    static const char *const es[] = {"GL_EXT_color_buffer_float", "GL_EXT_disjoint_timer_query"};
    return (const GLubyte *)(isEs ? es[index % 2] : "GL_ARB_transform_feedback2");
}

GL(void, GetQueryiv, GLenum target, GLenum name, GLint *value)
{
    *value = 0;
}
