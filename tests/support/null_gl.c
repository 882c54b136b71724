#include "support/null_gl.h"

#include "support/null_gl_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX 8192
#define FIRST_NAME 3 // after the host's
#define SOURCES_MAX 4096
#define SAMPLERS_MAX 12 // of one program: what conditions in its text leave out is counted too

typedef enum Kind {
    TEXTURES,
    FRAMEBUFFERS,
    BUFFERS,
    QUERIES,
    VERTEX_ARRAYS,
    SAMPLERS,
    RENDERBUFFERS,
    SHADERS,
    PROGRAMS,
    SYNCS,
    KINDS
} Kind;

static const char *const kindNames[KINDS] = {
    "textures", "framebuffers",  "buffers", "queries",  "vertex arrays",
    "samplers", "renderbuffers", "shaders", "programs", "syncs",
};

// Which uniforms a text names: a bit for each that any text ever named.
typedef struct Uniforms {
    uint64_t bits[UNIFORMS_MAX / 64];
    uint16_t types[UNIFORMS_MAX];
} Uniforms;

typedef struct Shader {
    GLint ok;
    Uniforms uniforms;
} Shader;

typedef struct Program {
    GLint ok;
    Uniforms uniforms;
    float value[4], outside[4]; // u_leftValue and u_rightValue, with which the probe draws
} Program;

// Of textures of 2 x 1 texels, as the probe draws them, the values are kept.
typedef struct Texture {
    GLsizei width, height;
    float texels[2][4];
} Texture;

static struct {
    bool es;
    GLuint next[KINDS];
    bool alive[KINDS][NAMES_MAX];
    Shader shaders[NAMES_MAX];
    Program programs[NAMES_MAX];
    Texture textures[NAMES_MAX];
    GLuint attached[NAMES_MAX]; // by framebuffer: its first texture
    int calls[NULL_GL_FAULTS];
    NullGlFault fault;
    int failAt;
    bool lasting;
    GLenum error;
    char misuse[256];
    int blocks; // of memory
} n;

static struct {
    uint64_t hashes[SOURCES_MAX];
    Uniforms uniforms[SOURCES_MAX];
} sources; // texts seen so far, in any context

static char *zeros; // what a mapped buffer holds
static size_t zerosSize;

void NullGl_Misuse(const char *format, ...)
{
    if (n.misuse[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(n.misuse, sizeof n.misuse, format, arguments);
        va_end(arguments);
    }
}

static void raiseError(GLenum error)
{
    n.error = n.error == GL_NO_ERROR ? error : n.error;
}

void NullGl_Reset(bool es)
{
    memset(&n, 0, sizeof n);
    n.es = es;
    for (int i = 0; i < KINDS; i++) {
        n.next[i] = FIRST_NAME;
    }
    n.alive[TEXTURES][NULL_GL_HOST_TEXTURE] = n.alive[FRAMEBUFFERS][NULL_GL_HOST_FRAMEBUFFER] = true;
    NullGlState_Reset(es);
}

void NullGl_Fail(NullGlFault fault, int call, bool lasting)
{
    n.fault = fault;
    n.failAt = call;
    n.lasting = lasting;
}

int NullGl_GetCalls(NullGlFault fault)
{
    return n.calls[fault];
}

static bool fails(NullGlFault fault)
{
    int call = ++n.calls[fault];
    return fault == n.fault && n.failAt > 0 && (call == n.failAt || (n.lasting && call > n.failAt));
}

const char *NullGl_GetMisuse(void)
{
    return n.misuse[0] != '\0' ? n.misuse : NULL;
}

unsigned NullGl_TakeError(void)
{
    GLenum error = n.error;
    n.error = GL_NO_ERROR;
    return error;
}

int NullGl_GetLeft(char *what, size_t size)
{
    int left = n.blocks;
    size_t used = (size_t)snprintf(what, size, "%d blocks of memory", n.blocks);
    for (int kind = 0; kind < KINDS; kind++) {
        int count = 0;
        for (GLuint name = FIRST_NAME; name < n.next[kind]; name++) {
            count += n.alive[kind][name];
        }
        if (count > 0 && used < size) {
            used += (size_t)snprintf(what + used, size - used, ", %d %s", count, kindNames[kind]);
        }
        left += count;
    }
    return left;
}

static void *allocate(size_t size, void *user)
{
    void *memory = fails(NULL_GL_MEMORY) ? NULL : malloc(size);
    n.blocks += memory != NULL;
    return memory;
}

static void release(void *memory, void *user)
{
    n.blocks--;
    free(memory);
}

gfAllocator NullGl_GetAllocator(void)
{
    return (gfAllocator){allocate, release, NULL};
}

static GLuint make(Kind kind)
{
    if (n.next[kind] == NAMES_MAX) {
        NullGl_Misuse("more than %d %s were made", NAMES_MAX, kindNames[kind]);
        return 0;
    }
    n.alive[kind][n.next[kind]] = true;
    return n.next[kind]++;
}

static bool isAlive(Kind kind, GLuint name)
{
    return name < NAMES_MAX && n.alive[kind][name];
}

static GLuint use(Kind kind, GLuint name)
{
    if (name != 0 && !isAlive(kind, name)) {
        NullGl_Misuse("name %u of %s is used, which was deleted or never made", name, kindNames[kind]);
        return 0;
    }
    return name;
}

static void drop(Kind kind, GLuint name)
{
    if (name != 0 && (name < FIRST_NAME || !isAlive(kind, name))) {
        NullGl_Misuse("name %u of %s is deleted twice or not the library's", name, kindNames[kind]);
    } else {
        n.alive[kind][name] = false;
    }
}

#define GEN_AND_DELETE(names, kind)                                                                                 \
    GL(void, Gen##names, GLsizei count, GLuint *made)                                                               \
    {                                                                                                               \
        for (GLsizei i = 0; i < count; i++) {                                                                       \
            made[i] = make(kind);                                                                                   \
        }                                                                                                           \
    }                                                                                                               \
    GL(void, Delete##names, GLsizei count, const GLuint *gone)                                                      \
    {                                                                                                               \
        for (GLsizei i = 0; i < count; i++) {                                                                       \
            drop(kind, gone[i]);                                                                                    \
            NullGlState_Forget(gone[i], kind == TEXTURES, kind == FRAMEBUFFERS, kind == BUFFERS, kind == SAMPLERS); \
        }                                                                                                           \
    }

GEN_AND_DELETE(Textures, TEXTURES)
GEN_AND_DELETE(Framebuffers, FRAMEBUFFERS)
GEN_AND_DELETE(Buffers, BUFFERS)
GEN_AND_DELETE(Queries, QUERIES)
GEN_AND_DELETE(VertexArrays, VERTEX_ARRAYS)
GEN_AND_DELETE(Samplers, SAMPLERS)
GEN_AND_DELETE(Renderbuffers, RENDERBUFFERS)

static GLint *boundTexture(void)
{
    return NullGlState_Texture(NullGlState_Get(GL_ACTIVE_TEXTURE) - GL_TEXTURE0);
}

GL(void, BindTexture, GLenum target, GLuint name)
{
    *boundTexture() = (GLint)use(TEXTURES, name);
}

GL(void, BindSampler, GLuint unit, GLuint name)
{
    *NullGlState_Sampler(unit) = (GLint)use(SAMPLERS, name);
}

GL(void, BindBuffer, GLenum target, GLuint name)
{
    *NullGlState_At(NullGlState_OfBuffer(target)) = (GLint)use(BUFFERS, name);
}

GL(void, BindVertexArray, GLuint name)
{
    *NullGlState_At(GL_VERTEX_ARRAY_BINDING) = (GLint)use(VERTEX_ARRAYS, name);
}

GL(void, BindFramebuffer, GLenum target, GLuint name)
{
    GLint bound = (GLint)use(FRAMEBUFFERS, name);
    if (target == GL_FRAMEBUFFER) {
        *NullGlState_At(GL_READ_FRAMEBUFFER_BINDING) = bound;
    }
    *NullGlState_At(NullGlState_OfFramebuffer(target)) = bound;
}

GL(void, UseProgram, GLuint name)
{
    *NullGlState_At(GL_CURRENT_PROGRAM) = (GLint)use(PROGRAMS, name);
}

GL(GLboolean, IsProgram, GLuint name)
{
    return name != 0 && isAlive(PROGRAMS, name);
}

static uint64_t hashOf(const char *text, size_t length)
{
    uint64_t hash = length, word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    for (; length > 0; text++, length--) {
        hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    }
    return hash | 1;
}

static uint16_t typeNamed(const char *name)
{
    static const struct {
        const char *name;
        uint16_t type;
    } types[] = {{"float", GL_FLOAT},
                 {"vec2", GL_FLOAT_VEC2},
                 {"vec3", GL_FLOAT_VEC3},
                 {"vec4", GL_FLOAT_VEC4},
                 {"mat4", GL_FLOAT_MAT4},
                 {"int", GL_INT},
                 {"ivec2", GL_INT_VEC2},
                 {"ivec4", GL_INT_VEC4},
                 {"sampler2D", GL_SAMPLER_2D},
                 {"usampler2D", GL_UNSIGNED_INT_SAMPLER_2D},
                 {"ExactSampler", GL_SAMPLER_2D}}; // of shaders/common/exact.glsl
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) == 0) {
            return types[i].type;
        }
    }
    NullGl_Misuse("no uniform is expected of type %s", name);
    return 0;
}

static Uniforms parse(const char *text)
{
    Uniforms uniforms = {{0}, {0}};
    for (const char *at = strstr(text, "uniform "); at != NULL; at = strstr(at + 1, "uniform ")) {
        char type[32], name[64];
        const char *declaration = at + strlen("uniform ") + (strncmp(at, "uniform highp ", 14) == 0 ? 6 : 0);
        if (sscanf(declaration, "%31s %63[A-Za-z0-9_]", type, name) == 2) {
            int index = NullGlState_UniformNamed(name);
            uniforms.bits[index / 64] |= (uint64_t)1 << index % 64;
            uniforms.types[index] = typeNamed(type);
        }
    }
    return uniforms;
}

GL(void, ShaderSource, GLuint shader, GLsizei count, const GLchar *const *texts, const GLint *lengths)
{
    if (use(SHADERS, shader) == 0 || count != 1 || lengths != NULL) {
        NullGl_Misuse("glShaderSource with %d texts", (int)count);
        return;
    }
    uint64_t hash = hashOf(texts[0], strlen(texts[0]));
    size_t slot = hash % SOURCES_MAX;
    while (sources.hashes[slot] != 0 && sources.hashes[slot] != hash) {
        slot = (slot + 1) % SOURCES_MAX;
    }
    if (sources.hashes[slot] == 0) {
        sources.hashes[slot] = hash;
        sources.uniforms[slot] = parse(texts[0]);
    }
    n.shaders[shader].uniforms = sources.uniforms[slot];
}

GL(GLuint, CreateShader, GLenum stage)
{
    return make(SHADERS);
}

GL(void, DeleteShader, GLuint shader)
{
    drop(SHADERS, shader);
}

GL(void, CompileShader, GLuint shader)
{
    n.shaders[use(SHADERS, shader)].ok = !fails(NULL_GL_COMPILE);
}

GL(void, GetShaderiv, GLuint shader, GLenum name, GLint *value)
{
    *value = name == GL_COMPILE_STATUS ? n.shaders[use(SHADERS, shader)].ok : 0;
}

GL(void, GetShaderInfoLog, GLuint name, GLsizei size, GLsizei *length, GLchar *text)
{
    snprintf(text, (size_t)size, "made to fail");
}

GL(GLuint, CreateProgram, void)
{
    return make(PROGRAMS);
}

GL(void, DeleteProgram, GLuint program)
{
    drop(PROGRAMS, program);
}

GL(void, AttachShader, GLuint program, GLuint shader)
{
    Program *p = &n.programs[use(PROGRAMS, program)];
    const Uniforms *added = &n.shaders[use(SHADERS, shader)].uniforms;
    for (int i = 0; i < UNIFORMS_MAX; i++) {
        p->uniforms.bits[i / 64] |= added->bits[i / 64];
        p->uniforms.types[i] = added->types[i] != 0 ? added->types[i] : p->uniforms.types[i];
    }
}

static bool isSampler(uint16_t type)
{
    return type == GL_SAMPLER_2D || type == GL_UNSIGNED_INT_SAMPLER_2D;
}

GL(void, LinkProgram, GLuint program)
{
    Program *p = &n.programs[use(PROGRAMS, program)];
    int samplers = 0;
    p->ok = !fails(NULL_GL_LINK);
    for (int i = 0; i < UNIFORMS_MAX; i++) {
        uint64_t bit = (uint64_t)1 << i % 64;
        if ((p->uniforms.bits[i / 64] & bit) && isSampler(p->uniforms.types[i]) && ++samplers > SAMPLERS_MAX) {
            p->uniforms.bits[i / 64] &= ~bit;
        }
    }
}

GL(void, GetProgramiv, GLuint program, GLenum name, GLint *value)
{
    *value = name == GL_LINK_STATUS ? n.programs[use(PROGRAMS, program)].ok : 0;
    for (int i = 0; name == GL_ACTIVE_UNIFORMS && i < UNIFORMS_MAX / 64; i++) {
        *value += __builtin_popcountll(n.programs[program].uniforms.bits[i]);
    }
}

GL(void, GetActiveUniform, GLuint program, GLuint number, GLsizei room, GLsizei *length, GLint *size, GLenum *type,
   GLchar *name)
{
    *size = 1;
    const Uniforms *uniforms = &n.programs[use(PROGRAMS, program)].uniforms;
    const uint64_t *bits = uniforms->bits;
    for (int i = 0; i < UNIFORMS_MAX; i++) {
        if (i % 64 == 0 && number >= (GLuint)__builtin_popcountll(bits[i / 64])) {
            number -= (GLuint)__builtin_popcountll(bits[i / 64]);
            i += 63;
        } else if ((bits[i / 64] >> i % 64 & 1) != 0 && number-- == 0) {
            snprintf(name, (size_t)room, "%s", NullGlState_UniformName(i));
            *type = uniforms->types[i];
            return;
        }
    }
    NullGl_Misuse("glGetActiveUniform of a number that there is not");
}

// A location is the number of the name, the same in every program.
GL(GLint, GetUniformLocation, GLuint program, const GLchar *name)
{
    int index = NullGlState_UniformNamed(name);
    const Uniforms *uniforms = &n.programs[use(PROGRAMS, program)].uniforms;
    return uniforms->bits[index / 64] >> index % 64 & 1 ? index : -1;
}

GL(void, Uniform4fv, GLint location, GLsizei count, const GLfloat *values)
{
    Program *p = &n.programs[NullGlState_Get(GL_CURRENT_PROGRAM)];
    if (count == 1 && location == NullGlState_UniformNamed("u_leftValue")) {
        memcpy(p->value, values, sizeof p->value);
    } else if (count == 1 && location == NullGlState_UniformNamed("u_rightValue")) {
        memcpy(p->outside, values, sizeof p->outside);
    }
}

GL(void, TexImage2D, GLenum target, GLint level, GLint internalFormat, GLsizei width, GLsizei height, GLint border,
   GLenum format, GLenum type, const void *pixels)
{
    if (fails(NULL_GL_TEXTURE)) {
        raiseError(GL_OUT_OF_MEMORY);
        return;
    }
    n.textures[*boundTexture()] = (Texture){.width = width, .height = height};
}

GL(void, TexSubImage2D, GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
   GLenum type, const void *pixels)
{
    const Texture *t = &n.textures[*boundTexture()];
    if (pixels == NULL || x + width > t->width || y + height > t->height) {
        NullGl_Misuse("glTexSubImage2D beyond a texture of %d x %d", (int)t->width, (int)t->height);
    }
    if (fails(NULL_GL_UPLOAD)) {
        raiseError(GL_OUT_OF_MEMORY);
    }
}

GL(void, FramebufferTexture2D, GLenum target, GLenum attachment, GLenum face, GLuint texture, GLint level)
{
    if (target == GL_READ_FRAMEBUFFER && texture == NULL_GL_HOST_TEXTURE) {
        return; // it is only asked about
    }
    GLuint name = use(TEXTURES, texture);
    GLuint framebuffer = NullGlState_Get(GL_DRAW_FRAMEBUFFER_BINDING);
    if (framebuffer == 0 || framebuffer == NULL_GL_HOST_FRAMEBUFFER || name == 0) {
        NullGl_Misuse("texture %u is attached to framebuffer %u", texture, framebuffer);
    } else if (attachment == GL_COLOR_ATTACHMENT0) {
        n.attached[framebuffer] = name;
    }
}

GL(void, RenderbufferStorage, GLenum target, GLenum format, GLsizei width, GLsizei height)
{
    if (fails(NULL_GL_TEXTURE)) {
        raiseError(GL_OUT_OF_MEMORY);
    }
}

GL(void, FramebufferRenderbuffer, GLenum target, GLenum attachment, GLenum kind, GLuint renderbuffer)
{
    use(RENDERBUFFERS, renderbuffer);
}

GL(GLenum, CheckFramebufferStatus, GLenum target)
{
    return fails(NULL_GL_FRAMEBUFFER) ? GL_FRAMEBUFFER_UNSUPPORTED : GL_FRAMEBUFFER_COMPLETE;
}

// Nothing that it is asked about holds integers.
GL(void, GetFramebufferAttachmentParameteriv, GLenum target, GLenum attachment, GLenum name, GLint *value)
{
    *value = name == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE ? GL_UNSIGNED_NORMALIZED : GL_TEXTURE;
}

static Texture *probedBy(GLenum target)
{
    Texture *texture = &n.textures[n.attached[NullGlState_Get(NullGlState_OfFramebuffer(target))]];
    return texture->width == 2 && texture->height == 1 ? texture : NULL;
}

// What the probe draws comes out as in a GL that renders to floats and filters them.
GL(void, DrawArrays, GLenum mode, GLint first, GLsizei count)
{
    GLuint program = NullGlState_Get(GL_CURRENT_PROGRAM);
    Texture *texture = probedBy(GL_DRAW_FRAMEBUFFER);
    if (program == 0 || NullGlState_Get(GL_VERTEX_ARRAY_BINDING) == 0) {
        NullGl_Misuse("a draw with program %u and vertex array %u", program, NullGlState_Get(GL_VERTEX_ARRAY_BINDING));
    }
    if (texture == NULL) {
        return;
    }
    const Program *p = &n.programs[program];
    if (p->outside[0] != 0.0f) {
        memcpy(texture->texels[0], p->value, sizeof p->value);
        memcpy(texture->texels[1], p->outside, sizeof p->outside);
    } else {
        const Texture *source = &n.textures[*NullGlState_Texture(0)];
        for (int i = 0; i < 4; i++) {
            texture->texels[0][i] = texture->texels[1][i] = 0.5f * (source->texels[0][i] + source->texels[1][i]);
        }
    }
}

GL(void, DrawElements, GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    DrawArrays(mode, 0, count);
}

GL(void, ReadPixels, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels)
{
    const Texture *texture = probedBy(GL_READ_FRAMEBUFFER);
    if ((format != GL_RGBA || (type != GL_FLOAT && type != GL_UNSIGNED_BYTE)) &&
        (format != GL_RGBA_INTEGER || type != GL_UNSIGNED_INT)) {
        NullGl_Misuse("glReadPixels of 0x%04x, 0x%04x", format, type);
    }
    if (fails(NULL_GL_READ)) {
        raiseError(GL_OUT_OF_MEMORY);
    } else if (NullGlState_Get(NullGlState_OfBuffer(GL_PIXEL_PACK_BUFFER)) == 0) {
        memset(pixels, 0, (size_t)width * (size_t)height * 4 * sizeof(float));
        if (texture != NULL && width == 1 && y == 0 && (x == 0 || x == 1)) {
            memcpy(pixels, texture->texels[x], sizeof texture->texels[x]);
        }
    }
}

GL(void, BlitFramebuffer, GLint x0, GLint y0, GLint x1, GLint y1, GLint toX0, GLint toY0, GLint toX1, GLint toY1,
   GLbitfield mask, GLenum filter)
{
    if (x1 - x0 != toX1 - toX0 || y1 - y0 != toY1 - toY0) {
        NullGl_Misuse("a copy that stretches");
    }
    if (fails(NULL_GL_BLIT)) {
        raiseError(GL_INVALID_OPERATION);
    }
}

GL(void, BufferData, GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    if (NullGlState_Get(NullGlState_OfBuffer(target)) == 0) {
        NullGl_Misuse("glBufferData without a buffer");
    }
    if (fails(NULL_GL_BUFFER)) {
        raiseError(GL_OUT_OF_MEMORY);
        return;
    }
    if ((size_t)size > zerosSize) {
        free(zeros);
        zerosSize = (size_t)size;
        zeros = calloc(1, zerosSize);
    }
}

GL(void, CopyBufferSubData, GLenum from, GLenum to, GLintptr fromOffset, GLintptr toOffset, GLsizeiptr size)
{
    if (NullGlState_Get(NullGlState_OfBuffer(from)) == 0 || NullGlState_Get(NullGlState_OfBuffer(to)) == 0 ||
        (size_t)(toOffset + size) > zerosSize) {
        NullGl_Misuse("glCopyBufferSubData of %ld bytes", (long)size);
    }
}

GL(GLboolean, IsTexture, GLuint texture)
{
    return texture == NULL_GL_HOST_TEXTURE;
}

GL(GLboolean, IsFramebuffer, GLuint framebuffer)
{
    return framebuffer != 0;
}

GL(GLboolean, IsSampler, GLuint sampler)
{
    return sampler != 0;
}

GL(void, GetSamplerParameterfv, GLuint sampler, GLenum name, GLfloat *value)
{
    (void)sampler, (void)name;
    *value = 0.0f;
}

GL(void *, MapBufferRange, GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
    if (NullGlState_Get(NullGlState_OfBuffer(target)) == 0 || (size_t)(offset + length) > zerosSize) {
        NullGl_Misuse("glMapBufferRange of %ld bytes of buffer %u", (long)length,
                      NullGlState_Get(NullGlState_OfBuffer(target)));
        return NULL;
    }
    if (fails(NULL_GL_MAP)) {
        raiseError(GL_OUT_OF_MEMORY);
        return NULL;
    }
    return zeros + offset;
}

GL(GLboolean, UnmapBuffer, GLenum target)
{
    return GL_TRUE;
}

GL(GLsync, FenceSync, GLenum condition, GLbitfield flags)
{
    return fails(NULL_GL_FENCE) ? NULL : (GLsync)(uintptr_t)make(SYNCS);
}

GL(void, DeleteSync, GLsync sync)
{
    drop(SYNCS, (GLuint)(uintptr_t)sync);
}

GL(GLenum, ClientWaitSync, GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    bool failed = fails(NULL_GL_WAIT);
    if (sync == NULL || failed) {
        raiseError(failed ? GL_OUT_OF_MEMORY : GL_INVALID_VALUE);
        return GL_WAIT_FAILED;
    }
    use(SYNCS, (GLuint)(uintptr_t)sync);
    return GL_ALREADY_SIGNALED;
}

GL(void, BeginQuery, GLenum target, GLuint query)
{
    use(QUERIES, query);
}

GL(void, GetQueryObjectuiv, GLuint query, GLenum name, GLuint *value)
{
    use(QUERIES, query);
    *value = 1;
}

GL(void, GetQueryObjectui64v, GLuint query, GLenum name, GLuint64 *value)
{
    use(QUERIES, query);
    *value = 1000;
}

GL(GLenum, GetError, void)
{
    return NullGl_TakeError();
}

static void GLAD_API_PTR nothing(void)
{
}

static void GLAD_API_PTR unknown(void)
{
    NullGl_Misuse("a function is called that the null GL lacks");
}

// What takes plain numbers and has nothing to answer, and what is another function by its other name.
__attribute__((constructor)) static void addOthers(void)
{
    static const char *const plain[] = {
        "glUniform1f",           "glUniform1i",      "glUniform1fv",        "glUniform2fv",
        "glUniform1iv",          "glUniform2iv",     "glUniform4iv",        "glUniformMatrix4fv",
        "glVertexAttribPointer", "glTexParameteri",  "glSamplerParameteri", "glEnableVertexAttribArray",
        "glClearBufferfv",       "glClearBufferuiv", "glClearBufferiv",     "glEndQuery",
        "glDepthRange",          "glDepthRangef",    "glSamplerParameterf"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        NullGlState_Add(plain[i], nothing);
    }
    NullGlState_Add("glGetProgramInfoLog", (gfGLProc)GetShaderInfoLog);
    NullGlState_Add("glGetQueryObjectui64vEXT", (gfGLProc)GetQueryObjectui64v);
}

gfGLProc NullGl_GetProcAddress(const char *name)
{
    gfGLProc proc = NullGlState_GetProcAddress(name);
    bool platform = strncmp(name, "gl", 2) != 0 || strncmp(name, "glX", 3) == 0; // of which it has none
    return proc != NULL ? proc : platform ? NULL : unknown;
}
