// Builds the source texts of shaders, and finds the uniforms of linked programs.
#include "gl/program_cache.h"

#include "gl/shader_files.h"

#include <stdio.h>

// --- sources ---------------------------------------------------------------------------------------------------------

#define DIRECTIVE_LENGTH 64

static bool append(gfShaderSource *s, const char *text, size_t length)
{
    if (s->length + length + 1 > s->capacity) {
        size_t capacity = 2 * (s->length + length + 1);
        char *grown = gfGrow(s->core, s->text, s->length, capacity);
        GF_TRY(grown != NULL);
        s->text = grown;
        s->capacity = capacity;
    }
    memcpy(s->text + s->length, text, length);
    s->length += length;
    s->text[s->length] = '\0';
    return true;
}

static bool appendString(gfShaderSource *s, const char *text)
{
    return append(s, text, strlen(text));
}

// Returns a shader file that is built into the library. Null: no part of the library has it.
static const gfShaderFile *findBuiltIn(const char *name)
{
    for (int i = 0; i < gf_shaderSetCount; i++) {
        const gfShaderSet *set = gf_shaderSets[i];
        for (int k = 0; set != NULL && k < set->count; k++) {
            if (strcmp(set->files[k].name, name) == 0) {
                return &set->files[k];
            }
        }
    }
    return NULL;
}

// Returns the text of a shader file, from gfDeviceDef.shaderDir or built in, to be freed with gfFree. Null and reported
// on failure: SHADER_FILE, OUT_OF_MEMORY.
static char *loadFile(gfDevice *device, const char *name)
{
    if (device->shaderDir != NULL) {
        return gfShaderFolder_Read(device, name);
    }
    const gfShaderFile *file = findBuiltIn(name);
    char *text = file != NULL ? gfAlloc(&device->core, file->size + 1) : NULL;
    if (text != NULL) {
        memcpy(text, file->text, file->size);
    } else if (file == NULL) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER_FILE, "there is no built-in shader '%s'", name);
    }
    return text;
}

// Returns whether a line of a shader is an #include, and copies the name of the included file to `name`.
static bool readInclude(const char *line, char name[GF_SHADER_NAME_MAX])
{
    static const char directive[] = "#include \"";
    if (strncmp(line, directive, sizeof directive - 1) != 0) {
        return false;
    }
    line += sizeof directive - 1;
    snprintf(name, GF_SHADER_NAME_MAX, "%.*s", (int)strcspn(line, "\"\n"), line);
    return true;
}

// Appends a shader file to the source. Each #include line is replaced by the file that it names, or dropped if that
// file is in the source already. #line directives keep the numbers in compiler messages right.
static bool appendFile(gfDevice *device, gfShaderSource *s, const char *name)
{
    char directive[DIRECTIVE_LENGTH];
    for (int i = 0; i < s->fileCount; i++) {
        if (strcmp(s->files[i], name) == 0) {
            return true;
        }
    }
    GF_REQUIRE(&device->core, s->fileCount < GF_SHADER_FILES_MAX, SHADER_FILE,
               "more than %d files in one shader, at '%s'", GF_SHADER_FILES_MAX, name);
    int fileNumber = s->fileCount++;
    snprintf(s->files[fileNumber], GF_SHADER_NAME_MAX, "%s", name);
    char *text = loadFile(device, name);
    GF_TRY(text != NULL);
    snprintf(directive, sizeof directive, "#line 1 %d\n", fileNumber);
    bool ok = appendString(s, directive);
    int lineNumber = 1;
    for (char *line = text; ok && *line != '\0'; lineNumber++) {
        size_t length = strcspn(line, "\n");
        char included[GF_SHADER_NAME_MAX];
        if (readInclude(line, included)) {
            snprintf(directive, sizeof directive, "#line %d %d\n", lineNumber + 1, fileNumber);
            ok = appendFile(device, s, included) && appendString(s, directive);
        } else {
            ok = append(s, line, length) && append(s, "\n", 1);
        }
        line += length + (line[length] == '\n');
    }
    gfFree(&device->core, text);
    return ok;
}

static bool appendDefines(gfShaderSource *s, const char *defines)
{
    while (*defines != '\0') {
        size_t length = strcspn(defines, ";");
        GF_TRY(appendString(s, "#define ") && append(s, defines, length) && append(s, "\n", 1));
        defines += length + (defines[length] == ';');
    }
    return true;
}

bool gfShaderSource_Build(gfDevice *device, gfShaderSource *source, const char *file, const char *defines)
{
    static const char *const precisions = "precision highp float;\nprecision highp int;\n"
                                          "precision highp sampler2D;\nprecision highp usampler2D;\n";
    static const char *const packing = "#extension GL_ARB_shading_language_packing : enable\n";
    bool es = gfGL_IsES(&device->gl), gathers = device->tier == GF_TIER_GATHER, filters = device->gl.filtersFloats;
    const char *base = es ? "#version 300 es\n" : "#version 330 core\n";
    *source = (gfShaderSource){.core = &device->core};
    return appendString(source, gathers ? device->gl.gatherHeader : base) &&
           appendString(source, es ? precisions : packing) && (!gathers || appendDefines(source, "GATHERS")) &&
           (!device->gl.software || appendDefines(source, "SOFTWARE")) &&
           (filters || appendDefines(source, "MANUAL_BILINEAR")) &&
           (gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA32F) == GF_FORMAT_RGBA32F ||
            appendDefines(source, "HALVES")) &&
           (!gfDevice_FiltersFast(device) || appendDefines(source, "FAST_FILTER")) && appendDefines(source, defines) &&
           (strncmp(defines, "ATLAS", 5) != 0 || strstr(file, ".frag") == NULL ||
            appendFile(device, source, "common/atlas.glsl")) &&
           appendFile(device, source, file);
}

void gfShaderSource_Free(gfShaderSource *source)
{
    gfFree(source->core, source->text);
    source->text = NULL;
}

void gfShaderSource_Report(const gfShaderSource *s, const char *file, const char *defines, const char *messages)
{
    char files[GF_SHADER_FILES_MAX * (GF_SHADER_NAME_MAX + 8)] = "";
    size_t used = 0;
    for (int i = 0; i < s->fileCount; i++) {
        used += (size_t)snprintf(files + used, sizeof files - used, "%s%d = %s", i > 0 ? ", " : "", i, s->files[i]);
    }
    gfReport(s->core, GF_LOG_ERROR, GF_ERROR_SHADER, "shader '%s' [%s] does not compile: %s (files: %s)", file, defines,
             messages, files);
}

// --- uniforms --------------------------------------------------------------------------------------------------------

static bool isSampler(GLenum type)
{
    return type == GL_SAMPLER_2D || type == GL_UNSIGNED_INT_SAMPLER_2D || type == GL_INT_SAMPLER_2D;
}

// Returns a uniform's name, added if new; that of a `sampler` gets a texture unit. Null and reported: OUT_OF_MEMORY.
static gfUniformName *nameUniform(gfDevice *device, const char *text, bool sampler)
{
    struct gfProgramCache *cache = device->programs;
    gfUniformName *name = cache->names;
    while (name != NULL && strcmp(name->text, text) != 0) {
        name = name->next;
    }
    if (name == NULL) {
        name = gfAlloc(&device->core, sizeof *name);
        GF_TRY(name != NULL);
        snprintf(name->text, sizeof name->text, "%s", text);
        name->unit = -1;
        name->next = cache->names;
        cache->names = name;
    }
    if (sampler && name->unit < 0) {
        name->unit = cache->samplers++ % GF_TEXTURE_UNITS;
    }
    return name;
}

// Fills in gfProgram.inputs. A sampler gets the texture unit of its name, or the next that the program has free.
static bool describeInputs(gfDevice *device, gfProgram *program)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint count = 0;
    int samplers = 0;
    bool taken[GF_TEXTURE_UNITS] = {false};
    fn->GetProgramiv(program->id, GL_ACTIVE_UNIFORMS, &count);
    program->inputCount = 0;
    program->inputs = gfAlloc(&device->core, (size_t)gfMax(1, count) * sizeof *program->inputs);
    memset(program->hints, 0, GF_PROGRAM_HINTS * sizeof *program->hints);
    for (GLint i = 0; program->inputs != NULL && i < count; i++) {
        char text[GF_UNIFORM_NAME_MAX] = "";
        GLint size = 0;
        gfShaderInput *input = &program->inputs[program->inputCount];
        fn->GetActiveUniform(program->id, (GLuint)i, sizeof text, NULL, &size, &input->type, text);
        text[strcspn(text, "[")] = '\0'; // the GL names an array "u_name[0]"
        if (strncmp(text, "u_", 2) != 0) {
            continue; // a variable of the GL, as gl_DepthRange
        }
        const gfUniformName *name = nameUniform(device, text + 2, isSampler(input->type));
        GF_TRY(name != NULL);
        input->name = name->text;
        input->location = fn->GetUniformLocation(program->id, text);
        input->unit = -1;
        if (isSampler(input->type) && ++samplers <= GF_TEXTURE_UNITS) {
            int unit = name->unit;
            while (taken[unit]) {
                unit = (unit + 1) % GF_TEXTURE_UNITS;
            }
            taken[unit] = true;
            input->unit = unit;
        }
        program->inputCount++;
    }
    GF_REQUIRE(&device->core, samplers <= GF_TEXTURE_UNITS, SHADER, "%s: %d samplers; at most %d are expected",
               program->file, samplers, GF_TEXTURE_UNITS);
    return program->inputs != NULL;
}

bool gfShaderInputs_Resolve(gfDevice *device, gfProgram *program)
{
    const GladGLContext *fn = &device->gl.fn;
    GF_TRY(describeInputs(device, program));
    fn->UseProgram(program->id);
    device->bindings.program = program->id;
    for (int i = 0; i < program->inputCount; i++) {
        const gfShaderInput *input = &program->inputs[i];
        if (input->unit >= 0) {
            // Another unit is set first because of a bug in Mesa: a program loaded from a binary has the units it was
            // saved with, but Mesa may believe that it has others, and skip the call that would set these.
            fn->Uniform1i(input->location, input->unit == 0 ? 1 : 0);
            fn->Uniform1i(input->location, input->unit);
        }
    }
    return true;
}

gfShaderInput *gfShaderInputs_Find(const gfProgram *program, const char *name)
{
    for (int i = 0; i < program->inputCount; i++) {
        gfShaderInput *input = &program->inputs[i];
        if (input->name[0] == name[0] && strcmp(input->name, name) == 0) {
            return input;
        }
    }
    return NULL;
}
