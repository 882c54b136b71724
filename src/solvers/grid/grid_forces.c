// Applies forces to the fluid: sources, zones, and vorticity confinement.
#include "solvers/grid/instances.h"

static void applyExpansion(const gfBody *body, gfGrid *g, const gfInput *solid, float dt, bool splats)
{
    g->forces.expands = gfGrid_Touch(body, g, GF_SOURCE_DIVERGENCE, splats);
    // `expansion` is made for the first source of divergence.
    if (g->forces.expands && !gfPair_Exists(&g->forces.expansion)) {
        g->forces.expands = gfGrid_RequireOptional(body, g, GF_NEED_EXPANSION, &g->forces.expansionFailed,
                                                   "the divergence that sources ask for is");
    }
    if (!g->forces.expands) {
        return;
    }
    gfTexture_Clear(body->device, &g->forces.expansion.read, (const float[4]){0.0f});
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.pass = (gfSourcePass){.shader = GF_SHADER("source/apply.frag", "EXPANSION"),
                                 .fields = {&g->forces.expansion},
                                 .mask = GF_SOURCE_DIVERGENCE,
                                 .inputs = {GF_IN(expansion, g->forces.expansion.read.id), *solid}};
    target.splats = splats;
    target.ownTexel = true;
    gfGrid_Apply(body, g, &target, dt);
}

void gfGrid_ApplySources(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    const gfInput solid = GF_IN(distance, body->solids.distance.read.id);
    const gfUniform seed = GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SOURCES));
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.pass = (gfSourcePass){
        .shader = GF_GRID_SHADER(Cover, "source/apply.frag", "VELOCITY", g->options & GF_GRID_ROUND_VELOCITY),
        .fields = {&g->velocity},
        .mask = GF_SOURCE_VELOCITY,
        .inputs = {GF_IN(velocity, g->velocity.read.id)},
        .uniforms = {seed}};
    target.splats = splats;
    target.ownTexel = true;
    gfGrid_Apply(body, g, &target, dt);
    for (int i = 0; i < gfGrid_CountSets(g); i++) {
        const gfScalarSet set = gfGrid_GetSet(g, i);
        target.pass = (gfSourcePass){
            .shader = GF_GRID_SHADER(Cover, "source/apply.frag", set.defines,
                                     g->options & (GF_GRID_ROUND_DYE | GF_GRID_ROUND_SCALAR)),
            .fields = {set.pairs[0], set.count == 2 ? set.pairs[1] : NULL},
            .mask = set.sources,
            .inputs = {GF_IN(dye, g->dye.read.id), GF_IN(scalar, set.pairs[set.count - 1]->read.id), solid},
            .uniforms = {seed}};
        // Dye may have another resolution than the grid.
        const gfTexture *field = &set.pairs[0]->read;
        float cellsX = (float)g->cellsX / (float)field->width, cellsY = (float)g->cellsY / (float)field->height;
        target.texelSize = (gfVec2){cellsX * target.cellSize, cellsY * target.cellSize};
        target.cellsPerTexel = (gfVec2){cellsX, cellsY};
        gfGrid_Apply(body, g, &target, dt);
    }
    applyExpansion(body, g, &solid, dt, splats);
}

void gfGrid_ApplyToZones(const gfBody *body, gfGrid *g, gfPair *field, const gfZoneStep *step)
{
    const gfGridParams *p = &body->def.grid;
    const gfBuoyancy buoyancy = gfGrid_GetBuoyancy(body, step->dt);
    bool lifts = gfGrid_HasTiltedBuoyancy(body) || gfGrid_HasUprightBuoyancy(body);
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.pass = (gfSourcePass){
        .label = "zones",
        .shader =
            GF_GRID_SHADER(Cover, step->file, NULL,
                           (g->options & (GF_GRID_ROUND_VELOCITY | GF_GRID_WRAP)) | gfGrid_If(lifts, GF_GRID_TILTED)),
        .fields = {field},
        .mask = step->mask,
        .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN(faces, g->masks.faces.id),
                   GF_IN(pressure, step->pressure->read.id), GF_IN_FIELD(temperature, g->temperature.read.id),
                   GF_IN_FIELD(dye, g->dye.read.id), GF_IN(instances, gfGrid_GetInstances(g))},
        .uniforms = {GF_GRID_CELLS(g), GF_BUOYANCY_UNIFORMS(g, p, buoyancy),
                     GF_F1(gradientScale, p->pressureGradientScale * step->dtRatio),
                     GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_ZONES))}};
    target.pass.shader.rare = true;
    target.splats = step->splats;
    gfGrid_Apply(body, g, &target, step->dt);
}

void gfGrid_ApplyZones(const gfBody *body, gfGrid *g, const gfPair *pressure, float dt, bool splats)
{
    if (gfGrid_Touch(body, g, GF_SOURCE_ZONE, splats)) {
        gfGrid_ApplyToZones(body, g, &g->velocity,
                            &(gfZoneStep){"grid/zones.frag", GF_SOURCE_ZONE, splats, pressure, dt, g->dtRatio});
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
