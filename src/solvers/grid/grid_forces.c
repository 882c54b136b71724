// Forces that act on the fluid besides its own flow: sources, zones, and the confinement of vorticity.
#include "solvers/grid/grid.h"

enum {
    FORCES_TOGETHER = 1 << 0, // one pass carries dye and temperature
    FORCES_APART = 1 << 1,
    FORCES_CONFINE = 1 << 2,
    FORCES_HALF_DYE = 1 << 3,
    FORCES_HALF_VELOCITY = 1 << 4,
    FORCES_HALF_TEMPERATURE = 1 << 5
};

static const char *const forcesOptionDefines[] = {NULL, NULL, NULL, "ROUND_DYE", "ROUND_VELOCITY", "ROUND_TEMPERATURE"};

#define FORCES_ROW(member, file, defines, options, when)                                         \
    {                                                                                            \
        offsetof(gfGridForcesPrograms, member), &gf_vertexCover, file, defines, options, when, 0 \
    }
#define FORCES_SCALARS_ROW(set, defines, when) \
    FORCES_ROW(applyScalars[set], "source/apply.frag", defines, FORCES_HALF_DYE | FORCES_HALF_TEMPERATURE, when)

static const gfProgramRow forcesProgramRows[] = {
    FORCES_SCALARS_ROW(0, "DYE;TEMPERATURE 1;CENTRED", FORCES_TOGETHER),
    FORCES_SCALARS_ROW(0, "DYE", FORCES_APART),
    FORCES_SCALARS_ROW(1, "TEMPERATURE 0;CENTRED", FORCES_APART),
    FORCES_ROW(applyVelocity, "source/apply.frag", "VELOCITY", FORCES_HALF_VELOCITY, 0),
    FORCES_ROW(applyExpansion, "source/apply.frag", "EXPANSION", 0, 0),
    FORCES_ROW(copy1, "common/copy.frag", "", 0, 0),
    FORCES_ROW(copy2, "common/copy.frag", "SECOND", 0, 0),
    FORCES_ROW(vorticity, "grid/field.frag", "VORTICITY", 0, FORCES_CONFINE),
    FORCES_ROW(confine, "grid/confine.frag", "", FORCES_HALF_VELOCITY, FORCES_CONFINE),
};

static uint32_t getForcesConditions(const gfBody *body, uint32_t needs)
{
    (void)needs;
    bool together = gfGrid_CarriesTogether(&body->def);
    return gfGridStage_If(together, FORCES_TOGETHER) | gfGridStage_If(!together, FORCES_APART) |
           gfGridStage_If(body->def.grid.vorticityConfinement > 0.0f, FORCES_CONFINE) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_DYE), FORCES_HALF_DYE) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_VELOCITY), FORCES_HALF_VELOCITY) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_TEMPERATURE), FORCES_HALF_TEMPERATURE);
}

const gfGridStage gf_gridForces = GF_GRID_STAGE(forces, forcesProgramRows, forcesOptionDefines, getForcesConditions);

gfSourceTarget gfGrid_SourceTarget(const gfBody *body, const gfGrid *g, gfPair *const *fields, int count, uint32_t mask,
                                   bool splats)
{
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.copy = count == 1 ? g->forces.programs.copy1 : g->forces.programs.copy2;
    target.fields = fields;
    target.fieldCount = count;
    target.splats = splats;
    target.mask = mask;
    return target;
}

// Dye may have another resolution than the grid.
static void setTexels(const gfGrid *g, const gfTexture *field, gfSourceTarget *target)
{
    float cellsX = (float)g->cellsX / (float)field->width, cellsY = (float)g->cellsY / (float)field->height;
    target->texelSize = (gfVec2){cellsX * target->cellSize, cellsY * target->cellSize};
    target->cellsPerTexel = (gfVec2){cellsX, cellsY};
}

static void applyExpansion(const gfBody *body, gfGrid *g, const gfInput *solid, float dt, bool splats)
{
    static const float zero[4] = {0};
    g->forces.expands = gfGrid_Touch(body, g, GF_SOURCE_DIVERGENCE, splats);
    if (g->forces.expands && !gfPair_Exists(&g->forces.expansion)) { // made at first use
        g->forces.expands = gfGrid_RequireOptional(body, g, GF_NEED_EXPANSION, &g->forces.expansionFailed,
                                                   "the divergence that sources ask for is");
    }
    if (!g->forces.expands) {
        return;
    }
    gfTexture_Clear(body->device, &g->forces.expansion.read, zero);
    const gfInput inputs[] = {GF_IN(expansion, g->forces.expansion.read.id), *solid};
    gfPair *const fields[] = {&g->forces.expansion};
    gfSourceTarget target = gfGrid_SourceTarget(body, g, fields, 1, GF_SOURCE_DIVERGENCE, splats);
    target.ownTexel = true;
    target.program = g->forces.programs.applyExpansion;
    target.inputs = inputs;
    target.inputCount = GF_COUNT(inputs);
    gfGrid_Apply(body, g, &target, dt);
}

void gfGrid_ApplySources(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    const gfInput solid = GF_IN(distance, body->solids.distance.read.id);
    const gfInput velocity = GF_IN(velocity, g->velocity.read.id);
    gfPair *const faces[] = {&g->velocity};
    gfSourceTarget target = gfGrid_SourceTarget(body, g, faces, 1, GF_SOURCE_VELOCITY, splats);
    const gfUniform seed = GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SOURCES));
    target.ownTexel = true;
    target.own = &seed;
    target.ownCount = 1;
    target.program = g->forces.programs.applyVelocity;
    target.inputs = &velocity;
    target.inputCount = 1;
    gfGrid_Apply(body, g, &target, dt);
    for (int i = 0; i < g->scalarSets; i++) {
        gfPair *set[2];
        int count = gfGrid_GetSet(g, i, set);
        uint32_t mask = count == 2 ? GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE
                                   : (uint32_t)(i == 0 ? GF_SOURCE_DYE : GF_SOURCE_TEMPERATURE);
        const gfInput inputs[] = {GF_IN(dye, g->dye.read.id), GF_IN(temperature, g->temperature.read.id), solid};
        target = gfGrid_SourceTarget(body, g, set, count, mask, splats);
        setTexels(g, &set[0]->read, &target);
        target.ownTexel = true;
        target.own = &seed;
        target.ownCount = 1;
        target.program = g->forces.programs.applyScalars[i];
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
    const gfUniform own[] = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                             GF_BUOYANCY_UNIFORMS(g, p, buoyancy),
                             GF_F1(gradientScale, p->pressureGradientScale * step->dtRatio),
                             GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_ZONES))};
    target->label = "zones";
    target->program =
        gfProgram_GetFormatted(body->device, &gf_vertexCover, step->file, "%s%s%s",
                               g->forces.conditions & FORCES_HALF_VELOCITY ? "ROUND_VELOCITY;" : "",
                               gfGrid_HasTiltedBuoyancy(body) || gfGrid_HasUprightBuoyancy(body) ? "BUOYANCY 2;" : "",
                               g->wrapX + g->wrapY > 0 ? "WRAP;" : "");
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
        gfSourceTarget target = gfGrid_SourceTarget(body, g, faces, 1, GF_SOURCE_ZONE, splats);
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
                                       .program = g->forces.programs.vorticity,
                                       .writes = {&g->forces.vorticity},
                                       .inputs = {GF_IN(velocity, g->velocity.read.id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F1(unit, 1.0f)}});
    gfPass_Run(body->device,
               &(gfPass){.label = "confinement",
                         .program = g->forces.programs.confine,
                         .writes = {&g->velocity.write},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(source, g->forces.vorticity.id)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_CONFINEMENT)),
                                      GF_F1(strength, dt * p->vorticityConfinement)}});
    gfPair_Swap(&g->velocity);
}
