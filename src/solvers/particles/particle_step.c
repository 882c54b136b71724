// A substep of particle fluids: densities, pressures, forces and motion; then the update of the neighbour search.
#include "solvers/particles/sph.h"

// The uniform u_materials, four vectors per material (shaders/particles/materials.glsl).
typedef struct Materials {
    float values[4 * GF_MATERIAL_MAX][4];
} Materials;

// Shear modulus of a powder or paste, as a fraction of its bulk modulus. A higher one would need more substeps.
#define SHEAR_MODULUS 0.2f
// Radius of a barrier's particle, in spacings. So barrier particles up to 1.3 spacings apart leave no gap between them.
#define BARRIER_REACH 0.65f
#define DEGREE 0.01745329252f

// Returns the coefficient of friction (shear over pressure) of a powder whose slopes give way at `angle`, degrees: a
// fit to slopes of 4,000 to 65,000 grains. It exceeds the angle's tangent, as grains at the top bear less than others.
static float getSlopeStrength(float angle)
{
    return fmaxf(1.18f * angle * DEGREE, 1.06f * tanf(angle * DEGREE));
}

static Materials materialsOf(const gfSph *s)
{
    const gfParticleParams *p = &s->ramped;
    Materials m;
    memset(&m, 0, sizeof m);
    for (int i = 0; i < GF_MATERIAL_MAX; i++) {
        const gfParticleMaterial *from = &p->materials[i < p->materialCount ? i : 0];
        float density = from->density / p->materials[0].density, h = s->scales.radius;
        float viscosity = fminf(from->viscosity, s->scales.viscosityMax) / (h * h);
        bool bears = from->friction > 0.0f || from->cohesion > 0.0f, pulls = !(from->friction > 0.0f);
        const float values[4][4] = {
            {density, pulls || from->cohesion > 0.0f ? from->tension : 0.0f, from->nearStiffness,
             from->nearStiffness * s->scales.balance},
            {density * viscosity, from->pull / h, from->expansion, from->fixed ? 1.0f : 0.0f},
            {getSlopeStrength(from->friction), density * from->cohesion / gfSph_GetPressureUnit(s),
             bears ? 2.0f * density * SHEAR_MODULUS : 0.0f, 0.0f},
            {from->mixing, from->repulsion / h, from->barrier ? BARRIER_REACH * s->scales.spacing / h : 0.0f, 0.0f}};
        memcpy(m.values[4 * i], values, sizeof values);
    }
    return m;
}

static bool findDensities(const gfSph *s, const gfSphDomain *domain)
{
    bool blocks = (s->conditions & GF_SPH_BLOCKS) != 0;
    gfPass pass = {.label = "density",
                   .shader = GF_SPH_SHADER(s, "density.frag", NULL, GF_SPH_SEARCHES | GF_SPH_BLOCKS),
                   .writes = {&s->density},
                   .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s)},
                   .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s)}};
    if (blocks) {
        memcpy(pass.writes, (const gfTexture *[GF_ATTACHMENTS_MAX]){GF_SPH_BLOCK_WRITES(s)}, sizeof pass.writes);
    }
    if (s->conditions & GF_SPH_SLOTS) {
        pass.writes[1] = &s->dropped;
    }
    return gfPass_Run(domain->device, &pass);
}

// Counts the particles that found no slot in their cell (GF_SPH_SLOTS).
static bool countDropped(gfSph *s, gfDevice *device)
{
    bool ok = gfPrefix_Run(device, &s->droppedSums, &s->dropped) &&
              gfPass_Run(device, &(gfPass){.label = "count",
                                           .shader = GF_SPH_SHADER(s, "count.frag", "DROPPED", 0),
                                           .writes = {&s->droppedSum.write},
                                           .inputs = {GF_IN(count, s->droppedSum.read.id), GF_IN(counts, s->dropped.id),
                                                      GF_IN(countsBefore, s->droppedSums.before.id)},
                                           .uniforms = {GF_SPH_LAYOUT(s)}});
    gfPair_Swap(&s->droppedSum);
    return ok;
}

// Draws pressures to `law` or, if it is null, to gfSph.record.
static bool findPressures(const gfSph *s, const gfSphDomain *domain, const Materials *materials,
                          const gfSphWalls *walls, const gfTexture *law)
{
    static const char *const defines[2][2] = {{NULL, "SOLIDS"}, {"LAW", "LAW;SOLIDS"}};
    return gfPass_Run(
        domain->device,
        &(gfPass){.label = "pressure",
                  .shader = GF_SPH_SHADER(s, "pressures.frag", defines[law != NULL][domain->solids], GF_SPH_BLOCKS),
                  .writes = {law != NULL ? law : &s->record},
                  .inputs = {GF_SPH_STATE(s, read), GF_IN(tags, s->tags.read.id), GF_IN(density, s->density.id),
                             GF_IN(packed, s->packed.id), GF_IN(masks2, s->masks[2].id), GF_SPH_WALL_INPUTS(domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_SPH_WALL_UNIFORMS(s, domain, walls),
                               GF_F4V(materials, 4 * GF_MATERIAL_MAX, materials->values)}});
}

// Returns whether groups move their members in this substep. Rigid groups do so in each substep; else members would
// drift apart and push each other. Soft groups do so in every second one, the step's last one included.
static bool movesGroups(const gfSph *s)
{
    return s->regroup != NULL && (s->rigid || s->left % 2 == 1);
}

#define FORCES_OPTIONS                                                                                      \
    (GF_SPH_DIMENSIONS | GF_SPH_SEARCHES | GF_SPH_BLOCKS | GF_SPH_TENSION | GF_SPH_BOUNDED | GF_SPH_MIXED | \
     GF_SPH_TURNING | GF_SPH_KEPT | GF_SPH_REPELS | GF_SPH_BARRIERS)

static bool move(const gfSph *s, const gfSphDomain *domain, const Materials *materials, const gfSphWalls *walls)
{
    const gfSphScales *k = &s->scales;
    const gfParticleParams *p = domain->params;
    float h = k->radius, dt = k->substep;
    const float *t = domain->turning;
    const gfUniform turning = GF_F4(turning, t[0] / h, t[1] / h, t[2], t[3]), untold = {0};
    static const gfSphValves none = {0};
    const gfSphValves *valves = domain->valves != NULL ? domain->valves : &none;
    static const char *const defines[2][2] = {{NULL, "SOLIDS"}, {"VALVES", "VALVES;SOLIDS"}};
    bool grouped = movesGroups(s);
    return gfPass_Run(
        domain->device,
        &(gfPass){.label = "forces",
                  .shader = {.file = "particles/forces.frag",
                             .defines = defines[domain->valves != NULL][domain->solids],
                             .options = s->conditions & FORCES_OPTIONS,
                             .optionOf = gf_sphOptionDefines,
                             .rare = domain->valves != NULL},
                  .writes = {GF_SPH_MOTION_WRITES(s, grouped ? &s->moved : &s->place.write,
                                                  grouped ? &s->movedMoves : &s->moves, write)},
                  .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_SPH_SEARCH(s), GF_IN(record, s->record.id),
                             GF_IN(masks0, s->masks[0].id), GF_IN(masks1, s->masks[1].id),
                             GF_IN(masks2, s->masks[2].id), GF_IN(density, s->density.id), GF_SPH_WALL_INPUTS(domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_SPH_WALL_UNIFORMS(s, domain, walls),
                               GF_F4V(carry, 3, walls->carry),
                               GF_F4V(materials, 4 * GF_MATERIAL_MAX, materials->values),
                               GF_F4(stiffness, k->stiffness, k->friction, GF_SPH_FASTEST / dt, 0.0f),
                               GF_I1(now, gfSph_GetTime(s)),
                               GF_F4(time, dt, k->predictionTime, p->wallDamping, 1.0f - expf(-p->drag * dt)),
                               GF_F4(acceleration, domain->acceleration[0] / h, domain->acceleration[1] / h,
                                     domain->acceleration[2] / h, 0.0f),
                               GF_SHAPE_UNIFORMS(&valves->shapes), GF_F1(unit, h),
                               GF_F4V(ways, gfMax(1, valves->shapes.count), valves->ways),
                               s->conditions & GF_SPH_TURNING ? turning : untold}});
}

bool gfSph_DrawPressures(const gfSph *s, const gfSphDomain *domain, const gfTexture *law)
{
    const Materials materials = materialsOf(s);
    const gfSphWalls walls = gfSph_FindWalls(s, domain);
    return findDensities(s, domain) && findPressures(s, domain, &materials, &walls, law);
}

bool gfSph_Substep(gfSph *s, const gfSphDomain *domain)
{
    const Materials materials = materialsOf(s);
    const gfSphWalls walls = gfSph_FindWalls(s, domain);
    return findDensities(s, domain) && (!(s->conditions & GF_SPH_SLOTS) || countDropped(s, domain->device)) &&
           findPressures(s, domain, &materials, &walls, NULL) && move(s, domain, &materials, &walls) &&
           (!movesGroups(s) || s->regroup(s->groups, s, domain)) && gfSph_Update(s, domain);
}

static bool mixColors(gfSph *s, const gfSphDomain *domain)
{
    const Materials materials = materialsOf(s);
    GF_TRY(gfPass_Run(
        domain->device,
        &(gfPass){.label = "mix colours",
                  .shader = GF_SPH_SHADER(s, "mix.frag", NULL, GF_SPH_SEARCHES),
                  .writes = {&s->tags.write},
                  .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_SPH_SEARCH(s)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_F1(step, domain->step), GF_I1(seed, (GLint)(s->steps & 0x7fffffff)),
                               GF_F4V(materials, 4 * GF_MATERIAL_MAX, materials.values)}}));
    gfPair_Swap(&s->tags);
    return true;
}

bool gfSph_Step(gfSph *s, const gfSphDomain *domain, int *substeps)
{
    bool ok = true;
    gfSph_Ramp(s, domain);
    for (s->left = s->scales.substeps; ok && s->left > 0; s->left--) {
        ok = gfSph_Substep(s, domain);
    }
    ok = ok && (!(s->conditions & GF_SPH_MIXING) || mixColors(s, domain));
    *substeps = s->scales.substeps;
    s->steps++;
    s->time += (double)domain->step;
    return ok;
}
