#include "gl/program_cache.h"

#include <stdarg.h>
#include <stdio.h>

static const gfVertexStage atlas = {"common/cover.vert", "ATLAS", 0, NULL};
static const gfVertexStage atlasLedger = {"common/cover.vert", "ATLAS;LEDGER", 0, NULL};
static const gfVertexStage atlasStart = {"common/cover.vert", "ATLAS;START", 0, NULL};
static const gfVertexStage atlasGated = {"common/cover.vert", "ATLAS;GATED", 0, NULL};
static const gfVertexStage atlasTiles = {"common/cover.vert", "ATLAS;TILED", 0, NULL};
static const gfVertexStage atlasGatedTiles = {"common/cover.vert", "ATLAS;GATED;TILED", 0, NULL};
const gfVertexStage gf_vertexCover = {"common/cover.vert", "", 3, &atlas};
const gfVertexStage gf_vertexTiles = {"common/cover.vert", "TILED", 3, &atlasTiles};
const gfVertexStage gf_vertexTiles1 = {"common/cover.vert", "TILED;CLASS 1", 3, NULL};
const gfVertexStage gf_vertexTiles2 = {"common/cover.vert", "TILED;CLASS 2", 3, NULL};
const gfVertexStage gf_vertexTiles3 = {"common/cover.vert", "TILED;CLASS 3", 3, NULL};
const gfVertexStage gf_vertexListed = {"common/cover.vert", "LISTED", 3, &atlas};
const gfVertexStage gf_vertexLedger = {"common/cover.vert", "LEDGER", 3, &atlasLedger};
const gfVertexStage gf_vertexStart = {"common/cover.vert", "START", 3, &atlasStart};
const gfVertexStage gf_vertexGated = {"common/cover.vert", "GATED", 3, &atlasGated};
const gfVertexStage gf_vertexGatedTiles = {"common/cover.vert", "GATED;TILED", 3, &atlasGatedTiles};

// --- shaders ---------------------------------------------------------------------------------------------------------

static gfCachedShader *findShader(gfDevice *device, GLenum stage, const char *file, const char *defines)
{
    for (gfCachedShader *c = device->programs->shaders; c != NULL; c = c->next) {
        if (c->stage == stage && strcmp(c->file, file) == 0 && strcmp(c->defines, defines) == 0) {
            return c;
        }
    }
    gfCachedShader *added = gfAlloc(&device->core, sizeof *added);
    if (added != NULL) {
        added->stage = stage;
        snprintf(added->file, sizeof added->file, "%s", file);
        snprintf(added->defines, sizeof added->defines, "%s", defines);
        added->next = device->programs->shaders;
        device->programs->shaders = added;
    }
    return added;
}

gfMakingState gfMakingState_AfterFailure(const gfDevice *device, int failedAllocations)
{
    return device->core.failedAllocations == failedAllocations ? GF_MAKING_FAILED : GF_MAKING_NAMED;
}

// Computes the hash of a shader's source, unless it is known, for the key of a program's binary. False: no source.
static bool hashShader(gfDevice *device, gfCachedShader *shader)
{
    gfShaderSource source;
    int failures = device->core.failedAllocations;
    bool ok = shader->hash[0] != 0 || gfShaderSource_Build(device, &source, shader->file, shader->defines);
    if (shader->hash[0] == 0) {
        if (ok) {
            gfProgramBinary_Hash(source.text, source.length, shader->hash);
        } else {
            shader->state = gfMakingState_AfterFailure(device, failures);
        }
        gfShaderSource_Free(&source);
    }
    return ok;
}

// Tells the GL to compile a shader, unless it was told before, and does not wait. False: no source, or failed before.
static bool beginShader(gfDevice *device, gfCachedShader *shader)
{
    const GladGLContext *fn = &device->gl.fn;
    if (shader->state == GF_MAKING_FAILED) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] failed before", shader->file,
                 shader->defines);
    }
    if (shader->state != GF_MAKING_NAMED) {
        return shader->state != GF_MAKING_FAILED;
    }
    gfShaderSource source;
    int failures = device->core.failedAllocations;
    if (gfShaderSource_Build(device, &source, shader->file, shader->defines)) {
        const GLchar *text = source.text;
        shader->id = fn->CreateShader(shader->stage);
        fn->ShaderSource(shader->id, 1, &text, NULL);
        fn->CompileShader(shader->id);
        gfLabel_Set(device, GF_LABEL_SHADER, shader->id, shader->file, shader->defines);
        shader->state = GF_MAKING_BEGUN;
    } else {
        shader->state = gfMakingState_AfterFailure(device, failures);
    }
    gfShaderSource_Free(&source);
    return shader->state == GF_MAKING_BEGUN;
}

// Waits until the GL has compiled a shader that was begun. False and reported: it does not compile.
static bool finishShader(gfDevice *device, gfCachedShader *shader)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint ok = 0;
    if (shader->state != GF_MAKING_BEGUN) {
        return shader->state == GF_MAKING_READY;
    }
    fn->GetShaderiv(shader->id, GL_COMPILE_STATUS, &ok);
    shader->state = GF_MAKING_READY;
    if (!ok) {
        char messages[1024] = "";
        gfShaderSource source;
        int failures = device->core.failedAllocations;
        fn->GetShaderInfoLog(shader->id, sizeof messages, NULL, messages);
        if (gfShaderSource_Build(device, &source, shader->file, shader->defines)) {
            gfShaderSource_Report(&source, shader->file, shader->defines, messages);
        }
        gfShaderSource_Free(&source);
        fn->DeleteShader(shader->id);
        shader->id = 0;
        shader->state = gfMakingState_AfterFailure(device, failures);
    }
    return ok;
}

// --- programs --------------------------------------------------------------------------------------------------------

static void deleteProgram(gfDevice *device, gfCachedProgram *c)
{
    if (c->program.id != 0) {
        if (!device->lost) {
            device->gl.fn.DeleteProgram(c->program.id);
        }
        device->counts.programs--;
        c->program.id = 0;
    }
    gfFree(&device->core, c->program.inputs);
    c->program.inputs = NULL;
    c->program.inputCount = 0;
}

static void createProgram(gfDevice *device, gfCachedProgram *c)
{
    c->program.id = device->gl.fn.CreateProgram();
    device->counts.programs++;
    gfLabel_Set(device, GF_LABEL_PROGRAM, c->program.id, c->file, c->defines);
}

// Makes a program from the binary that the host kept in an earlier run. False: there is none; it must be compiled.
static bool loadBinary(gfDevice *device, gfCachedProgram *c)
{
    GF_TRY(gfProgramBinary_Works(device) && hashShader(device, c->shaders[0]) && hashShader(device, c->shaders[1]));
    createProgram(device, c);
    if (gfProgramBinary_Load(device, c->program.id, c->shaders[0]->hash, c->shaders[1]->hash) &&
        gfShaderInputs_Resolve(device, &c->program)) {
        c->state = GF_MAKING_READY;
        return true;
    }
    deleteProgram(device, c);
    return false;
}

bool gfCachedProgram_Begin(gfDevice *device, gfCachedProgram *c, bool checks)
{
    const GladGLContext *fn = &device->gl.fn;
    const char *const names[2][2] = {{c->vertex->file, c->vertex->defines}, {c->file, c->defines}};
    for (int i = 0; i < 2; i++) {
        c->shaders[i] = findShader(device, i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER, names[i][0], names[i][1]);
        GF_TRY(c->shaders[i] != NULL);
    }
    if (loadBinary(device, c)) {
        return true;
    }
    for (int i = 0; i < 2; i++) {
        GF_TRY(beginShader(device, c->shaders[i]) && (!checks || finishShader(device, c->shaders[i])));
    }
    createProgram(device, c);
    gfProgramBinary_Prepare(device, c->program.id);
    fn->AttachShader(c->program.id, c->shaders[0]->id);
    fn->AttachShader(c->program.id, c->shaders[1]->id);
    fn->LinkProgram(c->program.id);
    c->state = GF_MAKING_BEGUN;
    return true;
}

static bool finishProgram(gfDevice *device, gfCachedProgram *c)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint ok = 0;
    if (c->state == GF_MAKING_READY) {
        return true;
    }
    bool compiled = finishShader(device, c->shaders[0]) && finishShader(device, c->shaders[1]);
    if (compiled) {
        fn->GetProgramiv(c->program.id, GL_LINK_STATUS, &ok);
        if (!ok) {
            char messages[1024] = "";
            fn->GetProgramInfoLog(c->program.id, sizeof messages, NULL, messages);
            gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] does not link: %s", c->file,
                     c->defines, messages);
        }
    }
    if (!ok || !gfShaderInputs_Resolve(device, &c->program)) {
        deleteProgram(device, c);
        return false;
    }
    gfProgramBinary_Store(device, c->program.id, c->shaders[0]->hash, c->shaders[1]->hash);
    c->state = GF_MAKING_READY;
    return true;
}

const gfProgram *gfCachedProgram_Make(gfDevice *device, gfCachedProgram *c)
{
    int failures = device->core.failedAllocations;
    if (c->state == GF_MAKING_FAILED) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] failed before", c->file, c->defines);
    } else if (!((c->state == GF_MAKING_NAMED && !gfCachedProgram_Begin(device, c, true)) ||
                 !finishProgram(device, c))) {
        return &c->program;
    }
    c->state = gfMakingState_AfterFailure(device, failures);
    return NULL;
}

// Adds a named program at the list's end. Null and reported: SHADER (name or defines are too long), OUT_OF_MEMORY.
static gfCachedProgram *nameProgram(gfDevice *device, const gfVertexStage *vertex, const char *file,
                                    const char *defines)
{
    gfCachedProgram *added = NULL, **last = &device->programs->programs;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    GF_REQUIRE(&device->core, strlen(file) < GF_SHADER_NAME_MAX && strlen(defines) < GF_DEFINES_MAX, SHADER,
               "the name or the defines of shader '%s' [%s] are too long", file, defines);
    added = gfAlloc(&device->core, sizeof *added);
    if (added != NULL) {
        added->vertex = vertex;
        added->program.hints = added->hints;
        added->program.file = added->file;
        added->program.vertexCount = vertex->vertexCount;
        snprintf(added->file, sizeof added->file, "%s", file);
        snprintf(added->defines, sizeof added->defines, "%s", defines);
        *last = added;
        device->programs->settled = false;
    }
    return added;
}

bool gfProgramCache_HasFile(const gfDevice *device, const char *file, bool begun)
{
    const gfCachedProgram *c = device->programs->programs;
    while (c != NULL &&
           !((c->state == GF_MAKING_READY || (begun && c->state == GF_MAKING_BEGUN)) && strcmp(c->file, file) == 0)) {
        c = c->next;
    }
    return c != NULL;
}

// Returns the program of a vertex stage, fragment shader and defines in the cache; a missing one is added. While the
// device makes atlases, it is the program that draws to an atlas. Null and reported: as nameProgram.
static gfCachedProgram *findProgram(gfDevice *device, const gfVertexStage *vertex, const char *file,
                                    const char *defines)
{
    char own[GF_OWN_DEFINES];
    if (device->atlas.count > 0) {
        snprintf(own, sizeof own, "ATLAS%s%s", defines[0] != '\0' ? ";" : "", defines);
        defines = own;
        vertex = vertex->atlas != NULL ? vertex->atlas : vertex;
    }
    gfCachedProgram *c = device->programs->programs;
    while (c != NULL && !(c->vertex == vertex && strcmp(c->file, file) == 0 && strcmp(c->defines, defines) == 0)) {
        c = c->next;
    }
    return c != NULL ? c : nameProgram(device, vertex, file, defines);
}

// Compiles a program unless it is ready; in a dry run only notes that it is needed. Null, too, if `c` is null.
static const gfProgram *obtainProgram(gfDevice *device, gfCachedProgram *c)
{
    if (c == NULL || c->state == GF_MAKING_READY) {
        return c != NULL ? &c->program : NULL;
    }
    if (gfDevice_IsNaming(device) || (device->dryRun != GF_DRY_RUN_NONE && c->state != GF_MAKING_FAILED)) {
        c->naming = device->programs->naming;
        return &c->program;
    }
    return gfCachedProgram_Make(device, c);
}

gfShader gfShader_Format(gfDevice *device, const gfVertexStage *stage, const char *file, const char *format, ...)
{
    char defines[GF_DEFINES_MAX];
    struct gfProgramCache *cache = device->programs;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(defines, sizeof defines, format, arguments);
    va_end(arguments);
    gfKeptDefines *kept = cache->kept;
    GF_REQUIRE_OR((gfShader){0}, &device->core, length < GF_DEFINES_MAX, SHADER,
                  "the defines of shader '%s' [%s...] are too long", file, defines);
    while (kept != NULL && strcmp(kept->text, defines) != 0) {
        kept = kept->next;
    }
    if (kept == NULL) {
        kept = gfAlloc(&device->core, sizeof *kept);
        if (kept == NULL) {
            return (gfShader){0};
        }
        memcpy(kept->text, defines, (size_t)length + 1);
        kept->next = cache->kept;
        cache->kept = kept;
    }
    return (gfShader){.stage = stage, .file = file, .defines = kept->text};
}

// Joins gfShader.defines and those of gfShader.options, separated by ";". False: the text is too long.
static bool joinDefines(const gfShader *shader, char joined[GF_DEFINES_MAX])
{
    int length = snprintf(joined, GF_DEFINES_MAX, "%s", shader->defines != NULL ? shader->defines : "");
    for (int bit = 0; bit < 32 && length < GF_DEFINES_MAX; bit++) {
        if (shader->options >> bit & 1u) {
            length += snprintf(joined + length, GF_DEFINES_MAX - (size_t)length, "%s%s", length > 0 ? ";" : "",
                               shader->optionOf[bit]);
        }
    }
    return length < GF_DEFINES_MAX;
}

#ifdef NDEBUG
#define CHECK_NAMED(device, shader, defines, count) ((void)(defines), (void)(count))
#else
#define CHECK_NAMED checkNamed

// Reports an error, only without NDEBUG, if a pass in a step needs a program that was not in the cache (`count`: its
// size before): a dry run, which should find all programs of steps, misses the branch that draws this pass.
static void checkNamed(const gfDevice *device, const gfShader *shader, const char *defines, int count)
{
    if (device->stepping && !shader->rare && device->dryRun == GF_DRY_RUN_NONE &&
        gfPrograms_Count(device, false) > count) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] comes up in a step, and in no dry run",
                 shader->file, defines);
    }
}
#endif

static gfFoundShader *getPlace(const gfDevice *device, const gfShader *s)
{
    size_t hash = ((size_t)(uintptr_t)s->file * 31u + (size_t)(uintptr_t)s->defines) * 31u + s->options;
    hash = (hash * 31u + (size_t)(uintptr_t)s->stage + (device->atlas.count > 0)) * (size_t)2654435761u;
    return &device->programs->found[(hash ^ hash >> 15) % GF_FOUND_SHADERS];
}

static bool isSameShader(const gfShader *a, const gfShader *b)
{
    return a->stage == b->stage && a->file == b->file && a->defines == b->defines && a->options == b->options &&
           a->optionOf == b->optionOf;
}

const gfProgram *gfProgram_Find(gfDevice *device, const gfShader *shader)
{
    gfFoundShader *place = getPlace(device, shader);
    bool inAtlas = device->atlas.count > 0;
    GF_TRY(shader->file != NULL);
    if (place->program == NULL || place->inAtlas != inAtlas || !isSameShader(&place->shader, shader)) {
        char defines[GF_DEFINES_MAX];
        int count = gfPrograms_Count(device, false);
        GF_REQUIRE(&device->core, joinDefines(shader, defines), SHADER,
                   "the defines of shader '%s' [%s...] are too long", shader->file, defines);
        gfCachedProgram *found =
            findProgram(device, shader->stage != NULL ? shader->stage : &gf_vertexCover, shader->file, defines);
        GF_TRY(found != NULL);
        *place = (gfFoundShader){*shader, inAtlas, found};
        CHECK_NAMED(device, shader, defines, count);
    }
    return obtainProgram(device, place->program);
}

bool gfPrograms_Make(gfDevice *device, const gfShader *shaders, int count)
{
    for (int i = 0; i < count; i++) {
        GF_TRY(gfProgram_Find(device, &shaders[i]) != NULL);
    }
    return true;
}

void gfPrograms_Retry(gfDevice *device)
{
    device->programs->settled = false;
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        c->state = c->state == GF_MAKING_FAILED ? GF_MAKING_NAMED : c->state; // not freed: gfFoundShader points to it
        c->passedOver = false;
    }
    for (gfCachedShader **c = &device->programs->shaders; *c != NULL;) {
        gfCachedShader *failed = *c;
        if (failed->state != GF_MAKING_FAILED) {
            c = &failed->next;
            continue;
        }
        *c = failed->next;
        gfFree(&device->core, failed);
    }
}

// --- life ------------------------------------------------------------------------------------------------------------

bool gfProgramCache_Create(gfDevice *device)
{
    device->programs = gfAlloc(&device->core, sizeof *device->programs);
    return device->programs != NULL;
}

void gfProgramCache_Destroy(gfDevice *device)
{
    const GladGLContext *fn = &device->gl.fn;
    struct gfProgramCache *cache = device->programs;
    if (cache == NULL) {
        return;
    }
    while (cache->programs != NULL) {
        gfCachedProgram *c = cache->programs;
        cache->programs = c->next;
        deleteProgram(device, c);
        gfFree(&device->core, c);
    }
    while (cache->names != NULL) {
        gfUniformName *name = cache->names;
        cache->names = name->next;
        gfFree(&device->core, name);
    }
    while (cache->kept != NULL) {
        gfKeptDefines *kept = cache->kept;
        cache->kept = kept->next;
        gfFree(&device->core, kept);
    }
    while (cache->shaders != NULL) {
        gfCachedShader *c = cache->shaders;
        cache->shaders = c->next;
        if (c->id != 0 && !device->lost) {
            fn->DeleteShader(c->id);
        }
        gfFree(&device->core, c);
    }
    gfFree(&device->core, cache);
    device->programs = NULL;
}
