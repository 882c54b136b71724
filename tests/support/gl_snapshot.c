#include "support/gl_poison_state.h"

#include "support/fixture.h"

#define VALUES_MAX 4

typedef struct Entry {
    const char *text;
    int index;
    double values[VALUES_MAX];
} Entry;

struct GlSnapshot {
    Entry *entries;
    int count, capacity;
};

static Entry *add(GlSnapshot *s, const char *text, int index)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity > 0 ? 2 * s->capacity : 1024;
        s->entries = MADE(realloc(s->entries, (size_t)s->capacity * sizeof *s->entries));
    }
    Entry *entry = &s->entries[s->count++];
    *entry = (Entry){.text = text, .index = index};
    return entry;
}

static void addInts(GlSnapshot *s, const char *text, int index, const GLint *values, int count)
{
    Entry *entry = add(s, text, index);
    for (int i = 0; i < count; i++) {
        entry->values[i] = values[i];
    }
}

static void addFloats(GlSnapshot *s, const char *text, int index, const GLfloat *values, int count)
{
    Entry *entry = add(s, text, index);
    for (int i = 0; i < count; i++) {
        entry->values[i] = (double)values[i];
    }
}

static void takePlain(const GlPoison *p, GlSnapshot *s)
{
    for (int i = 0; i < ROWS(integerRows); i++) {
        GLint values[VALUES_MAX] = {0};
        if (GlPoison_Has(p, integerRows[i].gl, integerRows[i].es)) {
            GLint pair[2 + VALUES_MAX] = {0}; // the polygon mode may be two
            p->gl.GetIntegerv(integerRows[i].name, pair);
            memcpy(values, pair, sizeof values);
            addInts(s, integerRows[i].text, -1, values, integerRows[i].count);
        }
    }
    for (int i = 0; i < ROWS(floatRows); i++) {
        GLfloat values[VALUES_MAX] = {0};
        if (GlPoison_Has(p, floatRows[i].gl, floatRows[i].es)) {
            p->gl.GetFloatv(floatRows[i].name, values);
            addFloats(s, floatRows[i].text, -1, values, floatRows[i].count);
        }
    }
    for (int i = 0; i < ROWS(enableRows); i++) {
        if (GlPoison_Has(p, enableRows[i].gl, enableRows[i].es)) {
            GLint on = p->gl.IsEnabled(enableRows[i].name);
            addInts(s, enableRows[i].text, -1, &on, 1);
        }
    }
    for (int i = 0; i < ROWS(queryRows); i++) {
        GLint open = 0;
        if (GlPoison_Has(p, queryRows[i].gl, queryRows[i].es)) {
            p->gl.GetQueryiv(queryRows[i].name, GL_CURRENT_QUERY, &open);
            addInts(s, queryRows[i].text, -1, &open, 1);
        }
    }
}

// The parameters of what is bound on the active unit, read there so that nothing has to be bound.
static void takeTextureParameters(const GlPoison *p, GlSnapshot *s, int unit)
{
    static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY};
    for (int t = 0; t < ROWS(targets); t++) {
        for (int i = 0; i < ROWS(textureParameterRows); i++) {
            GLint value = 0;
            p->gl.GetTexParameteriv(targets[t], textureParameterRows[i].name, &value);
            addInts(s, textureParameterRows[i].text, 100 * t + unit, &value, 1);
        }
    }
}

static void takeTextures(const GlPoison *p, GlSnapshot *s)
{
    GLint active = 0;
    p->gl.GetIntegerv(GL_ACTIVE_TEXTURE, &active);
    for (int unit = 0; unit < POISON_UNITS; unit++) {
        p->gl.ActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (int i = 0; i < ROWS(textureRows); i++) {
            GLint name = 0;
            if (GlPoison_Has(p, textureRows[i].gl, textureRows[i].es)) {
                p->gl.GetIntegerv(textureRows[i].name, &name);
                addInts(s, textureRows[i].text, unit, &name, 1);
            }
        }
        takeTextureParameters(p, s, unit);
    }
    p->gl.ActiveTexture((GLenum)active);
    for (int sampler = 0; sampler < ROWS(p->samplers); sampler++) {
        for (int i = 0; i < SAMPLER_PARAMETERS; i++) {
            GLint value = 0;
            p->gl.GetSamplerParameteriv(p->samplers[sampler], textureParameterRows[i].name, &value);
            addInts(s, textureParameterRows[i].text, 1000 + sampler, &value, 1);
        }
    }
}

static void takeVertexArray(const GlPoison *p, GlSnapshot *s)
{
    for (int attribute = 0; attribute < 16; attribute++) {
        for (int i = 0; i < ROWS(attributeRows); i++) {
            GLint value = 0;
            p->gl.GetVertexAttribiv((GLuint)attribute, attributeRows[i].name, &value);
            addInts(s, attributeRows[i].text, attribute, &value, 1);
        }
        GLfloat current[4] = {0};
        p->gl.GetVertexAttribfv((GLuint)attribute, GL_CURRENT_VERTEX_ATTRIB, current);
        addFloats(s, "GL_CURRENT_VERTEX_ATTRIB", attribute, current, 4);
        void *pointer = NULL;
        p->gl.GetVertexAttribPointerv((GLuint)attribute, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
        add(s, "GL_VERTEX_ATTRIB_ARRAY_POINTER", attribute)->values[0] = (double)(uintptr_t)pointer;
    }
}

static void takeIndexedBuffers(const GlPoison *p, GlSnapshot *s)
{
    static const struct {
        GLenum binding, start, size;
        const char *text;
    } rows[] = {
        {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE, "indexed GL_UNIFORM_BUFFER"},
        {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE,
         "indexed GL_TRANSFORM_FEEDBACK_BUFFER"},
    };
    for (int r = 0; r < ROWS(rows); r++) {
        for (int i = 0; i < 4; i++) {
            GLint name = 0;
            GLint64 start = 0, size = 0;
            p->procs.GetIntegeri_v(rows[r].binding, (GLuint)i, &name);
            p->procs.GetInteger64i_v(rows[r].start, (GLuint)i, &start);
            p->procs.GetInteger64i_v(rows[r].size, (GLuint)i, &size);
            Entry *entry = add(s, rows[r].text, i);
            entry->values[0] = name;
            entry->values[1] = (double)start;
            entry->values[2] = (double)size;
        }
    }
}

static void takeDrawBuffers(const GlPoison *p, GlSnapshot *s)
{
    static const GetRow blend[] = {
        ROW(GL_BLEND_SRC_RGB, 1, 40, 32),      ROW(GL_BLEND_DST_RGB, 1, 40, 32),
        ROW(GL_BLEND_SRC_ALPHA, 1, 40, 32),    ROW(GL_BLEND_DST_ALPHA, 1, 40, 32),
        ROW(GL_BLEND_EQUATION_RGB, 1, 40, 32), ROW(GL_BLEND_EQUATION_ALPHA, 1, 40, 32),
        ROW(GL_COLOR_WRITEMASK, 4, 33, 32),
    };
    GLint buffers = 0;
    p->gl.GetIntegerv(GL_MAX_DRAW_BUFFERS, &buffers);
    for (int b = 0; b < buffers; b++) {
        GLint value = 0;
        p->gl.GetIntegerv(GL_DRAW_BUFFER0 + (GLenum)b, &value);
        addInts(s, "GL_DRAW_BUFFER", b, &value, 1);
        if (GlPoison_Has(p, 33, 32)) {
            value = p->procs.IsEnabledi(GL_BLEND, (GLuint)b);
            addInts(s, "indexed GL_BLEND", b, &value, 1);
        }
        for (int i = 0; i < ROWS(blend); i++) {
            GLint values[VALUES_MAX] = {0};
            if (GlPoison_Has(p, blend[i].gl, blend[i].es)) {
                p->procs.GetIntegeri_v(blend[i].name, (GLuint)b, values);
                addInts(s, blend[i].text, b, values, blend[i].count);
            }
        }
    }
}

static void takeViewports(const GlPoison *p, GlSnapshot *s)
{
    for (int i = 0; i < POISON_VIEWPORTS && GlPoison_Has(p, 41, 0); i++) {
        GLfloat values[4] = {0};
        GLint box[4] = {0}, on = p->procs.IsEnabledi(GL_SCISSOR_TEST, (GLuint)i);
        p->procs.GetFloati_v(GL_VIEWPORT, (GLuint)i, values);
        addFloats(s, "indexed GL_VIEWPORT", i, values, 4);
        p->procs.GetFloati_v(GL_DEPTH_RANGE, (GLuint)i, values);
        addFloats(s, "indexed GL_DEPTH_RANGE", i, values, 2);
        p->procs.GetIntegeri_v(GL_SCISSOR_BOX, (GLuint)i, box);
        addInts(s, "indexed GL_SCISSOR_BOX", i, box, 4);
        addInts(s, "indexed GL_SCISSOR_TEST", i, &on, 1);
    }
    if (GlPoison_Has(p, 33, 31)) {
        GLint mask = 0;
        p->procs.GetIntegeri_v(GL_SAMPLE_MASK_VALUE, 0, &mask);
        addInts(s, "GL_SAMPLE_MASK_VALUE", 0, &mask, 1);
    }
}

static void takeObjects(const GlPoison *p, GlSnapshot *s)
{
    static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_DEPTH_ATTACHMENT,
                                    GL_STENCIL_ATTACHMENT};
    GLfloat uniform = 0.0f;
    p->gl.GetUniformfv(p->program, p->uniform, &uniform);
    addFloats(s, "uniform of the host's program", 0, &uniform, 1);
    for (int i = 0; i < ROWS(points); i++) {
        GLint name = 0;
        p->gl.GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                                                  &name);
        addInts(s, "attachment of the host's framebuffer", i, &name, 1);
    }
    GLint size = 0;
    p->gl.GetBufferParameteriv(GL_PIXEL_PACK_BUFFER, GL_BUFFER_SIZE, &size);
    addInts(s, "size of the host's pixel buffer", 0, &size, 1);
    const unsigned char *bytes = p->gl.MapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 4096, GL_MAP_READ_BIT);
    double sum = 0.0;
    for (int i = 0; i < 4096 && bytes != NULL; i++) {
        sum += (double)bytes[i] * (1.0 + i);
    }
    add(s, "bytes of the host's pixel buffer", 0)->values[0] = sum;
    p->gl.UnmapBuffer(GL_PIXEL_PACK_BUFFER);
}

GlSnapshot *GlPoison_Take(const GlPoison *p)
{
    GlSnapshot *s = Fixture_Alloc(sizeof *s);
    assert_int_equal(p->gl.GetError(), GL_NO_ERROR);
    takePlain(p, s);
    takeTextures(p, s);
    takeVertexArray(p, s);
    takeIndexedBuffers(p, s);
    takeDrawBuffers(p, s);
    takeViewports(p, s);
    takeObjects(p, s);
    assert_int_equal(p->gl.GetError(), GL_NO_ERROR);
    Fixture_Keep(s->entries);
    return s;
}

void GlPoison_ExpectSame(const GlSnapshot *before, GlSnapshot *after, const char *call)
{
    int different = 0;
    assert_int_equal(before->count, after->count);
    for (int i = 0; i < before->count; i++) {
        const Entry *a = &before->entries[i], *b = &after->entries[i];
        if (memcmp(a->values, b->values, sizeof a->values) != 0) {
            print_error("%s changed %s [%d]: %g %g %g %g is now %g %g %g %g\n", call, a->text, a->index, a->values[0],
                        a->values[1], a->values[2], a->values[3], b->values[0], b->values[1], b->values[2],
                        b->values[3]);
            different++;
        }
    }
    fail_if(different > 0, "%s changed %d pieces of the host's GL state", call, different);
}
