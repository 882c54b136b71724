// contexts: gl es
// A host that calls anything with anything: valid, at the ends of ranges, absurd. The library refuses with a reason and
// changes nothing then, leaves no GL error, keeps its fields finite and gives everything back. GF_SEED: another run;
// GF_LONG=1: 100,000 calls in place of 300, or of 1,000 under sanitizers; GF_CALLS: so many; GF_TRACE=1: names each
// call before it is made.
#include "support/canvas.h"
#include "support/random_args.h"

#include <math.h>

#define DEVICES 2
#define FLUIDS 4
#define TRACERS 3
#define HANDLES 24
#define TEXTURES 3
#define VALUES_MAX (4 * 128 * 128)

typedef struct Handles {
    gfHandle ids[HANDLES];
    int count;
} Handles;

typedef struct Owned {
    gfFluid *fluid;
    gfFluidGroup *group; // that it is in; null: none
    int device;
    gfTracers *tracers[TRACERS];
    gfQuery *query;
    gfGovernor *governor;
    Handles emitters, solids, reads, bodies; // some are stale
} Owned;

// What a refused call must leave as it was.
typedef struct Witness {
    gfMemoryCounts memory[DEVICES];
    gfFluidDef defs[FLUIDS];
    gfStepInfo clocks[FLUIDS];
} Witness;

typedef struct Caller {
    Fixture *fixture;
    Random random;
    unsigned seed;
    int call;
    const char *name;
    gfDevice *devices[DEVICES];
    Owned fluids[FLUIDS];
    gfOpticalFlow *flow; // of the first device
    gfFluid3D *volume;
    int volumeDevice;
    Handles solids3D, meshes, bodies3D; // of the volume; some are stale
    uint32_t textures[TEXTURES];
    float *values;
    uint8_t *saved; // a snapshot of some fluid
    size_t savedSize;
    GLint canvas; // the framebuffer that is bound
    int refused;
} Caller;

static Random *R(Caller *c)
{
    return &c->random;
}

#define FAIL(c, ...)                                                                   \
    do {                                                                               \
        fprintf(stderr, "GF_SEED=%u, call %d, %s: ", (c)->seed, (c)->call, (c)->name); \
        fail_msg(__VA_ARGS__);                                                         \
    } while (0)

static void remember(Caller *c, Handles *handles, gfHandle id)
{
    if (!GF_IS_NULL(id)) {
        handles->ids[handles->count < HANDLES ? handles->count++ : Random_Below(R(c), HANDLES)] = id;
    }
}

static gfHandle someHandle(Caller *c, const Handles *handles)
{
    return Random_Handle(R(c), handles->ids, handles->count);
}

// The newest, which is forgotten, or any.
static gfHandle takeHandle(Caller *c, Handles *handles)
{
    bool newest = handles->count > 0 && !Random_Chance(R(c), R(c)->absurd);
    return newest ? handles->ids[--handles->count] : someHandle(c, handles);
}

static bool absurd(Caller *c)
{
    return Random_Chance(R(c), R(c)->absurd);
}

static Owned *someOwned(Caller *c)
{
    return &c->fluids[Random_Below(R(c), FLUIDS)];
}

// Now and then null for no reason.
static gfFluid *fluidOf(Caller *c, const Owned *owned)
{
    return absurd(c) ? NULL : owned->fluid;
}

static gfFluid *someFluid(Caller *c)
{
    return fluidOf(c, someOwned(c));
}

static gfFluid *someFluidOf(Caller *c, gfSolverKind solver)
{
    gfFluid *fluid = someFluid(c);
    for (int i = 0; i < 10 && gfFluid_GetDef(fluid).solver != solver; i++) {
        fluid = someFluid(c);
    }
    return fluid;
}

static gfField someField(Caller *c, const gfFluid *fluid)
{
    gfField field;
    do {
        field = (gfField)Random_Int(R(c), 0, GF_FIELD_COUNT - 1);
    } while (!gfFluid_GetFieldInfo(fluid, field, &(gfFieldInfo){0}) && Random_Chance(R(c), 90));
    gfClearLastError();
    return field;
}

static gfDevice *someDevice(Caller *c)
{
    return absurd(c) ? NULL : c->devices[Random_Below(R(c), DEVICES)];
}

static gfSourceDef someSource(Caller *c)
{
    return Random_SourceDef(R(c), c->textures, TEXTURES);
}

static gfSolidDef someSolid(Caller *c)
{
    return Random_SolidDef(R(c), c->textures, TEXTURES);
}

static gfEmitterId emitterOf(gfHandle handle)
{
    return GF_FROM_HANDLE(gfEmitterId, handle);
}

static gfSolidId solidOf(gfHandle handle)
{
    return GF_FROM_HANDLE(gfSolidId, handle);
}

static gfReadId readOf(gfHandle handle)
{
    return GF_FROM_HANDLE(gfReadId, handle);
}

// --- calls: true if the library accepted ---------------------------------------------------------------------------

// Of a group all of it, or now and then what is refused.
static bool callStep(Caller *c)
{
    const Owned *owned = someOwned(c);
    float dt = Random_Float(R(c), 0.0, 0.05);
    return owned->group != NULL && !absurd(c) ? gfFluidGroup_Step(owned->group, dt)
                                              : gfFluid_Step(fluidOf(c, owned), dt);
}

static bool callStepOnce(Caller *c)
{
    const Owned *owned = someOwned(c);
    return owned->group != NULL && !absurd(c) ? gfFluidGroup_StepOnce(owned->group)
                                              : gfFluid_StepOnce(fluidOf(c, owned));
}

static bool callSplat(Caller *c)
{
    gfSourceDef def = someSource(c);
    return gfFluid_Splat(someFluid(c), absurd(c) ? NULL : &def);
}

static bool callAddEmitter(Caller *c)
{
    Owned *owned = someOwned(c);
    gfSourceDef def = someSource(c);
    gfEmitterId id = gfFluid_AddEmitter(fluidOf(c, owned), absurd(c) ? NULL : &def);
    remember(c, &owned->emitters, GF_TO_HANDLE(id));
    return !GF_IS_NULL(id);
}

static bool callSetEmitter(Caller *c)
{
    const Owned *owned = someOwned(c);
    gfSourceDef def = someSource(c);
    return gfFluid_SetEmitter(fluidOf(c, owned), emitterOf(someHandle(c, &owned->emitters)), absurd(c) ? NULL : &def);
}

static bool callPlaceEmitter(Caller *c)
{
    const Owned *owned = someOwned(c);
    gfSourceDef def = someSource(c);
    return gfFluid_PlaceEmitter(fluidOf(c, owned), emitterOf(someHandle(c, &owned->emitters)), absurd(c) ? NULL : &def);
}

static bool callSetEmitterMask(Caller *c)
{
    const Owned *owned = someOwned(c);
    static const uint8_t pixels[64] = {0, 255, 127, 128};
    gfMask mask = {absurd(c) ? NULL : pixels, Random_Int(R(c), 1, 8), Random_Int(R(c), 1, 8), 8};
    mask.width = mask.width > 8 || mask.height > 8 ? -1 : mask.width; // as in callAddSolidMask
    return gfFluid_SetEmitterMask(fluidOf(c, owned), emitterOf(someHandle(c, &owned->emitters)),
                                  Random_Below(R(c), 4) == 0 ? NULL : &mask);
}

static bool callRemoveEmitter(Caller *c)
{
    Owned *owned = someOwned(c);
    return gfFluid_RemoveEmitter(fluidOf(c, owned), emitterOf(takeHandle(c, &owned->emitters)));
}

static bool callAddSolid(Caller *c)
{
    Owned *owned = someOwned(c);
    gfSolidDef def = someSolid(c);
    gfSolidId id = gfFluid_AddSolid(fluidOf(c, owned), absurd(c) ? NULL : &def);
    remember(c, &owned->solids, GF_TO_HANDLE(id));
    return !GF_IS_NULL(id);
}

static bool callAddSolidMask(Caller *c)
{
    Owned *owned = someOwned(c);
    static const uint8_t pixels[64] = {255, 0, 255, 255, 127, 128};
    gfMask mask = {absurd(c) ? NULL : pixels, Random_Int(R(c), 1, 8), Random_Int(R(c), 1, 8), 8};
    mask.stride = absurd(c) ? Random_Int(R(c), 0, 8) : 8;
    if (mask.width > 8 || mask.height > 8 || mask.stride > 8) {
        mask.width = -1; // what would read beyond the image is the host's fault
    }
    gfShape shape = gfMakeRectangle((gfVec2){0.4f, 0.6f}, (gfVec2){0.3f, Random_Float(R(c), 0.01, 0.4)}, 0.5f);
    shape = absurd(c) ? Random_Shape(R(c)) : shape;
    gfSolidId id = gfFluid_AddSolidMask(fluidOf(c, owned), absurd(c) ? NULL : &mask, absurd(c) ? NULL : &shape);
    remember(c, &owned->solids, GF_TO_HANDLE(id));
    return !GF_IS_NULL(id);
}

static bool callSetMaskPart(Caller *c)
{
    const Owned *owned = someOwned(c);
    static const uint8_t pixels[64] = {0, 255, 127, 128};
    gfMask part = {absurd(c) ? NULL : pixels, Random_Int(R(c), 1, 3), Random_Int(R(c), 1, 3), 8};
    int x = absurd(c) ? Random_Int(R(c), -9, 9) : 0;
    return gfFluid_SetMaskPart(fluidOf(c, owned), solidOf(someHandle(c, &owned->solids)), x, 0,
                               absurd(c) ? NULL : &part);
}

static bool callSetSolid(Caller *c)
{
    const Owned *owned = someOwned(c);
    gfSolidDef def = someSolid(c);
    return gfFluid_SetSolid(fluidOf(c, owned), solidOf(someHandle(c, &owned->solids)), absurd(c) ? NULL : &def);
}

static bool callRemoveSolid(Caller *c)
{
    Owned *owned = someOwned(c);
    return gfFluid_RemoveSolid(fluidOf(c, owned), solidOf(takeHandle(c, &owned->solids)));
}

static gfRigidBodyId bodyOf(gfHandle handle)
{
    return (gfRigidBodyId){handle.generation, handle.fluid, handle.index, handle.kind};
}

static bool callAddRigidBody(Caller *c)
{
    Owned *owned = someOwned(c);
    gfRigidBodyDef def = Random_RigidBodyDef(R(c));
    gfRigidBodyId id = gfFluid_AddRigidBody(fluidOf(c, owned), absurd(c) ? NULL : &def);
    remember(c, &owned->bodies, GF_TO_HANDLE(id));
    return !GF_IS_NULL(id);
}

static bool callSetRigidBody(Caller *c)
{
    const Owned *owned = someOwned(c);
    gfRigidBodyDef def = Random_RigidBodyDef(R(c));
    gfRigidBodyId id = bodyOf(someHandle(c, &owned->bodies));
    gfFluid *fluid = fluidOf(c, owned);
    gfRigidBodyState state;
    gfVec2 place = {Random_Float(R(c), -1.0, 2.0), Random_Float(R(c), -1.0, 2.0)}, way = {place.y, place.x};
    float angle = absurd(c) ? NAN : place.x;
    switch (Random_Below(R(c), 4)) {
    case 0:
        return gfFluid_SetRigidBody(fluid, id, absurd(c) ? NULL : &def);
    case 1:
        return gfFluid_GetRigidBody(fluid, id, absurd(c) ? NULL : &state);
    case 2:
        return gfFluid_DriveRigidBody(fluid, id, place, angle, way, 1.0f);
    default:
        return gfFluid_PushRigidBody(fluid, id, way, place);
    }
}

static bool callRemoveRigidBody(Caller *c)
{
    Owned *owned = someOwned(c);
    return gfFluid_RemoveRigidBody(fluidOf(c, owned), bodyOf(takeHandle(c, &owned->bodies)));
}

static bool callSetGridParams(Caller *c)
{
    gfFluid *fluid = someFluidOf(c, GF_SOLVER_GRID);
    gfGridParams params = gfFluid_GetDef(fluid).grid;
    Random_GridParams(R(c), &params);
    if (Random_Chance(R(c), 20)) {
        if (!gfGridParams_SetQuality(absurd(c) ? NULL : &params, (gfQuality)Random_Int(R(c), 0, 4))) {
            assert_int_not_equal(gfGetLastError(NULL), GF_ERROR_OK);
            gfClearLastError();
        }
    }
    return gfFluid_SetGridParams(fluid, absurd(c) ? NULL : &params);
}

static bool callSetGaussianParams(Caller *c)
{
    gfFluid *fluid = someFluidOf(c, GF_SOLVER_GAUSSIAN);
    gfGaussianParams params = gfFluid_GetDef(fluid).gaussian;
    Random_GaussianParams(R(c), &params);
    return gfFluid_SetGaussianParams(fluid, absurd(c) ? NULL : &params);
}

static bool callSetParticleParams(Caller *c)
{
    gfFluid *fluid = someFluidOf(c, GF_SOLVER_PARTICLES);
    gfParticleParams params = gfFluid_GetDef(fluid).particles;
    Random_ParticleParams(R(c), &params);
    return gfFluid_SetParticleParams(fluid, absurd(c) ? NULL : &params);
}

static bool callSetShallowParams(Caller *c)
{
    gfFluid *fluid = someFluidOf(c, GF_SOLVER_SHALLOW);
    gfShallowParams params = gfFluid_GetDef(fluid).shallow;
    Random_ShallowParams(R(c), &params);
    return gfFluid_SetShallowParams(fluid, absurd(c) ? NULL : &params);
}

static bool callShapeGround(Caller *c)
{
    gfGroundDef def = Random_GroundDef(R(c), c->textures, TEXTURES);
    return gfFluid_ShapeGround(someFluidOf(c, GF_SOLVER_SHALLOW), absurd(c) ? NULL : &def);
}

static bool callFillToLevel(Caller *c)
{
    gfShape shape = Random_Shape(R(c));
    double most = Random_Chance(R(c), 20) ? (double)GF_VALUE_MAX : 1.0;
    float level = Random_Float(R(c), -most, most);
    gfSolverKind solver = Random_Chance(R(c), 50) ? GF_SOLVER_SHALLOW : GF_SOLVER_GAUSSIAN;
    return gfFluid_FillToLevel(someFluidOf(c, solver), Random_Chance(R(c), 50) ? NULL : &shape, level);
}

static bool callAddParticles(Caller *c)
{
    gfParticle some[8];
    gfFluid *fluid = someFluidOf(c, GF_SOLVER_PARTICLES);
    gfFluidDef def = gfFluid_GetDef(fluid);
    double width = (double)((float)def.gridWidth * def.cellSize),
           height = (double)((float)def.gridHeight * def.cellSize);
    for (int i = 0; i < 8; i++) {
        some[i] = (gfParticle){.position = {def.origin.x + Random_Float(R(c), 0.01 * width, 0.99 * width),
                                            def.origin.y + Random_Float(R(c), 0.01 * height, 0.99 * height)},
                               .velocity = {Random_Float(R(c), -5.0, 5.0), 0.0f},
                               .material = absurd(c) ? 7 : 0};
    }
    int count = Random_Int(R(c), 0, 8);
    return gfFluid_AddParticles(fluid, absurd(c) ? NULL : some, count > 8 ? -1 : count);
}

static bool callReadParticles(Caller *c)
{
    gfParticle some[8];
    return gfFluid_ReadParticlesBlocking(someFluidOf(c, GF_SOLVER_PARTICLES), absurd(c) ? NULL : some,
                                         absurd(c) ? -1 : 8) >= 0;
}

static bool callCountParticles(Caller *c)
{
    gfParticleStats stats;
    return gfFluid_GetParticleStatsBlocking(someFluidOf(c, GF_SOLVER_PARTICLES), absurd(c) ? NULL : &stats);
}

static bool callSampleParticles(Caller *c)
{
    gfVec2 points[4], gradients[4];
    float values[4];
    for (int i = 0; i < 4; i++) {
        points[i] = (gfVec2){Random_Float(R(c), -1e9, 1e9), Random_Float(R(c), 0.0, 1.0)};
    }
    gfParticleProperty property = (gfParticleProperty)Random_Int(R(c), 0, GF_PROPERTY_MATERIAL);
    return gfFluid_SampleParticlesBlocking(someFluidOf(c, GF_SOLVER_PARTICLES), property, absurd(c) ? NULL : points, 4,
                                           values, Random_Chance(R(c), 50) ? NULL : gradients);
}

// --- of particles in three dimensions ------------------------------------------------------------------------------

static gfFluid3D *someVolume(Caller *c)
{
    return absurd(c) ? NULL : c->volume;
}

static bool callCreateVolume(Caller *c)
{
    gfFluid3DDef def = Random_Fluid3DDef(R(c));
    int device = Random_Below(R(c), DEVICES);
    gfFluid3D *volume = gfCreateFluid3D(absurd(c) ? NULL : c->devices[device], absurd(c) ? NULL : &def);
    if (volume != NULL) {
        gfDestroyFluid3D(c->volume);
        c->volume = volume;
        c->volumeDevice = device;
        c->solids3D.count = c->meshes.count = c->bodies3D.count = 0;
    }
    return volume != NULL;
}

static bool callStepVolume(Caller *c)
{
    return Random_Chance(R(c), 50) ? gfFluid3D_StepOnce(someVolume(c))
                                   : gfFluid3D_Step(someVolume(c), Random_Float(R(c), 0.0, 0.05));
}

static bool callMoveVolume(Caller *c)
{
    gfVec3 place = Random_Vec3(R(c), -0.3, 0.3);
    return gfFluid3D_SetContainer(someVolume(c), place, Random_Turn(R(c)), Random_Vec3(R(c), 0.3, 1.0));
}

static bool callResetVolume(Caller *c)
{
    return gfFluid3D_Reset(someVolume(c));
}

static bool callTuneVolume(Caller *c)
{
    gfParticleParams params = gfFluid3D_GetDef(c->volume).particles;
    Random_ParticleParams(R(c), &params);
    return gfFluid3D_SetParams(someVolume(c), absurd(c) ? NULL : &params);
}

static bool callAddToVolume(Caller *c)
{
    gfParticle3D some[8];
    gfVec3 centre = {0.0f, 0.0f, 0.0f};
    if (c->volume != NULL) {
        gfFluid3D_GetContainer(c->volume, &centre, NULL, NULL);
    }
    for (int i = 0; i < 8; i++) {
        gfVec3 off = Random_Vec3(R(c), -0.1, 0.1);
        some[i] = (gfParticle3D){.position = {centre.x + off.x, centre.y + off.y, centre.z + off.z},
                                 .velocity = Random_Vec3(R(c), -5.0, 5.0)};
    }
    int count = Random_Int(R(c), 0, 8);
    return gfFluid3D_AddParticles(someVolume(c), absurd(c) ? NULL : some, count > 8 ? -1 : count);
}

static bool callLookAtVolume(Caller *c)
{
    gfParticle3D some[8];
    gfParticleStats stats;
    gfFluid3DStats sums;
    switch (Random_Below(R(c), 3)) {
    case 0:
        return gfFluid3D_ReadParticlesBlocking(someVolume(c), absurd(c) ? NULL : some, absurd(c) ? -1 : 8) >= 0;
    case 1:
        return gfFluid3D_GetParticleStatsBlocking(someVolume(c), absurd(c) ? NULL : &stats);
    default:
        return gfFluid3D_MeasureBlocking(someVolume(c), absurd(c) ? NULL : &sums);
    }
}

static bool callDrawVolume(Caller *c)
{
    gfDraw3DDef def = Random_Draw3DDef(R(c));
    return gfFluid3D_Draw(someVolume(c), absurd(c) ? NULL : &def);
}

static bool callDrawSurface(Caller *c)
{
    gfSurfaceDef def = Random_SurfaceDef(R(c));
    gfSurfaceTextures textures;
    return Random_Chance(R(c), 70)
               ? gfFluid_DrawSurface(someFluid(c), absurd(c) ? NULL : &def)
               : gfFluid_GetSurfaceTextures(someFluid(c), &def.source, absurd(c) ? NULL : &textures);
}

static bool callSolids3D(Caller *c)
{
    gfSolid3DDef def = Random_Solid3DDef(R(c));
    int kind = Random_Below(R(c), 3);
    if (kind == 0) {
        gfSolid3DId id = gfFluid3D_AddSolid(someVolume(c), absurd(c) ? NULL : &def);
        remember(c, &c->solids3D, GF_TO_HANDLE(id));
        return !GF_IS_NULL(id);
    }
    gfHandle handle = kind == 1 ? someHandle(c, &c->solids3D) : takeHandle(c, &c->solids3D);
    gfSolid3DId id = GF_FROM_HANDLE(gfSolid3DId, handle);
    return kind == 1 ? gfFluid3D_SetSolid(someVolume(c), id, absurd(c) ? NULL : &def)
                     : gfFluid3D_RemoveSolid(someVolume(c), id);
}

static bool callRigidBodies3D(Caller *c)
{
    gfRigidBody3DDef def = Random_RigidBody3DDef(R(c));
    int kind = Random_Below(R(c), 6);
    if (kind == 0) {
        gfRigidBody3DId id = gfFluid3D_AddRigidBody(someVolume(c), absurd(c) ? NULL : &def);
        remember(c, &c->bodies3D, GF_TO_HANDLE(id));
        return !GF_IS_NULL(id);
    }
    gfHandle handle = kind == 1 ? takeHandle(c, &c->bodies3D) : someHandle(c, &c->bodies3D);
    gfRigidBody3DId id = GF_FROM_HANDLE(gfRigidBody3DId, handle);
    gfFluid3D *volume = someVolume(c);
    gfRigidBody3DState state;
    gfVec3 place = {Random_Float(R(c), -1.0, 2.0), Random_Float(R(c), -1.0, 2.0), Random_Float(R(c), -1.0, 2.0)};
    gfVec3 way = {place.y, place.z, place.x};
    gfQuat turn = absurd(c) ? (gfQuat){NAN, 0.0f, 0.0f, 1.0f} : def.shape.rotation;
    switch (kind) {
    case 1:
        return gfFluid3D_RemoveRigidBody(volume, id);
    case 2:
        return gfFluid3D_SetRigidBody(volume, id, absurd(c) ? NULL : &def);
    case 3:
        return gfFluid3D_GetRigidBody(volume, id, absurd(c) ? NULL : &state);
    case 4:
        return gfFluid3D_DriveRigidBody(volume, id, place, turn, way, place);
    default:
        return gfFluid3D_PushRigidBody(volume, id, way, place);
    }
}

static bool callMeshes(Caller *c)
{
    static const uint32_t indices[] = {0, 1, 2};
    float positions[9], at[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    for (int i = 0; i < 9; i++) {
        positions[i] = Random_Float(R(c), -1.0, 1.0);
    }
    at[Random_Below(R(c), 16)] = Random_Float(R(c), -1.0, 1.0);
    at[3] = at[7] = at[11] = 0.0f;
    at[15] = 1.0f;
    int kind = Random_Below(R(c), 3);
    if (kind == 0) {
        const gfCollisionMeshData data = {absurd(c) ? NULL : positions, 3, indices, absurd(c) ? 2 : 3};
        gfCollisionMeshId id = gfFluid3D_AddCollisionMesh(someVolume(c), absurd(c) ? NULL : &data, at);
        remember(c, &c->meshes, GF_TO_HANDLE(id));
        return !GF_IS_NULL(id);
    }
    gfHandle handle = kind == 1 ? someHandle(c, &c->meshes) : takeHandle(c, &c->meshes);
    gfCollisionMeshId id = GF_FROM_HANDLE(gfCollisionMeshId, handle);
    return kind == 1 ? gfFluid3D_MoveCollisionMesh(someVolume(c), id, absurd(c) ? NULL : at)
                     : gfFluid3D_RemoveCollisionMesh(someVolume(c), id);
}

static bool callSetBoundaries(Caller *c)
{
    gfBoundaries boundaries = Random_Edges(R(c));
    return gfFluid_SetBoundaries(someFluid(c), absurd(c) ? NULL : &boundaries);
}

static bool callResize(Caller *c)
{
    int width = Random_Width(R(c)), height = Random_Int(R(c), 16, 48);
    if (width > 48 || height > 48) {
        width = -1; // large grids are for other tests
    }
    float cellSize = Random_Chance(R(c), 80) ? 1.0f / 24.0f : Random_Float(R(c), 1e-6, 1e6);
    gfVec2 origin = {0.0f, Random_Float(R(c), -0.1, 0.1)};
    return gfFluid_Resize(someFluid(c), width, height, cellSize, origin);
}

static bool callScroll(Caller *c)
{
    gfFluid *fluid = someFluid(c);
    int far = Random_Chance(R(c), 10) ? 100 : 4;
    int x = Random_Int(R(c), -far, far), y = Random_Int(R(c), -far, far);
    gfCells multiple = gfFluid_GetScrollMultiple(fluid);
    return absurd(c) ? gfFluid_Scroll(fluid, x, y) : gfFluid_Scroll(fluid, x * multiple.x, y * multiple.y);
}

static bool callFollow(Caller *c)
{
    gfVec2 centre = {Random_Float(R(c), -2.0, 2.0), Random_Float(R(c), -2.0, 2.0)};
    gfCells way;
    return gfFluid_Follow(someFluid(c), centre, Random_Float(R(c), 0.0, 0.5), Random_Chance(R(c), 50) ? NULL : &way);
}

static bool callSetFrame(Caller *c)
{
    gfFrameDef def = gfDefaultFrameDef();
    double most = Random_Chance(R(c), 10) ? 1e3 : 1.0;
    def.velocity = (gfVec2){Random_Float(R(c), -most, most), Random_Float(R(c), -most, most)};
    def.acceleration.y = Random_Float(R(c), -most, most);
    def.angle = Random_Float(R(c), -4.0, 4.0);
    def.angularVelocity = Random_Chance(R(c), 50) ? Random_Float(R(c), -most, most) : 0.0f;
    def.inertia = Random_Float(R(c), 0.0, 2.0);
    def.goesAlong = Random_Chance(R(c), 30);
    return gfFluid_SetFrame(someFluid(c), absurd(c) ? NULL : &def);
}

static bool callReset(Caller *c)
{
    return gfFluid_Reset(someFluid(c));
}

static bool callRequestField(Caller *c)
{
    Owned *owned = someOwned(c);
    gfFluid *fluid = fluidOf(c, owned);
    gfReadId id = gfFluid_RequestField(fluid, someField(c, fluid));
    remember(c, &owned->reads, GF_TO_HANDLE(id));
    return !GF_IS_NULL(id);
}

static size_t someCount(Caller *c, const gfFieldInfo *info)
{
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    return absurd(c) ? (size_t)Random_Below(R(c), VALUES_MAX) : count < VALUES_MAX ? count : VALUES_MAX;
}

static bool callPollRead(Caller *c)
{
    Owned *owned = someOwned(c);
    return gfFluid_PollRead(fluidOf(c, owned), readOf(takeHandle(c, &owned->reads)), absurd(c) ? NULL : c->values,
                            VALUES_MAX) != GF_READ_FAILED;
}

static bool callReadField(Caller *c)
{
    gfFieldInfo info = {0};
    gfFluid *fluid = someFluid(c);
    gfField field = someField(c, fluid);
    return gfFluid_GetFieldInfo(fluid, field, absurd(c) ? NULL : &info) &&
           gfFluid_ReadFieldBlocking(fluid, field, absurd(c) ? NULL : c->values, someCount(c, &info));
}

static bool callWriteField(Caller *c)
{
    static const gfField writable[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE,      GF_FIELD_TEMPERATURE,
                                       GF_FIELD_MASS,          GF_FIELD_VELOCITY, GF_FIELD_GROUND};
    gfFieldInfo info = {0};
    gfFluid *fluid = someFluid(c);
    gfField field = absurd(c) ? someField(c, fluid) : writable[Random_Below(R(c), 6)];
    if (!gfFluid_GetFieldInfo(fluid, field, &info)) {
        return false;
    }
    size_t count = someCount(c, &info);
    float most = Random_Chance(R(c), 20) ? GF_VALUE_MAX : 2.0f;
    float least = field == GF_FIELD_MASS ? 0.0f : -most;
    int old = R(c)->absurd;
    R(c)->absurd = 0;
    for (size_t i = 0; i < count; i++) {
        c->values[i] = Random_Float(R(c), (double)least, (double)most);
    }
    R(c)->absurd = old;
    if (count > 0) {
        c->values[Random_Below(R(c), (int)count)] = Random_Float(R(c), (double)least, (double)most);
    }
    return gfFluid_WriteField(fluid, field, absurd(c) ? NULL : c->values, count);
}

static bool callProject(Caller *c)
{
    return gfFluid_Project(someFluid(c), absurd(c) ? -1 - Random_Below(R(c), 9) : Random_Below(R(c), 12));
}

static bool callMeasure(Caller *c)
{
    gfFluidStats stats;
    return gfFluid_MeasureBlocking(someFluid(c), absurd(c) ? NULL : &stats);
}

static gfDrawDef someDrawing(Caller *c, const Owned *owned)
{
    gfDrawDef def = Random_DrawDef(R(c), c->textures, TEXTURES);
    const Owned *of = absurd(c) ? someOwned(c) : owned;
    def.tracers.set = Random_Chance(R(c), 30) ? of->tracers[Random_Below(R(c), TRACERS)] : NULL;
    return def;
}

static bool callDraw(Caller *c)
{
    const Owned *owned = someOwned(c);
    gfDrawDef def = someDrawing(c, owned);
    if (Random_Chance(R(c), 20)) { // which the host sets: never negative
        c->fixture->gl.Viewport(Random_Below(R(c), 9) - 4, 0, Random_Below(R(c), 40), Random_Below(R(c), 30));
    }
    if (Random_Chance(R(c), 20)) {
        def.view = gfFluid_GetFitView(owned->fluid, Random_Float(R(c), 0.1, 10.0));
    }
    return gfFluid_Draw(owned->fluid, absurd(c) ? NULL : &def);
}

static bool callPrepare(Caller *c)
{
    gfFluidDef fluid = Random_FluidDef(R(c));
    gfPrepareDef def = gfDefaultPrepareDef();
    bool goesOn = Random_Chance(R(c), 50) || fluid.gridWidth > 32 || fluid.gridHeight > 32;
    def.fluids = absurd(c) ? NULL : &fluid;
    def.fluidCount = absurd(c) ? 65 : 1;
    def.uses = 1u << Random_Below(R(c), 6);
    def.cookie = absurd(c) ? 0 : def.cookie;
    gfPrepareProgress progress;
    gfDevice *device = absurd(c) ? NULL : c->devices[Random_Below(R(c), DEVICES)];
    return gfDevice_Prepare(device, goesOn ? NULL : &def, absurd(c) ? -1.0f : 0.1f, &progress) != GF_PREPARE_FAILED;
}

static bool callDrawToTexture(Caller *c)
{
    const Owned *owned = someOwned(c);
    gfDrawDef def = someDrawing(c, owned);
    int width = Random_Int(R(c), 1, 40), height = Random_Int(R(c), 1, 40);
    return gfFluid_DrawToTexture(owned->fluid, absurd(c) ? NULL : &def, width, height > 40 ? -1 : height) != 0;
}

static bool callGetPalette(Caller *c)
{
    return gfGetPalette((gfStockPalette)Random_Int(R(c), 0, GF_PALETTE_COUNT - 1)).count > 0;
}

static bool callCreateTracers(Caller *c)
{
    Owned *owned = someOwned(c);
    gfTracersDef def = Random_TracersDef(R(c));
    gfTracers *tracers = gfCreateTracers(owned->fluid, absurd(c) ? NULL : &def);
    int slot = Random_Below(R(c), TRACERS);
    if (tracers != NULL) {
        gfDestroyTracers(owned->tracers[slot]);
        owned->tracers[slot] = tracers;
    }
    return tracers != NULL;
}

static gfTracers *someTracers(Caller *c)
{
    gfTracers *tracers = NULL;
    for (int i = 0; i < 10 && tracers == NULL && !absurd(c); i++) {
        tracers = someOwned(c)->tracers[Random_Below(R(c), TRACERS)];
    }
    return tracers;
}

static bool callCreateOpticalFlow(Caller *c)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = Random_Int(R(c), 8, 40);
    def.height = Random_Int(R(c), 8, 40);
    def.levels = Random_Int(R(c), 0, 8);
    def.iterations = Random_Int(R(c), 1, 3);
    def.window = Random_Int(R(c), 4, 5);
    def.noise = Random_Float(R(c), 1e-4, 0.5);
    def.cookie = absurd(c) ? 0 : def.cookie;
    if (def.width > 40 || def.height > 40) {
        def.width = -1; // what takes long is for other tests
    }
    gfOpticalFlow *flow = gfCreateOpticalFlow(absurd(c) ? NULL : c->devices[0], absurd(c) ? NULL : &def);
    if (flow != NULL) {
        gfDestroyOpticalFlow(c->flow);
        c->flow = flow;
    }
    return flow != NULL;
}

static bool callAddPicture(Caller *c)
{
    uint32_t textures[2] = {absurd(c) ? 0 : c->textures[0], c->textures[Random_Below(R(c), TEXTURES)]};
    gfOpticalFlow *flow = absurd(c) ? NULL : c->flow;
    switch (Random_Below(R(c), 5)) {
    case 0:
        return gfOpticalFlow_Compare(flow, textures[0], textures[1]);
    case 1:
        return gfOpticalFlow_Restart(flow);
    case 2:
        return gfOpticalFlow_ReadBlocking(flow, c->values, 7);
    default:
        return gfOpticalFlow_Add(flow, textures[0]);
    }
}

static bool callCouple(Caller *c)
{
    gfCouplingDef def = gfDefaultCouplingDef();
    def.pull = Random_Float(R(c), 0.0, 300.0);
    def.drown = Random_Float(R(c), 0.0, 30.0);
    def.dye[3] = Random_Float(R(c), 0.0, 3.0);
    def.temperature = Random_Float(R(c), -30.0, 30.0);
    def.heating = Random_Chance(R(c), 50) ? Random_Float(R(c), 0.0, 30.0) : 0.0f;
    def.cookie = absurd(c) ? 0 : def.cookie;
    return gfFluid_Couple(someFluidOf(c, GF_SOLVER_GRID), someFluidOf(c, GF_SOLVER_GAUSSIAN), absurd(c) ? NULL : &def,
                          Random_Float(R(c), 0.0, 0.1));
}

static bool callStir(Caller *c)
{
    gfStirDef def = gfDefaultStirDef();
    def.centre.x = Random_Float(R(c), -1.0, 1.0);
    def.halfExtents.x = Random_Float(R(c), 0.0, 1.0);
    def.halfExtents.y = Random_Float(R(c), 0.0, 1.0);
    def.angle = Random_Float(R(c), -3.0, 3.0);
    def.gain = Random_Float(R(c), -3.0, 3.0);
    def.pull = Random_Float(R(c), 0.0, 100.0);
    def.dye[0] = Random_Float(R(c), 0.0, 3.0);
    def.colors = Random_Chance(R(c), 50);
    def.cookie = absurd(c) ? 0 : def.cookie;
    return gfOpticalFlow_Stir(absurd(c) ? NULL : c->flow, someOwned(c)->fluid, absurd(c) ? NULL : &def,
                              Random_Float(R(c), 0.0, 0.1));
}

static bool callDestroyTracers(Caller *c)
{
    Owned *owned = someOwned(c);
    int slot = Random_Below(R(c), TRACERS);
    gfDestroyTracers(owned->tracers[slot]);
    owned->tracers[slot] = NULL;
    return true;
}

static bool callStepTracers(Caller *c)
{
    return gfTracers_Step(someTracers(c), Random_Float(R(c), 0.0, 0.1));
}

static bool callReadTracers(Caller *c)
{
    return gfTracers_ReadBlocking(someTracers(c), absurd(c) ? NULL : c->values, absurd(c) ? 7 : 2 * 100);
}

static bool callCreateQuery(Caller *c)
{
    Owned *owned = someOwned(c);
    gfQueryDef def = Random_QueryDef(R(c));
    gfQuery *query = gfCreateQuery(owned->fluid, absurd(c) ? NULL : &def);
    if (query != NULL) {
        gfDestroyQuery(owned->query);
        owned->query = query;
    }
    return query != NULL;
}

static bool callDestroyQuery(Caller *c)
{
    Owned *owned = someOwned(c);
    gfDestroyQuery(owned->query);
    owned->query = NULL;
    return true;
}

static bool callGovern(Caller *c)
{
    Owned *owned = someOwned(c);
    gfFluidDef level;
    gfGovernor *governor;
    gfGovernorDef def = gfDefaultGovernorDef();
    def.budget_ms = Random_Float(R(c), 0.0, 10.0);
    def.may = (uint32_t)Random_Below(R(c), 66);
    def.hostTimes = Random_Below(R(c), 2) == 0;
    bool ok = true;
    switch (Random_Below(R(c), 6)) {
    case 0:
        governor = gfCreateGovernor(owned->fluid, absurd(c) ? NULL : &def);
        owned->governor = governor != NULL ? governor : owned->governor; // there is one at most
        return governor != NULL;
    case 1:
        gfDestroyGovernor(owned->governor);
        owned->governor = NULL;
        return true;
    case 2:
        for (int i = 0; ok && i < 33; i++) {
            ok = gfGovernor_AddTime(owned->governor, Random_Float(R(c), -0.1, 9.0));
        }
        return ok;
    case 3:
        return gfGovernor_SetBudget(owned->governor, def.budget_ms);
    case 4:
        return gfGovernor_GetLevel(owned->governor, Random_Below(R(c), 8), absurd(c) ? NULL : &level);
    default:
        return gfGovernor_Step(owned->governor, Random_Float(R(c), -0.01, 0.05));
    }
}

static bool callSetQuery(Caller *c)
{
    gfVec2 points[5];
    gfQueryRegion regions[3];
    gfSolidId solids[2];
    bool standing[4] = {true, false, true, false};
    Owned *owned = someOwned(c);
    for (int i = 0; i < 5; i++) {
        points[i] = (gfVec2){Random_Float(R(c), -1e9, 1e9), Random_Float(R(c), 0.0, 1.0)};
        regions[i % 3] = Random_QueryRegion(R(c));
        gfHandle handle = Random_Handle(R(c), owned->solids.ids, owned->solids.count);
        solids[i % 2] = GF_FROM_HANDLE(gfSolidId, handle);
    }
    switch (Random_Below(R(c), 5)) {
    case 0:
        return gfQuery_SetPoints(owned->query, absurd(c) ? NULL : points, Random_Below(R(c), 6));
    case 1:
        return gfQuery_SetRegions(owned->query, absurd(c) ? NULL : regions, Random_Below(R(c), 4));
    case 2:
        return gfQuery_GetStanding(owned->query, absurd(c) ? NULL : standing, Random_Below(R(c), 5));
    case 3:
        return gfQuery_SetStanding(owned->query, absurd(c) ? NULL : standing, Random_Below(R(c), 5));
    default:
        return gfQuery_SetSolids(owned->query, absurd(c) ? NULL : solids, Random_Below(R(c), 3));
    }
}

static bool callSubmitQuery(Caller *c)
{
    return gfQuery_Submit(someOwned(c)->query) != GF_SUBMIT_FAILED;
}

static bool callPollQuery(Caller *c)
{
    gfQueryAnswer answer;
    gfQuery *query = someOwned(c)->query;
    gfQueryAnswer *to = absurd(c) ? NULL : &answer;
    return (Random_Chance(R(c), 50) ? gfQuery_Poll(query, to) : gfQuery_WaitBlocking(query, to)) != GF_READ_FAILED;
}

static bool callGetTexture(Caller *c)
{
    gfFieldTexture texture;
    gfFluid *fluid = fluidOf(c, someOwned(c));
    return gfFluid_GetTexture(fluid, someField(c, fluid), absurd(c) ? NULL : &texture);
}

static bool callSave(Caller *c)
{
    gfFluid *fluid = someFluid(c);
    size_t size = gfFluid_GetSnapshotSize(fluid);
    uint8_t *saved = malloc(size + 1);
    bool ok = gfFluid_SaveBlocking(fluid, absurd(c) ? NULL : saved, absurd(c) && size > 0 ? size - 1 : size);
    if (ok) {
        free(c->saved);
        c->saved = saved;
        c->savedSize = size;
    } else {
        free(saved);
    }
    return ok;
}

static bool callLoad(Caller *c)
{
    gfFluid *fluid = someFluid(c);
    bool damaged = c->saved != NULL && Random_Chance(R(c), 20);
    uint8_t *at = damaged ? c->saved + Random_Below(R(c), (int)c->savedSize) : NULL, kept = damaged ? *at : 0;
    if (damaged) {
        *at ^= 4;
    }
    bool ok = gfFluid_Load(fluid, absurd(c) ? NULL : c->saved, c->savedSize, NULL);
    if (damaged) {
        *at = kept;
    }
    return ok;
}

static bool callCreateFromSnapshot(Caller *c)
{
    gfFluid *fluid = gfCreateFluidFromSnapshot(c->devices[0], c->saved, c->savedSize, NULL);
    if (fluid != NULL) {
        gfFluid_StepOnce(fluid);
        gfDestroyFluid(fluid);
    }
    return fluid != NULL;
}

static bool callHealth(Caller *c)
{
    gfHealth health;
    gfFluid *fluid = someFluid(c);
    switch (Random_Below(R(c), 4)) {
    case 0:
        return gfFluid_RequestHealth(fluid);
    case 1:
        return gfFluid_PollHealth(fluid, absurd(c) ? NULL : &health) != GF_READ_FAILED;
    case 2:
        return gfFluid_GetHealthBlocking(fluid, absurd(c) ? NULL : &health);
    default:
        return gfFluid_Repair(fluid);
    }
}

static bool callHealth3D(Caller *c)
{
    gfHealth health;
    gfFluid3D *volume = someVolume(c);
    switch (Random_Below(R(c), 4)) {
    case 0:
        return gfFluid3D_RequestHealth(volume);
    case 1:
        return gfFluid3D_PollHealth(volume, absurd(c) ? NULL : &health) != GF_READ_FAILED;
    case 2:
        return gfFluid3D_GetHealthBlocking(volume, absurd(c) ? NULL : &health);
    default:
        return gfFluid3D_Repair(volume);
    }
}

// Its handles are stale from now on.
static void destroyFluid(Owned *owned)
{
    if (owned->group != NULL) {
        gfDestroyFluidGroup(owned->group);
    } else {
        gfDestroyFluid(owned->fluid);
    }
    owned->fluid = NULL;
    owned->group = NULL;
    memset(owned->tracers, 0, sizeof owned->tracers);
    owned->query = NULL;
    owned->governor = NULL;
}

static bool takeFluid(Owned *owned, int device, gfFluid *fluid)
{
    if (fluid != NULL) {
        destroyFluid(owned);
        *owned = (Owned){.fluid = fluid, .device = device};
    }
    return fluid != NULL;
}

static bool callCreateFluid(Caller *c)
{
    gfFluidDef def = Random_FluidDef(R(c));
    int device = Random_Below(R(c), DEVICES);
    if (def.gridWidth > 48 || def.gridHeight > 48 || def.maxSubsteps > 2) {
        def.gridWidth = -1; // what takes long is for other tests
    }
    gfFluid *fluid = gfCreateFluid(absurd(c) ? NULL : c->devices[device], absurd(c) ? NULL : &def);
    Owned *owned = someOwned(c);
    for (int i = 0; i < FLUIDS && owned->fluid != NULL; i++) { // where there is none rather than in another's place
        owned = c->fluids[i].fluid == NULL ? &c->fluids[i] : owned;
    }
    return takeFluid(owned, device, fluid);
}

static bool callCreateGroup(Caller *c)
{
    gfFluidDef def = Random_FluidDef(R(c));
    int device = Random_Below(R(c), DEVICES), count = absurd(c) ? Random_Int(R(c), -9, 999) : 2;
    if (def.gridWidth > 48 || def.gridHeight > 48 || def.maxSubsteps > 2 || (count > 4 && count <= GF_GROUP_MAX)) {
        def.gridWidth = -1; // what takes long is for other tests
    }
    def.solver = absurd(c) ? def.solver : GF_SOLVER_GRID;
    def.grid.temperatureDiffusivity = absurd(c) ? 1.0f : 0.0f;
    gfFluidGroup *group = gfCreateFluidGroup(absurd(c) ? NULL : c->devices[device], absurd(c) ? NULL : &def, count);
    Owned *owned = someOwned(c);
    bool made = group != NULL && takeFluid(owned, device, gfFluidGroup_GetMember(group, 0));
    owned->group = made ? group : owned->group;
    return made;
}

static bool callDestroyFluid(Caller *c)
{
    destroyFluid(someOwned(c));
    return true;
}

static bool callCreateDevice(Caller *c)
{
    gfDeviceDef def = Fixture_DeviceDef(c->fixture);
    int slot = Random_Below(R(c), DEVICES);
    if (c->devices[slot] == NULL) {
        def.profiling = Random_Chance(R(c), 50);
        c->devices[slot] = gfCreateDevice(&def);
        return c->devices[slot] != NULL;
    }
    if (Random_Chance(R(c), 30)) {
        def.cookie = 0;
    } else if (Random_Chance(R(c), 50)) {
        def.getProcAddress = NULL;
    } else {
        return gfCreateDevice(NULL) != NULL;
    }
    return gfCreateDevice(&def) != NULL;
}

// Its fluids go first, or with it. Seldom, for its shaders are compiled anew.
static bool callDestroyDevice(Caller *c)
{
    int slot = Random_Below(R(c), DEVICES);
    bool first = Random_Chance(R(c), 50);
    for (int i = 0; i < FLUIDS; i++) {
        Owned *owned = &c->fluids[i];
        if (owned->device == slot && first) {
            destroyFluid(owned);
        } else if (owned->device == slot) {
            *owned = (Owned){.fluid = NULL};
        }
    }
    if (c->volumeDevice == slot) { // it goes with the device
        c->volume = NULL;
    }
    gfDestroyDevice(c->devices[slot]);
    c->devices[slot] = NULL;
    c->flow = slot == 0 ? NULL : c->flow;
    return true;
}

static bool callProfile(Caller *c)
{
    gfProfile profile;
    gfDevice *device = someDevice(c);
    gfDevice_SetProfiling(device, Random_Chance(R(c), 50));
    if (Random_Chance(R(c), 30)) {
        gfDevice_ResetProfile(device);
    }
    return gfDevice_GetProfile(device, absurd(c) ? NULL : &profile);
}

// They return a place in any case: that it failed, the error tells.
static bool callPixels(Caller *c)
{
    const gfFluid *fluid = someFluid(c);
    const gfDrawDef look = Random_DrawDef(R(c), &(uint32_t){0}, 1);
    const gfVec2 place = {Random_Float(R(c), -1e3, 1e3), Random_Float(R(c), -1.0, 1.0)};
    int width = Random_Below(R(c), 3), height = Random_Below(R(c), 30);
    bool back = Random_Chance(R(c), 50);
    (void)(back ? gfFluid_WorldToPixel : gfFluid_PixelToWorld)(fluid, absurd(c) ? NULL : &look, width, height, place);
    return gfGetLastError(NULL) == GF_ERROR_OK;
}

// Those that can't fail.
static bool callGetters(Caller *c)
{
    gfFluid *fluid = someFluid(c);
    gfShape shape = Random_Shape(R(c));
    gfVec2 offset = {Random_Float(R(c), -1.0, 1.0), 0.0f};
    shape = gfMoveShape(absurd(c) ? NULL : &shape, offset, Random_Float(R(c), -4.0, 4.0));
    (void)gfShape_GetCentre(absurd(c) ? NULL : &shape);
    (void)gfFluid_GetFitView(fluid, Random_Float(R(c), 0.1, 10.0));
    (void)gfFluid_GetStepInfo(fluid);
    (void)gfDevice_GetRenderer(someDevice(c));
    (void)gfDevice_GetTier(someDevice(c));
    assert_non_null(gfErrorText((gfErrorCode)Random_Int(R(c), 0, GF_ERROR_COUNT)));
    assert_non_null(gfGetVersion());
    return true;
}

static const struct {
    const char *name;
    bool (*call)(Caller *c);
    int weight;
    bool keeps; // textures that it makes are kept for the next, even if it is refused then
} calls[] = {
    {"gfFluid_Step", callStep, 800, false},
    {"gfFluid_StepOnce", callStepOnce, 1000, false},
    {"gfFluid_Splat", callSplat, 800, false},
    {"gfFluid_AddEmitter", callAddEmitter, 500, false},
    {"gfFluid_SetEmitter", callSetEmitter, 400, false},
    {"gfFluid_PlaceEmitter", callPlaceEmitter, 200, false},
    {"gfFluid_SetEmitterMask", callSetEmitterMask, 50, false},
    {"gfFluid_RemoveEmitter", callRemoveEmitter, 500, false},
    {"gfFluid_AddSolid", callAddSolid, 500, false},
    {"gfFluid_AddSolidMask", callAddSolidMask, 400, false},
    {"gfFluid_SetMaskPart", callSetMaskPart, 100, false},
    {"gfFluid_SetSolid", callSetSolid, 400, false},
    {"gfFluid_RemoveSolid", callRemoveSolid, 600, false},
    {"gfFluid_AddRigidBody", callAddRigidBody, 300, false},
    {"gfFluid_SetRigidBody", callSetRigidBody, 400, false},
    {"gfFluid_RemoveRigidBody", callRemoveRigidBody, 200, false},
    {"gfFluid_SetGridParams", callSetGridParams, 400, false},
    {"gfFluid_SetGaussianParams", callSetGaussianParams, 400, false},
    {"gfFluid_SetParticleParams", callSetParticleParams, 400, false},
    {"gfFluid_SetShallowParams", callSetShallowParams, 400, false},
    {"gfFluid_ShapeGround", callShapeGround, 300, true},
    {"gfFluid_FillToLevel", callFillToLevel, 300, true},
    {"gfFluid_AddParticles", callAddParticles, 600, true},
    {"gfFluid_ReadParticlesBlocking", callReadParticles, 200, false},
    {"gfFluid_GetParticleStatsBlocking", callCountParticles, 200, false},
    {"gfFluid_SampleParticlesBlocking", callSampleParticles, 200, true},
    {"gfCreateFluid3D", callCreateVolume, 60, false},
    {"gfFluid3D_Step", callStepVolume, 500, true},
    {"gfFluid3D_SetContainer", callMoveVolume, 200, false},
    {"gfFluid3D_Reset", callResetVolume, 100, false},
    {"gfFluid3D_SetParams", callTuneVolume, 200, false},
    {"gfFluid3D_AddParticles", callAddToVolume, 300, true},
    {"gfFluid3D_...Blocking", callLookAtVolume, 200, true},
    {"gfFluid3D_Draw", callDrawVolume, 150, true},
    {"gfFluid_DrawSurface", callDrawSurface, 150, true},
    {"solids of gfFluid3D", callSolids3D, 400, false},
    {"rigid bodies of gfFluid3D", callRigidBodies3D, 400, false},
    {"meshes of gfFluid3D", callMeshes, 200, true},
    {"gfFluid_SetBoundaries", callSetBoundaries, 400, false},
    {"gfFluid_Resize", callResize, 300, false},
    {"gfFluid_Scroll", callScroll, 300, false},
    {"gfFluid_Follow", callFollow, 150, false},
    {"gfFluid_SetFrame", callSetFrame, 200, false},
    {"gfFluid_Reset", callReset, 200, false},
    {"gfFluid_RequestField", callRequestField, 400, false},
    {"gfFluid_PollRead", callPollRead, 600, false},
    {"gfFluid_ReadFieldBlocking", callReadField, 400, false},
    {"gfFluid_WriteField", callWriteField, 400, false},
    {"gfFluid_Project", callProject, 200, false},
    {"gfFluid_MeasureBlocking", callMeasure, 200, false},
    {"gfFluid_Draw", callDraw, 800, true},
    {"gfFluid_DrawToTexture", callDrawToTexture, 400, true},
    {"gfDevice_Prepare", callPrepare, 60, false},
    {"gfGetPalette", callGetPalette, 100, false},
    {"gfCreateTracers", callCreateTracers, 300, false},
    {"gfCreateOpticalFlow", callCreateOpticalFlow, 60, false},
    {"pictures of an optical flow", callAddPicture, 300, false},
    {"gfOpticalFlow_Stir", callStir, 300, false},
    {"gfFluid_Couple", callCouple, 200, false},
    {"gfDestroyTracers", callDestroyTracers, 200, false},
    {"gfTracers_Step", callStepTracers, 400, false},
    {"gfTracers_ReadBlocking", callReadTracers, 200, false},
    {"governor", callGovern, 300, false},
    {"gfCreateQuery", callCreateQuery, 300, false},
    {"gfDestroyQuery", callDestroyQuery, 100, false},
    {"lists of a query", callSetQuery, 500, false},
    {"gfQuery_Submit", callSubmitQuery, 600, false},
    {"gfQuery_Poll", callPollQuery, 400, false},
    {"gfFluid_GetTexture", callGetTexture, 200, false},
    {"gfFluid_SaveBlocking", callSave, 150, false},
    {"gfFluid_Load", callLoad, 150, false},
    {"gfCreateFluidFromSnapshot", callCreateFromSnapshot, 60, false},
    {"health", callHealth, 200, false},
    {"health in 3D", callHealth3D, 100, false},
    {"gfCreateFluid", callCreateFluid, 300, false},
    {"gfCreateFluidGroup", callCreateGroup, 60, false},
    {"gfDestroyFluid", callDestroyFluid, 100, false},
    {"gfCreateDevice", callCreateDevice, 200, false},
    {"gfDestroyDevice", callDestroyDevice, 10, false},
    {"gfDevice_GetProfile", callProfile, 200, false},
    {"gfFluid_PixelToWorld", callPixels, 200, false},
    {"getters", callGetters, 200, false},
};
#define CALLS (int)(sizeof calls / sizeof calls[0])

// --- what must hold ------------------------------------------------------------------------------------------------

static Witness witness(const Caller *c)
{
    Witness w;
    memset(&w, 0, sizeof w);
    for (int i = 0; i < DEVICES; i++) {
        w.memory[i] = gfDevice_GetMemory(c->devices[i]);
    }
    for (int i = 0; i < FLUIDS; i++) {
        gfFluidDef def = gfFluid_GetDef(c->fluids[i].fluid);
        gfStepInfo clock = gfFluid_GetStepInfo(c->fluids[i].fluid);
        memcpy(&w.defs[i], &def, sizeof def);
        memcpy(&w.clocks[i], &clock, sizeof clock);
    }
    return w;
}

static void checkRefusal(Caller *c, const Witness *before, bool keeps)
{
    const char *message;
    Witness after = witness(c);
    c->refused++;
    if (gfGetLastError(&message) == GF_ERROR_OK || message[0] == '\0') {
        FAIL(c, "refused without an error");
    }
    if (!keeps && memcmp(before->memory, after.memory, sizeof after.memory) != 0) {
        FAIL(c, "refused, and memory changed: %s", message);
    }
    if (memcmp(before->defs, after.defs, sizeof after.defs) != 0) {
        FAIL(c, "refused, and a definition changed: %s", message);
    }
    if (memcmp(before->clocks, after.clocks, sizeof after.clocks) != 0) {
        FAIL(c, "refused, and a clock changed: %s", message);
    }
}

static void callSomething(Caller *c, bool trace)
{
    int total = 0, kind = 0;
    for (int i = 0; i < CALLS; i++) {
        total += calls[i].weight;
    }
    for (int left = Random_Below(R(c), total); left >= calls[kind].weight; kind++) {
        left -= calls[kind].weight;
    }
    bool lacking = false;
    for (int i = 0; i < FLUIDS; i++) {
        lacking = lacking || c->fluids[i].fluid == NULL;
    }
    if (lacking && Random_Chance(R(c), 30)) {
        for (kind = 0; calls[kind].call != callCreateFluid; kind++) {
        }
    }
    c->name = calls[kind].name;
    if (trace) {
        fprintf(stderr, "%d %s\n", c->call, c->name);
    }
    Witness before = witness(c);
    const char *message;
    gfClearLastError();
    bool ok = calls[kind].call(c);
    if (!ok) {
        if (trace) {
            gfGetLastError(&message);
            fprintf(stderr, "%d refused: %s\n", c->call, message);
        }
        checkRefusal(c, &before, calls[kind].keeps);
    } else if (gfGetLastError(&message) != GF_ERROR_OK) {
        FAIL(c, "accepted with an error: %s", message);
    }
    GLint bound = 0;
    c->fixture->gl.GetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    if (bound != c->canvas) {
        FAIL(c, "framebuffer %d is bound in place of the host's, %d", (int)bound, (int)c->canvas);
    }
    GLenum error = c->fixture->gl.GetError();
    if (error != GL_NO_ERROR || c->fixture->glErrors > 0) {
        FAIL(c, "GL error 0x%04x is left to the host; the last: %s", error, c->fixture->lastGlError);
    }
}

static void checkFinite(Caller *c)
{
    gfFluid3DStats sums;
    c->name = "finite fields";
    if (c->volume != NULL && (!gfFluid3D_MeasureBlocking(c->volume, &sums) || sums.nonfinite > 0)) {
        FAIL(c, "%d numbers of the fluid in three dimensions are not finite", (int)sums.nonfinite);
    }
    for (int i = 0; i < FLUIDS; i++) {
        gfFluid *fluid = c->fluids[i].fluid;
        for (int field = 0; fluid != NULL && field < GF_FIELD_COUNT; field++) {
            gfFieldInfo info;
            if (!gfFluid_GetFieldInfo(fluid, (gfField)field, &info)) {
                continue;
            }
            size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
            assert_true(count <= VALUES_MAX);
            assert_true(gfFluid_ReadFieldBlocking(fluid, (gfField)field, c->values, count));
            for (size_t j = 0; j < count; j++) {
                if (!isfinite(c->values[j]) || (field == GF_FIELD_MASS && c->values[j] < 0.0f)) {
                    gfFluidDef def = gfFluid_GetDef(fluid);
                    FAIL(c, "value %zu of field %d of a fluid of solver %d, %d x %d, is %g", j, field, (int)def.solver,
                         (int)def.gridWidth, (int)def.gridHeight, (double)c->values[j]);
                }
            }
        }
    }
}

// --- the run -------------------------------------------------------------------------------------------------------

// One as hosts have it, one of half floats with NaN and infinities, one of the largest.
static void makeTextures(Caller *c)
{
    const GladGLContext *gl = &c->fixture->gl;
    float values[4][4][4];
    uint8_t bytes[4][4][4];
    memset(bytes, 200, sizeof bytes);
    gl->GenTextures(TEXTURES, c->textures);
    for (int i = 0; i < TEXTURES; i++) {
        for (int j = 0; j < 64; j++) {
            values[j / 16][j / 4 % 4][j % 4] = i == 2 ? 60000.0f : j % 5 == 0 ? NAN : j % 7 == 0 ? INFINITY : 0.5f;
        }
        gl->BindTexture(GL_TEXTURE_2D, c->textures[i]);
        gl->TexImage2D(GL_TEXTURE_2D, 0, i == 0 ? GL_RGBA8 : GL_RGBA16F, 4, 4, 0, GL_RGBA,
                       i == 0 ? GL_UNSIGNED_BYTE : GL_FLOAT, i == 0 ? (const void *)bytes : (const void *)values);
        gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    }
    gl->BindTexture(GL_TEXTURE_2D, 0);
}

static int numberOf(const char *variable, int otherwise)
{
    const char *text = getenv(variable);
    return text != NULL && text[0] != '\0' ? atoi(text) : otherwise;
}

static void testAnythingGoes(void **state)
{
    Fixture *fixture = *state;
    Caller c = {.fixture = fixture, .seed = (unsigned)numberOf("GF_SEED", 1), .name = "start"};
    Canvas canvas = Canvas_Make(fixture, 24, 18);
    int few = getenv("GF_SANITIZE") != NULL ? 1000 : 300;
    int count = numberOf("GF_CALLS", numberOf("GF_LONG", 0) != 0 ? 100000 : few);
    bool trace = numberOf("GF_TRACE", 0) != 0;
    fixture->gl.GetIntegerv(GL_FRAMEBUFFER_BINDING, &c.canvas);
    c.random = Random_Make(c.seed, 2, numberOf("GF_LONG", 0) == 0);
    c.devices[0] = fixture->device;
    c.values = malloc(VALUES_MAX * sizeof *c.values);
    assert_non_null(c.values);
    makeTextures(&c);
    for (int i = 0; i < FLUIDS; i++) {
        gfFluidDef def = gfDefaultFluidDef();
        def.solver = (gfSolverKind)(GF_SOLVER_GRID + i);
        def.gridWidth = def.gridHeight = 24;
        def.cellSize = 1.0f / 24.0f;
        def.particles.spacing = 0.05f;
        def.particles.capacity = 300;
        def.particles.maxSubsteps = 2;
        def.shallow.cflSubsteps = 3;
        assert_true(takeFluid(&c.fluids[i], 0, gfCreateFluid(c.devices[0], &def)));
    }
    print_message("GF_SEED=%u, %d calls\n", c.seed, count);
    for (c.call = 0; c.call < count; c.call++) {
        callSomething(&c, trace);
        if (c.call % 250 == 249) {
            checkFinite(&c);
        }
    }
    checkFinite(&c);
    print_message("%d calls were refused\n", c.refused);
    assert_true(c.refused > count / 50 && c.refused < count * 3 / 4);
    for (int i = 0; i < FLUIDS; i++) {
        destroyFluid(&c.fluids[i]);
    }
    gfDestroyFluid3D(c.volume);
    gfDestroyOpticalFlow(c.flow);
    gfDestroyDevice(c.devices[1]);
    fixture->device = c.devices[0]; // the tear-down sees that it holds nothing
    if (fixture->device == NULL) {
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        fixture->device = gfCreateDevice(&def);
    }
    fixture->gl.DeleteTextures(TEXTURES, c.textures);
    Canvas_Free(fixture, &canvas);
    free(c.values);
    free(c.saved);
}

// What a random run found: cells that far away are more than an int can count.
static void testSolidsFarAway(void **state)
{
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, 24, 24);
    gfSolidDef solid = gfDefaultSolidDef();
    for (int i = 0; i < 4; i++) {
        const float far = i % 2 == 0 ? 9e8f : -9e8f;
        solid.shape = gfMakeCircle((gfVec2){i < 2 ? far : 0.5f, i < 2 ? 0.5f : far}, 0.1f);
        gfSolidId id = gfFluid_AddSolid(fluid, &solid);
        assert_false(GF_IS_NULL(id));
        assert_true(gfFluid_StepOnce(fluid));
        Fixture_ExpectNoGlError(fixture);
        assert_true(gfFluid_RemoveSolid(fluid, id));
    }
    gfDestroyFluid(fluid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(testSolidsFarAway), cmocka_unit_test(testAnythingGoes)};
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
