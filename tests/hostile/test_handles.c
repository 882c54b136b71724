// Handles of emitters, solids and read-backs: one of another fluid, of another kind, stale or none is refused with a
// message that says so, and nothing changes.
#include "support/bad_input.h"
#include "support/flow.h"

#define VALUES (4 * (GRID_W + 1) * (GRID_H + 1))

// One of each, alive.
typedef struct Handles {
    gfEmitterId emitter;
    gfSolidId solid;
    gfRequestId read;
} Handles;

static gfSolidDef makeSolid(void)
{
    return Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f));
}

static Handles addAll(gfFluid *fluid)
{
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    gfSolidDef solid = makeSolid();
    Handles made = {gfFluid_AddEmitter(fluid, &source), gfFluid_AddSolid(fluid, &solid),
                    gfFluid_RequestField(fluid, GF_FIELD_DYE)};
    assert_false(GF_IS_NULL(made.emitter) || GF_IS_NULL(made.solid) || GF_IS_NULL(made.read));
    return made;
}

static void expectAlive(gfFluid *fluid, const Handles *handles)
{
    static float values[VALUES];
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    gfSolidDef solid = makeSolid();
    assert_true(gfFluid_SetEmitter(fluid, handles->emitter, &source));
    assert_true(gfFluid_SetSolid(fluid, handles->solid, &solid));
    assert_int_not_equal(gfFluid_PollField(fluid, handles->read, values, VALUES), GF_POLL_FAILED);
}

static void expectRefused(gfFluid *fluid, const Handles *handles, const char *emitter, const char *solid,
                          const char *read)
{
    static float values[VALUES];
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    gfSolidDef disc = makeSolid();
    REFUSED(gfFluid_SetEmitter(fluid, handles->emitter, &source), BAD_HANDLE, emitter);
    REFUSED(gfFluid_PlaceEmitter(fluid, handles->emitter, &source), BAD_HANDLE, emitter);
    REFUSED(gfFluid_RemoveEmitter(fluid, handles->emitter), BAD_HANDLE, emitter);
    REFUSED(gfFluid_SetSolid(fluid, handles->solid, &disc), BAD_HANDLE, solid);
    REFUSED(gfFluid_RemoveSolid(fluid, handles->solid), BAD_HANDLE, solid);
    REFUSED(gfFluid_PollField(fluid, handles->read, values, VALUES) != GF_POLL_FAILED, BAD_HANDLE, read);
}

TEST(testNone)
{
    const Handles none = {{0}, {0}, {0}};
    Handles good = addAll(stage.fluid);
    assert_true(GF_IS_NULL(none.emitter) && GF_IS_NULL(none.solid) && GF_IS_NULL(none.read));
    BadInput_Watch();
    expectRefused(stage.fluid, &none, "none; an emitter's is expected", "none; a solid's is expected",
                  "none; a read-back's is expected");
    expectAlive(stage.fluid, &good);
}

// The types differ, so that it takes a copy of the bytes to mistake one for another.
TEST(testOtherKinds)
{
    Handles good = addAll(stage.fluid), bad;
    BadInput_Watch();
    memcpy(&bad.emitter, &good.solid, sizeof bad.emitter);
    memcpy(&bad.solid, &good.read, sizeof bad.solid);
    memcpy(&bad.read, &good.emitter, sizeof bad.read);
    expectRefused(stage.fluid, &bad, "a solid's; an emitter's is expected", "a read-back's; a solid's is expected",
                  "an emitter's; a read-back's is expected");
    memcpy(&bad.emitter, &good.read, sizeof bad.emitter);
    memcpy(&bad.solid, &good.emitter, sizeof bad.solid);
    memcpy(&bad.read, &good.solid, sizeof bad.read);
    expectRefused(stage.fluid, &bad, "a read-back's; an emitter's is expected", "an emitter's; a solid's is expected",
                  "a solid's; a read-back's is expected");
    expectAlive(stage.fluid, &good);
}

// Each fluid's first handles: of the same slot and generation.
TEST(testOtherFluids)
{
    static const char *const other = "belongs to another fluid";
    gfDevice *device = Fixture_MakeDevice(stage.fixture); // of the same context
    gfFluidDef fluidDef = gfFluid_GetDef(stage.fluid);
    gfFluid *fluids[] = {stage.fluid, Fixture_MakeFluid(stage.fixture, GRID_W, GRID_H),
                         gfCreateFluid(device, &fluidDef)};
    Handles handles[3];
    for (size_t i = 0; i < ROWS(fluids); i++) {
        assert_non_null(fluids[i]);
        handles[i] = addAll(fluids[i]);
    }
    BadInput_Watch();
    for (size_t i = 0; i < ROWS(fluids); i++) {
        for (size_t k = 0; k < ROWS(fluids); k++) {
            if (i != k) {
                assert_false(GF_ID_EQUALS(handles[i].emitter, handles[k].emitter));
                expectRefused(fluids[i], &handles[k], other, other, other);
            }
        }
        expectAlive(fluids[i], &handles[i]);
        BadInput_Watch(); // without the read-back that is done
    }
    gfDestroyFluid(fluids[1]); // its successor, which may lie in the same memory, does not take its handles
    fluids[1] = Fixture_MakeFluid(stage.fixture, GRID_W, GRID_H);
    Handles again = addAll(fluids[1]);
    BadInput_Watch();
    expectRefused(fluids[1], &handles[1], other, other, other);
    expectAlive(fluids[1], &again);
    gfDestroyDevice(device);
}

// A slot's handles of old stay refused, however often it is used again: 2^19 uses brought them back once.
TEST(testStale)
{
    enum { PAIRS = (1 << 20) + 1000 };
    static float values[VALUES];
    static const char *const stale = "no longer alive";
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    gfSolidDef solid = makeSolid();
    Handles first = addAll(stage.fluid), now = first;
    for (int i = 0; i < PAIRS; i++) {
        assert_true(gfFluid_RemoveEmitter(stage.fluid, now.emitter));
        assert_true(gfFluid_RemoveSolid(stage.fluid, now.solid));
        now.emitter = gfFluid_AddEmitter(stage.fluid, &source);
        now.solid = gfFluid_AddSolid(stage.fluid, &solid);
        fail_if(now.emitter.index != first.emitter.index || GF_ID_EQUALS(now.emitter, first.emitter) ||
                    now.solid.index != first.solid.index || GF_ID_EQUALS(now.solid, first.solid),
                "pair %d does not use the slot anew", i);
        if ((i & (i + 1)) == 0) { // 1, 2, 4 ... uses after the first
            assert_false(gfFluid_RemoveEmitter(stage.fluid, first.emitter));
            assert_false(gfFluid_RemoveSolid(stage.fluid, first.solid));
        }
    }
    gfPollStatus status = GF_POLL_PENDING;
    while (status == GF_POLL_PENDING) {
        status = gfFluid_PollField(stage.fluid, first.read, values, VALUES);
    }
    assert_int_equal(status, GF_POLL_READY);
    now.read = gfFluid_RequestField(stage.fluid, GF_FIELD_DYE);
    assert_int_equal(now.read.index, first.read.index);
    BadInput_Watch();
    expectRefused(stage.fluid, &first, stale, stale, stale);
    expectAlive(stage.fluid, &now);
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, Fixture_TearDown)
