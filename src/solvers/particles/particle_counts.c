// Counts particles for queries: those in shapes, those that touch solids, and what members of groups touch. Sums are
// made of parts that each add up some of the particles, in the same order every time.
#include "solvers/particles/particles.h"
#include "solvers/particles/walls.h"

#include "shared.h"

// A texel of the memory for each particle.
static const gfVertexStage memorySquares = {"particles/remember.vert", "", 0, NULL};

static bool tellInside(gfDevice *device, const gfSph *s, const gfCountTarget *target)
{
    return gfPass_Run(
        device,
        &(gfPass){.label = "inside",
                  .shader = GF_SPH_SHADER(s, "inside.frag", "POLYGONS", 0),
                  .writes = {target->inside},
                  .inputs = {GF_SPH_STATE(s, read), GF_IN(tags, s->tags.read.id), GF_IN(questions, target->shapes->id),
                             GF_IN(memory, target->memory->id), GF_IN(sums, target->before->id)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_I1(askedCount, target->count), GF_I1(known, target->known),
                               GF_F1(elapsed, target->elapsed), GF_F1(unit, s->scales.radius)}});
}

static bool rememberInside(gfDevice *device, const gfSph *s, const gfCountTarget *target)
{
    return gfPass_Run(device,
                      &(gfPass){.label = "inside",
                                .shader = {.stage = &memorySquares, .file = "particles/remember.frag"},
                                .writes = {target->memory},
                                .squares = s->capacity,
                                .tileTexels = 1,
                                .inputs = {GF_IN(tags, s->tags.read.id), GF_IN(inside, target->inside->id),
                                           GF_IN(count, s->count.read.id)},
                                .uniforms = {GF_I2(memorySize, target->memory->width, target->memory->height)}});
}

static bool sumInside(gfDevice *device, const gfSph *s, const gfCountTarget *target)
{
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    return gfPass_Run(device,
                      &(gfPass){.label = "inside",
                                .shader = GF_SPH_SHADER(s, "inside_sums.frag", NULL, GF_SPH_SEARCHES),
                                .writes = {target->sums[0], target->sums[1], target->sums[2], target->sums[3]},
                                .region = &region,
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_IN(tags, s->tags.read.id),
                                           GF_IN(questions, target->shapes->id), GF_IN(inside, target->inside->id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_I1(materialCount, s->ramped.materialCount),
                                             GF_F1(unit, s->scales.radius)}});
}

bool gfParticles2D_CountInside(const gfBody *body, void *state, const gfCountTarget *target)
{
    gfDevice *device = body->device;
    const gfSph *s = &((gfParticles2D *)state)->sph;
    return tellInside(device, s, target) && rememberInside(device, s, target) && sumInside(device, s, target);
}

bool gfParticles2D_DrawContacts(const gfBody *body, void *state, const gfContactTarget *target)
{
    const gfSph *s = &((gfParticles2D *)state)->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    float reach = target->reach * s->scales.spacing / s->scales.radius;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "contacts",
                                .shader = GF_SPH_SHADER(s, "contacts.frag", "SOLIDS", GF_SPH_SEARCHES),
                                .writes = {target->sums[0], target->sums[1]},
                                .region = &region,
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_SPH_WALL_INPUTS(&domain)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, &domain, &walls),
                                             GF_F1(reach, reach), GF_I4V(boxes, target->count, target->boxes),
                                             GF_F4V(places, target->count, target->places)}});
}

_Static_assert(4 * GF_GROUP_VECTORS == GF_PARTICLE_GROUPS_MAX, "each group has a number");

// Of a particle's surface, spacings off its centre, where others touch it.
#define DISC_RADIUS 0.5f

// Without a reach nothing is as near as this.
#define OUT_OF_REACH (-1e9f)

static bool tellTouches(const gfBody *body, const gfSph *s, const gfTouchTarget *target, bool solids)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfRegion none = {0};
    float unit = s->scales.spacing / s->scales.radius;
    bool reaches = target->reach > 0.0f;
    return gfPass_Run(
        body->device,
        &(gfPass){.label = "touches",
                  .shader = GF_SPH_SHADER(s, "touches.frag", solids ? "SOLIDS" : NULL, GF_SPH_SEARCHES),
                  .writes = {target->touches[0], target->touches[1]},
                  .region = target->count > 0 ? NULL : &none,
                  .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_SPH_SEARCH(s), GF_SPH_WALL_INPUTS(&domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, &domain, &walls),
                               GF_F2(reaches, reaches ? (target->reach + DISC_RADIUS) * unit : OUT_OF_REACH,
                                     reaches ? target->reach * unit : OUT_OF_REACH),
                               GF_F1(unit, s->scales.radius), GF_I4V(listed, GF_GROUP_VECTORS, target->listed)}});
}

static bool sumTouches(gfDevice *device, const gfSph *s, const gfTouchTarget *target)
{
    const gfRegion region = {0, 0, target->count, GF_TOUCH_PARTS};
    return gfPass_Run(
        device, &(gfPass){.label = "touches",
                          .shader = GF_SPH_SHADER(s, "touch_sums.frag", NULL, 0),
                          .writes = {target->sums[0], target->sums[1], target->sums[2]},
                          .region = &region,
                          .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_IN(touches, target->touches[0]->id),
                                     GF_IN(contacts, target->touches[1]->id)},
                          .uniforms = {GF_SPH_LAYOUT(s), GF_I4V(listed, GF_GROUP_VECTORS, target->listed)}});
}

bool gfParticles2D_DrawTouches(const gfBody *body, void *state, const gfTouchTarget *target)
{
    const gfSph *s = &((gfParticles2D *)state)->sph;
    bool solids = body->solids.count > 0, warms = target->count == 0;
    return (!warms || tellTouches(body, s, target, !solids)) && tellTouches(body, s, target, solids) &&
           sumTouches(body->device, s, target);
}
