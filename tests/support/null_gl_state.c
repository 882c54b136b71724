#include "support/null_gl_state.h"

#include "support/null_gl.h"

#include <stdlib.h>
#include <string.h>

#define UNITS 32
#define BUFFERS 8
#define VALUES 256      // a power of two
#define NAME_SLOTS 2048 // a power of two
#define NAME_LENGTH 48
#define FRAMEBUFFER_NAMES 16384

// A setting by its GL name; what is not there is 0.
typedef struct Value {
    GLenum name;
    GLint value;
} Value;

typedef struct State {
    GLuint program, vertexArray, packBuffer, unpackBuffer, drawFramebuffer, readFramebuffer, arrayBuffer;
    GLuint unit, textures[UNITS], samplers[UNITS];
    GLint viewport[4], scissor[4];
    GLboolean colorMask[BUFFERS][4], blend[BUFFERS];
    GLenum hostReadBuffer, hostDrawBuffers[BUFFERS];
    Value values[VALUES];
} State;

static State state, kept;
// Of the vertex array that is bound, so none of the host's.
static GLuint elementBuffer;
static bool isEs;

static struct {
    char names[UNIFORMS_MAX][NAME_LENGTH];
    int count;
    short slots[NAME_SLOTS]; // number + 1
} uniforms;

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

void NullGlState_Reset(bool es)
{
    static const Value host[] = {
        {GL_PACK_ALIGNMENT, 2},     {GL_UNPACK_ALIGNMENT, 8},   {GL_UNPACK_ROW_LENGTH, 40},
        {GL_PACK_SKIP_ROWS, 1},     {GL_POLYGON_MODE, GL_LINE}, {GL_CLAMP_READ_COLOR, GL_TRUE},
        {GL_BLEND_SRC_RGB, GL_ONE}, {GL_BLEND_DST_RGB, GL_ONE}, {GL_BLEND_EQUATION_RGB, GL_FUNC_SUBTRACT},
        {GL_DEPTH_TEST, 1},         {GL_CULL_FACE, 1},          {GL_STENCIL_WRITEMASK, 3},
        {GL_STENCIL_BACK_REF, 5},   {GL_STENCIL_FAIL, GL_ZERO}, {GL_STENCIL_BACK_FUNC, GL_LESS},
    };
    state = (State){.drawFramebuffer = NULL_GL_HOST_FRAMEBUFFER,
                    .readFramebuffer = NULL_GL_HOST_FRAMEBUFFER,
                    .unit = 3,
                    .textures = {[3] = NULL_GL_HOST_TEXTURE},
                    .viewport = {2, 1, 40, 30},
                    .scissor = {0, 0, 41, 31},
                    .hostReadBuffer = GL_COLOR_ATTACHMENT0,
                    .hostDrawBuffers = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1}};
    for (int i = 0; i < BUFFERS; i++) {
        memcpy(state.colorMask[i], (GLboolean[4]){1, 1, 0, 1}, 4);
        state.blend[i] = es || i == 1; // OpenGL ES 3.0 has one for all
    }
    for (size_t i = 0; i < sizeof host / sizeof host[0]; i++) {
        *find(&state, host[i].name) = host[i].value;
    }
    isEs = es;
}

void NullGl_KeepState(void)
{
    kept = state;
}

bool NullGl_StateIsKept(void)
{
    for (int i = 0; i < VALUES; i++) {
        if (state.values[i].name != 0 && *find(&kept, state.values[i].name) != state.values[i].value) {
            return false;
        }
    }
    State now = state;
    memcpy(now.values, kept.values, sizeof now.values);
    return memcmp(&now, &kept, sizeof now) == 0;
}

// --- bindings ------------------------------------------------------------------------------------------------------

GLuint *NullGlState_TextureAt(GLuint unit)
{
    return &state.textures[unit % UNITS];
}

GLuint *NullGlState_Texture(void)
{
    return NullGlState_TextureAt(state.unit);
}

GLuint *NullGlState_Sampler(GLuint unit)
{
    return &state.samplers[unit % UNITS];
}

GLuint *NullGlState_Buffer(GLenum target)
{
    return target == GL_PIXEL_PACK_BUFFER      ? &state.packBuffer
           : target == GL_ARRAY_BUFFER         ? &state.arrayBuffer
           : target == GL_ELEMENT_ARRAY_BUFFER ? &elementBuffer
                                               : &state.unpackBuffer;
}

GLuint *NullGlState_VertexArray(void)
{
    return &state.vertexArray;
}

GLuint *NullGlState_Program(void)
{
    return &state.program;
}

GLuint NullGlState_Framebuffer(GLenum target)
{
    return target == GL_READ_FRAMEBUFFER ? state.readFramebuffer : state.drawFramebuffer;
}

void NullGlState_BindFramebuffer(GLenum target, GLuint name)
{
    state.drawFramebuffer = target != GL_READ_FRAMEBUFFER ? name : state.drawFramebuffer;
    state.readFramebuffer = target != GL_DRAW_FRAMEBUFFER ? name : state.readFramebuffer;
}

void NullGlState_Forget(GLuint name, bool texture, bool framebuffer, bool buffer, bool sampler)
{
    for (int i = 0; i < UNITS; i++) {
        state.textures[i] = texture && state.textures[i] == name ? 0 : state.textures[i];
        state.samplers[i] = sampler && state.samplers[i] == name ? 0 : state.samplers[i];
    }
    if (framebuffer) {
        state.drawFramebuffer = state.drawFramebuffer == name ? 0 : state.drawFramebuffer;
        state.readFramebuffer = state.readFramebuffer == name ? 0 : state.readFramebuffer;
    }
    if (buffer) {
        state.packBuffer = state.packBuffer == name ? 0 : state.packBuffer;
        state.unpackBuffer = state.unpackBuffer == name ? 0 : state.unpackBuffer;
        state.arrayBuffer = state.arrayBuffer == name ? 0 : state.arrayBuffer;
        elementBuffer = elementBuffer == name ? 0 : elementBuffer;
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

// --- functions -----------------------------------------------------------------------------------------------------

static void GLAD_API_PTR activeTexture(GLenum unit)
{
    state.unit = unit - GL_TEXTURE0;
}

static void GLAD_API_PTR enable(GLenum name)
{
    if (name == GL_BLEND) {
        memset(state.blend, 1, sizeof state.blend);
    } else {
        *find(&state, name) = 1;
    }
}

static void GLAD_API_PTR disable(GLenum name)
{
    if (name == GL_BLEND) {
        memset(state.blend, 0, sizeof state.blend);
    } else {
        *find(&state, name) = 0;
    }
}

static GLboolean GLAD_API_PTR isEnabled(GLenum name)
{
    return name == GL_BLEND ? state.blend[0] : (GLboolean)*find(&state, name);
}

static void GLAD_API_PTR enablei(GLenum name, GLuint index)
{
    (void)name; // GL 3.3 has blending alone
    state.blend[index % BUFFERS] = 1;
}

static void GLAD_API_PTR disablei(GLenum name, GLuint index)
{
    (void)name;
    state.blend[index % BUFFERS] = 0;
}

static GLboolean GLAD_API_PTR isEnabledi(GLenum name, GLuint index)
{
    (void)name;
    return state.blend[index % BUFFERS];
}

static void GLAD_API_PTR colorMaski(GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a)
{
    memcpy(state.colorMask[index % BUFFERS], (GLboolean[4]){r, g, b, a}, 4);
}

static void GLAD_API_PTR colorMask(GLboolean r, GLboolean g, GLboolean b, GLboolean a)
{
    for (GLuint i = 0; i < BUFFERS; i++) {
        colorMaski(i, r, g, b, a);
    }
}

static void GLAD_API_PTR getBooleani_v(GLenum name, GLuint index, GLboolean *values)
{
    (void)name;
    memcpy(values, state.colorMask[index % BUFFERS], 4);
}

static void GLAD_API_PTR getBooleanv(GLenum name, GLboolean *values)
{
    getBooleani_v(name, 0, values);
}

static void GLAD_API_PTR getIntegeri_v(GLenum name, GLuint index, GLint *values)
{
    (void)index;
    *values = *find(&state, name);
}

static void GLAD_API_PTR pixelStorei(GLenum name, GLint value)
{
    *find(&state, name) = value;
}

static void GLAD_API_PTR polygonMode(GLenum face, GLenum mode)
{
    (void)face;
    *find(&state, GL_POLYGON_MODE) = (GLint)mode;
}

static void GLAD_API_PTR clampColor(GLenum name, GLenum value)
{
    *find(&state, name) = (GLint)value;
}

static void GLAD_API_PTR depthFunc(GLenum function)
{
    *find(&state, GL_DEPTH_FUNC) = (GLint)function;
}

static void GLAD_API_PTR depthMask(GLboolean mask)
{
    *find(&state, GL_DEPTH_WRITEMASK) = mask;
}

static void GLAD_API_PTR blendFuncSeparate(GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha, GLenum dstAlpha)
{
    *find(&state, GL_BLEND_SRC_RGB) = (GLint)srcRgb;
    *find(&state, GL_BLEND_DST_RGB) = (GLint)dstRgb;
    *find(&state, GL_BLEND_SRC_ALPHA) = (GLint)srcAlpha;
    *find(&state, GL_BLEND_DST_ALPHA) = (GLint)dstAlpha;
}

static void GLAD_API_PTR blendEquationSeparate(GLenum rgb, GLenum alpha)
{
    *find(&state, GL_BLEND_EQUATION_RGB) = (GLint)rgb;
    *find(&state, GL_BLEND_EQUATION_ALPHA) = (GLint)alpha;
}

// A row of names a face: front, back.
static void setOfFaces(GLenum face, const GLenum *names, const GLint *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (face != GL_BACK) {
            *find(&state, names[i]) = values[i];
        }
        if (face != GL_FRONT) {
            *find(&state, names[count + i]) = values[i];
        }
    }
}

static void GLAD_API_PTR stencilFuncSeparate(GLenum face, GLenum function, GLint reference, GLuint mask)
{
    static const GLenum names[] = {GL_STENCIL_FUNC,      GL_STENCIL_REF,      GL_STENCIL_VALUE_MASK,
                                   GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_REF, GL_STENCIL_BACK_VALUE_MASK};
    setOfFaces(face, names, (const GLint[]){(GLint)function, reference, (GLint)mask}, 3);
}

static void GLAD_API_PTR stencilOpSeparate(GLenum face, GLenum fails, GLenum depthFails, GLenum passes)
{
    static const GLenum names[] = {
        GL_STENCIL_FAIL,      GL_STENCIL_PASS_DEPTH_FAIL,      GL_STENCIL_PASS_DEPTH_PASS,
        GL_STENCIL_BACK_FAIL, GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_PASS};
    setOfFaces(face, names, (const GLint[]){(GLint)fails, (GLint)depthFails, (GLint)passes}, 3);
}

static void GLAD_API_PTR stencilMaskSeparate(GLenum face, GLuint mask)
{
    static const GLenum names[] = {GL_STENCIL_WRITEMASK, GL_STENCIL_BACK_WRITEMASK};
    setOfFaces(face, names, (const GLint[]){(GLint)mask}, 1);
}

static void GLAD_API_PTR bindRenderbuffer(GLenum target, GLuint renderbuffer)
{
    (void)target;
    *find(&state, GL_RENDERBUFFER_BINDING) = (GLint)renderbuffer;
}

static void GLAD_API_PTR viewport(GLint x, GLint y, GLsizei width, GLsizei height)
{
    memcpy(state.viewport, (GLint[4]){x, y, width, height}, sizeof state.viewport);
}

static void GLAD_API_PTR scissor(GLint x, GLint y, GLsizei width, GLsizei height)
{
    memcpy(state.scissor, (GLint[4]){x, y, width, height}, sizeof state.scissor);
}

// Those of the library's framebuffers are not asked for.
static void GLAD_API_PTR drawBuffers(GLsizei count, const GLenum *buffers)
{
    for (GLsizei i = 0; i < BUFFERS && state.drawFramebuffer == NULL_GL_HOST_FRAMEBUFFER; i++) {
        state.hostDrawBuffers[i] = i < count ? buffers[i] : GL_NONE;
    }
}

static void GLAD_API_PTR readBuffer(GLenum buffer)
{
    if (state.readFramebuffer == NULL_GL_HOST_FRAMEBUFFER) {
        state.hostReadBuffer = buffer;
    }
}

static GLint getInteger(GLenum name)
{
    switch (name) {
    case GL_CURRENT_PROGRAM:
        return (GLint)state.program;
    case GL_VERTEX_ARRAY_BINDING:
        return (GLint)state.vertexArray;
    case GL_ARRAY_BUFFER_BINDING:
        return (GLint)state.arrayBuffer;
    case GL_PIXEL_PACK_BUFFER_BINDING:
        return (GLint)state.packBuffer;
    case GL_PIXEL_UNPACK_BUFFER_BINDING:
        return (GLint)state.unpackBuffer;
    case GL_ACTIVE_TEXTURE:
        return (GLint)(GL_TEXTURE0 + state.unit);
    case GL_TEXTURE_BINDING_2D:
        return (GLint)*NullGlState_Texture();
    case GL_SAMPLER_BINDING:
        return (GLint)*NullGlState_Sampler(state.unit);
    case GL_DRAW_FRAMEBUFFER_BINDING:
        return (GLint)state.drawFramebuffer;
    case GL_READ_FRAMEBUFFER_BINDING:
        return (GLint)state.readFramebuffer;
    case GL_READ_BUFFER:
        return (GLint)state.hostReadBuffer;
    case GL_SAMPLE_BUFFERS:
        return 1;
    case GL_MAX_TEXTURE_SIZE:
        return 4096;
    case GL_MAX_DRAW_BUFFERS:
        return BUFFERS;
    case GL_NUM_EXTENSIONS:
        return isEs ? 2 : 1;
    default:
        return name >= GL_DRAW_BUFFER0 && name < GL_DRAW_BUFFER0 + BUFFERS
                   ? (GLint)state.hostDrawBuffers[name - GL_DRAW_BUFFER0]
                   : *find(&state, name);
    }
}

static void GLAD_API_PTR getIntegerv(GLenum name, GLint *values)
{
    if (name == GL_VIEWPORT || name == GL_SCISSOR_BOX) {
        memcpy(values, name == GL_VIEWPORT ? state.viewport : state.scissor, sizeof state.viewport);
    } else {
        *values = getInteger(name);
    }
}

static void GLAD_API_PTR getFloatv(GLenum name, GLfloat *values)
{
    (void)name; // sizes of points
    values[0] = 1.0f;
    values[1] = 64.0f;
}

static void GLAD_API_PTR getDoublev(GLenum name, GLdouble *values)
{
    (void)name; // the range of depths
    values[0] = 0.0;
    values[1] = 1.0;
}

static void GLAD_API_PTR depthRange(GLdouble low, GLdouble high)
{
    (void)low;
    (void)high;
}

static void GLAD_API_PTR depthRangef(GLfloat low, GLfloat high)
{
    (void)low;
    (void)high;
}

static const GLubyte *GLAD_API_PTR getString(GLenum name)
{
    return (const GLubyte *)(name == GL_VERSION ? (isEs ? "OpenGL ES 3.0 Null" : "3.3.0 Null") : "Null");
}

static const GLubyte *GLAD_API_PTR getStringi(GLenum name, GLuint index)
{
    static const char *const es[] = {"GL_EXT_color_buffer_float", "GL_EXT_disjoint_timer_query"};
    (void)name;
    return (const GLubyte *)(isEs ? es[index % 2] : "GL_ARB_transform_feedback2");
}

static void GLAD_API_PTR getQueryiv(GLenum target, GLenum name, GLint *value)
{
    (void)target;
    (void)name;
    *value = 0;
}

#define GL(name, function)              \
    {                                   \
        "gl" name, (gfGLProc)(function) \
    }

gfGLProc NullGlState_GetProcAddress(const char *name)
{
    static const struct {
        const char *name;
        gfGLProc proc;
    } table[] = {
        GL("ActiveTexture", activeTexture),
        GL("Enable", enable),
        GL("Disable", disable),
        GL("IsEnabled", isEnabled),
        GL("Enablei", enablei),
        GL("Disablei", disablei),
        GL("IsEnabledi", isEnabledi),
        GL("ColorMask", colorMask),
        GL("ColorMaski", colorMaski),
        GL("GetBooleanv", getBooleanv),
        GL("GetBooleani_v", getBooleani_v),
        GL("GetIntegerv", getIntegerv),
        GL("GetIntegeri_v", getIntegeri_v),
        GL("GetFloatv", getFloatv),
        GL("GetString", getString),
        GL("GetStringi", getStringi),
        GL("GetQueryiv", getQueryiv),
        GL("PixelStorei", pixelStorei),
        GL("PolygonMode", polygonMode),
        GL("ClampColor", clampColor),
        GL("BlendFuncSeparate", blendFuncSeparate),
        GL("BlendEquationSeparate", blendEquationSeparate),
        GL("StencilFuncSeparate", stencilFuncSeparate),
        GL("StencilOpSeparate", stencilOpSeparate),
        GL("StencilMaskSeparate", stencilMaskSeparate),
        GL("BindRenderbuffer", bindRenderbuffer),
        GL("DepthFunc", depthFunc),
        GL("DepthRange", depthRange),
        GL("DepthRangef", depthRangef),
        GL("GetDoublev", getDoublev),
        GL("DepthMask", depthMask),
        GL("Viewport", viewport),
        GL("Scissor", scissor),
        GL("DrawBuffers", drawBuffers),
        GL("ReadBuffer", readBuffer),
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].proc;
        }
    }
    return NULL;
}
