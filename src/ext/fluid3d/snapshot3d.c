// Snapshots of a gfFluid3D. snapshot2d.c has those of a gfFluid.
#include "ext/fluid3d/fluid3d.h"

#include "fluid/records.h"
#include "snapshot/snapshot.h"

// --- rigid bodies ----------------------------------------------------------------------------------------------------

static const gfMember surroundings3DMembers[] = {
    GF_MEMBER(gfSurroundings, known),           GF_MEMBER(gfSurroundings, levelKnown),
    GF_SAVED(gfSurroundings, level, SPOT),      GF_SAVED(gfSurroundings, slope, SPOT),
    GF_SAVED(gfSurroundings, levelPlace, SPOT), GF_SAVED(gfSurroundings, slowLevel, SPOT),
    GF_SAVED(gfSurroundings, swell, SPOT),      GF_SAVED(gfSurroundings, flow, SPOT),
    GF_SAVED(gfSurroundings, turning, SPOT),    GF_SAVED(gfSurroundings, wet, SPOT),
    GF_SAVED(gfSurroundings, wetArm, SPOT),
};
static const gfRecord surroundings3DRecord = GF_RECORD(gfSurroundings, surroundings3DMembers);

static const gfMember host3DMembers[] = {
    GF_SAVED(gfHostMotion, force, FORCE),
    GF_SAVED(gfHostMotion, moment, FORCE),
    GF_SAVED(gfHostMotion, velocity, PLACE),
    GF_SAVED(gfHostMotion, spin, PLACE),
    GF_MEMBER_WITHIN(gfHostMotion, lasted, 0.0, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, period, 0.0, GF_SAVED_PLACE_MOST),
};
static const gfRecord host3DRecord = GF_RECORD(gfHostMotion, host3DMembers);

// Members of a body that a snapshot has beside its definition. All others follow from these.
static const gfMember body3DMembers[] = {
    GF_SAVED(gfRigidBody, place, PLACE),
    GF_SAVED(gfRigidBody, velocity, PLACE),
    GF_SAVED(gfRigidBody, spin, PLACE),
    GF_MEMBER_OF(gfRigidBody, turn, gf_turnRecord),
    GF_MEMBER_OF(gfRigidBody, around, surroundings3DRecord),
    GF_MEMBER_OF(gfRigidBody, host, host3DRecord),
    GF_MEMBER(gfRigidBody, knownFrom),
    GF_SAVED(gfRigidBody, force, FORCE),
    GF_SAVED(gfRigidBody, torque, FORCE),
    GF_SAVED(gfRigidBody, submerged, FORCE),
    // Saved, as it depends on the fluid's density at the time when the body was defined.
    GF_MEMBER_WITHIN(gfRigidBody, density, 0.0, 1e6),
    GF_MEMBER_WITHIN(gfRigidBody, period, 0.0, GF_SAVED_FORCE_MOST),
    GF_MEMBER(gfRigidBody, grounded),
};
static const gfRecord body3DRecord = GF_RECORD(gfRigidBody, body3DMembers);

static const gfMember spot3DMembers[] = {
    GF_SAVED(gfSpot, arm, SPOT),
    GF_SAVED(gfSpot, velocity, SPOT),
    GF_SAVED(gfSpot, found, SPOT),
    GF_MEMBER(gfSpot, known),
};
static const gfRecord spot3DRecord = GF_RECORD(gfSpot, spot3DMembers);

// Saved members of a request. The answer is there in the world's axes, so the container's pose is not needed.
static const gfMember asked3DMembers[] = {
    GF_MEMBER(gfAsked3D, all.generation),
    GF_MEMBER_WITHIN(gfAsked3D, all.index, 0, GF_RIGID_BODY3D_MAX - 1),
    GF_SAVED(gfAsked3D, all.pose.place, PLACE),
    GF_MEMBER_OF(gfAsked3D, spots, spot3DRecord),
};
static const gfRecord asked3DRecord = GF_RECORD(gfAsked3D, asked3DMembers);

static void archiveRigidBody3D(gfArchive *archive, void *item, void *user)
{
    gfRigidBody *b = item;
    gfVolumeBody *body = user;
    gfRigidBody3DDef def = b->def3D;
    gfArchive_Record(archive, &gf_rigidBody3DDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfRigidBody3D_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody3D_Make(body, &def);
    }
    gfArchive_Record(archive, &body3DRecord, b);
    gfArchive_CheckTurn(archive, b->turn, "how a rigid body is turned");
    gfArchive_OwnSolid(archive, &body->solids.list, b);
    gfSolid3D *own = gfRigidBody_FindSolid(b, &body->solids.list);
    if (gfArchive_Reads(archive) && own != NULL) {
        own->ofBody = true;
    }
}

// --- poses -----------------------------------------------------------------------------------------------------------

static const gfMember shapePoseMembers[] = {
    GF_MEMBER_WITHIN(gfShape3DPose, centre, -1e9, 1e9),
    GF_MEMBER_OF(gfShape3DPose, turn, gf_turnRecord),
    GF_MEMBER_WITHIN(gfShape3DPose, half, 0.0, 2e9),
    GF_MEMBER_WITHIN(gfShape3DPose, radius, 0.0, 1e9),
};
static const gfRecord shapePoseRecord = GF_RECORD(gfShape3DPose, shapePoseMembers);

static const gfMember containerPoseMembers[] = {
    GF_MEMBER_WITHIN(gfContainerPose, position, -1e9, 1e9),
    GF_MEMBER_OF(gfContainerPose, turn, gf_turnRecord),
    GF_MEMBER_WITHIN(gfContainerPose, size, 1e-9, 1e6),
};
static const gfRecord containerPoseRecord = GF_RECORD(gfContainerPose, containerPoseMembers);

// --- chunks ----------------------------------------------------------------------------------------------------------

typedef struct Definition3D {
    gfFluid3DDef def;
    // Kernel radius and spacing by which textures of particles were sized (gfSph_LayOut); `def` may have others by now.
    float layoutRadius, layoutSpacing;
} Definition3D;

static void archiveDefinition3D(gfArchive *archive, void *thing)
{
    Definition3D *definition = thing;
    gfArchive_Record(archive, &gf_fluid3DDefRecord, &definition->def);
    gfArchive_Bytes(archive, &definition->layoutRadius, sizeof definition->layoutRadius);
    gfArchive_Bytes(archive, &definition->layoutSpacing, sizeof definition->layoutSpacing);
}

static void archiveClock3D(gfArchive *archive, void *thing)
{
    gfArchive_Clock(archive, &((gfFluid3D *)thing)->clock);
}

static void archiveContainer(gfArchive *archive, void *thing)
{
    gfVolumeBody *body = &((gfFluid3D *)thing)->body;
    const gfVec3 most = body->def.sizeMax;
    gfContainerPose *now = &body->container.now;
    gfArchive_Record(archive, &containerPoseRecord, now);
    gfArchive_CheckTurn(archive, now->turn, "how its container is turned");
    if (gfArchive_Reads(archive) &&
        (now->size[0] > 1.00001 * (double)most.x || now->size[1] > 1.00001 * (double)most.y ||
         now->size[2] > 1.00001 * (double)most.z)) {
        gfArchive_Fail(archive, "where its container is");
    }
}

static void archiveSource3D(gfArchive *archive, void *item, void *user)
{
    gfSource3DDef *def = item;
    gfArchive_Record(archive, &gf_source3DDefRecord, def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfSource3D_Check(&archive->device->core, def, user == NULL, archive->caller);
    }
}

static void archiveSources3D(gfArchive *archive, void *thing)
{
    gfArchive_Sources(archive, &((gfFluid3D *)thing)->body.sources, archiveSource3D);
}

static void archiveSolid3D(gfArchive *archive, void *item, void *user)
{
    gfSolid3D *solid = item;
    (void)user;
    gfArchive_Record(archive, &gf_solid3DDefRecord, &solid->def);
    gfArchive_Record(archive, &shapePoseRecord, &solid->now);
    gfArchive_Record(archive, &shapePoseRecord, &solid->target);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfSolid3D_Check(&archive->device->core, &solid->def, archive->caller);
    }
    gfArchive_CheckTurn(archive, solid->now.turn, "how a solid is turned");
    gfArchive_CheckTurn(archive, solid->target.turn, "how a solid is turned");
}

static void archiveSolids3D(gfArchive *archive, void *thing)
{
    gfSolids3D *solids = &((gfFluid3D *)thing)->body.solids;
    gfArchive_Slots(archive, &solids->list, &solids->count, archiveSolid3D, NULL);
    solids->version += gfArchive_Reads(archive) ? 1 : 0;
}

static void readMesh(gfArchive *archive, gfMesh *mesh, int vertices, int indices)
{
    gfCore *core = &archive->device->core;
    size_t positionBytes = 3 * sizeof(float) * (size_t)vertices, indexBytes = sizeof(uint32_t) * (size_t)indices;
    if (positionBytes > archive->end - archive->at || indexBytes > archive->end - archive->at - positionBytes) {
        gfArchive_Fail(archive, "a mesh is cut off");
        return;
    }
    float *positions = gfAlloc(core, positionBytes + 1);
    uint32_t *corners = gfAlloc(core, indexBytes + 1);
    archive->failed = positions == NULL || corners == NULL;
    if (!archive->failed) {
        gfArchive_Bytes(archive, positions, positionBytes);
        gfArchive_Bytes(archive, corners, indexBytes);
        const gfMeshData data = {positions, vertices, corners, indices};
        archive->failed = archive->failed || !gfMesh_Create(archive->device, mesh, &data, archive->caller);
    }
    gfFree(core, positions);
    gfFree(core, corners);
}

static void archiveMesh(gfArchive *archive, void *item, void *user)
{
    gfCollisionBody *body = item;
    gfMesh *mesh = &body->mesh;
    int vertices = mesh->vertexCount, indices = mesh->indexCount;
    (void)user;
    gfArchive_Bytes(archive, body->transform, sizeof body->transform);
    gfArchive_Count(archive, &vertices, GF_MESH_VERTICES_MAX);
    gfArchive_Count(archive, &indices, INT32_MAX);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfCollision_CheckTransform(&archive->device->core, body->transform, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        readMesh(archive, mesh, vertices, indices);
    }
    gfArchive_Buffer(archive, mesh->vertices, 3 * sizeof(float) * (size_t)mesh->vertexCount);
    gfArchive_Buffer(archive, mesh->indices, sizeof(uint32_t) * (size_t)mesh->indexCount);
}

static void archiveCollision(gfArchive *archive, void *thing)
{
    gfVolumeBody *body = &((gfFluid3D *)thing)->body;
    gfCollision *collision = &body->collision;
    gfCollisionTextures *textures = &collision->textures;
    uint32_t words[3] = {textures->depth, textures->normals, textures->encoded ? 1 : 0};
    gfArchive_Bytes(archive, words, sizeof words);
    if (gfArchive_Reads(archive)) {
        gfArchive_HostTexture(archive, &words[0]);
        gfArchive_HostTexture(archive, &words[1]);
        *textures = (gfCollisionTextures){words[0], words[1], words[2] != 0};
    }
    gfArchive_Slots(archive, &collision->list, &collision->count, archiveMesh, NULL);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    collision->version++;
    archive->failed = gfCollision_IsUsed(collision) && !gfCollision_CreateMap(body);
}

// Writing waits for pending requests. Reading takes a fluid without bodies.
static void archiveBodies3D(gfArchive *archive, void *thing)
{
    gfFluid3D *fluid = thing;
    gfVolumeBody *body = &fluid->body;
    bool has = fluid->bodies != NULL;
    gfArchive_Bool(archive, &has, "whether it has rigid bodies");
    if (gfArchive_Reads(archive) && has) {
        fluid->bodies = gfRigidBodies3D_Create(body, fluid->volume);
        archive->failed = fluid->bodies == NULL;
    }
    if (archive->failed || !has) {
        return;
    }
    gfRigidBodies *o = &fluid->bodies->all;
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies_Land(archive->device, o);
    }
    gfArchive_Slots(archive, &o->list, &o->count, archiveRigidBody3D, body);
    gfArchive_Requests(archive, o, &asked3DRecord);
    int things = o->list.capacity + body->solids.list.capacity + 6;
    gfArchive_Contacts(archive, &o->contacts, o->list.capacity * things * GF_BODY_CONTACTS);
}

static const gfMember volumeMembers[] = {
    GF_MEMBER(gfVolume, poured),
    GF_MEMBER_WITHIN(gfVolume, shift, -1e12, 1e12),
};
static const gfRecord volumeRecord = GF_RECORD(gfVolume, volumeMembers);

static void archiveVolume(gfArchive *archive, void *thing)
{
    gfFluid3D *fluid = thing;
    const gfSphDomain domain = gfVolume_GetDomain(&fluid->body);
    gfArchive_Record(archive, &volumeRecord, fluid->volume);
    gfSph_Archive(&fluid->volume->sph, &domain, archive);
}

static const gfChunkRow definition3DChunk[] = {{"DEFN", archiveDefinition3D}};
static const gfChunkRow fluid3DChunks[] = {
    {"CLCK", archiveClock3D},   {"BOXP", archiveContainer}, {"SRCS", archiveSources3D}, {"SLDS", archiveSolids3D},
    {"MESH", archiveCollision}, {"BODY", archiveBodies3D},  {"STAT", archiveVolume},
};

static void writeFluid3D(gfArchive *archive, void *thing)
{
    gfFluid3D *fluid = thing;
    Definition3D definition = {.def = fluid->body.def};
    gfFluid3DDef layout = fluid->body.def;
    gfSph_LayOut(&fluid->volume->sph, &layout.particles);
    definition.layoutRadius = layout.particles.radius;
    definition.layoutSpacing = layout.particles.spacing;
    gfSnapshotHeader_Write(archive, (gfSnapshotHeader){.content = GF_SNAPSHOT_FLUID3D,
                                                       .stepCount = fluid->clock.info.stepCount,
                                                       .time_s = fluid->clock.info.time_s});
    gfChunks_Archive(archive, definition3DChunk, GF_COUNT(definition3DChunk), &definition);
    gfChunks_Archive(archive, fluid3DChunks, GF_COUNT(fluid3DChunks), fluid);
}

// --- reading ---------------------------------------------------------------------------------------------------------

static gfFluid3D *makeFluid3D(gfArchive *archive, Definition3D *definition)
{
    const gfCore *core = &archive->device->core;
    gfFluid3DDef layout = definition->def;
    layout.particles.radius = definition->layoutRadius;
    layout.particles.spacing = definition->layoutSpacing;
    GF_TRY(gfFluid3D_CheckDef(core, &definition->def, archive->caller) &&
           gfFluid3D_CheckDef(core, &layout, archive->caller));
    gfArchive_Expect(archive, 16 * (size_t)layout.particles.capacity, "its particles are cut off");
    gfFluid3D *fluid = archive->failed ? NULL : gfFluid3D_Make(archive->device, &layout);
    if (fluid != NULL && !gfFluid3D_Tune(fluid, &definition->def)) {
        gfDestroyFluid3D(fluid);
        fluid = NULL;
    }
    return fluid;
}

// Makes a fluid from a snapshot (gfSnapshotKind.read). `of`: the fluid that is to take its place; null: none.
static void *readFluid3D(gfArchive *archive, const void *of)
{
    const gfFluid3D *target = of;
    Definition3D definition = {.def = gfDefaultFluid3DDef()};
    gfChunks_Archive(archive, definition3DChunk, GF_COUNT(definition3DChunk), &definition);
    gfFluid3D *fluid = archive->failed ? NULL : makeFluid3D(archive, &definition);
    GF_TRY(fluid != NULL);
    archive->number = target != NULL ? target->body.number : fluid->body.number;
    gfChunks_Archive(archive, fluid3DChunks, GF_COUNT(fluid3DChunks), fluid);
    gfChunks_ExpectEnd(archive);
    if (archive->failed) {
        gfDestroyFluid3D(fluid);
        return NULL;
    }
    gfSnapshot_Close(archive);
    return fluid;
}

static bool exchangeFluids3D(void *one, void *other)
{
    gfFluid3D *fluid = one, *from = other;
    const gfFluid3D old = *fluid;
    uint32_t number = from->body.number;
    fluid->body = from->body;
    fluid->body.number = old.body.number;
    fluid->volume = from->volume;
    fluid->bodies = from->bodies;
    fluid->clock = from->clock;
    from->body = old.body;
    from->body.number = number;
    from->volume = old.volume;
    from->bodies = old.bodies;
    return true;
}

static gfDevice *getDeviceOf3D(const void *fluid)
{
    return ((const gfFluid3D *)fluid)->body.device;
}

static const gfSnapshotKind fluid3DKind = {GF_SNAPSHOT_FLUID3D, getDeviceOf3D, writeFluid3D, readFluid3D,
                                           exchangeFluids3D};

// --- the public calls ------------------------------------------------------------------------------------------------

size_t gfFluid3D_GetSnapshotSize(const gfFluid3D *fluid)
{
    return gfSnapshot_Measure(&fluid3DKind, fluid, "gfFluid3D_GetSnapshotSize");
}

bool gfFluid3D_SaveBlocking(gfFluid3D *fluid, void *data, size_t size)
{
    return gfSnapshot_SaveBlocking(&fluid3DKind, fluid, data, size, "gfFluid3D_SaveBlocking");
}

gfSnapshot *gfFluid3D_RequestSave(gfFluid3D *fluid)
{
    return gfSnapshot_Begin(&fluid3DKind, fluid, "gfFluid3D_RequestSave");
}

bool gfFluid3D_RequestSaveInto(gfFluid3D *fluid, gfSnapshot *snapshot)
{
    return gfSnapshot_BeginInto(&fluid3DKind, fluid, snapshot, "gfFluid3D_RequestSaveInto");
}

bool gfFluid3D_Load(gfFluid3D *fluid, const void *data, size_t size, const gfSnapshotTextures *textures)
{
    return gfSnapshot_Load(&fluid3DKind, fluid, &(gfSnapshotData){data, size, textures}, "gfFluid3D_Load");
}

gfFluid3D *gfCreateFluid3DFromSnapshot(gfDevice *device, const void *data, size_t size,
                                       const gfSnapshotTextures *textures)
{
    return gfSnapshot_Create(&fluid3DKind, device, &(gfSnapshotData){data, size, textures},
                             "gfCreateFluid3DFromSnapshot");
}

uint32_t gfFluid3D_GetNumber(const gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_GetNumber: fluid is null");
    return fluid->body.number;
}
