// Sources of a gfFluid3D: checks, fields, and batches for the particle solver. The lists are gfSources, as in 2D.
#include "ext/fluid3d/volume.h"

// --- definitions -----------------------------------------------------------------------------------------------------

static float largestOf(gfVec3 v)
{
    float most = fabsf(v.x) > fabsf(v.y) ? v.x : v.y;
    return fabsf(v.z) > fabsf(most) ? v.z : most;
}

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, bool splat, const char *caller)
{
    GF_TRY(gfDef_Check(core, &gf_source3DDefRecord, def, caller));
    const gfSourceMotion motion = {largestOf(def->velocity), largestOf(def->angularVelocity),
                                   largestOf(def->acceleration), largestOf(def->angularAcceleration)};
    return gfSource_CheckMotion(core, !splat && def->mode == GF_SOURCE_ADD, &motion, caller) &&
           gfShape3D_Check(core, &def->shape, caller);
}

// Returns the sum of a velocity and an acceleration. A source has only one of them, so the sum is the one that it has.
static gfVec3 eitherOf(gfVec3 a, gfVec3 b)
{
    return (gfVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

// Returns the fields on which a source acts, as bits of gfSourceFields; gfSource_GetFields does so in 2D.
static uint32_t fieldsOfSource3D(const gfSource3DDef *def)
{
    uint32_t fields = def->mass != 0.0f ? GF_SOURCE_MASS : 0;
    const gfVec3 push = eitherOf(def->velocity, def->acceleration);
    if (largestOf(push) != 0.0f || largestOf(eitherOf(def->angularVelocity, def->angularAcceleration)) != 0.0f) {
        fields |= GF_SOURCE_VELOCITY;
    }
    for (int i = 0; i < 4; i++) {
        fields |= def->dye[i] != 0.0f ? GF_SOURCE_DYE : 0;
    }
    if (def->mode == GF_SOURCE_SET) {
        fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE | GF_SOURCE_MASS;
    }
    const gfZoneDrags drags = {def->zone.drag, def->zone.quadraticDrag, &def->zone.turbulence};
    bool moves = (def->fields & GF_SOURCE_VELOCITY) != 0, attracts = def->attraction != 0.0f && moves;
    return (fields & def->fields) | (attracts ? GF_SOURCE_ATTRACTION : 0) |
           (moves && gfZoneDrags_Pull(&drags) ? GF_SOURCE_ZONE : 0);
}

// --- batches ---------------------------------------------------------------------------------------------------------

// Sources as uniforms of shaders/particles/shapes3d.glsl, in the container's axes. Arrays have source 0's rows first.
typedef struct VolumeBatch {
    gfSphBatch sph;
    float shapes[3 * GF_SHAPES_PER_BATCH][4];
    float amounts[3 * GF_SHAPES_PER_BATCH][4];
    float pulls[2 * GF_SHAPES_PER_BATCH][4];
    float ways[GF_SHAPES_PER_BATCH][4];
    float zones[4 * GF_SHAPES_PER_BATCH][4]; // four rows for each source, see shaders/particles/zones3d.glsl
} VolumeBatch;

// A source in the container's axes, from the container's corner, m. `velocity`: m/s, or for an emitter that adds m/s^2.
typedef struct LocalSource {
    gfShape3DPose shape;
    double velocity[3];
    gfSphSource sph;
    uint32_t fields;
    bool splat;
    double addScale; // factor on added amounts: the time step for an emitter, 1 for a splat
} LocalSource;

// Finds the half sizes of the bounding box of a turned shape, m.
static void findReach(const gfShape3DPose *shape, double reach[3])
{
    for (int axis = 0; axis < 3; axis++) {
        reach[axis] = shape->radius;
    }
    for (int column = 0; column < 3; column++) {
        double turned[3];
        gfTurn_GetAxis(shape->turn, column, shape->half[column], turned);
        for (int axis = 0; axis < 3; axis++) {
            reach[axis] += fabs(turned[axis]);
        }
    }
}

static LocalSource localOf(const gfVolumeBody *body, const gfSource3DDef *def, const double shift[3])
{
    const gfContainerPose *pose = &body->container.now;
    const gfTurn back = gfTurn_Invert(pose->turn);
    LocalSource local = {.shape = gfShape3D_GetPose(&def->shape, (gfTurn){0.0, 0.0, 0.0, 1.0})};
    double centre[3], reach[3];
    gfContainer_ToLocal(pose, local.shape.centre, centre);
    memcpy(local.shape.centre, centre, sizeof centre);
    local.shape.turn = gfTurn_Multiply(back, local.shape.turn);
    gfTurn_ApplyTo(back, eitherOf(def->velocity, def->acceleration), local.velocity);
    findReach(&local.shape, reach);
    bool holds = def->mode == GF_SOURCE_SET, drifts = holds && (def->fields & GF_SOURCE_VELOCITY) != 0;
    for (int axis = 0; axis < 3; axis++) {
        double most = reach[axis] + 0.5 * (double)def->softness;
        local.sph.low[axis] = (float)(centre[axis] - most);
        local.sph.high[axis] = (float)(centre[axis] + most);
        local.sph.drift[axis] = drifts ? (float)local.velocity[axis] : 0.0f;
        local.sph.shift[axis] = holds ? shift[axis] : 0.0;
    }
    return local;
}

static void setRow(float row[4], const double v[3], double last)
{
    row[0] = (float)v[0];
    row[1] = (float)v[1];
    row[2] = (float)v[2];
    row[3] = (float)last;
}

static void packZone3D(const gfVolumeBody *body, const gfZone3D *zone, double dt, float rows[4][4])
{
    const gfContainerPose *pose = &body->container.now;
    const gfTurn back = gfTurn_Invert(pose->turn);
    const gfTurbulence *t = &zone->turbulence;
    double velocity[3], spin[3], corner[3], scale = (double)t->scale;
    gfTurn_ApplyTo(back, zone->velocity, velocity);
    gfTurn_ApplyTo(back, zone->angularVelocity, spin);
    gfContainer_ToWorld(pose, (const double[3]){0.0, 0.0, 0.0}, corner);
    setRow(rows[0], velocity, (double)t->strength * dt);
    setRow(rows[1], (const double[3]){(double)zone->drag * dt, (double)zone->quadraticDrag * dt, 1.0 / scale},
           (double)(t->seed & 0xffffffu));
    for (int axis = 0; axis < 3; axis++) {
        rows[2][axis] = gfZone_GetLattice(corner[axis] / scale);
    }
    rows[2][3] = gfZone_GetLattice(body->sources.time * (double)t->rate);
    setRow(rows[3], spin, 0.0);
}

static void addLocal(const gfVolumeBody *body, const gfSph *s, VolumeBatch *batch, const gfSource3DDef *def,
                     const LocalSource *local)
{
    const uint32_t fields = local->fields;
    const double addScale = local->addScale;
    int number = batch->sph.count++;
    float(*shape)[4] = &batch->shapes[3 * number], (*amount)[4] = &batch->amounts[3 * number];
    float(*pull)[4] = &batch->pulls[2 * number];
    const gfShape3DPose *p = &local->shape;
    double scale = def->mode == GF_SOURCE_SET ? 1.0 : addScale, depth = -gfShape3DPose_GetDistance(p, p->centre);
    double move = fields & GF_SOURCE_VELOCITY ? scale : 0.0, dye = fields & GF_SOURCE_DYE ? scale : 0.0;
    double mass = fields & GF_SOURCE_MASS ? scale : 0.0, attract = fields & GF_SOURCE_ATTRACTION ? addScale : 0.0;
    double spin[3];
    gfTurn_ApplyTo(gfTurn_Invert(body->container.now.turn), eitherOf(def->angularVelocity, def->angularAcceleration),
                   spin);
    const double moved[3] = {move * local->velocity[0], move * local->velocity[1], move * local->velocity[2]};
    const double others[3] = {def->mode == GF_SOURCE_SET ? 1.0 : 0.0, mass * (double)def->mass,
                              attract * (double)def->attraction};
    uint32_t material = def->material < (uint32_t)body->def.particles.materialCount ? def->material : 0;
    setRow(shape[0], p->centre, (double)def->softness);
    setRow(shape[1], p->half, p->radius);
    setRow(shape[2], (const double[3]){p->turn.x, p->turn.y, p->turn.z}, p->turn.w);
    for (int i = 0; i < 4; i++) {
        amount[0][i] = (float)(dye * (double)def->dye[i]);
    }
    setRow(amount[1], moved, (double)fields);
    setRow(amount[2], others, 0.0);
    setRow(pull[0], p->centre, 0.0);
    setRow(pull[1], (const double[3]){1.0 / depth, (double)material, (double)s->scales.spacing},
           local->splat ? 1.0 : 0.0);
    setRow(batch->ways[number], (const double[3]){move * spin[0], move * spin[1], move * spin[2]}, 0.0);
    packZone3D(body, &def->zone, (double)body->def.fixedStep, &batch->zones[4 * number]);
    batch->sph.sources[number] = local->sph;
}

static bool flushLocal(const gfVolumeBody *body, gfSph *s, const gfSphDomain *domain, gfSphPhase phase,
                       VolumeBatch *batch)
{
    int count = gfMax(1, batch->sph.count);
    const gfTurn turn = body->container.now.turn;
    const float containerTurn[4] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};
    const gfUniform uniforms[GF_SPH_BATCH_UNIFORMS] = {
        GF_I1(shapeCount, batch->sph.count),
        GF_F4V(shapes, 3 * count, batch->shapes),
        GF_F4V(amounts, 3 * count, batch->amounts),
        GF_F4V(pulls, 2 * count, batch->pulls),
        GF_F4V(ways, count, batch->ways),
        GF_F4V(zones, 4 * count, batch->zones),
        GF_F4V(containerTurn, 1, containerTurn),
        GF_F1(cellSize, 1e-4f * s->scales.spacing), // least width over which a shape's edge fades, m
        GF_F1(unit, s->scales.radius)};
    memcpy(batch->sph.uniforms, uniforms, sizeof uniforms);
    bool ok = gfSph_RunBatch(s, domain, phase, &batch->sph);
    memset(batch, 0, sizeof *batch);
    return ok;
}

static bool runVolumePhase(const gfVolumeBody *body, gfSph *s, const gfSphDomain *domain, const double shift[3],
                           gfSphPhase phase, int *count)
{
    const gfSources *sources = &body->sources;
    VolumeBatch batch;
    memset(&batch, 0, sizeof batch);
    for (int i = 0; i < gfSources_CountNumbers(sources); i++) {
        const gfSource3DDef *def = gfSources_At(sources, i);
        bool splat = i >= sources->emitters.capacity;
        uint32_t fields = def != NULL ? gfSph_GetPhaseFields(phase, fieldsOfSource3D(def), def->mode, def->mass) : 0;
        if (fields == 0) {
            continue;
        }
        LocalSource local = localOf(body, def, shift);
        local.fields = fields;
        local.splat = splat;
        local.addScale = splat ? 1.0 : (double)domain->step;
        if (batch.sph.count == GF_SHAPES_PER_BATCH ||
            (phase == GF_SPH_POUR && gfSphBatch_Overlaps(&batch.sph, &local.sph, s->scales.spacing))) {
            GF_TRY(flushLocal(body, s, domain, phase, &batch));
        }
        ++*count;
        addLocal(body, s, &batch, def, &local);
    }
    return flushLocal(body, s, domain, phase, &batch);
}

bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *s, const gfSphDomain *domain, const double shift[3],
                           bool *pours)
{
    for (gfSphPhase phase = 0; phase < GF_SPH_PHASES; phase++) {
        int count = 0;
        bool ok = runVolumePhase(body, s, domain, shift, phase, &count);
        *pours = *pours || (phase == GF_SPH_POUR && count > 0);
        GF_TRY(ok);
    }
    return true;
}

bool gfVolume_CheckSource(const gfVolumeBody *body, const gfSource3DDef *def, const char *caller)
{
    const gfCore *core = &body->device->core;
    GF_REQUIRE(core, def->material < (uint32_t)body->def.particles.materialCount, OUT_OF_RANGE,
               "%s: material is %u; 0 to %d is expected (particles.materialCount)", caller, def->material,
               (int)body->def.particles.materialCount - 1);
    bool pours = (def->fields & GF_SOURCE_MASS) != 0 && def->mass > 0.0f;
    GF_REQUIRE(core, !pours || !gfSolids3D_Cover(&body->solids, &def->shape), OUT_OF_RANGE,
               "%s: the shape lies in a solid, where nothing can be poured", caller);
    return true;
}
