#include "gl/program.h"

#include "gl/label.h"
#include "gl/program_binary.h"
#include "gl/shader_inputs.h"
#include "gl/shader_source.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The state of a shader or a program: only its name is known, the GL was told to make it, or how that went.
typedef enum MakingState {
    MAKING_NAMED,
    MAKING_BEGUN,
    MAKING_READY,
    MAKING_FAILED // and that was reported
} MakingState;

// With "ATLAS;" in front.
#define OWN_DEFINES (GF_DEFINES_MAX + 8)

typedef struct CachedShader {
    struct CachedShader *next;
    MakingState state;
    GLenum stage;
    GLuint id;
    uint64_t hash[2]; // of its source; zero: not known
    char file[GF_SHADER_NAME_MAX];
    char defines[OWN_DEFINES];
} CachedShader;

// A program in the cache. Each is allocated by itself, for passes keep pointers to them.
typedef struct CachedProgram {
    struct CachedProgram *next;
    MakingState state;
    bool passedOver; // by gfPrograms_MakeNext, which had no memory for it, until gfPrograms_Retry
    const gfVertexStage *vertex;
    CachedShader *shaders[2]; // vertex and fragment shader, once it is begun
    char file[GF_SHADER_NAME_MAX];
    char defines[OWN_DEFINES];
    gfProgram program;
    gfInputHint hints[GF_PROGRAM_HINTS];
} CachedProgram;

struct gfProgramCache {
    bool settled; // no program has only a name, or is being made: steps need not look for one
    CachedShader *shaders;
    CachedProgram *programs;
    gfUniformNames names;
};

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

static CachedShader *findShader(gfDevice *device, GLenum stage, const char *file, const char *defines)
{
    for (CachedShader *c = device->programs->shaders; c != NULL; c = c->next) {
        if (c->stage == stage && strcmp(c->file, file) == 0 && strcmp(c->defines, defines) == 0) {
            return c;
        }
    }
    CachedShader *added = gfAlloc(&device->core, sizeof *added);
    if (added != NULL) {
        added->stage = stage;
        snprintf(added->file, sizeof added->file, "%s", file);
        snprintf(added->defines, sizeof added->defines, "%s", defines);
        added->next = device->programs->shaders;
        device->programs->shaders = added;
    }
    return added;
}

// No memory may be there the next time: that is no failure of the shader's.
static void failShader(const gfDevice *device, CachedShader *shader, int failedAllocations)
{
    shader->state = device->core.failedAllocations == failedAllocations ? MAKING_FAILED : MAKING_NAMED;
}

// Binaries are found by the sources that they are made of: their hash is made here if the host keeps any.
static bool hashShader(gfDevice *device, CachedShader *shader)
{
    gfShaderSource source;
    int failures = device->core.failedAllocations;
    bool ok = shader->hash[0] != 0 || gfShaderSource_Build(device, &source, shader->file, shader->defines);
    if (shader->hash[0] == 0) {
        if (ok) {
            gfProgramBinary_Hash(source.text, source.length, shader->hash);
        } else {
            failShader(device, shader, failures);
        }
        gfShaderSource_Free(&source);
    }
    return ok;
}

// Tells the GL to compile it, and asks for no outcome. False and reported: there is no source.
static bool beginShader(gfDevice *device, CachedShader *shader)
{
    const GladGLContext *fn = &device->gl.fn;
    if (shader->state == MAKING_FAILED) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] failed before", shader->file,
                 shader->defines);
    }
    if (shader->state != MAKING_NAMED) {
        return shader->state != MAKING_FAILED;
    }
    gfShaderSource source;
    int failures = device->core.failedAllocations;
    if (gfShaderSource_Build(device, &source, shader->file, shader->defines)) {
        const GLchar *text = source.text;
        shader->id = fn->CreateShader(shader->stage);
        fn->ShaderSource(shader->id, 1, &text, NULL);
        fn->CompileShader(shader->id);
        gfLabel_Set(device, GF_LABEL_SHADER, shader->id, shader->file, shader->defines);
        shader->state = MAKING_BEGUN;
    } else {
        failShader(device, shader, failures);
    }
    gfShaderSource_Free(&source);
    return shader->state == MAKING_BEGUN;
}

// Waits for its outcome. False and reported: it does not compile.
static bool finishShader(gfDevice *device, CachedShader *shader)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint ok = 0;
    if (shader->state != MAKING_BEGUN) {
        return shader->state == MAKING_READY;
    }
    fn->GetShaderiv(shader->id, GL_COMPILE_STATUS, &ok);
    shader->state = MAKING_READY;
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
        failShader(device, shader, failures);
    }
    return ok;
}

// --- programs --------------------------------------------------------------------------------------------------------

static void deleteProgram(gfDevice *device, CachedProgram *c)
{
    if (c->program.id != 0) {
        if (!device->lost) {
            device->gl.fn.DeleteProgram(c->program.id);
        }
        device->counts.programs--;
        c->program.id = 0;
    }
    gfShaderInputs_Destroy(device, &c->program);
}

static void createProgram(gfDevice *device, CachedProgram *c)
{
    c->program.id = device->gl.fn.CreateProgram();
    device->counts.programs++;
    gfLabel_Set(device, GF_LABEL_PROGRAM, c->program.id, c->file, c->defines);
}

// Makes a program from a binary that the host kept.
static bool loadBinary(gfDevice *device, CachedProgram *c)
{
    if (!gfProgramBinary_Works(device) || !hashShader(device, c->shaders[0]) || !hashShader(device, c->shaders[1])) {
        return false;
    }
    createProgram(device, c);
    if (gfProgramBinary_Load(device, c->program.id, c->shaders[0]->hash, c->shaders[1]->hash) &&
        gfShaderInputs_Resolve(device, &device->programs->names, &c->program)) {
        c->state = MAKING_READY;
        c->program.ready = true;
        return true;
    }
    deleteProgram(device, c);
    return false;
}

// Begins to compile both shaders, and to link, without asking for an outcome. False and reported: it has failed
// already.
static bool beginProgram(gfDevice *device, CachedProgram *c, bool checks)
{
    const GladGLContext *fn = &device->gl.fn;
    const char *const names[2][2] = {{c->vertex->file, c->vertex->defines}, {c->file, c->defines}};
    for (int i = 0; i < 2; i++) {
        c->shaders[i] = findShader(device, i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER, names[i][0], names[i][1]);
        if (c->shaders[i] == NULL) {
            return false;
        }
    }
    if (loadBinary(device, c)) {
        return true;
    }
    for (int i = 0; i < 2; i++) {
        if (!beginShader(device, c->shaders[i]) || (checks && !finishShader(device, c->shaders[i]))) {
            return false;
        }
    }
    createProgram(device, c);
    gfProgramBinary_Prepare(device, c->program.id);
    fn->AttachShader(c->program.id, c->shaders[0]->id);
    fn->AttachShader(c->program.id, c->shaders[1]->id);
    fn->LinkProgram(c->program.id);
    c->state = MAKING_BEGUN;
    return true;
}

static bool finishProgram(gfDevice *device, CachedProgram *c)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint ok = 0;
    if (c->state == MAKING_READY) {
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
    if (!ok || !gfShaderInputs_Resolve(device, &device->programs->names, &c->program)) {
        deleteProgram(device, c);
        return false;
    }
    gfProgramBinary_Store(device, c->program.id, c->shaders[0]->hash, c->shaders[1]->hash);
    c->state = MAKING_READY;
    c->program.ready = true;
    return true;
}

// Does what failShader does.
static void failProgram(const gfDevice *device, CachedProgram *c, int failedAllocations)
{
    c->state = device->core.failedAllocations == failedAllocations ? MAKING_FAILED : MAKING_NAMED;
}

// Makes a program whatever state it is in; waits for the GL. Returns null, which is reported, if it has failed.
static const gfProgram *makeProgram(gfDevice *device, CachedProgram *c)
{
    int failures = device->core.failedAllocations;
    if (c->state == MAKING_FAILED) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] failed before", c->file, c->defines);
    } else if (!((c->state == MAKING_NAMED && !beginProgram(device, c, true)) || !finishProgram(device, c))) {
        return &c->program;
    }
    failProgram(device, c, failures);
    return NULL;
}

// Adds a new name to the cache; null and reported: SHADER, OUT_OF_MEMORY.
static CachedProgram *nameProgram(gfDevice *device, const gfVertexStage *vertex, const char *file, const char *defines)
{
    CachedProgram *added = NULL;
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
        added->next = device->programs->programs;
        device->programs->programs = added;
        device->programs->settled = false;
    }
    return added;

error:
    return NULL;
}

// Tells whether a program of this file was made: then the file is there, and compiles. `begun`: or is being made.
static bool isKnownFile(const gfDevice *device, const char *file, bool begun)
{
    const CachedProgram *c = device->programs->programs;
    while (c != NULL &&
           !((c->state == MAKING_READY || (begun && c->state == MAKING_BEGUN)) && strcmp(c->file, file) == 0)) {
        c = c->next;
    }
    return c != NULL;
}

// The time at which a program is made: now; or, if another one of its file is there, when it is first drawn with; or,
// where the GL compiles in parallel, it is only begun, with that one.
typedef enum Wish { NOW, LATER, BEGUN } Wish;

static const gfProgram *obtainProgram(gfDevice *device, const gfVertexStage *vertex, const char *file,
                                      const char *defines, Wish wish)
{
    struct gfProgramCache *cache = device->programs;
    char own[OWN_DEFINES];
    if (device->atlas.count > 0) {
        snprintf(own, sizeof own, "ATLAS%s%s", defines[0] != '\0' ? ";" : "", defines);
        defines = own;
        vertex = vertex->atlas != NULL ? vertex->atlas : vertex;
    }
    CachedProgram *c = cache->programs;
    while (c != NULL && !(c->vertex == vertex && strcmp(c->file, file) == 0 && strcmp(c->defines, defines) == 0)) {
        c = c->next;
    }
    if (c != NULL && c->state == MAKING_READY) {
        return &c->program;
    }
    bool fresh = c == NULL;
    c = fresh ? nameProgram(device, vertex, file, defines) : c;
    if (c == NULL) {
        return NULL;
    }
    // Its name, or that it is begun, is all that is asked for.
    int failures = device->core.failedAllocations;
    bool named = device->dryRun || (wish != NOW && isKnownFile(device, file, wish == BEGUN));
    if (c->state != MAKING_FAILED && (named || (wish == BEGUN && beginProgram(device, c, false)))) {
        return &c->program;
    }
    if (wish == BEGUN && c->state != MAKING_FAILED) {
        failProgram(device, c, failures);
        return NULL;
    }
    const gfProgram *program = makeProgram(device, c);
    if (fresh && c->state == MAKING_NAMED) { // still the first of the list
        cache->programs = c->next;
        gfFree(&device->core, c);
    }
    return program;
}

const gfProgram *gfProgram_Get(gfDevice *device, const gfVertexStage *vertex, const char *file, const char *defines)
{
    return obtainProgram(device, vertex, file, defines, NOW);
}

bool gfProgram_Make(gfDevice *device, const gfProgram *program)
{
    CachedProgram *c = program->ready ? NULL : device->programs->programs;
    while (c != NULL && &c->program != program) {
        c = c->next;
    }
    return program->ready || makeProgram(device, c) != NULL;
}

const gfProgram *gfProgram_GetFormatted(gfDevice *device, const gfVertexStage *vertex, const char *file,
                                        const char *format, ...)
{
    char defines[GF_DEFINES_MAX + 1]; // one that is cut off is too long for gfProgram_Get
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(defines, sizeof defines, format, arguments);
    va_end(arguments);
    return gfProgram_Get(device, vertex, file, defines);
}

// Joins a row's own defines, and those of its options that hold. False: they are too long.
static bool joinDefines(const gfProgramTable *table, const gfProgramRow *row, uint32_t conditions,
                        char joined[GF_DEFINES_MAX])
{
    int length = snprintf(joined, GF_DEFINES_MAX, "%s", row->defines);
    for (int bit = 0; bit < 32 && length < GF_DEFINES_MAX; bit++) {
        if ((row->options & conditions) >> bit & 1u) {
            length += snprintf(joined + length, GF_DEFINES_MAX - (size_t)length, "%s%s", length > 0 ? ";" : "",
                               table->optionDefines[bit]);
        }
    }
    return length < GF_DEFINES_MAX;
}

static const gfProgram **pointerOf(const gfProgramRow *row, void *programs)
{
    return (const gfProgram **)((char *)programs + row->offset);
}

static bool loadPrograms(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs, Wish wish)
{
    for (int i = 0; i < table->count; i++) { // first of all, for rows that exclude each other may share a pointer
        *pointerOf(&table->rows[i], programs) = NULL;
    }
    for (int i = 0; i < table->count; i++) {
        const gfProgramRow *row = &table->rows[i];
        const gfProgram **program = pointerOf(row, programs);
        char defines[GF_DEFINES_MAX];
        if ((row->when & conditions) != row->when || (row->unless & conditions) != 0) {
            continue;
        }
        GF_REQUIRE(&device->core, joinDefines(table, row, conditions, defines), SHADER,
                   "the defines of shader '%s' [%s...] are too long", row->file, defines);
        *program = obtainProgram(device, row->vertex, row->file, defines, wish);
        if (*program == NULL) {
            goto error;
        }
    }
    return true;

error:
    return false;
}

bool gfPrograms_Load(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs)
{
    return loadPrograms(device, table, conditions, programs, NOW);
}

static bool isAnyBegun(const gfDevice *device)
{
    const CachedProgram *c = device->programs->programs;
    while (c != NULL && c->state != MAKING_BEGUN) {
        c = c->next;
    }
    return c != NULL;
}

bool gfPrograms_Name(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs)
{
    if (device->gl.parallelCompile) { // where that begins none all pointers are there
        return loadPrograms(device, table, conditions, programs, BEGUN) &&
               (!isAnyBegun(device) || loadPrograms(device, table, conditions, programs, LATER));
    }
    return loadPrograms(device, table, conditions, programs, LATER);
}

void gfPrograms_Retry(gfDevice *device)
{
    device->programs->settled = false;
    for (CachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        c->state = c->state == MAKING_FAILED ? MAKING_NAMED : c->state; // passes may point to it
        c->passedOver = false;
    }
    for (CachedShader **c = &device->programs->shaders; *c != NULL;) {
        CachedShader *failed = *c;
        if (failed->state != MAKING_FAILED) {
            c = &failed->next;
            continue;
        }
        *c = failed->next;
        gfFree(&device->core, failed);
    }
}

// --- ahead of use ----------------------------------------------------------------------------------------------------

int gfPrograms_Count(const gfDevice *device, bool pending)
{
    int count = 0;
    for (const CachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        count += !pending || (c->state == MAKING_NAMED && !c->passedOver) || c->state == MAKING_BEGUN ? 1 : 0;
    }
    return count;
}

static bool isComplete(const gfDevice *device, const CachedProgram *c)
{
    GLint complete = GL_TRUE;
    device->gl.fn.GetProgramiv(c->program.id, GF_COMPLETION_STATUS, &complete);
    return complete != GL_FALSE;
}

// `once`: who calls again and again wants an end: what fails for lack of memory is passed over then.
static bool makeNext(gfDevice *device, bool once)
{
    bool apart = device->gl.parallelCompile;
    for (CachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        if (c->state == MAKING_NAMED && !(once && c->passedOver)) {
            if (!apart || !beginProgram(device, c, false)) {
                makeProgram(device, c);
            }
            c->passedOver = once && c->state == MAKING_NAMED;
            return true;
        }
    }
    for (CachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        if (c->state == MAKING_BEGUN && isComplete(device, c)) {
            makeProgram(device, c);
            c->passedOver = once && c->state == MAKING_NAMED; // or it would be begun again, and again
            return true;
        }
    }
    return false;
}

// A program that fails is reported as left out, for the call that makes it before its use does not fail.
static bool makeNextLeftOut(gfDevice *device, bool once)
{
    const char *leftOut = device->core.leftOut;
    device->core.leftOut = "what needs a shader that can't be had is";
    bool made = makeNext(device, once);
    device->core.leftOut = leftOut;
    return made;
}

bool gfPrograms_MakeNext(gfDevice *device)
{
    return makeNextLeftOut(device, true);
}

void gfPrograms_WarmUp(gfDevice *device)
{
    struct gfProgramCache *cache = device->programs;
    if (!device->dryRun && !cache->settled && !makeNextLeftOut(device, false)) {
        cache->settled = gfPrograms_Count(device, true) == 0;
    }
}

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
        CachedProgram *c = cache->programs;
        cache->programs = c->next;
        deleteProgram(device, c);
        gfFree(&device->core, c);
    }
    gfUniformNames_Destroy(device, &cache->names);
    while (cache->shaders != NULL) {
        CachedShader *c = cache->shaders;
        cache->shaders = c->next;
        if (c->id != 0 && !device->lost) {
            fn->DeleteShader(c->id);
        }
        gfFree(&device->core, c);
    }
    gfFree(&device->core, cache);
    device->programs = NULL;
}
