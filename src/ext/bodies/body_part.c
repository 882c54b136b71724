#include "ext/bodies/body_part.h"

#include "fluid/dry_run.h"

typedef struct BodyPart {
    gfRigidBodies *bodies; // null while they are made
} BodyPart;

static void destroyBodies(void *owner, void *state)
{
    gfFluid *fluid = owner;
    gfRigidBodies_Destroy(fluid->body.device, ((BodyPart *)state)->bodies);
}

static bool moveBodies(gfFluid *fluid, void *state, float dt)
{
    gfRigidBodies *bodies = ((BodyPart *)state)->bodies;
    return gfRigidBodies_Advance(bodies, &fluid->body, fluid->clock.info.stepCount, (double)dt);
}

static bool requestLoads(gfFluid *fluid, void *state, float dt)
{
    gfRigidBodies *bodies = ((BodyPart *)state)->bodies;
    const gfStepInfo *now = &fluid->clock.info;
    const gfRequestTime time = {now->stepCount + 1, (double)dt, now->time_s + (double)dt};
    return gfRigidBodies_Request(bodies, &fluid->body, fluid->solver, fluid->state, &time);
}

static bool followMode(const gfFluid *fluid, void *state)
{
    gfRigidBodies *bodies = ((BodyPart *)state)->bodies;
    return bodies == NULL || gfRigidBodies_Follow(bodies, &fluid->body, fluid->solver, fluid->state);
}

static void resetBodies(gfFluid *fluid, void *state)
{
    gfRigidBodies_Reset(((BodyPart *)state)->bodies, &fluid->body);
}

static void archiveBodies(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    bool has = gfFluid_FindBodies(fluid) != NULL;
    gfArchive_Bool(archive, &has, "whether it has rigid bodies");
    if (gfArchive_Reads(archive) && has) {
        archive->failed = gfFluid_GetBodies(fluid) == NULL;
    }
    if (!archive->failed && has) {
        gfRigidBodies_Archive(archive, gfFluid_FindBodies(fluid), &fluid->body);
    }
}

static void loadBodies(gfFluid *fluid, gfFluid *from);

static const gfFluidPart bodyPart = {.part = {"rigid bodies", sizeof(BodyPart), destroyBodies},
                                     .before = moveBodies,
                                     .after = requestLoads,
                                     .reset = resetBodies,
                                     .follow = followMode,
                                     .tag = "BODY",
                                     .archive = archiveBodies,
                                     .load = loadBodies};

static void loadBodies(gfFluid *fluid, gfFluid *from)
{
    gfParts_Exchange(&fluid->parts, &from->parts, &bodyPart.part);
}

gfRigidBodies *gfFluid_FindBodies(const gfFluid *fluid)
{
    const BodyPart *part = gfFluid_FindPart(fluid, &bodyPart);
    return part != NULL ? part->bodies : NULL;
}

gfRigidBodies *gfFluid_GetBodies(gfFluid *fluid)
{
    BodyPart *part = gfFluid_GetPart(fluid, &bodyPart);
    if (part == NULL) {
        return NULL;
    }
    if (part->bodies == NULL && gfFluid_UpdateSolids(fluid)) {
        part->bodies = gfRigidBodies_Create(&fluid->body, fluid->solver, fluid->state);
    }
    gfRigidBodies *bodies = part->bodies;
    if (bodies == NULL) {
        gfFluid_RemoveBodies(fluid);
    }
    return bodies;
}

void gfFluid_RemoveBodies(gfFluid *fluid)
{
    gfParts_Remove(&fluid->parts, &fluid->body.device->core, &bodyPart.part, fluid);
}

static void dryRunBodies(const gfDryRun *s, gfUse use)
{
    if (use != GF_USE_SOLIDS) {
        return;
    }
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle(s->middle, 0.1f * s->size);
    gfRigidBodyId body = gfFluid_AddRigidBody(s->fluid, &def);
    gfDryRun_Step(s);
    gfFluid_RemoveRigidBody(s->fluid, body);
}

const gfModule gf_module_bodies = {.name = "bodies", .fluidPart = &bodyPart, .dryRun = dryRunBodies};
