// A substep of particle fluids: densities, pressures, forces and motion, and then the search.
#include "solvers/particles/sph.h"

#include <string.h>

// Cells along an axis that a particle may go in a substep, by its velocity.
#define GF_SPH_FASTEST 0.9f

// Materials as shaders/particles/materials.glsl has them.
typedef struct Materials {
    float values[2 * GF_MATERIAL_MAX][4];
} Materials;

static Materials materialsOf(const gfSph *s, const gfSphDomain *domain)
{
    const gfParticleParams *p = domain->params;
    Materials m;
    memset(&m, 0, sizeof m);
    for (int i = 0; i < GF_MATERIAL_MAX; i++) {
        const gfParticleMaterial *from = &p->materials[i < p->materialCount ? i : 0];
        float density = from->density / p->materials[0].density, h = s->scales.radius;
        float viscosity = fminf(from->viscosity, s->scales.viscosityMax) / (h * h);
        const float values[2][4] = {
            {density, from->tension, from->nearStiffness, from->nearStiffness * s->scales.balance},
            {density * viscosity, from->pull / h, 0.0f, 0.0f}};
        memcpy(m.values[2 * i], values, sizeof values);
    }
    return m;
}

// The walls as shaders/particles/walls.glsl has them, in cells.
typedef struct SphWalls {
    float extents[2][4]; // before and after the substep
    float motion[3][4];
    float carry[3][4];
    float speed[4];
    float map[4]; // as shaders/particles/collision.glsl has it
} SphWalls;

static float within(float value, float most)
{
    return fminf(fmaxf(value, -most), most);
}

// No wall is faster than particles can be: it would tear away what touches it.
static SphWalls findWalls(const gfSph *s, const gfSphDomain *domain)
{
    const gfContainerMotion *motion = domain->motion;
    float perCell = 1.0f / s->scales.radius, fastest = GF_SPH_FASTEST / s->scales.substep, longest = 1.0f;
    SphWalls w = {.carry = {{1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}}};
    for (int axis = 0; axis < s->dimensions; axis++) {
        w.extents[0][axis] = w.extents[1][axis] = domain->size[axis] * perCell;
        longest = fmaxf(longest, w.extents[0][axis]);
    }
    for (int axis = 0; motion != NULL && axis < 3; axis++) {
        w.extents[0][axis] = motion->size[0][axis] * perCell;
        w.extents[1][axis] = motion->size[1][axis] * perCell;
        memcpy(w.carry[axis], motion->carry[axis], sizeof w.carry[axis]);
        w.carry[axis][3] *= perCell;
        w.motion[0][axis] = within(motion->velocity[axis] * perCell, fastest);
        w.motion[1][axis] = within(motion->spin[axis], fastest / longest);
        w.motion[2][axis] = within(motion->stretch[axis] * perCell, fastest);
    }
    if (domain->map != NULL) {
        w.map[0] = (float)domain->map->width / w.extents[1][0];
        w.map[1] = (float)domain->map->height / w.extents[1][2];
        w.map[2] = perCell;
        w.map[3] = domain->mapThickness > 0.0f ? domain->mapThickness * perCell : 1e30f;
    }
    for (int side = 0; side < GF_SIDES; side++) {
        w.speed[side] = domain->speed.value[side] * perCell;
    }
    return w;
}

#define WALL_INPUTS(d)                                                  \
    GF_IN(distance, (d)->distance), GF_IN(solidTable, (d)->solidTable), \
        GF_IN(collisionMap, (d)->map != NULL ? (d)->map->id : 0)
#define WALL_UNIFORMS(s, d, w)                                                                                      \
    GF_F4V(extent, 1, (w)->extents[0]), GF_F4V(nextExtent, 1, (w)->extents[1]), GF_F4V(wallMotion, 3, (w)->motion), \
        GF_F4V(closedSides, 1, (d)->closed.value), GF_F4V(holdingSides, 1, (d)->holding.value),                     \
        GF_F4V(wallSpeed, 1, (w)->speed), GF_F4V(closedEnds, 1, (d)->closedEnds.value),                             \
        GF_I1(solidCount, (d)->solidCount), GF_F4V(mapScale, 1, (w)->map),                                          \
        GF_F2(scale, (d)->rasterSize > 0.0f ? (s)->scales.radius / (d)->rasterSize : 0.0f, (s)->scales.radius)

#define NORM(s) GF_F4(norm, (s)->scales.norm2, (s)->scales.norm3, (s)->scales.restCells, 0.0f)

static bool findDensities(const gfSph *s, const gfSphDomain *domain)
{
    bool blocks = (s->conditions & GF_SPH_BLOCKS) != 0;
    gfPass pass = {.label = "density",
                   .program = s->programs.density,
                   .writes = {&s->density},
                   .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s)},
                   .uniforms = {GF_SPH_LAYOUT(s), NORM(s)}};
    if (blocks) {
        memcpy(pass.writes, (const gfTexture *[GF_ATTACHMENTS_MAX]){GF_SPH_BLOCK_WRITES(s)}, sizeof pass.writes);
    }
    return gfPass_Run(domain->device, &pass);
}

static bool findPressures(const gfSph *s, const gfSphDomain *domain, const Materials *materials, const SphWalls *walls)
{
    return gfPass_Run(
        domain->device,
        &(gfPass){.label = "pressure",
                  .program = s->programs.pressures[domain->solids],
                  .writes = {&s->record},
                  .inputs = {GF_SPH_STATE(s, read), GF_IN(tags, s->tags.read.id), GF_IN(density, s->density.id),
                             GF_IN(near, s->near.id), GF_IN(masks2, s->masks[2].id), WALL_INPUTS(domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), NORM(s), WALL_UNIFORMS(s, domain, walls),
                               GF_F4V(materials, 2 * GF_MATERIAL_MAX, materials->values)}});
}

static bool move(const gfSph *s, const gfSphDomain *domain, const Materials *materials, const SphWalls *walls)
{
    const gfSphScales *k = &s->scales;
    const gfParticleParams *p = domain->params;
    float h = k->radius, dt = k->substep;
    return gfPass_Run(
        domain->device,
        &(gfPass){.label = "forces",
                  .program = s->programs.forces[domain->solids],
                  .writes = {GF_SPH_MOTION_WRITES(s)},
                  .inputs = {GF_SPH_STATE(s, read), GF_IN(tags, s->tags.read.id), GF_SPH_SEARCH(s),
                             GF_IN(record, s->record.id), GF_IN(masks0, s->masks[0].id), GF_IN(masks1, s->masks[1].id),
                             GF_IN(masks2, s->masks[2].id), GF_IN(density, s->density.id), WALL_INPUTS(domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), NORM(s), WALL_UNIFORMS(s, domain, walls),
                               GF_F4V(carry, 3, walls->carry),
                               GF_F4V(materials, 2 * GF_MATERIAL_MAX, materials->values),
                               GF_F4(stiffness, k->stiffness, k->friction, GF_SPH_FASTEST / dt, 0.0f),
                               GF_F4(time, dt, k->lookAhead, p->wallDamping, 1.0f - expf(-p->drag * dt)),
                               GF_F4(acceleration, domain->acceleration[0] / h, domain->acceleration[1] / h,
                                     domain->acceleration[2] / h, 0.0f)}});
}

bool gfSph_Substep(gfSph *s, const gfSphDomain *domain)
{
    const Materials materials = materialsOf(s, domain);
    const SphWalls walls = findWalls(s, domain);
    return findDensities(s, domain) && findPressures(s, domain, &materials, &walls) &&
           move(s, domain, &materials, &walls) && gfSph_Update(s, domain);
}

bool gfSph_Step(gfSph *s, const gfSphDomain *domain, int *substeps)
{
    bool ok = true;
    for (int i = 0; ok && i < s->scales.substeps; i++) {
        ok = gfSph_Substep(s, domain);
    }
    *substeps = s->scales.substeps;
    s->steps++;
    return ok;
}
