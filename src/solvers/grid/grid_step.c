// One step of stable fluids on a staggered grid (Stam 1999; faces as in Harlow and Welch 1965).
//
// First solids: distance, open faces, weights, only when the host changed a solid, a side or a tunable. Then the parts
// of the step, as in `project` and `reflect` at the end of this file. GF_SCHEME_PROJECT:
//   advect_scalars    dye and temperature along the velocity, one backtrace for both, and the ledger of what that lost
//   advect_velocity   from where that found the fluid of both cells beside a face, then buoyancy from the new
//                     temperature and dye. Both follow the velocity half a step ahead, as it and the one before it
//                     tell. Half of the pressure's pull of the last step acts where the fluid comes from; where it
//                     arrives the rest is left to the projection. So both are of second order in time.
//   zones             drag, given flows and turbulence, by the pressure as it was
//   sources           emitters and splats into velocity, dye and temperature, and the divergence they ask for
//   confinement       of vorticity, where asked for
//   diffusion         of velocity, dye and temperature, where asked for
//   divergence        through the open share of each face, and what solids and inflows push
//   pressure          behind pressure.h
//   gradient          the adjoint of the divergence, so that an exact pressure leaves none
//   extend            continues the velocity into solids, so that fluid slips along them
// The last four are the projection. GF_SCHEME_REFLECT, of which only scalars and sources take the whole step at once:
//   first half        advect_velocity with buoyancy from temperature and dye as they were where it comes from, sources,
//                     confinement, diffusion of velocity, projection with reflection
//   advect_scalars    along the projected velocity
//   second half       advect_velocity of the reflected one along the projected one, confinement, diffusion of velocity,
//                     and of dye and temperature for the whole step, projection
#include "solvers/grid/grid.h"

#include "domain/faces.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

// As shaders/common/hash.glsl.
GLint gfGrid_GetSeed(const gfGrid *g, int pass)
{
    uint32_t n = ((uint32_t)GF_GRID_SEEDS * g->draws + (uint32_t)pass) * 747796405u + 2891336453u;
    n = ((n >> ((n >> 28) + 4u)) ^ n) * 277803737u;
    return (GLint)((n >> 22) ^ n);
}

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

// `cellsX`, `cellsY`: of a texel of the fields.
static gfSourceTarget sourceTarget(const gfBody *body, const gfGrid *g, gfPair *const *fields, int count, uint32_t mask,
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

// Makes at first use what a step can go on without: that it is left out is said once.
static bool requireOptional(const gfBody *body, gfGrid *g, uint32_t condition, gfFailure *failure, const char *what)
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
        g->expands =
            requireOptional(body, g, GF_GRID_EXPANDS, &g->expansionFailed, "the divergence that sources ask for is");
    }
    if (!g->expands) {
        return;
    }
    gfTexture_Clear(body->device, &g->expansion.read, zero);
    const gfInput inputs[] = {GF_IN(expansion, g->expansion.read.id), *solid};
    gfPair *const fields[] = {&g->expansion};
    gfSourceTarget target = sourceTarget(body, g, fields, 1, GF_SOURCE_DIVERGENCE, 1.0f, 1.0f, splats);
    target.program = g->programs.applyExpansion;
    target.inputs = inputs;
    target.inputCount = GF_COUNT(inputs);
    gfGrid_Apply(body, g, &target, dt);
}

// `splats`: they act once, in the first of a step's CFL substeps.
static void applySources(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    const gfInput solid = GF_IN(distance, body->solids.distance.read.id);
    const gfInput velocity = GF_IN(velocity, g->velocity.read.id);
    gfPair *const faces[] = {&g->velocity};
    gfSourceTarget target = sourceTarget(body, g, faces, 1, GF_SOURCE_VELOCITY, 1.0f, 1.0f, splats);
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
        target = sourceTarget(body, g, set, count, mask, (float)g->cellsX / (float)set[0]->read.width,
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

// Zones act with the forces and the pressure of a time step that is `dtRatio` times the last one.
static void applyToZones(const gfBody *body, gfGrid *g, gfSourceTarget *target, const char *file,
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

// Drag, given flows and turbulence. `pressure`: of the projection that follows, as the last one left it.
static void applyZones(const gfBody *body, gfGrid *g, const gfPair *pressure, float dt, bool splats)
{
    gfPair *const faces[] = {&g->velocity};
    if (gfGrid_Touch(body, g, GF_SOURCE_ZONE, splats)) {
        gfSourceTarget target = sourceTarget(body, g, faces, 1, GF_SOURCE_ZONE, 1.0f, 1.0f, splats);
        applyToZones(body, g, &target, "grid/zones.frag", pressure, dt, g->dtRatio);
    }
}

static void confineVorticity(const gfBody *body, gfGrid *g, float dt)
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

static bool hasValves(const gfBody *body)
{
    return gfSources_Touch(&body->sources, GF_SOURCE_VALVE, false);
}

// Weights of the lattice of cells across the sides (multigrid/weights.glsl).
typedef struct gfSides {
    float weights[GF_SIDES];
} gfSides;

static gfSides getSides(const gfBody *body)
{
    gfSides sides = {{0.0f}};
    for (int i = 0; i < GF_SIDES; i++) {
        gfBoundaryKind kind = gfBoundaries_Get(&body->def.boundaries, i)->kind;
        sides.weights[i] = kind == GF_BOUNDARY_OPEN ? 2.0f : kind == GF_BOUNDARY_PERIODIC ? 1.0f : 0.0f;
    }
    return sides;
}

// False: not known, for members of groups have their own solids, and what goes one way closes faces anywhere.
static bool locatePlain(const gfBody *body, const gfGrid *g, gfPlain *plain)
{
    const gfSides sides = getSides(body);
    *plain = (gfPlain){{0, 0, 0, 0}, {0.0f}};
    memcpy(plain->sides, sides.weights, sizeof plain->sides);
    if (!gfGrid_SolidRegion(body, g, &plain->box)) {
        plain->box = (gfRegion){0, 0, 0, 0};
    }
    return g->members == NULL && !hasValves(body);
}

// Draws a pass, by `program` where nothing but sides bounds the fluid, if it may: no sides push it.
static void drawPlain(const gfBody *body, const gfGrid *g, const gfPass *pass, const gfProgram *program)
{
    gfPlain plain;
    bool blocks = pass->writes[0]->width < g->cellsX; // of 2 x 2 cells a texel
    bool even = g->cellsX % 2 == 0 && g->cellsY % 2 == 0;
    if (program == NULL || gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW) || (blocks && !even) ||
        !locatePlain(body, g, &plain)) {
        gfPass_Run(body->device, pass);
        return;
    }
    const gfRegion box = blocks ? gfPlain_Blocks(plain.box, 1) : plain.box;
    gfPlain_Run(body->device, pass, program, &box);
}

static void drawOutflow(const gfBody *body, gfGrid *g, const gfTexture *to)
{
    const gfSides sides = getSides(body);
    const gfPass pass = {.label = "divergence",
                         .program = g->programs.divergence[g->moving][g->expands],
                         .writes = {to},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(weights, g->weights.id),
                                    GF_IN(wallVelocity, g->wallVelocity.read.id),
                                    GF_IN(expansion, g->expands ? g->expansion.read.id : 0)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(cellSize, body->def.cellSize), GF_F4V(sides, 1, sides.weights)}};
    drawPlain(body, g, &pass, g->programs.plainDivergence[g->expands]);
}

// A closed domain has a pressure only if as much leaves as enters.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *g, bool balances, const gfTexture *between, const gfTexture *to)
{
    if (!balances || g->bounded || (!g->moving && !g->expands) ||
        !requireOptional(body, g, GF_GRID_BALANCES, &g->balanceFailed, "what balances a closed domain is")) {
        drawOutflow(body, g, to);
        return;
    }
    drawOutflow(body, g, between);
    gfPyramid_Reduce(body->device, &g->rhsMean, "rebalance", g->programs.meanPacked, g->programs.mean, between,
                     g->weights.id, NULL);
    gfPass_Run(body->device, &(gfPass){.label = "rebalance",
                                       .program = g->programs.rebalance,
                                       .writes = {to},
                                       .inputs = {GF_IN(rhs, between->id), GF_IN(weights, g->weights.id),
                                                  GF_IN(mean, gfPyramid_Top(&g->rhsMean)->id)}});
}

// Of a group: of some fluid in it.
static bool hasThinWalls(const gfBody *body, const gfGrid *g)
{
    bool some = gfSolids_HaveThinWalls(&body->solids) || hasValves(body);
    for (int i = 0; !some && g->members != NULL && i < g->members->fluids.count; i++) {
        const gfBody *own = g->members->fluids.bodies[i];
        some = gfSolids_HaveThinWalls(&own->solids) || hasValves(own);
    }
    return some;
}

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *g)
{
    gfPressureProblem problem = {.rhs = g->rhs.read.id,
                                 .weights = g->weights.id,
                                 .cellsX = g->cellsX,
                                 .cellsY = g->cellsY,
                                 .wrapX = gfBoundaries_Wrap(&body->def.boundaries, 0),
                                 .wrapY = gfBoundaries_Wrap(&body->def.boundaries, 1),
                                 .bounded = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN),
                                 .thinWalls = hasThinWalls(body, g)};
    problem.plainKnown = locatePlain(body, g, &problem.plain);
    return problem;
}

void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *g, float scale, const char *label, const gfTexture *to,
                             const gfAgain *again)
{
    bool walls = !g->wrapX && !g->wrapY && !gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN);
    const gfPass pass = {.label = label,
                         .program = g->programs.gradient[g->moving][again != NULL],
                         .writes = {to, again != NULL ? &g->carried.read : NULL},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(pressure, g->pressure.field.read.id),
                                    GF_IN(faces, g->faces.read.id), GF_IN(wallVelocity, g->wallVelocity.read.id),
                                    GF_IN(distance, g->corners.read.id)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(cellSize, body->def.cellSize),
                                      GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                      GF_F1(gradientScale, scale * body->def.grid.pressureGradientScale),
                                      GF_F1(again, again != NULL ? again->times : 0.0f),
                                      GF_F1(mostAgain, again != NULL ? again->most : 0.0f)}};
    drawPlain(body, g, &pass, walls ? g->programs.plainGradient[again != NULL] : NULL);
}

// First the faces in solids, beside the fields; then those back into them. `second`: gfGrid.carried, too.
static void extendFields(const gfBody *body, gfGrid *g, bool second)
{
    const gfTexture *fields[2] = {&g->velocity.read, second ? &g->carried.read : NULL};
    const gfTexture *beside[2] = {&g->velocity.write, second ? &g->earlier.write : NULL}; // they are free
    gfRegion region;
    if (!gfGrid_SolidRegion(body, g, &region)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        const gfTexture *const *from = i == 0 ? fields : beside, *const *to = i == 0 ? beside : fields;
        gfPass_Run(body->device,
                   &(gfPass){.label = "extend",
                             .program = i == 0 ? g->programs.extend[g->moving][second] : g->programs.extendCopy[second],
                             .writes = {to[0], to[1]},
                             .region = &region,
                             .tiles = &g->extended,
                             .tileTexels = GF_EXTENDED_CELLS,
                             .inputs = {GF_IN(velocity, from[0]->id), GF_IN(source, second ? from[1]->id : 0),
                                        GF_IN(faces, g->faces.read.id), GF_IN(wallVelocity, g->wallVelocity.read.id),
                                        GF_IN(distance, g->corners.read.id)},
                             .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                          GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                          GF_F1(cellSize, body->def.cellSize)}});
    }
}

// What the pressure is to take away. Solids that move about in a closed domain leave as much room as they take, but for
// what they are off by on a grid: a single cycle's own error hides that.
static void drawRhs(const gfBody *body, gfGrid *g, const gfGridParams *params)
{
    bool once = params->pressureMethod == GF_PRESSURE_MULTIGRID && params->pressureCycles == 1;
    bool pours = g->expands || gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    gfGrid_DrawDivergence(body, g, !once || pours, &g->rhs.read, &g->rhs.write);
    gfPair_Swap(&g->rhs);
    memset(g->rhsShift, 0, sizeof g->rhsShift);
}

// `again`: unless null, gfGrid.carried is drawn, too.
static void projectVelocity(const gfBody *body, gfGrid *g, const gfAgain *again)
{
    gfGridParams params = body->def.grid;
    drawRhs(body, g, &params);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    params.pressureWarmStart *= g->dtRatio; // pressure is stored times the time step
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, again);
    gfPair_Swap(&g->velocity);
    extendFields(body, g, again != NULL);
    g->carriedKnown = again != NULL;
}

// Closes faces of one-way sources, where the last step says that fluid would go back.
static void closeValves(const gfBody *body, gfGrid *g)
{
    if (!hasValves(body) || !requireOptional(body, g, GF_GRID_VALVES, &g->valvesFailed, "what goes one way is")) {
        return;
    }
    gfGrid_Fetch(body, g, GF_GRID_PARTS); // what drives the fluid
    gfPair faces = {.read = g->faces.read, .write = g->valves};
    gfPair *const fields[] = {&faces};
    gfSourceTarget target = sourceTarget(body, g, fields, 1, GF_SOURCE_VALVE, 1.0f, 1.0f, false);
    applyToZones(body, g, &target, "grid/valves.frag", &g->pressure.field, g->lastDt, 1.0f);
}

// Whether nothing but walls, open and periodic sides bounds the fluid.
static bool isEmptyBox(const gfBody *body, const gfGrid *g, gfEmptyBox *box)
{
    const gfSides sides = getSides(body);
    *box = (gfEmptyBox){.cellsX = g->cellsX, .cellsY = g->cellsY};
    memcpy(box->sides, sides.weights, sizeof box->sides);
    return body->solids.count == 0 && g->members == NULL && body->device->atlas.count == 0 && !hasValves(body) &&
           !gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
}

static void fillEmptyBox(const gfBody *body, gfGrid *g, const gfEmptyBox *box)
{
    gfSolids_DrawDistance(body->device, &body->solids, &g->corners, 0.0f);
    gfTexture_Clear(body->device, &g->wallVelocity.read, (const float[4]){0.0f});
    if (!gfEmptyBox_UploadFaces(body->device, box, &g->faces.read) ||
        !gfEmptyBox_UploadWeights(body->device, box, &g->weights)) {
        body->device->failedPasses++;
    }
}

// Only what a solid is near is ever extended.
static void drawExtendedTiles(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles)
{
    const gfTileList whole = gfTileList_All(1, 1);
    if (body->solids.count == 0) {
        gfTexture_Clear(body->device, &g->extended, (const float[4]){0.0f});
        g->extendedDrawn = false;
        return;
    }
    gfPass_Run(body->device, &(gfPass){.label = "solids",
                                       .program = g->programs.extendedTiles,
                                       .writes = {&g->extended},
                                       .list = g->extendedDrawn ? &tiles->lists[0] : &whole,
                                       .tileTexels = g->extendedDrawn ? tiles->size / GF_EXTENDED_CELLS
                                                                      : gfMax(g->extended.width, g->extended.height),
                                       .inputs = {GF_IN(weights, g->weights.id)},
                                       .uniforms = {GF_I2(wrap, g->wrapX, g->wrapY)}});
    g->extendedDrawn = true;
}

// Open shares of the faces, and the weights of the lattice of cells.
static void drawFaces(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, bool shapes)
{
    const gfBoundaries *boundaries = &body->def.boundaries;
    const gfFacesTarget target = {g->programs.faces[body->solids.whole], &g->corners, &g->faces.read,
                                  &g->wallVelocity.read};
    gfSideFlags open = gfBoundaries_Are(boundaries, GF_BOUNDARY_OPEN);
    gfFaces_Draw(body->device, &body->solids, boundaries, &target, shapes);
    if (!shapes) {
        return;
    }
    closeValves(body, g);
    gfPass_Run(body->device, &(gfPass){.label = "solids",
                                       .program = g->programs.weights,
                                       .writes = {&g->weights},
                                       .list = &tiles->lists[0],
                                       .tileTexels = tiles->size / 2,
                                       .inputs = {GF_IN(faces, g->faces.read.id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F4V(openSides, 1, open.value)}});
}

gfScroll gfGrid_MakeScroll(const gfGrid *g, const int shift[2])
{
    gfScroll scroll = {.grid = {g->cellsX, g->cellsY}, .wrap = {g->wrapX, g->wrapY}};
    for (int axis = 0; axis < 2; axis++) {
        int size = scroll.grid[axis];
        scroll.cells[axis] = scroll.wrap[axis] ? (shift[axis] % size + size) % size : gfClamp(shift[axis], -size, size);
    }
    return scroll;
}

// The masks of the last advection, where the domain is now. The others are to be drawn whole.
static void scrollFluidMasks(const gfBody *body, gfGrid *g)
{
    static const float fluid[2][4] = {{1.0f, GF_AREA_UNIT}, {1.0f, GF_AREA_UNIT}};
    const gfScroll scroll = gfGrid_MakeScroll(g, g->maskShift);
    for (int i = 0; i < g->scalarSets; i++) {
        gfPair *mask = &g->fluidMask[i];
        const gfTexture *last = g->masksDiffer ? &mask->write : &mask->read;
        const gfTexture *to = g->masksDiffer ? &mask->read : &mask->write;
        if (!gfScroll_Draw(body->device, &scroll, GF_SHIFT_CELLS, last, to, fluid)) {
            body->device->failedPasses++;
        }
        gfPair_Swap(mask);
    }
}

// In what came in solids were where they are.
static void fillScrolledMask(const gfBody *body, const gfGrid *g, const gfPair *mask)
{
    const gfScroll scroll = gfGrid_MakeScroll(g, g->maskShift);
    const int size[2] = {mask->read.width, mask->read.height};
    for (int axis = 0; axis < 2; axis++) {
        int cells = scroll.cells[axis], texels = abs(cells) * size[axis] / scroll.grid[axis];
        gfRegion strip = {0, 0, size[0], size[1]};
        int *first = axis == 0 ? &strip.x : &strip.y, *length = axis == 0 ? &strip.width : &strip.height;
        *first = cells > 0 ? size[axis] - texels : 0;
        *length = texels;
        if (texels > 0 && scroll.wrap[axis] == 0 &&
            !gfFramebuffer_Copy(body->device, &mask->read, &strip, &mask->write, strip.x, strip.y)) {
            body->device->failedPasses++;
        }
    }
}

// Masks are drawn by turns: what changed the last time is not yet in the one that is drawn now. `scrolled`: nothing but
// the domain's place changed.
static void drawFluidMasks(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, bool scrolled)
{
    bool differ = g->masksDrawn && !(scrolled && !g->masksDiffer);
    bool moved = g->masksDrawn && differ && (g->maskShift[0] != 0 || g->maskShift[1] != 0);
    if (moved) {
        scrollFluidMasks(body, g);
    }
    bool swaps = !g->masksDiffer; // else the one of the last advection is there already
    bool known = g->masksDrawn && !(swaps && g->masksApart) && !moved;
    for (int i = 0; i < g->scalarSets; i++) {
        gfPair *mask = &g->fluidMask[i];
        if (swaps) {
            gfPair_Swap(mask);
        }
        int width = mask->read.width, height = mask->read.height, size = tiles->size * width / g->cellsX;
        bool fits = known && size * g->cellsX == tiles->size * width && size * g->cellsY == tiles->size * height;
        if (body->solids.count == 0) {
            gfTexture_Clear(body->device, &mask->read, (const float[4]){1.0f, GF_AREA_UNIT});
            continue;
        }
        const gfTileList whole = gfTileList_All(width / tiles->size + 1, height / tiles->size + 1);
        gfPass_Run(body->device, &(gfPass){.label = "solids",
                                           .program = g->programs.fluidMask,
                                           .writes = {&mask->read},
                                           .list = fits ? &tiles->lists[swaps ? GF_TILES_TWICE : 0] : &whole,
                                           .tileTexels = fits ? size : tiles->size,
                                           .inputs = {GF_IN(distance, body->solids.distance.read.id)},
                                           .uniforms = {GF_F1(cellSize, body->def.cellSize),
                                                        GF_F2(cellsPerTexel, (float)g->cellsX / (float)width,
                                                              (float)g->cellsY / (float)height)}});
        if (moved) {
            fillScrolledMask(body, g, mask);
        }
    }
    g->masksApart = !swaps; // by more than one change
    g->masksDiffer = differ;
    g->masksDrawn = true;
    g->maskShift[0] = g->maskShift[1] = 0;
}

// Of a fluid in a group, whose pressure is found with that of the others, once somebody asks for it alone.
static void preparePressure(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, const gfEmptyBox *empty)
{
    gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    problem.tiles = tiles;
    problem.empty = empty;
    g->unprepared = body->member != NULL && tiles != NULL;
    if (!g->unprepared && g->pressure.solver->prepare != NULL) {
        g->pressure.solver->prepare(body->device, &g->pressure, &problem);
    }
}

bool gfGrid_UpdateSolids(const gfBody *body, void *state)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    const gfBoundaries *boundaries = &body->def.boundaries;
    float ambient = body->def.grid.ambientTemperature;
    if (g->drawnSolids == body->solids.version && g->drawnAmbient == ambient &&
        gfBoundaries_Equal(&g->drawnBoundaries, boundaries)) {
        return true;
    }
    // Other sides, or another temperature, change all; else only what the solids did since counts.
    bool all =
        g->drawnSolids == 0 || g->drawnAmbient != ambient || !gfBoundaries_Equal(&g->drawnBoundaries, boundaries);
    bool shapes = all || body->solids.shapes > g->drawnSolids;
    bool scrolled = !all && body->solids.placed <= g->drawnSolids;
    bool changed = body->solids.changed > g->drawnSolids;
    int failures = device->failedPasses;
    const gfSolidTiles *tiles = gfSolids_GetTiles(device, &body->solids, all ? 0 : g->drawnSolids);
    if (tiles == NULL) {
        g->drawnSolids = 0;
        return false;
    }
    g->drawnSolids = 0; // until all of it is drawn
    g->wrapX = gfBoundaries_Wrap(boundaries, 0);
    g->wrapY = gfBoundaries_Wrap(boundaries, 1);
    g->bounded = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN);
    g->moving = body->solids.moving || gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    gfEmptyBox box;
    bool empty = all && isEmptyBox(body, g, &box);
    if (empty) {
        fillEmptyBox(body, g, &box);
    } else {
        drawFaces(body, g, tiles, shapes);
    }
    if (shapes) {
        drawExtendedTiles(body, g, tiles);
        drawFluidMasks(body, g, tiles, scrolled);
        g->placed = g->placed || changed;
        gfGrid_PrepareLattices(body, g, tiles);
        preparePressure(body, g, tiles, empty ? &box : NULL);
    }
    bool drawn = device->failedPasses == failures;
    g->drawnSolids = drawn ? body->solids.version : 0;
    g->drawnBoundaries = *boundaries;
    g->drawnAmbient = ambient;
    return drawn;
}

// A pull acts half where fluid comes from as long as it displaces it by at most so many cells in a step. Where it
// changes within fewer cells than that, as at corners in long steps, halves of it are of different flows: the step
// there shook from one to the next.
#define MOST_PULL 0.25f

static void project(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    bool pulls = (g->conditions & GF_GRID_PULLS) != 0;
    if (pulls) {
        gfGrid_FindCarried(body, g);
    }
    gfGrid_TellMembers(body, g, dt, false);
    gfGrid_AdvectScalars(body, g, dt, pulls ? gfGrid_GetAhead(body, g, dt) : 0.0f);
    gfGrid_AdvectVelocity(body, g, &(gfCarrying){.second = pulls, .dt = dt});
    applyZones(body, g, &g->pressure.field, dt, splats);
    applySources(body, g, dt, splats);
    confineVorticity(body, g, dt);
    gfGrid_DiffuseVelocity(body, g, dt, true);
    gfGrid_DiffuseScalars(body, g, dt);
    const gfAgain pull = {0.5f, MOST_PULL * body->def.cellSize / dt};
    projectVelocity(body, g, pulls ? &pull : NULL);
}

static void exchangePressure(gfGrid *g)
{
    gfPair first = g->pressure.field;
    g->pressure.field = g->reflectPressure;
    g->reflectPressure = first;
}

// After the second advection: what was before the step is kept for who asks for forces.
static void keepEarlier(gfGrid *g)
{
    const gfTexture first = g->velocity.write;
    g->velocity.write = g->earlier.write;
    g->earlier.write = first;
}

// Advection-reflection: half a step and its projection; the velocity reflected about the projected one is carried along
// the latter for the other half.
static void reflect(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    float half_ = 0.5f * dt;
    gfGrid_TellMembers(body, g, half_, false);
    gfGrid_AdvectVelocity(body, g,
                          &(gfCarrying){.dt = half_, .ahead = gfGrid_GetAhead(body, g, half_), .liftFrom = 1.0f});
    applyZones(body, g, &g->pressure.field, half_, splats);
    applySources(body, g, dt, splats);
    confineVorticity(body, g, half_);
    gfGrid_DiffuseVelocity(body, g, half_, true);
    projectVelocity(body, g, &(gfAgain){1.0f, FLT_MAX});
    gfGrid_AdvectScalars(body, g, dt, 0.0f);
    gfGrid_TellMembers(body, g, half_, true);
    gfGrid_AdvectVelocity(body, g, &(gfCarrying){.second = true, .dt = half_, .ahead = 0.5f});
    keepEarlier(g);
    applyZones(body, g, &g->reflectPressure, half_, splats);
    confineVorticity(body, g, half_);
    gfGrid_DiffuseVelocity(body, g, half_, false); // what was reflected has it taken away twice
    gfGrid_DiffuseScalars(body, g, dt);
    exchangePressure(g); // its own to start from, and the one to be shown is the first
    projectVelocity(body, g, NULL);
    exchangePressure(g);
}

// How many CFL substeps the fastest fluid asks for: as of two steps ago, so that no step waits, and the same in every
// run.
static int countSubsteps(const gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    float speed = 0.0f;
    if (p->cflLimit <= 0.0f) {
        return 1;
    }
    gfPyramid_Reduce(body->device, &g->speed, "speed", g->programs.largestSpeed, g->programs.largest, &g->velocity.read,
                     0, NULL);
    gfDelayedRead_Exchange(body->device, &g->speedRead, gfGrid_GetFastest(body, g), &speed);
    float substeps = ceilf(speed * dt / (body->def.cellSize * p->cflLimit));
    return substeps > 1.0f ? (int)fminf(substeps, (float)p->cflSubsteps) : 1;
}

bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfGrid *g = state;
    int failures = body->device->failedPasses;
    bool reflects = body->def.grid.scheme == GF_SCHEME_REFLECT;
    report->substeps = countSubsteps(body, g, dt);
    float substep = dt / (float)report->substeps;
    float projected = reflects ? 0.5f * substep : substep;
    g->dtRatio = projected / g->lastDt;
    g->lastDt = projected;
    for (int i = 0; i < report->substeps; i++) {
        if (reflects) {
            reflect(body, g, substep, i == 0);
        } else {
            project(body, g, substep, i == 0);
        }
        g->dtRatio = 1.0f;
        g->draws++;
        g->lastPush = gfGrid_GetPush(body);
    }
    return body->device->failedPasses == failures;
}

// The pressure of the last step stays for the next: one of the divergence's textures stands in for it.
bool gfGrid_Project(const gfBody *body, void *state, int cycles)
{
    gfGrid *g = state;
    int failures = body->device->failedPasses;
    gfGridParams params = body->def.grid;
    if (!gfGrid_FetchToChange(body, g, false)) {
        return false;
    }
    if (g->unprepared) {
        preparePressure(body, g, NULL, NULL);
    }
    params.pressureWarmStart = 0.0f;
    if (cycles > 0) {
        params.pressureCycles = params.pressureIterations = cycles;
    }
    drawRhs(body, g, &params);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    gfTexture kept = g->pressure.field.read;
    g->pressure.field.read = g->rhs.write;
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, NULL);
    gfPair_Swap(&g->velocity);
    g->rhs.write = g->pressure.field.read;
    g->pressure.field.read = kept;
    extendFields(body, g, false);
    g->carriedKnown = false;
    return body->device->failedPasses == failures;
}
