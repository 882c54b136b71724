// Every GL object of the library's has a label, in contexts that keep labels.
#include "random/guided.h"
#include "support/canvas.h"
#include "support/few_particles.h"
#include "support/flow.h"

#define NAMES_MAX 4096
#define KINDS 9

typedef GLboolean(GLAD_API_PTR *IsObject)(GLuint name);
typedef void(GLAD_API_PTR *GetLabel)(GLenum kind, GLuint name, GLsizei size, GLsizei *length, GLchar *label);

// A kind of object, which names are of it, and those that were there before the device.
typedef struct Kind {
    const char *name;
    GLenum identifier;
    IsObject is;
    bool before[NAMES_MAX];
} Kind;

static Kind kinds[KINDS];

static void findKinds(const GladGLContext *gl)
{
    const Kind all[KINDS] = {
        {"buffer", 0x82E0, gl->IsBuffer, {false}},
        {"framebuffer", GL_FRAMEBUFFER, gl->IsFramebuffer, {false}},
        {"program", 0x82E2, gl->IsProgram, {false}},
        {"query", 0x82E3, gl->IsQuery, {false}},
        {"sampler", 0x82E6, gl->IsSampler, {false}},
        {"renderbuffer", GL_RENDERBUFFER, gl->IsRenderbuffer, {false}},
        {"shader", 0x82E1, gl->IsShader, {false}},
        {"texture", GL_TEXTURE, gl->IsTexture, {false}},
        {"vertex array", GL_VERTEX_ARRAY, gl->IsVertexArray, {false}},
    };
    memcpy(kinds, all, sizeof all);
    for (int k = 0; k < KINDS; k++) {
        for (GLuint name = 1; name < NAMES_MAX; name++) {
            kinds[k].before[name] = kinds[k].is(name);
        }
    }
}

// Fails with the first object that has none. Counts those of each kind that the library has made.
static void expectLabels(GetLabel getLabel, int counts[KINDS])
{
    for (int k = 0; k < KINDS; k++) {
        for (GLuint name = 1; name < NAMES_MAX; name++) {
            char label[256] = "";
            if (kinds[k].before[name] || !kinds[k].is(name)) {
                continue;
            }
            getLabel(kinds[k].identifier, name, sizeof label, NULL, label);
            counts[k]++;
            fail_if(strncmp(label, "gpufluid ", 9) != 0 || strlen(label) < 12, "%s %u has the label '%s'",
                    kinds[k].name, name, label);
        }
    }
}

// Whether some object of a kind has this label.
static bool hasLabel(GetLabel getLabel, int kind, const char *wanted)
{
    bool found = false;
    for (GLuint name = 1; !found && name < NAMES_MAX; name++) {
        char label[256] = "";
        if (!kinds[kind].before[name] && kinds[kind].is(name)) {
            getLabel(kinds[kind].identifier, name, sizeof label, NULL, label);
            found = strcmp(label, wanted) == 0;
        }
    }
    return found;
}

TEST(testLabels)
{
    static const char *const pairs[] = {"gpufluid grid velocity read", "gpufluid gaussian mass read",
                                        "gpufluid particles pairs read", "gpufluid shallow foam read"};
    const GladGLContext *gl = &fixture->gl;
    GetLabel getLabel = gl->GetObjectLabel != NULL ? gl->GetObjectLabel : gl->GetObjectLabelKHR;
    Canvas canvas = Canvas_Make(fixture, 32, 32);
    int counts[KINDS] = {0};
    findKinds(gl);
    if (getLabel == NULL) {
        skip();
    }
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        def.profiling = true;
        Caller *c = Guided_Make(gl, def, (gfSolverKind)solver);
        static const char *const calls[] = {"gfFluid_StepOnce", "gfFluid_Draw",    "gfFluid_DrawSurface",
                                            "gfFluid3D_Draw",   "gfQuery_Request", "gfFluid_AddSolidMask"};
        findKinds(gl); // with the host's textures
        Guided_Prepare(c, solver == GF_SOLVER_PARTICLES || solver == GF_SOLVER_GRID);
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            if (solver == GF_SOLVER_PARTICLES || strstr(calls[i], "3D") == NULL) {
                assert_true(Guided_CallNamed(c, calls[i], 1));
            }
        }
        Guided_End(c, OBJECT_gfSnapshot); // whose buffers have no labels
        expectLabels(getLabel, counts);
        if (solver == GF_SOLVER_GRID || solver == GF_SOLVER_GAUSSIAN) {
            assert_true(hasLabel(getLabel, 7, pairs[solver]) || hasLabel(getLabel, 7, "gpufluid gaussian mass write"));
        }
        Caller_Free(c);
    }
    for (int k = 0; k < KINDS; k++) { // nothing is routed by a stencil test here, which renderbuffers are for
        assert_true(counts[k] > 0 || k == 5 || (k == 3 && Fixture_Api() == HEADLESS_ES30));
    }
    Flow_MakeOf(fixture, FewParticles_Def(16, GF_SEARCH_SLOTS));
    Kind *renderbuffers = &kinds[5];
    for (GLuint name = 1; name < NAMES_MAX; name++) {
        char label[256] = "";
        if (!renderbuffers->before[name] && renderbuffers->is(name)) {
            getLabel(renderbuffers->identifier, name, sizeof label, NULL, label);
            assert_string_equal(label, "gpufluid stencil");
        }
    }
    Canvas_Free(fixture, &canvas);
    Fixture_ExpectNoGlError(fixture);
}
