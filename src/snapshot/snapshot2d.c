// Snapshots of a gfFluid.
#include "fluid/module.h"
#include "fluid/records.h"
#include "snapshot/snapshot.h"

// --- chunks ----------------------------------------------------------------------------------------------------------

// The contents of the first chunk, "DEFN": the definition of which reading makes a new fluid.
typedef struct Definition {
    gfFluidDef def;
    // Radius and spacing of particles, m, when the state's textures were laid out; the present ones may differ.
    float layoutRadius, layoutSpacing;
} Definition;

static void archiveDefinition(gfArchive *archive, void *thing)
{
    Definition *definition = thing;
    gfArchive_Record(archive, &gf_fluidDefRecord, &definition->def);
    gfArchive_Bytes(archive, &definition->layoutRadius, sizeof definition->layoutRadius);
    gfArchive_Bytes(archive, &definition->layoutSpacing, sizeof definition->layoutSpacing);
}

static void archiveClock(gfArchive *archive, void *thing)
{
    gfArchive_Clock(archive, &((gfFluid *)thing)->clock);
}

// Measures, writes or reads the mask of a source or solid of this shape. One that was read is freed if reading failed,
// as no list owns it yet.
static void archiveMask(gfArchive *archive, gfTexture *mask, const gfShape *shape)
{
    int32_t size[2] = {mask->width, mask->height};
    int most = gfMin(16384, archive->device->gl.maxTextureSize);
    gfArchive_Bytes(archive, size, sizeof size);
    if (gfArchive_Reads(archive) && (size[0] != 0 || size[1] != 0)) {
        if (!gfInRange(size[0], 1, most) || !gfInRange(size[1], 1, most)) {
            gfArchive_Fail(archive, "the size of a mask");
        }
        gfArchive_Expect(archive, archive->failed ? 0 : 2 * (size_t)size[0] * (size_t)size[1], "a mask is cut off");
        if (!archive->failed) {
            archive->failed = !gfTexture_Create(archive->device, mask, GF_FORMAT_RG8, size[0], size[1]);
        }
    }
    if (mask->id != 0) {
        gfArchive_Texture(archive, "a mask", mask, false);
        if (gfArchive_Reads(archive) && shape->kind != GF_SHAPE_RECTANGLE) {
            gfArchive_Fail(archive, "the shape of a mask");
        }
    }
    if (archive->mode == GF_ARCHIVE_READ && archive->failed) {
        gfTexture_Destroy(archive->device, mask);
    }
}

static const gfMember placeMembers[] = {
    GF_MEMBER_WITHIN(gfFluid, anchor, -1e9, 1e9),
    GF_MEMBER_WITHIN(gfFluid, scrolled, -4e15, 4e15),
};
static const gfRecord placeRecord = GF_RECORD(gfFluid, placeMembers);

// The frame of reference with the changes of velocity that wait for a step, and the forces of the last step.
static const gfMember frameMembers[] = {
    GF_MEMBER_OF(gfFrame, def, gf_frameDefRecord),
    GF_MEMBER(gfFrame, used),
    GF_MEMBER(gfFrame, turns),
    GF_MEMBER_WITHIN(gfFrame, impulse, -1e12, 1e12),
    GF_MEMBER_WITHIN(gfFrame, spin, -1e12, 1e12),
    GF_MEMBER_WITHIN(gfFrame, bodyAcceleration, -1e24, 1e24),
    GF_MEMBER_WITHIN(gfFrame, rate, -1e24, 1e24),
    GF_MEMBER_WITHIN(gfFrame, angular, -1e24, 1e24),
};
static const gfRecord frameRecord = GF_RECORD(gfFrame, frameMembers);

// Archives where the domain was made, how far it has moved, and its frame, for which reading makes the programs.
static void archiveMotion(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    gfFrame *frame = &fluid->body.frame;
    gfArchive_Record(archive, &placeRecord, fluid);
    gfArchive_Record(archive, &frameRecord, frame);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    gfVec2 origin = gfFluid_GetOrigin(fluid);
    if (origin.x != fluid->body.def.origin.x || origin.y != fluid->body.def.origin.y) {
        gfArchive_Fail(archive, "where it has moved to");
        return;
    }
    frame->def.cookie = frame->used ? GF_FRAME_COOKIE : 0;
    if (frame->used || frame->turns) {
        archive->failed = !gfDef_Check(&archive->device->core, &gf_frameDefRecord, &frame->def, archive->caller) ||
                          !gfSolver_Tune(fluid->solver, &fluid->body, fluid->state);
    }
}

static const gfMember sourceMembers[] = {
    GF_MEMBER_OF(gfSource, def, gf_sourceDefRecord), GF_MEMBER_WITHIN(gfSource, centre, -1e9, 1e9),
    GF_MEMBER_WITHIN(gfSource, angle, -1e6, 1e6),    GF_MEMBER(gfSource, acted),
    GF_MEMBER_WITHIN(gfSource, left, -1.0, 1e9),     GF_MEMBER(gfSource, shift),
};
static const gfRecord sourceRecord = GF_RECORD(gfSource, sourceMembers);

// Measures, writes or reads an emitter or, with `user` null, a splat; only emitters have masks.
static void archiveSource(gfArchive *archive, void *item, void *user)
{
    gfSource *source = item, nothing;
    if (!gfArchive_Reads(archive) && source->passing) {
        nothing = *source;
        nothing.def.fields = nothing.def.texture = 0;
        source = &nothing;
    }
    gfArchive_Record(archive, &sourceRecord, source);
    gfArchive_HostTexture(archive, &source->def.texture);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfSource_Check(&archive->device->core, &source->def, user == NULL, archive->caller);
    }
    if (user != NULL) {
        archiveMask(archive, &source->mask, &source->def.shape);
    }
}

static void archiveSources(gfArchive *archive, void *thing)
{
    gfArchive_Sources(archive, &((gfFluid *)thing)->body.sources, archiveSource);
}

static const gfMember solidMembers[] = {
    GF_MEMBER_OF(gfSolid, def, gf_solidDefRecord),
    GF_MEMBER_WITHIN(gfSolid, from, -1e9, 1e9),
    GF_MEMBER_WITHIN(gfSolid, fromAngle, -1e6, 1e6),
    GF_MEMBER(gfSolid, stepped),
};
static const gfRecord solidRecord = GF_RECORD(gfSolid, solidMembers);

static void archiveSolid(gfArchive *archive, void *item, void *user)
{
    gfSolid *solid = item;
    (void)user;
    gfArchive_Record(archive, &solidRecord, solid);
    gfArchive_HostTexture(archive, &solid->def.texture);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfSolid_Check(&archive->device->core, &solid->def, archive->caller);
    }
    archiveMask(archive, &solid->mask, &solid->def.shape);
    archive->failed = archive->failed || (solid->mask.id != 0 && !gfSolid_Obstructs(solid));
}

static void archiveSolids(gfArchive *archive, void *thing)
{
    gfSolids *solids = &((gfFluid *)thing)->body.solids;
    gfArchive_Slots(archive, &solids->list, NULL, archiveSolid, NULL);
    if (gfArchive_Reads(archive)) {
        solids->drawn = false;
        solids->count = 0;
        GF_EACH(const gfSolid, solid, &solids->list) {
            gfSolids_Count(solids, solid, 1);
        }
        gfSolids_Change(solids, GF_SOLIDS_LISTED);
    }
}

static void archiveMade(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    if (fluid->solver->saved.archiveMade != NULL) {
        fluid->solver->saved.archiveMade(&fluid->body, fluid->state, archive);
    }
}

static void archiveState(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    if (gfArchive_Reads(archive) && !gfFluid_UpdateSolids(fluid)) {
        archive->failed = true;
    }
    fluid->solver->saved.archive(&fluid->body, fluid->state, archive);
}

// The chunks of a snapshot in order: definition (read before there is a fluid), the fluid without its state, its state.
static const gfChunkRow definitionChunk[] = {{"DEFN", archiveDefinition}};
static const gfChunkRow fluidChunks[] = {
    {"CLCK", archiveClock}, {"MOVE", archiveMotion}, {"SRCS", archiveSources},
    {"MADE", archiveMade},  {"SLDS", archiveSolids},
};
static const gfChunkRow stateChunk[] = {{"STAT", archiveState}};

// Archives the chunks of modules: those before the solver's state or, `behindState`, those behind it.
static void archiveParts(gfArchive *archive, gfFluid *fluid, bool behindState)
{
    char tag[5];
    GF_EACH_MODULE(module) {
        const gfFluidPart *part = module->fluidPart;
        if (part == NULL || part->tag == NULL || part->behindState != behindState) {
            continue;
        }
        // Reading, the chunk is missing if the snapshot was written by a build without the module.
        bool there = archive->mode != GF_ARCHIVE_READ ||
                     (gfArchive_PeekTag(archive, tag) && memcmp(tag, part->tag, sizeof tag) == 0);
        const gfChunkRow row = {part->tag, part->archive};
        gfChunks_Archive(archive, &row, there ? 1 : 0, fluid);
    }
}

static void archiveFluid(gfArchive *archive, gfFluid *fluid)
{
    gfChunks_Archive(archive, fluidChunks, GF_COUNT(fluidChunks), fluid);
    archiveParts(archive, fluid, false);
    while (gfArchive_SkipEmptyChunk(archive, stateChunk[0].tag)) {
    }
    gfChunks_Archive(archive, stateChunk, GF_COUNT(stateChunk), fluid);
    archiveParts(archive, fluid, true);
    while (gfArchive_SkipEmptyChunk(archive, NULL)) {
    }
}

static void writeFluid(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    const gfFluidDef *def = &fluid->body.def;
    Definition definition = {.def = *def};
    gfFluidDef layout = *def;
    if (fluid->solver->saved.getLayoutDef != NULL) {
        fluid->solver->saved.getLayoutDef(&fluid->body, fluid->state, &layout);
    }
    definition.layoutRadius = layout.particles.radius;
    definition.layoutSpacing = layout.particles.spacing;
    gfSnapshotHeader_Write(archive, (gfSnapshotHeader){.content = GF_SNAPSHOT_FLUID,
                                                       .solver = def->solver,
                                                       .stepCount = fluid->clock.info.stepCount,
                                                       .time_s = fluid->clock.info.time_s,
                                                       .width = def->gridWidth,
                                                       .height = def->gridHeight});
    gfChunks_Archive(archive, definitionChunk, GF_COUNT(definitionChunk), &definition);
    archiveFluid(archive, fluid);
}

// --- reading ---------------------------------------------------------------------------------------------------------

// Returns how many bytes the fields of a fluid take in a snapshot at least.
static size_t leastBytes(const gfFluidDef *def)
{
    size_t cells = (size_t)def->gridWidth * (size_t)def->gridHeight;
    return def->solver == GF_SOLVER_PARTICLES ? 8 * (size_t)def->particles.capacity
           : def->solver == GF_SOLVER_WATER   ? 4 * cells + 8 * (size_t)def->water.capacity
                                              : 4 * cells;
}

// Makes the fluid of a definition that was read from a snapshot.
static gfFluid *makeFluid(gfArchive *archive, Definition *definition)
{
    gfDevice *device = archive->device;
    gfFluidDef layout = definition->def;
    const gfSolver *solver = gfSolver_Find(layout.solver);
    bool laidOut = solver != NULL && solver->saved.getLayoutDef != NULL;
    if (laidOut) {
        layout.particles.radius = definition->layoutRadius;
        layout.particles.spacing = definition->layoutSpacing;
    }
    GF_TRY(gfFluid_CheckDef(device, &definition->def, archive->caller) &&
           (!laidOut || gfFluid_CheckDef(device, &layout, archive->caller)));
    // Enough bytes for the fields must follow: else a damaged size could ask for any amount of memory.
    gfArchive_Expect(archive, leastBytes(&layout), "its fields are cut off");
    gfFluid *fluid = archive->failed ? NULL : gfFluid_Make(device, &layout);
    if (fluid != NULL && laidOut) {
        fluid->body.def = definition->def;
        if (!gfSolver_Tune(fluid->solver, &fluid->body, fluid->state)) {
            gfDestroyFluid(fluid);
            fluid = NULL;
        }
    }
    return fluid;
}

// Makes a new gfFluid from a snapshot (gfSnapshotKind.read).
static void *readFluid(gfArchive *archive, const void *of)
{
    const gfFluid *target = of;
    Definition definition = {.def = gfDefaultFluidDef()};
    gfChunks_Archive(archive, definitionChunk, GF_COUNT(definitionChunk), &definition);
    GF_TRY(!archive->failed);
    if (target != NULL) {
        const gfFluidDef *has = &definition.def, *expected = &target->body.def;
        GF_REQUIRE(&archive->device->core,
                   has->solver == expected->solver && has->fieldPrecision == expected->fieldPrecision, UNSUPPORTED,
                   "%s: the snapshot has solver %d with precision %d; %d with %d is expected", archive->caller,
                   (int)has->solver, (int)has->fieldPrecision, (int)expected->solver, (int)expected->fieldPrecision);
        GF_TRY(gfFluid_CheckChange(target, has, archive->caller));
    }
    gfFluid *fluid = makeFluid(archive, &definition);
    GF_TRY(fluid != NULL);
    archive->number = target != NULL ? target->body.number : fluid->body.number;
    archiveFluid(archive, fluid);
    gfChunks_ExpectEnd(archive);
    bool fits = target == NULL || target->body.member == NULL || !fluid->body.frame.turns ||
                gfFluid_RequireAlone(target, archive->caller, "a frame that does not turn");
    if (!archive->failed && fits) {
        gfSnapshot_Close(archive);
        fluid->given = GF_SOURCE_ALL; // a snapshot does not tell which fields sources gave, so assume all
        return fluid;
    }
    gfDestroyFluid(fluid);
    return NULL;
}

// Exchanges the contents of two fluids. Each keeps its number, which handles and field reads know, and its group.
static bool exchangeFluids(void *one, void *other)
{
    gfFluid *fluid = one, *from = other;
    gfBody body = fluid->body;
    void *state = fluid->state;
    uint32_t number = from->body.number;
    fluid->body = from->body;
    fluid->body.number = body.number;
    fluid->body.member = body.member;
    fluid->state = from->state;
    fluid->clock = from->clock;
    fluid->given = from->given;
    memcpy(fluid->anchor, from->anchor, sizeof fluid->anchor);
    memcpy(fluid->scrolled, from->scrolled, sizeof fluid->scrolled);
    from->body = body;
    from->body.number = number;
    from->body.member = NULL;
    from->state = state;
    GF_EACH_MODULE(module) {
        if (module->fluidPart != NULL && module->fluidPart->load != NULL) {
            module->fluidPart->load(fluid, from);
        }
    }
    if (fluid->body.member != NULL) { // the group must copy the fluid's new state to its own textures
        fluid->body.member->stale = 0;
        fluid->body.member->changed = true;
    }
    return gfFluid_FollowChange(fluid);
}

static gfDevice *getDeviceOf(const void *fluid)
{
    return ((const gfFluid *)fluid)->body.device;
}

static const gfSnapshotKind fluidKind = {GF_SNAPSHOT_FLUID, getDeviceOf, writeFluid, readFluid, exchangeFluids};

// --- the public calls ------------------------------------------------------------------------------------------------

size_t gfFluid_GetSnapshotSize(const gfFluid *fluid)
{
    return gfSnapshot_Measure(&fluidKind, fluid, "gfFluid_GetSnapshotSize");
}

bool gfFluid_SaveBlocking(gfFluid *fluid, void *data, size_t size)
{
    return gfSnapshot_SaveBlocking(&fluidKind, fluid, data, size, "gfFluid_SaveBlocking");
}

gfSnapshot *gfFluid_RequestSave(gfFluid *fluid)
{
    return gfSnapshot_Begin(&fluidKind, fluid, "gfFluid_RequestSave");
}

bool gfFluid_RequestSaveInto(gfFluid *fluid, gfSnapshot *snapshot)
{
    return gfSnapshot_BeginInto(&fluidKind, fluid, snapshot, "gfFluid_RequestSaveInto");
}

bool gfFluid_Load(gfFluid *fluid, const void *data, size_t size, const gfSnapshotTextures *textures)
{
    return gfSnapshot_Load(&fluidKind, fluid, &(gfSnapshotData){data, size, textures}, "gfFluid_Load");
}

gfFluid *gfCreateFluidFromSnapshot(gfDevice *device, const void *data, size_t size, const gfSnapshotTextures *textures)
{
    return gfSnapshot_Create(&fluidKind, device, &(gfSnapshotData){data, size, textures}, "gfCreateFluidFromSnapshot");
}

uint32_t gfFluid_GetNumber(const gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_GetNumber: fluid is null");
    return fluid->body.number;
}
