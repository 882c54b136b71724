// The solver of gfFluid3D: particles in a container that moves.
#include "ext/fluid3d/fluid3d.h"

#include "solvers/particles/sph.h"

#include "shared.h"

// Largest change of the container's length in a substep, cells: the search needs particles at a side within one cell.
#define STRETCH_MAX 0.9

gfVec3 gfVolume_GetLargest(const gfFluid3DDef *def)
{
    return (gfVec3){fmaxf(def->size.x, def->sizeMax.x), fmaxf(def->size.y, def->sizeMax.y),
                    fmaxf(def->size.z, def->sizeMax.z)};
}

bool gfVolume_Check(const gfCore *core, const gfFluid3DDef *def, const char *caller)
{
    GF_TRY(gfParticleParams_Check(core, &def->particles, 3, caller));
    gfVec3 size = gfVolume_GetLargest(def);
    float most = fmaxf(size.x, fmaxf(size.y, size.z)), radius = gfSphScales_GetRadius(&def->particles, 3);
    GF_REQUIRE(core, (double)most <= GF_CONTAINER_MAX * (double)radius, OUT_OF_RANGE,
               "%s: a side of the container is up to %g m; at most %d kernel radii of %g m are expected: "
               "particles.spacing is too small",
               caller, (double)most, GF_CONTAINER_MAX, (double)radius);
    return true;
}

gfSphDomain gfVolume_GetDomain(const gfVolumeBody *body)
{
    const gfFluid3DDef *def = &body->def;
    const gfContainerPose *now = &body->container.now;
    gfVec3 largest = gfVolume_GetLargest(def);
    float closed[6];
    double turned[3];
    for (int side = 0; side < 6; side++) {
        closed[side] = (def->openSides >> side & 1) != 0 ? 0.0f : 1.0f;
    }
    float holds = def->surface == GF_WALL_NO_SLIP ? 1.0f : 0.0f;
    gfTurn_ApplyTo(gfTurn_Invert(now->turn), def->particles.gravity, turned);
    return (gfSphDomain){.device = body->device,
                         .dimensions = 3,
                         .size = {(float)now->size[0], (float)now->size[1], (float)now->size[2]},
                         .gridSize = {largest.x, largest.y, largest.z},
                         .params = &def->particles,
                         .step = def->fixedStep,
                         .closed = {{closed[0], closed[1], closed[2], closed[3]}},
                         .holding = {{holds, holds, holds, holds}},
                         .closedEnds = {{closed[4], closed[5], holds, holds}},
                         .solids = body->solids.count > 0 || gfCollision_IsUsed(&body->collision),
                         .solidTable = body->solids.table.id,
                         .solidCount = body->solids.count,
                         .map = gfCollision_IsUsed(&body->collision) ? &body->collision.map.map : NULL,
                         .mapThickness = def->collisionThickness,
                         .acceleration = {(float)turned[0], (float)turned[1], (float)turned[2]}};
}

static bool applySources3D(gfVolumeBody *body, gfVolume *volume)
{
    gfSph *s = &volume->sph;
    const gfSphDomain domain = gfVolume_GetDomain(body);
    return gfSources_CountNumbers(&body->sources) == 0 ||
           (gfSolids3D_Update(body->device, &body->solids, &body->container.now, (double)s->scales.radius, false) &&
            gfCollision_Update(body->device, &body->collision, &body->container.now, false) &&
            gfVolume_ApplySources(body, s, &domain, volume->shift, &volume->poured));
}

bool gfVolume_Step(gfVolumeBody *body, gfVolume *volume, int stepsLeft, int *substeps)
{
    gfSph *s = &volume->sph;
    const gfSphDomain before = gfVolume_GetDomain(body);
    gfSph_Ramp(s, &before);
    double h = (double)s->scales.radius, dt = (double)s->scales.substep;
    int count = s->scales.substeps;
    bool ok = applySources3D(body, volume);
    for (int i = 0; ok && i < count; i++) {
        int remaining = stepsLeft * count - i;
        gfContainerMotion motion;
        // Taken before the container turns, so that gravity is in the axes in which the velocities are.
        gfSphDomain domain = gfVolume_GetDomain(body);
        gfContainer_Advance(&body->container, remaining, STRETCH_MAX * h, dt, &motion);
        gfSolids3D_Advance(&body->solids, remaining, count - i);
        for (int axis = 0; motion.moves && axis < 3; axis++) {
            double grown = (double)motion.size[1][axis] - (double)motion.size[0][axis];
            volume->shift[axis] += 0.5 * grown - (double)motion.velocity[axis] * dt;
        }
        domain.motion = &motion;
        ok = gfSolids3D_Update(body->device, &body->solids, &body->container.now, h, motion.moves) &&
             gfCollision_Update(body->device, &body->collision, &body->container.now, motion.moves) &&
             gfSph_Substep(s, &domain);
    }
    s->steps++;
    *substeps = count;
    return ok;
}

// --- calls of the host -------------------------------------------------------------------------------

// Finds a particle's place in the container's axes, m; false if it is outside of the container.
static bool placeInside(const gfContainerPose *pose, const gfParticle3D *p, double local[3])
{
    bool inside = true;
    gfContainer_ToLocal(pose, (const double[3]){(double)p->position.x, (double)p->position.y, (double)p->position.z},
                        local);
    for (int axis = 0; axis < 3; axis++) {
        double size = pose->size[axis];
        inside = inside && gfInRange(local[axis], -1e-4 * size, 1.0001 * size);
        local[axis] = fmin(fmax(local[axis], 0.0), size * 0.9999999);
    }
    return inside;
}

// Converts a host's particle to place and velocity in the container's axes, m and m/s. False: it is out of range.
static bool convert(const gfVolumeBody *body, const gfParticle3D *p, int index, float place[3], float velocity[3],
                    const char *caller)
{
    const gfCore *core = &body->device->core;
    const double most = (double)GF_VALUE_MAX;
    double local[3], turned[3];
    GF_REQUIRE(core, placeInside(&body->container.now, p, local), OUT_OF_RANGE,
               "%s: particles[%d] is at (%g, %g, %g); a place in the container is expected", caller, index,
               (double)p->position.x, (double)p->position.y, (double)p->position.z);
    GF_REQUIRE(core,
               gfInRange((double)p->velocity.x, -most, most) && gfInRange((double)p->velocity.y, -most, most) &&
                   gfInRange((double)p->velocity.z, -most, most),
               OUT_OF_RANGE, "%s: particles[%d] moves at (%g, %g, %g); within +-%g m/s is expected", caller, index,
               (double)p->velocity.x, (double)p->velocity.y, (double)p->velocity.z, most);
    GF_REQUIRE(core, p->material < (uint32_t)body->def.particles.materialCount, OUT_OF_RANGE,
               "%s: particles[%d].material is %u; 0 to %d is expected (particles.materialCount)", caller, index,
               p->material, (int)body->def.particles.materialCount - 1);
    gfTurn_ApplyTo(gfTurn_Invert(body->container.now.turn), p->velocity, turned);
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = (float)local[axis];
        velocity[axis] = (float)turned[axis];
    }
    return true;
}

bool gfVolume_Add(const gfVolumeBody *body, gfVolume *volume, const gfParticle3D *particles, int count,
                  const char *caller)
{
    gfCore *core = &body->device->core;
    size_t n = (size_t)gfMax(count, 1);
    float *places = gfAlloc(core, 6 * n * sizeof *places), *velocities = places != NULL ? places + 3 * n : NULL;
    uint32_t *tags = gfAlloc(core, n * sizeof *tags);
    bool ok = places != NULL && tags != NULL;
    for (int i = 0; ok && i < count; i++) {
        const gfParticle3D *p = &particles[i];
        ok = convert(body, p, i, places + 3 * i, velocities + 3 * i, caller);
        tags[i] = ok ? gfParticles_MakeTag(&body->def.particles.materials[p->material], p->material) : 0;
    }
    const gfSphDomain domain = gfVolume_GetDomain(body);
    const gfSphAdded added = {places, velocities, tags, NULL, count};
    ok = ok && gfSph_Add(&volume->sph, &domain, &added, caller);
    gfFree(core, places);
    gfFree(core, tags);
    return ok;
}

bool gfVolume_Read(const gfVolumeBody *body, const gfVolume *volume, gfParticle3D *particles, int count, int *live)
{
    const gfContainerPose *pose = &body->container.now;
    double h = (double)volume->sph.scales.radius;
    gfSphHost host;
    GF_TRY(gfSph_Read(body->device, &volume->sph, &host));
    for (int i = 0; i < gfMin(count, host.count); i++) {
        const float *p = &host.places[4 * i], *v = &host.velocities[4 * i];
        double place[3], velocity[3];
        gfContainer_ToWorld(pose, (const double[3]){(double)p[0] * h, (double)p[1] * h, (double)p[2] * h}, place);
        gfTurn_Apply(pose->turn, (const double[3]){(double)v[0] * h, (double)v[1] * h, (double)v[2] * h}, velocity);
        particles[i] = (gfParticle3D){.position = {(float)place[0], (float)place[1], (float)place[2]},
                                      .velocity = {(float)velocity[0], (float)velocity[1], (float)velocity[2]},
                                      .material = gfSph_GetMaterialIndex(&body->def.particles, host.tags[4 * i + 1]),
                                      .id = host.tags[4 * i]};
    }
    *live = host.count;
    gfSphHost_Free(body->device, &host);
    return true;
}

bool gfVolume_Measure(const gfVolumeBody *body, const gfVolume *volume, gfFluid3DStats *stats)
{
    const gfParticleParams *params = &body->def.particles;
    double h = (double)volume->sph.scales.radius, spacing = (double)params->spacing, sums[3] = {0.0, 0.0, 0.0};
    gfSphHost host;
    GF_TRY(gfSph_Read(body->device, &volume->sph, &host));
    memset(stats, 0, sizeof *stats);
    for (int i = 0; i < host.count; i++) {
        const float *p = &host.places[4 * i], *v = &host.velocities[4 * i];
        double mass = (double)gfSph_GetMaterial(params, host.tags[4 * i + 1])->density * spacing * spacing * spacing;
        double square = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            double speed = (double)v[axis] * h;
            square += speed * speed;
            sums[axis] += mass * speed;
            stats->nonfinite += (isfinite(p[axis]) ? 0u : 1u) + (isfinite(v[axis]) ? 0u : 1u);
        }
        stats->mass += mass;
        stats->kineticEnergy += 0.5 * mass * square;
        stats->speedMax = fmax(stats->speedMax, sqrt(square));
    }
    gfTurn_Apply(body->container.now.turn, sums, stats->momentum);
    gfSphHost_Free(body->device, &host);
    return true;
}

void gfVolume_View(const gfVolumeBody *body, const gfVolume *volume, gfParticleView *view)
{
    const gfContainerPose *pose = &body->container.now;
    double h = (double)volume->sph.scales.radius, corner[3];
    gfSph_View(&volume->sph, &body->def.particles, view);
    view->step = body->def.fixedStep;
    gfContainer_ToWorld(pose, (const double[3]){0.0, 0.0, 0.0}, corner);
    for (int column = 0; column < 3; column++) {
        double turned[3];
        gfTurn_GetAxis(pose->turn, column, h, turned);
        for (int row = 0; row < 3; row++) {
            view->world[4 * column + row] = (float)turned[row];
        }
        view->world[12 + column] = (float)corner[column];
    }
}

bool gfVolume_Probe(const gfVolumeBody *body, const gfVolume *volume, const gfTexture *questions,
                    const gfTexture *answers, int count, const float up[3])
{
    const gfSph *s = &volume->sph;
    const gfRegion region = {0, 0, GF_REQUEST_WIDTH, (count + GF_REQUEST_WIDTH - 1) / GF_REQUEST_WIDTH};
    return gfPass_Run(body->device,
                      &(gfPass){.label = "probe",
                                .shader = GF_SPH_SHADER(s, "probe.frag", NULL, GF_SPH_SEARCHES),
                                .writes = {answers},
                                .region = &region,
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_IN(questions, questions->id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_I1(points, count),
                                             GF_F4(up, up[0], up[1], up[2], 0.0f)}});
}
