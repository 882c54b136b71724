// What acts on a grid besides its own flow: sources, zones, and the confinement of vorticity.
#include "solvers/grid/grid.h"

static gfRegion wholeRegion(const gfGrid *g)
{
    return (gfRegion){0, 0, gfTexture_FullWidth(&g->velocity.read), gfTexture_FullHeight(&g->velocity.read)};
}

bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *g, gfRegion *region)
{
    const int margin = 3;
    const gfBounds b = body->solids.bounds;
    if (!body->solids.bounded) {
        return false;
    }
    if (g->members != NULL) {
        *region = wholeRegion(g);
        return true;
    }
    // Clamped before they are whole numbers: a solid may be farther away than those reach.
    double h = (double)body->def.cellSize;
    int left = (int)fmin(fmax(floor((double)b.minX / h) - margin, 0.0), g->cellsX + 1);
    int bottom = (int)fmin(fmax(floor((double)b.minY / h) - margin, 0.0), g->cellsY + 1);
    int right = (int)fmax(fmin(ceil((double)b.maxX / h) + margin, g->cellsX + 1), 0.0);
    int top = (int)fmax(fmin(ceil((double)b.maxY / h) + margin, g->cellsY + 1), 0.0);
    *region = (gfRegion){left, bottom, right - left, top - bottom};
    return right > left && top > bottom;
}

gfSourceTarget gfGrid_SourceTarget(const gfBody *body, const gfGrid *g, gfPair *const *fields, int count, uint32_t mask,
                                   float cellsX, float cellsY, bool splats)
{
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.copy = count == 1 ? g->programs.copy1 : g->programs.copy2;
    target.fields = fields;
    target.fieldCount = count;
    target.splats = splats;
    target.mask = mask;
    target.texelSize = (gfVec2){cellsX * body->def.cellSize, cellsY * body->def.cellSize};
    target.cellsPerTexel = (gfVec2){cellsX, cellsY};
    return target;
}

bool gfGrid_RequireOptional(const gfBody *body, gfGrid *g, uint32_t condition, gfFailure *failure, const char *what)
{
    return (g->conditions & condition) == condition ||
           (gfFailure_Begin(failure, body->device, what) &&
            gfFailure_End(failure, body->device, gfGrid_Require(body, g, condition)));
}

static void applyExpansion(const gfBody *body, gfGrid *g, const gfInput *solid, float dt, bool splats)
{
    static const float zero[4] = {0};
    g->expands = gfGrid_Touch(body, g, GF_SOURCE_DIVERGENCE, splats);
    if (g->expands && !gfPair_Exists(&g->expansion)) { // made at first use
        g->expands = gfGrid_RequireOptional(body, g, GF_GRID_EXPANDS, &g->expansionFailed,
                                            "the divergence that sources ask for is");
    }
    if (!g->expands) {
        return;
    }
    gfTexture_Clear(body->device, &g->expansion.read, zero);
    const gfInput inputs[] = {GF_IN(expansion, g->expansion.read.id), *solid};
    gfPair *const fields[] = {&g->expansion};
    gfSourceTarget target = gfGrid_SourceTarget(body, g, fields, 1, GF_SOURCE_DIVERGENCE, 1.0f, 1.0f, splats);
    target.program = g->programs.applyExpansion;
    target.inputs = inputs;
    target.inputCount = GF_COUNT(inputs);
    gfGrid_Apply(body, g, &target, dt);
}

void gfGrid_ApplySources(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    const gfInput solid = GF_IN(distance, body->solids.distance.read.id);
    const gfInput velocity = GF_IN(velocity, g->velocity.read.id);
    gfPair *const faces[] = {&g->velocity};
    gfSourceTarget target = gfGrid_SourceTarget(body, g, faces, 1, GF_SOURCE_VELOCITY, 1.0f, 1.0f, splats);
    const gfUniform seed = GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SOURCES));
    target.own = &seed;
    target.ownCount = 1;
    target.program = g->programs.applyVelocity;
    target.inputs = &velocity;
    target.inputCount = 1;
    gfGrid_Apply(body, g, &target, dt);
    for (int i = 0; i < g->scalarSets; i++) {
        gfPair *set[2];
        int count = gfGrid_GetSet(g, i, set);
        uint32_t mask = count == 2 ? GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE
                                   : (uint32_t)(i == 0 ? GF_SOURCE_DYE : GF_SOURCE_TEMPERATURE);
        const gfInput inputs[] = {GF_IN(dye, g->dye.read.id), GF_IN(temperature, g->temperature.read.id), solid};
        target = gfGrid_SourceTarget(body, g, set, count, mask, (float)g->cellsX / (float)set[0]->read.width,
                                     (float)g->cellsY / (float)set[0]->read.height, splats);
        target.own = &seed;
        target.ownCount = 1;
        target.program = g->programs.applyScalars[i];
        target.inputs = inputs;
        target.inputCount = GF_COUNT(inputs);
        gfGrid_Apply(body, g, &target, dt);
    }
    applyExpansion(body, g, &solid, dt, splats);
}

void gfGrid_ApplyToZones(const gfBody *body, gfGrid *g, gfSourceTarget *target, const char *file,
                         const gfPair *pressure, float dt, float dtRatio)
{
    const gfGridParams *p = &body->def.grid;
    const gfLift lift = gfGrid_GetLift(body, dt);
    const gfInput inputs[] = {
        GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN(faces, g->faces.read.id),
        GF_IN(pressure, pressure->read.id),         GF_IN_FIELD(temperature, g->temperature.read.id),
        GF_IN_FIELD(dye, g->dye.read.id),           GF_IN(members, gfGrid_GetMembers(g))};
    const gfUniform own[] = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                             GF_LIFT_UNIFORMS(g, p, lift), GF_F1(gradientScale, p->pressureGradientScale * dtRatio),
                             GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_ZONES))};
    target->label = "zones";
    target->program = gfProgram_GetFormatted(body->device, &gf_vertexCover, file, "%s%s%s",
                                             g->conditions & GF_GRID_HALF_VELOCITY ? "ROUND_VELOCITY;" : "",
                                             g->conditions & (GF_GRID_TILTED | GF_GRID_UPRIGHT) ? "BUOYANCY 2;" : "",
                                             g->wrapX + g->wrapY > 0 ? "WRAP;" : "");
    target->inputs = inputs;
    target->inputCount = GF_COUNT(inputs);
    target->own = own;
    target->ownCount = GF_COUNT(own);
    gfGrid_Apply(body, g, target, dt);
}

void gfGrid_ApplyZones(const gfBody *body, gfGrid *g, const gfPair *pressure, float dt, bool splats)
{
    gfPair *const faces[] = {&g->velocity};
    if (gfGrid_Touch(body, g, GF_SOURCE_ZONE, splats)) {
        gfSourceTarget target = gfGrid_SourceTarget(body, g, faces, 1, GF_SOURCE_ZONE, 1.0f, 1.0f, splats);
        gfGrid_ApplyToZones(body, g, &target, "grid/zones.frag", pressure, dt, g->dtRatio);
    }
}

void gfGrid_ConfineVorticity(const gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    if (p->vorticityConfinement == 0.0f) {
        return;
    }
    gfPass_Run(body->device, &(gfPass){.label = "confinement",
                                       .program = g->programs.vorticity,
                                       .writes = {&g->vorticity},
                                       .inputs = {GF_IN(velocity, g->velocity.read.id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F1(unit, 1.0f)}});
    gfPass_Run(body->device, &(gfPass){.label = "confinement",
                                       .program = g->programs.confine,
                                       .writes = {&g->velocity.write},
                                       .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(source, g->vorticity.id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_CONFINEMENT)),
                                                    GF_F1(strength, dt * p->vorticityConfinement)}});
    gfPair_Swap(&g->velocity);
}
