#include "ext/bodies/body_part.h"

#include "fluid/module.h"

static void archiveBodies(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    bool has = gfFluid_FindBodies(fluid) != NULL;
    gfArchive_Bool(archive, &has, "whether it has rigid bodies");
    if (gfArchive_Reads(archive) && has) {
        archive->failed = gfFluid_GetBodies(fluid) == NULL;
    }
    if (!archive->failed && has) {
        gfRigidBodies2D_Archive(archive, gfFluid_FindBodies(fluid), &fluid->body);
    }
}

static void loadBodies(gfFluid *fluid, gfFluid *from);

static const gfFluidPart bodyPart = {.part = {"rigid bodies", sizeof(gfRigidBodies2D), gfRigidBodies2D_Release},
                                     .before = gfRigidBodies2D_Advance,
                                     .after = gfRigidBodies2D_Request,
                                     .reset = gfRigidBodies2D_Reset,
                                     .follow = gfRigidBodies2D_Follow,
                                     .tag = "BODY",
                                     .archive = archiveBodies,
                                     .load = loadBodies};

static void loadBodies(gfFluid *fluid, gfFluid *from)
{
    gfParts_Exchange(&fluid->parts, &from->parts, &bodyPart.part);
}

gfRigidBodies2D *gfFluid_FindBodies(const gfFluid *fluid)
{
    return gfFluid_FindPart(fluid, &bodyPart);
}

gfRigidBodies2D *gfFluid_GetBodies(gfFluid *fluid)
{
    gfRigidBodies2D *bodies = gfFluid_FindBodies(fluid);
    if (bodies != NULL || (bodies = gfFluid_GetPart(fluid, &bodyPart)) == NULL) {
        return bodies;
    }
    if (!gfFluid_UpdateSolids(fluid) || !gfRigidBodies2D_Init(bodies, fluid)) {
        gfFluid_RemoveBodies(fluid);
        bodies = NULL;
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
    gfDryRun_Step(s->fluid);
    gfFluid_RemoveRigidBody(s->fluid, body);
}

const gfModule gf_module_bodies = {.name = "bodies", .fluidPart = &bodyPart, .dryRun = dryRunBodies};
