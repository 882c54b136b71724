// Everything that can fail does, once and from a call on, in a GL that draws nothing: no crash, no leak, no error left
// to the host, a code and a message for every refusal, and a device that works again when the failing ends.
#include "null_gl_life.h"

#include "support/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

// --- lives ---------------------------------------------------------------------------------------------------------

static bool isOfShaders(NullGlFault fault)
{
    return fault == NULL_GL_COMPILE || fault == NULL_GL_LINK;
}

// Nothing fails any more. Shaders alone are given up for good.
static void recover(Life *l)
{
    gfFluid *old = l->fluid;
    gfDrawDef draw = gfDefaultDrawDef();
    NullGl_Fail(l->fault, 0, false);
    l->refusals = 0;
    if (old != NULL) {
        TRY(gfFluid_StepOnce(old));
        TRY(gfFluid_Draw(old, &draw));
        TRY(gfFluid_Resize(old, 16, 14, 0.1f, (gfVec2){0.0f, 0.0f}));
        if (l->failAt % 2 == 0) {
            CALL(gfDestroyFluid(old));
        }
    }
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    if (l->fluid != NULL) {
        Life_Step(l, 2);
        TRY(gfFluid_Draw(l->fluid, &draw));
    }
    if (l->refusals > 0 && !isOfShaders(l->fault)) {
        Life_Complain(l, "afterwards", "%d calls were refused", l->refusals);
    }
}

static void live(Life *l, void (*script)(Life *life))
{
    gfDeviceDef def = gfDefaultDeviceDef();
    char left[256];
    def.getProcAddress = NullGl_GetProcAddress;
    def.allocator = NullGl_GetAllocator();
    NullGl_Reset(l->es);
    NullGl_Fail(l->fault, l->failAt, l->lasting);
    l->fluid = NULL;
    l->volume = NULL;
    TRY((l->device = gfCreateDevice(&def)) != NULL);
    if (l->device != NULL) {
        script(l);
        recover(l);
        CALL(gfDestroyDevice(l->device));
    }
    if (NullGl_GetLeft(left, sizeof left) != 0) {
        Life_Complain(l, "afterwards", "not freed: %s", left);
    }
    if (NullGl_GetMisuse() != NULL) {
        Life_Complain(l, "GL", "%s", NullGl_GetMisuse());
    }
}

static bool hasScript(gfSolverKind solver, size_t script)
{
    return lifeScripts[script].solver == LIFE_EVERY_SOLVER || lifeScripts[script].solver == (int)solver;
}

// GF_LONG=1 lets every call fail; else some are left out, and more under sanitizers, where a life takes longer.
static int strideOf(NullGlFault fault)
{
    bool slow = getenv("GF_SANITIZE") != NULL;
    if (getenv("GF_LONG") != NULL) {
        return 1;
    }
    return fault == NULL_GL_MEMORY ? (slow ? 31 : 11) : (slow ? 11 : 3);
}

// Every call of the kind in turn. Returns how many lives that took.
static int tryAll(Life l, size_t script, int counts[NULL_GL_FAULTS])
{
    int lives = 0;
    l.script = lifeScripts[script].name;
    for (l.failAt = 1;; l.failAt += strideOf(l.fault)) {
        live(&l, lifeScripts[script].run);
        lives++;
        if (NullGl_GetCalls(l.fault) < l.failAt) {
            counts[l.fault] += l.failAt - 1;
            return lives;
        }
    }
}

// OpenGL loses one call, OpenGL ES that and all after it.
static void testEveryFailure(bool es, gfSolverKind solver, gfParticleSearch search)
{
    int counts[NULL_GL_FAULTS] = {0}, lives = 0;
    lifeComplaints = 0;
    for (size_t script = 0; script < LIFE_SCRIPTS; script++) {
        for (int fault = 0; fault < NULL_GL_FAULTS && hasScript(solver, script); fault++) {
            lives +=
                tryAll((Life){.es = es, .solver = solver, .search = search, .fault = (NullGlFault)fault, .lasting = es},
                       script, counts);
        }
    }
    print_message("%d lives; calls that failed:", lives);
    for (int fault = 0; fault < NULL_GL_FAULTS; fault++) {
        print_message(" %s %d", lifeFaultNames[fault], counts[fault]);
        assert_true(counts[fault] > 0 || (solver != GF_SOLVER_GRID && fault == NULL_GL_MAP));
    }
    print_message("\n");
    assert_int_equal(lifeComplaints, 0);
}

static void testGridOnGl(void **state)
{
    (void)state;
    testEveryFailure(false, GF_SOLVER_GRID, GF_SEARCH_AUTO);
}

static void testGridOnEs(void **state)
{
    (void)state;
    testEveryFailure(true, GF_SOLVER_GRID, GF_SEARCH_AUTO);
}

static void testGaussianOnGl(void **state)
{
    (void)state;
    testEveryFailure(false, GF_SOLVER_GAUSSIAN, GF_SEARCH_AUTO);
}

static void testGaussianOnEs(void **state)
{
    (void)state;
    testEveryFailure(true, GF_SOLVER_GAUSSIAN, GF_SEARCH_AUTO);
}

static void testParticlesOnGl(void **state)
{
    (void)state;
    testEveryFailure(false, GF_SOLVER_PARTICLES, GF_SEARCH_SORTED);
}

static void testParticlesOnEs(void **state)
{
    (void)state;
    testEveryFailure(true, GF_SOLVER_PARTICLES, GF_SEARCH_SLOTS);
}

static void testShallowOnGl(void **state)
{
    (void)state;
    testEveryFailure(false, GF_SOLVER_SHALLOW, GF_SEARCH_AUTO);
}

static void testShallowOnEs(void **state)
{
    (void)state;
    testEveryFailure(true, GF_SOLVER_SHALLOW, GF_SEARCH_AUTO);
}

// Without failures the lifeScripts run through, so that what fails later fails for a reason.
static void testNothingFails(void **state)
{
    (void)state;
    lifeComplaints = 0;
    static const struct {
        gfSolverKind solver;
        gfParticleSearch search;
    } rows[] = {{GF_SOLVER_GRID, GF_SEARCH_AUTO},        {GF_SOLVER_GAUSSIAN, GF_SEARCH_AUTO},
                {GF_SOLVER_PARTICLES, GF_SEARCH_AUTO},   {GF_SOLVER_PARTICLES, GF_SEARCH_SLOTS},
                {GF_SOLVER_PARTICLES, GF_SEARCH_HASHED}, {GF_SOLVER_SHALLOW, GF_SEARCH_AUTO}};
    for (size_t i = 0; i < 2 * ROWS(rows); i++) {
        for (size_t script = 0; script < LIFE_SCRIPTS; script++) {
            Life l = {.script = lifeScripts[script].name,
                      .es = i % 2 == 1,
                      .solver = rows[i / 2].solver,
                      .search = rows[i / 2].search};
            if (hasScript(l.solver, script)) {
                live(&l, lifeScripts[script].run);
                assert_int_equal(l.refusals, 0);
            }
        }
    }
    assert_int_equal(lifeComplaints, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testNothingFails),
        cmocka_unit_test(testShallowOnGl),
        cmocka_unit_test(testShallowOnEs),
        // Those that take long.
        cmocka_unit_test(testGridOnGl),
        cmocka_unit_test(testGridOnEs),
        cmocka_unit_test(testGaussianOnGl),
        cmocka_unit_test(testGaussianOnEs),
        cmocka_unit_test(testParticlesOnGl),
        cmocka_unit_test(testParticlesOnEs),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, NULL, NULL);
}
