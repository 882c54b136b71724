// Forces on the fluid: sources, zones, and vorticity confinement.
#include "solvers/grid/grid.h"

gfSourceTarget gfGrid_SourceTarget(const gfBody *body, gfPair *const *fields, int count, uint32_t mask, bool splats)
{
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.fields = fields;
    target.fieldCount = count;
    target.splats = splats;
    target.mask = mask;
    return target;
}

// Sets the size of a texel, as dye may have another resolution than the grid.
static void setTexels(const gfGrid *g, const gfTexture *field, gfSourceTarget *target)
{
    float cellsX = (float)g->cellsX / (float)field->width, cellsY = (float)g->cellsY / (float)field->height;
    target->texelSize = (gfVec2){cellsX * target->cellSize, cellsY * target->cellSize};
    target->cellsPerTexel = (gfVec2){cellsX, cellsY};
}

static void applyExpansion(const gfBody *body, gfGrid *g, const gfInput *solid, float dt, bool splats)
{
    g->forces.expands = gfGrid_Touch(body, g, GF_SOURCE_DIVERGENCE, splats);
    if (g->forces.expands && !gfPair_Exists(&g->forces.expansion)) { // made at first use
        g->forces.expands = gfGrid_RequireOptional(body, g, GF_NEED_EXPANSION, &g->forces.expansionFailed,
                                                   "the divergence that sources ask for is");
    }
    if (!g->forces.expands) {
        return;
    }
    gfTexture_Clear(body->device, &g->forces.expansion.read, (const float[4]){0.0f});
    const gfInput inputs[] = {GF_IN(expansion, g->forces.expansion.read.id), *solid};
    gfPair *const fields[] = {&g->forces.expansion};
    gfSourceTarget target = gfGrid_SourceTarget(body, fields, 1, GF_SOURCE_DIVERGENCE, splats);
    target.ownTexel = true;
    target.shader = (gfShader)GF_SHADER("source/apply.frag", "EXPANSION");
    target.inputs = inputs;
    target.inputCount = GF_COUNT(inputs);
    gfGrid_Apply(body, g, &target, dt);
}

void gfGrid_ApplySources(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    const gfInput solid = GF_IN(distance, body->solids.distance.read.id);
    const gfInput velocity = GF_IN(velocity, g->velocity.read.id);
    gfPair *const faces[] = {&g->velocity};
    gfSourceTarget target = gfGrid_SourceTarget(body, faces, 1, GF_SOURCE_VELOCITY, splats);
    const gfUniform seed = GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SOURCES));
    target.ownTexel = true;
    target.own = &seed;
    target.ownCount = 1;
    target.shader =
        (gfShader)GF_GRID_SHADER(Cover, "source/apply.frag", "VELOCITY", g->options & GF_GRID_ROUND_VELOCITY);
    target.inputs = &velocity;
    target.inputCount = 1;
    gfGrid_Apply(body, g, &target, dt);
    for (int i = 0; i < gfGrid_CountSets(g); i++) {
        const gfScalarSet set = gfGrid_GetSet(g, i);
        const gfInput inputs[] = {GF_IN(dye, g->dye.read.id), GF_IN(scalar, set.pairs[set.count - 1]->read.id), solid};
        target = gfGrid_SourceTarget(body, set.pairs, set.count, set.sources, splats);
        setTexels(g, &set.pairs[0]->read, &target);
        target.ownTexel = true;
        target.own = &seed;
        target.ownCount = 1;
        target.shader = (gfShader)GF_GRID_SHADER(Cover, "source/apply.frag", set.defines,
                                                 g->options & (GF_GRID_ROUND_DYE | GF_GRID_ROUND_SCALAR));
        target.inputs = inputs;
        target.inputCount = GF_COUNT(inputs);
        gfGrid_Apply(body, g, &target, dt);
    }
    applyExpansion(body, g, &solid, dt, splats);
}

void gfGrid_ApplyToZones(const gfBody *body, gfGrid *g, gfSourceTarget *target, const gfZoneStep *step)
{
    const gfGridParams *p = &body->def.grid;
    const gfBuoyancy buoyancy = gfGrid_GetBuoyancy(body, step->dt);
    const gfInput inputs[] = {
        GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN(faces, g->masks.faces.id),
        GF_IN(pressure, step->pressure->read.id),   GF_IN_FIELD(temperature, g->temperature.read.id),
        GF_IN_FIELD(dye, g->dye.read.id),           GF_IN(instances, gfGrid_GetInstances(g))};
    const gfUniform own[] = {GF_GRID_CELLS(g), GF_BUOYANCY_UNIFORMS(g, p, buoyancy),
                             GF_F1(gradientScale, p->pressureGradientScale * step->dtRatio),
                             GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_ZONES))};
    target->label = "zones";
    bool lifts = gfGrid_HasTiltedBuoyancy(body) || gfGrid_HasUprightBuoyancy(body);
    target->shader = (gfShader)GF_GRID_SHADER(Cover, step->file, NULL,
                                              (g->options & (GF_GRID_ROUND_VELOCITY | GF_GRID_WRAP)) |
                                                  gfGrid_If(lifts, GF_GRID_TILTED));
    target->shader.rare = true;
    target->inputs = inputs;
    target->inputCount = GF_COUNT(inputs);
    target->own = own;
    target->ownCount = GF_COUNT(own);
    gfGrid_Apply(body, g, target, step->dt);
}

void gfGrid_ApplyZones(const gfBody *body, gfGrid *g, const gfPair *pressure, float dt, bool splats)
{
    gfPair *const faces[] = {&g->velocity};
    if (gfGrid_Touch(body, g, GF_SOURCE_ZONE, splats)) {
        gfSourceTarget target = gfGrid_SourceTarget(body, faces, 1, GF_SOURCE_ZONE, splats);
        gfGrid_ApplyToZones(body, g, &target, &(gfZoneStep){"grid/zones.frag", pressure, dt, g->dtRatio});
    }
}

void gfGrid_ConfineVorticity(const gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    if (p->vorticityConfinement == 0.0f) {
        return;
    }
    gfPass_Run(body->device, &(gfPass){.label = "confinement",
                                       .shader = GF_SHADER("grid/field.frag", "VORTICITY"),
                                       .writes = {&g->forces.vorticity},
                                       .inputs = {GF_IN(velocity, g->velocity.read.id)},
                                       .uniforms = {GF_GRID_CELLS(g), GF_F1(unit, 1.0f)}});
    gfPass_Run(
        body->device,
        &(gfPass){.label = "confinement",
                  .shader = GF_GRID_SHADER(Cover, "grid/confine.frag", NULL, g->options & GF_GRID_ROUND_VELOCITY),
                  .writes = {&g->velocity.write},
                  .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(source, g->forces.vorticity.id)},
                  .uniforms = {GF_GRID_CELLS(g), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_CONFINEMENT)),
                               GF_F1(strength, dt * p->vorticityConfinement)}});
    gfPair_Swap(&g->velocity);
}
