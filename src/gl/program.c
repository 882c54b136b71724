#include "gl/program.h"

#include "gl/shader_files.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FILES_MAX 24
#define NAME_MAX_LENGTH 96

typedef struct CachedShader {
    struct CachedShader *next;
    GLenum stage;
    GLuint id; // 0: it failed, and that was reported
    char file[NAME_MAX_LENGTH];
    char defines[GF_DEFINES_MAX];
} CachedShader;

// One by one in a list, for passes keep pointers to them.
typedef struct CachedProgram {
    struct CachedProgram *next;
    gfVertexStage vertex;
    char file[NAME_MAX_LENGTH];
    char defines[GF_DEFINES_MAX];
    gfProgram program; // id 0: it failed, and that was reported
} CachedProgram;

struct gfProgramCache {
    CachedShader *shaders;
    CachedProgram *programs;
};

static const struct {
    const char *file, *defines;
    int vertexCount;
} vertexStages[GF_VERTEX_COUNT] = {
    [GF_VERTEX_COVER] = {"common/cover.vert", "", 3},
    [GF_VERTEX_TILES] = {"common/cover.vert", "TILED", 3},
    [GF_VERTEX_TILES_1] = {"common/cover.vert", "TILED;CLASS 1", 3},
    [GF_VERTEX_TILES_2] = {"common/cover.vert", "TILED;CLASS 2", 3},
    [GF_VERTEX_TILES_3] = {"common/cover.vert", "TILED;CLASS 3", 3},
    [GF_VERTEX_LISTED] = {"common/cover.vert", "LISTED", 3},
    [GF_VERTEX_GATED] = {"common/cover.vert", "GATED", 3},
    [GF_VERTEX_GATED_TILES] = {"common/cover.vert", "GATED;TILED", 3},
    [GF_VERTEX_QUAD] = {"draw/quad.vert", "", 4},
    [GF_VERTEX_TRACERS] = {"tracers/points.vert", "", 0},
    [GF_VERTEX_PARTICLE_SLOTS] = {"particles/slots.vert", "DIMENSIONS 2", 0},
    [GF_VERTEX_PARTICLE_SLOTS_3D] = {"particles/slots.vert", "DIMENSIONS 3", 0},
    [GF_VERTEX_MESH] = {"solid/collision_map.vert", "", 0},
    [GF_VERTEX_DISCS] = {"draw/discs.vert", "", 0},
    [GF_VERTEX_SPRITES] = {"draw3d/sprites.vert", "", 0},
    [GF_VERTEX_WATER] = {"surface/mesh.vert", "", 0},
    [GF_VERTEX_GROUND] = {"surface/mesh.vert", "GROUND", 0},
    [GF_VERTEX_CAUSTICS] = {"surface/caustics.vert", "", 0},
};

static const char *const uniformNames[GF_U_COUNT] = {
#define GF_X(name) [GF_U_##name] = "u_" #name,
    GF_SAMPLER_UNIFORM_LIST(GF_X) GF_VALUE_UNIFORM_LIST(GF_X)
#undef GF_X
};

// A growing text, and the files that went into it in the order of their #line numbers.
typedef struct Source {
    gfCore *core;
    char *text;
    size_t length, capacity;
    char files[FILES_MAX][NAME_MAX_LENGTH];
    int fileCount;
} Source;

static bool append(Source *s, const char *text, size_t length)
{
    if (s->length + length + 1 > s->capacity) {
        size_t capacity = 2 * (s->length + length + 1);
        char *grown = gfGrow(s->core, s->text, s->length, capacity);
        if (grown == NULL) {
            return false;
        }
        s->text = grown;
        s->capacity = capacity;
    }
    memcpy(s->text + s->length, text, length);
    s->length += length;
    s->text[s->length] = '\0';
    return true;
}

static bool appendString(Source *s, const char *text)
{
    return append(s, text, strlen(text));
}

// The text of a shader file, from shaderDir or from those built in; to be freed with gfFree. Reports SHADER_FILE.
static char *loadFile(gfDevice *device, const char *name)
{
    if (device->shaderDir == NULL) {
        for (int i = 0; i < gf_shaderFileCount; i++) {
            if (strcmp(gf_shaderFiles[i].name, name) == 0) {
                char *text = gfAlloc(&device->core, gf_shaderFiles[i].size + 1);
                if (text != NULL) {
                    memcpy(text, gf_shaderFiles[i].text, gf_shaderFiles[i].size);
                }
                return text;
            }
        }
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER_FILE, "there is no built-in shader '%s'", name);
        return NULL;
    }

    char path[1024];
    char *text = NULL;
    snprintf(path, sizeof path, "%s/%s", device->shaderDir, name);
    FILE *file = fopen(path, "rb");
    GF_REQUIRE(&device->core, file != NULL, SHADER_FILE, "cannot read shader '%s'", path);
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    GF_REQUIRE(&device->core, size >= 0 && fseek(file, 0, SEEK_SET) == 0, SHADER_FILE, "cannot read shader '%s'", path);
    text = gfAlloc(&device->core, (size_t)size + 1);
    if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER_FILE, "cannot read shader '%s'", path);
        gfFree(&device->core, text);
        text = NULL;
    }
error:
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

// Appends a file with its #include lines replaced by the files that they name, each once.
static bool appendFile(gfDevice *device, Source *s, const char *name)
{
    char directive[64];
    char *text = NULL;
    for (int i = 0; i < s->fileCount; i++) {
        if (strcmp(s->files[i], name) == 0) {
            return true;
        }
    }
    GF_REQUIRE(&device->core, s->fileCount < FILES_MAX, SHADER_FILE, "more than %d files in one shader, at '%s'",
               FILES_MAX, name);
    int fileNumber = s->fileCount++;
    snprintf(s->files[fileNumber], NAME_MAX_LENGTH, "%s", name);
    text = loadFile(device, name);
    if (text == NULL) {
        goto error;
    }
    snprintf(directive, sizeof directive, "#line 1 %d\n", fileNumber);
    bool ok = appendString(s, directive);
    int lineNumber = 1;
    for (char *line = text; ok && *line != '\0'; lineNumber++) {
        size_t length = strcspn(line, "\n");
        char included[NAME_MAX_LENGTH];
        // sscanf measures the rest of the text each time: other lines are spared it.
        if (line[0] == '#' && sscanf(line, "#include \"%95[^\"\n]\"", included) == 1) {
            snprintf(directive, sizeof directive, "#line %d %d\n", lineNumber + 1, fileNumber);
            ok = appendFile(device, s, included) && appendString(s, directive);
        } else {
            ok = append(s, line, length) && append(s, "\n", 1);
        }
        line += length + (line[length] == '\n');
    }
    gfFree(&device->core, text);
    return ok;

error:
    gfFree(&device->core, text);
    return false;
}

static bool appendDefines(Source *s, const char *defines)
{
    bool ok = true;
    while (ok && *defines != '\0') {
        size_t length = strcspn(defines, ";");
        ok = appendString(s, "#define ") && append(s, defines, length) && append(s, "\n", 1);
        defines += length + (defines[length] == ';');
    }
    return ok;
}

// Names the files behind the numbers that the compiler's messages carry.
static void reportCompile(gfDevice *device, const Source *s, const char *defines, const char *messages)
{
    char files[FILES_MAX * (NAME_MAX_LENGTH + 8)] = "";
    size_t used = 0;
    for (int i = 0; i < s->fileCount; i++) {
        used += (size_t)snprintf(files + used, sizeof files - used, "%s%d = %s", i > 0 ? ", " : "", i, s->files[i]);
    }
    gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] does not compile: %s (files: %s)",
             s->files[0], defines, messages, files);
}

static GLuint compile(gfDevice *device, GLenum stage, const char *file, const char *defines)
{
    static const char *const es = "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                  "precision highp sampler2D;\nprecision highp usampler2D;\n";
    static const char *const desktop = "#version 330 core\n#extension GL_ARB_shading_language_packing : enable\n";
    const GladGLContext *fn = &device->gl.fn;
    Source source = {.core = &device->core};
    GLuint shader = 0;
    if (appendString(&source, device->gl.es ? es : desktop) && appendDefines(&source, defines) &&
        appendFile(device, &source, file)) {
        const GLchar *text = source.text;
        GLint ok = 0;
        shader = fn->CreateShader(stage);
        fn->ShaderSource(shader, 1, &text, NULL);
        fn->CompileShader(shader);
        fn->GetShaderiv(shader, GL_COMPILE_STATUS, &ok);
        if (!ok) {
            char messages[1024] = "";
            fn->GetShaderInfoLog(shader, sizeof messages, NULL, messages);
            reportCompile(device, &source, defines, messages);
            fn->DeleteShader(shader);
            shader = 0;
        }
    }
    gfFree(&device->core, source.text);
    return shader;
}

// Samplers get texture units in the order of their list, values their locations. False, reported, if there are more
// than the units whose state is kept for the host.
static bool resolveUniforms(gfDevice *device, gfProgram *program, const char *file)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint unit = 0;
    fn->UseProgram(program->id);
    for (int i = 1; i < GF_U_COUNT; i++) {
        program->locations[i] = fn->GetUniformLocation(program->id, uniformNames[i]);
    }
    for (int i = 1; i < GF_U_firstValue; i++) {
        program->units[i] = program->locations[i] >= 0 ? unit++ : -1;
        if (program->units[i] >= 0) {
            fn->Uniform1i(program->locations[i], program->units[i]);
        }
    }
    GF_REQUIRE(&device->core, unit <= GF_TEXTURE_UNITS, SHADER, "%s: %d samplers; at most %d are expected", file, unit,
               GF_TEXTURE_UNITS);
    return true;

error:
    return false;
}

// A shader of the cache, compiled on first use; 0 and reported on failure.
static GLuint getShader(gfDevice *device, GLenum stage, const char *file, const char *defines)
{
    for (const CachedShader *c = device->programs->shaders; c != NULL; c = c->next) {
        if (c->stage == stage && strcmp(c->file, file) == 0 && strcmp(c->defines, defines) == 0) {
            if (c->id == 0) {
                gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] failed before", file, defines);
            }
            return c->id;
        }
    }
    CachedShader *added = gfAlloc(&device->core, sizeof *added);
    if (added == NULL) {
        return 0;
    }
    int failures = device->core.failedAllocations;
    added->stage = stage;
    snprintf(added->file, sizeof added->file, "%s", file);
    snprintf(added->defines, sizeof added->defines, "%s", defines);
    added->id = compile(device, stage, file, defines);
    if (added->id == 0 && device->core.failedAllocations != failures) { // there may be memory the next time
        gfFree(&device->core, added);
        return 0;
    }
    added->next = device->programs->shaders;
    device->programs->shaders = added;
    return added->id;
}

static bool linkShaders(gfDevice *device, gfProgram *program, GLuint vertex, GLuint fragment, const char *file,
                        const char *defines)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint ok = 0;
    program->id = fn->CreateProgram();
    device->counts.programs++;
    fn->AttachShader(program->id, vertex);
    fn->AttachShader(program->id, fragment);
    fn->LinkProgram(program->id);
    fn->GetProgramiv(program->id, GL_LINK_STATUS, &ok);
    if (!ok) {
        char messages[1024] = "";
        fn->GetProgramInfoLog(program->id, sizeof messages, NULL, messages);
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] does not link: %s", file, defines,
                 messages);
    }
    if (!ok || !resolveUniforms(device, program, file)) {
        fn->DeleteProgram(program->id);
        device->counts.programs--;
        program->id = 0;
    }
    return program->id != 0;
}

static bool build(gfDevice *device, CachedProgram *c)
{
    const char *vertexFile = vertexStages[c->vertex].file;
    GLuint vertex = getShader(device, GL_VERTEX_SHADER, vertexFile, vertexStages[c->vertex].defines);
    GLuint fragment = vertex != 0 ? getShader(device, GL_FRAGMENT_SHADER, c->file, c->defines) : 0;
    c->program.vertexCount = vertexStages[c->vertex].vertexCount;
    return fragment != 0 && linkShaders(device, &c->program, vertex, fragment, c->file, c->defines);
}

const gfProgram *gfProgram_Get(gfDevice *device, gfVertexStage vertex, const char *file, const char *defines)
{
    struct gfProgramCache *cache = device->programs;
    for (CachedProgram *c = cache->programs; c != NULL; c = c->next) {
        if (c->vertex == vertex && strcmp(c->file, file) == 0 && strcmp(c->defines, defines) == 0) {
            if (c->program.id == 0) {
                gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] failed before", file, defines);
            }
            return c->program.id != 0 ? &c->program : NULL;
        }
    }
    CachedProgram *added = NULL;
    GF_REQUIRE(&device->core, strlen(file) < NAME_MAX_LENGTH && strlen(defines) < GF_DEFINES_MAX, SHADER,
               "the name or the defines of shader '%s' [%s] are too long", file, defines);
    added = gfAlloc(&device->core, sizeof *added);
    if (added == NULL) {
        return NULL;
    }
    added->vertex = vertex;
    snprintf(added->file, sizeof added->file, "%s", file);
    snprintf(added->defines, sizeof added->defines, "%s", defines);
    int failures = device->core.failedAllocations;
    bool ok = build(device, added);
    if (!ok && device->core.failedAllocations != failures) { // there may be memory the next time
        gfFree(&device->core, added);
        return NULL;
    }
    added->next = cache->programs;
    cache->programs = added;
    return ok ? &added->program : NULL;

error:
    return NULL;
}

const gfProgram *gfProgram_GetFormatted(gfDevice *device, gfVertexStage vertex, const char *file, const char *format,
                                        ...)
{
    char defines[GF_DEFINES_MAX + 1]; // one that is cut off is too long for gfProgram_Get
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(defines, sizeof defines, format, arguments);
    va_end(arguments);
    return gfProgram_Get(device, vertex, file, defines);
}

// A row's own defines, and those of its options that hold. False: they are too long.
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

bool gfPrograms_Load(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs)
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
        *program = gfProgram_Get(device, row->vertex, row->file, defines);
        if (*program == NULL) {
            goto error;
        }
    }
    return true;

error:
    return false;
}

void gfPrograms_Retry(gfDevice *device)
{
    for (CachedProgram **c = &device->programs->programs; *c != NULL;) {
        CachedProgram *failed = *c;
        if (failed->program.id != 0) {
            c = &failed->next;
            continue;
        }
        *c = failed->next;
        gfFree(&device->core, failed);
    }
    for (CachedShader **c = &device->programs->shaders; *c != NULL;) {
        CachedShader *failed = *c;
        if (failed->id != 0) {
            c = &failed->next;
            continue;
        }
        *c = failed->next;
        gfFree(&device->core, failed);
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
        if (c->program.id != 0) {
            if (!device->lost) {
                fn->DeleteProgram(c->program.id);
            }
            device->counts.programs--;
        }
        gfFree(&device->core, c);
    }
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
