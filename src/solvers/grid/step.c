// One step of stable fluids on a staggered grid (Stam 1999; faces as in Harlow and Welch 1965).
//
// First solids: distance, open faces, weights, only when the host changed a solid, a side or a tunable. Then the parts
// of the step, as in `project` and `reflect` at the end of this file. GF_SCHEME_PROJECT:
//   advect_scalars    dye and temperature along the velocity, one backtrace for both; in flux form by the volumes
//                     through faces (`carrier`) that the last projection left, drawn at the end of its step
//   advect_velocity   along itself, each face from its own centre, then buoyancy from the new temperature and dye. Both
//                     follow the velocity half a step ahead (`midway`), as it and the one before it tell. What is
//                     carried has half of the pressure's pull of the last step in it already; where it arrives the
//                     rest is left to the projection. So both are of second order in time.
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

#include <stdlib.h>
#include <string.h>

// What enters by each side.
typedef struct gfEntry {
    float dye[GF_SIDES][4], temperature[GF_SIDES], sides[GF_SIDES];
} gfEntry;

static gfEntry getEntry(const gfBody *body)
{
    gfEntry entry;
    for (int i = 0; i < GF_SIDES; i++) {
        const gfBoundary *boundary = gfBoundaries_Get(&body->def.boundaries, i);
        memcpy(entry.dye[i], boundary->dye, sizeof entry.dye[i]);
        entry.temperature[i] = body->def.grid.ambientTemperature + boundary->temperature;
        entry.sides[i] = boundary->kind == GF_BOUNDARY_OPEN || boundary->kind == GF_BOUNDARY_INFLOW ? 1.0f : 0.0f;
    }
    return entry;
}

// What all fluid is accelerated by.
gfVec2 gfGrid_GetPush(const gfBody *body)
{
    const gfVec2 all = body->def.grid.acceleration, frame = body->frame.push;
    return (gfVec2){all.x + frame.x, all.y + frame.y};
}

// Time steps change by whole factors, with the number of CFL substeps: beyond four the last ones say little.
static float ratioOf(const gfGrid *g)
{
    return fminf(g->dtRatio, 4.0f);
}

// Whether what pushes all fluid at once is as in the last step: what a change of the frame does it will not do again.
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastPush, float dt)
{
    const float least_cells = 0.01f;
    gfVec2 push = gfGrid_GetPush(body);
    float change = fmaxf(fabsf(push.x - lastPush.x), fabsf(push.y - lastPush.y)) * dt * dt;
    return change <= least_cells * body->def.cellSize;
}

// u_ahead of grid/ahead.glsl. Of a group each fluid has its own share of it.
static float aheadOf(const gfBody *body, const gfGrid *g, float dt)
{
    bool steady = g->members != NULL || gfGrid_IsSteady(body, g->lastPush, dt);
    return g->earlierKnown && steady ? 0.5f * ratioOf(g) : 0.0f;
}

// The velocity that a step follows, half of it ahead, and for GF_SCHEME_PROJECT what it carries. Returns the former.
//
// The pressure's pull acts half where the fluid comes from, and half where it arrives. Else each projection, which
// finds the pressure of where it arrives, would take energy from all that turns. What the turning frame pushes stays at
// its place as the pressure against it does; what buoyancy pushes moves with the fluid.
static GLuint drawMidway(const gfBody *body, gfGrid *g, float dt, float ahead, bool carried)
{
    const gfGridParams *p = &body->def.grid;
    const gfFrame *frame = &body->frame;
    const gfTurning turns = gfFrame_GetTurning(frame, body->def.origin, body->def.cellSize, 1.0f);
    const gfUniform turning = GF_F4V(turning, 1, turns.value), none = {0};
    const gfUniform step = GF_F2(turningStep, 0.5f * dt, 0.5f * dt * body->def.cellSize);
    const gfUniform own[] = {
        GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
        GF_F1(gradientScale, g->earlierKnown ? 0.5f * ratioOf(g) * p->pressureGradientScale : 0.0f)};
    bool turned = carried && frame->turns;
    if (ahead == 0.0f && !carried) {
        return g->velocity.read.id;
    }
    gfPass_Run(body->device,
               &(gfPass){.label = "advect_velocity",
                         .program = g->programs.midway[carried],
                         .writes = {&g->midway, carried ? &g->earlier.write : NULL},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(earlier, g->earlier.read.id),
                                    GF_IN(pressure, carried ? g->pressure.field.read.id : 0),
                                    GF_IN(faces, carried ? g->faces.read.id : 0), GF_IN(members, gfGrid_GetMembers(g))},
                         .uniforms = {GF_F1(ahead, ahead), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_MIDWAY)),
                                      carried ? own[0] : none, carried ? own[1] : none, carried ? own[2] : none,
                                      turned ? turning : none, turned ? step : none}});
    return g->midway.id;
}

// How what is carried is read.
static gfSampler samplerOfCarried(const gfGrid *g)
{
    return g->conditions & (GF_GRID_PAIRS | GF_GRID_BILINEAR) ? GF_SAMPLE_FIELD : GF_SAMPLE_NEAREST;
}

// As shaders/common/hash.glsl.
GLint gfGrid_GetSeed(const gfGrid *g, int pass)
{
    uint32_t n = ((uint32_t)GF_GRID_SEEDS * g->draws + (uint32_t)pass) * 747796405u + 2891336453u;
    n = ((n >> ((n >> 28) + 4u)) ^ n) * 277803737u;
    return (GLint)((n >> 22) ^ n);
}

static const char *labelOfSet(int set)
{
    return set == 0 ? "advect_scalars" : "advect_temperature";
}

// `midway`: the velocity to follow.
static void advectScalars(const gfBody *body, gfGrid *g, float dt, GLuint midway)
{
    const gfGridParams *p = &body->def.grid;
    const gfEntry entry = getEntry(body);
    const gfSampler carried = samplerOfCarried(g);
    int variant = g->masksDiffer ? 2 : body->solids.count > 0 ? 1 : 0;
    for (int i = 0; i < g->scalarSets; i++) {
        gfPair *set[2];
        int count = gfGrid_GetSet(g, i, set);
        bool departs = (g->conditions & GF_GRID_DEPARTS) != 0 && i == gfGrid_TemperatureSet(g);
        const gfTexture *departures = departs ? &g->departures : NULL;
        const gfPair *mask = &g->fluidMask[i];
        const GLuint dye = i == 0 ? g->dye.read.id : 0;
        float scaleX = (float)g->cellsX / (float)set[0]->read.width;
        float scaleY = (float)g->cellsY / (float)set[0]->read.height;
        gfPass_Run(
            body->device,
            &(gfPass){
                .label = labelOfSet(i),
                .program = g->programs.advectScalars[variant][i],
                .writes = {&set[0]->write, count == 2 ? &set[1]->write : departures, count == 2 ? departures : NULL},
                .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN_FIELD(midway, midway),
                           GF_IN_BY(dye, dye, carried), GF_IN_BY(temperature, g->temperature.read.id, carried),
                           GF_IN_FIELD(fluidMask, mask->read.id),
                           GF_IN_FIELD(previousMask, g->masksDiffer ? mask->write.id : mask->read.id)},
                .uniforms = {GF_I2(cells, g->cellsX, g->cellsY),
                             GF_I2(wrap, g->wrapX, g->wrapY),
                             GF_F1(stepCells, dt / body->def.cellSize),
                             GF_F2(cellsPerTexel, scaleX, scaleY),
                             GF_F2(dissipation, expf(-p->dyeDissipation * dt), expf(-p->temperatureDissipation * dt)),
                             GF_F1(ambient, p->ambientTemperature),
                             GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SCALARS)),
                             GF_F4V(entrySides, 1, entry.sides),
                             {GF_U_entryDye, GF_MAT4S, 1, entry.dye},
                             GF_F4V(entryTemperature, 1, entry.temperature)}});
    }
    for (int i = 0; i < g->scalarSets; i++) {
        gfGrid_SwapSet(g, i);
    }
    g->masksDiffer = false;
}

static gfRegion wholeRegion(const gfGrid *g)
{
    return (gfRegion){0, 0, gfTexture_FullWidth(&g->velocity.read), gfTexture_FullHeight(&g->velocity.read)};
}

// Texels of the velocity that solids can reach, of a group all; false if none.
static bool solidRegion(const gfBody *body, const gfGrid *g, gfRegion *region)
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

// Where the volumes through faces are not the velocity: all of a fluid with periodic sides, or in a group.
static gfRegion carrierRegion(const gfBody *body, const gfGrid *g)
{
    gfRegion region = {0};
    if (solidRegion(body, g, &region) && g->members == NULL && (g->wrapX || g->wrapY)) {
        region = wholeRegion(g);
    }
    return region;
}

// The volumes through faces at a velocity, as solids stand now.
static void drawCarrier(const gfBody *body, const gfGrid *g, const gfTexture *velocity, const gfTexture *to,
                        const gfRegion *region)
{
    if (region->width <= 0 || region->height <= 0) {
        return;
    }
    gfPass_Run(body->device,
               &(gfPass){.label = "carrier",
                         .program = g->programs.carrier,
                         .writes = {to},
                         .region = region,
                         .inputs = {GF_IN(velocity, velocity->id), GF_IN(faces, g->faces.read.id),
                                    GF_IN(wallVelocity, g->wallVelocity.read.id),
                                    GF_IN(distance, body->solids.distance.read.id), GF_IN(corners, g->corners.read.id)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(cellSize, body->def.cellSize)}});
}

// Anywhere: velocities that no projection left pass sides, too.
static void drawCarriers(const gfBody *body, gfGrid *g)
{
    g->carried[0] = g->carried[1] = wholeRegion(g);
    drawCarrier(body, g, &g->velocity.read, &g->carrier.read, &g->carried[0]);
    drawCarrier(body, g, &g->earlier.read, &g->carrier.write, &g->carried[1]);
    g->flow = GF_FLOW_CARRIER;
}

// What is elsewhere the velocity alone.
static bool fillCarrier(const gfBody *body, const gfTexture *velocity, const gfTexture *carrier, gfRegion *carried)
{
    const int width = gfTexture_FullWidth(carrier), height = gfTexture_FullHeight(carrier);
    const int right = carried->x + carried->width, top = carried->y + carried->height;
    const gfRegion beside[] = {{0, 0, width, carried->y},
                               {0, top, width, height - top},
                               {0, carried->y, carried->x, carried->height},
                               {right, carried->y, width - right, carried->height}};
    bool ok = true;
    for (int i = 0; i < GF_COUNT(beside); i++) {
        const gfRegion *part = &beside[i];
        if (part->width > 0 && part->height > 0) {
            ok = gfFramebuffer_Copy(body->device, velocity, part, carrier, part->x, part->y) && ok;
        }
    }
    *carried = (gfRegion){0, 0, width, height};
    return ok;
}

bool gfGrid_FillCarriers(const gfBody *body, gfGrid *g)
{
    if (g->flow == GF_FLOW_VELOCITY) {
        return true;
    }
    if (g->flow == GF_FLOW_UNKNOWN) {
        drawCarriers(body, g);
    }
    bool now = fillCarrier(body, &g->velocity.read, &g->carrier.read, &g->carried[0]);
    return fillCarrier(body, &g->earlier.read, &g->carrier.write, &g->carried[1]) && now;
}

// After a projection. Without solids the velocity is what flows through faces.
static void takeFlow(const gfBody *body, gfGrid *g)
{
    if ((g->conditions & GF_GRID_CONSERVES) == 0) {
        return;
    }
    if (body->solids.count == 0) {
        g->flow = GF_FLOW_VELOCITY;
        return;
    }
    const gfRegion region = carrierRegion(body, g);
    gfPair_Swap(&g->carrier);
    g->carried[1] = g->carried[0];
    g->carried[0] = region;
    if (g->flow != GF_FLOW_CARRIER) { // until now all there was were velocities
        g->carried[1] = region;
        drawCarrier(body, g, &g->earlier.read, &g->carrier.write, &region);
    }
    drawCarrier(body, g, &g->velocity.read, &g->carrier.read, &region);
    g->flow = GF_FLOW_CARRIER;
}

// The volumes that carry what is in cells, as grid/flow.glsl takes them.
typedef struct Flow {
    GLuint velocity, earlier, carrier, before;
    gfRegion carried[2]; // of now and before
    float ahead;
} Flow;

#define GF_FLOW_INPUTS(flow)                                                                             \
    GF_IN(velocity, (flow)->velocity), GF_IN(earlier, (flow)->earlier), GF_IN(carrier, (flow)->carrier), \
        GF_IN(carrierBefore, (flow)->before)
#define GF_FLOW_REGION(uniform, region) \
    GF_I4(uniform, (region).x, (region).y, (region).x + (region).width, (region).y + (region).height)
#define GF_FLOW_UNIFORMS(flow)                                                \
    GF_F1(ahead, (flow)->ahead), GF_FLOW_REGION(carried, (flow)->carried[0]), \
        GF_FLOW_REGION(carriedBefore, (flow)->carried[1])

static Flow flowOf(GLuint velocity)
{
    return (Flow){.velocity = velocity, .earlier = velocity, .carrier = velocity, .before = velocity};
}

// `ahead`: as u_ahead of grid/ahead.glsl, which `midway` is drawn for.
static Flow flowAhead(const gfBody *body, gfGrid *g, float ahead)
{
    if (g->flow == GF_FLOW_VELOCITY) {
        return flowOf(ahead != 0.0f ? g->midway.id : g->velocity.read.id);
    }
    if (g->flow == GF_FLOW_UNKNOWN) {
        drawCarriers(body, g);
    }
    // Beside what moves the flow of now and of then go round it elsewhere, and between the two through it.
    bool alone = body->solids.moving && g->members == NULL;
    return (Flow){.velocity = g->velocity.read.id,
                  .earlier = g->earlier.read.id,
                  .carrier = g->carrier.read.id,
                  .before = g->carrier.write.id,
                  .carried = {g->carried[0], g->carried[1]},
                  .ahead = alone ? 0.0f : ahead};
}

gfSweeping gfGrid_GetSweeping(const gfBody *body, const gfGrid *g, const gfPair *field, const gfGridMember *own)
{
    bool differ = g->masksDiffer && (own == NULL || own->masksDiffer);
    bool expands = own != NULL ? own->expands : g->expands;
    bool fits = field->read.width % g->cellsX == 0 && field->read.height % g->cellsY == 0;
    bool inflows = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    int variant = body->solids.count == 0 && !differ ? 0 : fits && !differ && !body->solids.moving ? 1 : 2;
    // What pours fluid into a closed domain, or takes it, would thicken or thin all that is in it. Beside solids that
    // move even dye is to stay even, which matters more there than the last of the total.
    bool keeps = variant != 2 && !expands && (g->bounded || !inflows);
    return (gfSweeping){variant, keeps, (int)((own != NULL ? own->sweeps : g->sweeps) % 2)};
}

// How far the fluid at faces moves, and how tiles of a set are to be carried.
static void findSteep(const gfBody *body, const gfGrid *g, int i, const Flow *flow, float dt)
{
    const gfUniform cells = GF_I2(cells, g->cellsX, g->cellsY), wrap = GF_I2(wrap, g->wrapX, g->wrapY);
    const gfEntry entry = getEntry(body);
    bool heat = i == 1 || g->scalarSets == 1;
    const gfUniform ambient = GF_F1(ambient, body->def.grid.ambientTemperature), none = {0};
    const gfTexture *field = i == 0 ? &g->dye.read : &g->temperature.read;
    float stepCells = dt / body->def.cellSize;
    const gfUniform texels = GF_I2(texels, field->width, field->height);
    const gfUniform step = GF_F2(stepTexels, stepCells * (float)field->width / (float)g->cellsX,
                                 stepCells * (float)field->height / (float)g->cellsY);
    gfPass_Run(body->device, &(gfPass){.label = "carrier",
                                       .program = g->programs.moved[0],
                                       .writes = {&g->moved[i]},
                                       .inputs = {GF_FLOW_INPUTS(flow), GF_IN(members, gfGrid_GetMembers(g))},
                                       .uniforms = {cells, wrap, texels, step, GF_FLOW_UNIFORMS(flow)}});
    gfPass_Run(body->device, &(gfPass){.label = "carrier",
                                       .program = g->programs.steepBlocks[i],
                                       .writes = {&g->steepBlocks[i]},
                                       .inputs = {GF_IN(moved, g->moved[i].id), GF_IN(dye, i == 0 ? g->dye.read.id : 0),
                                                  GF_IN(temperature, g->temperature.read.id)},
                                       .uniforms = {cells, wrap, texels, heat ? ambient : none}});
    gfPass_Run(body->device, &(gfPass){.label = "carrier",
                                       .program = g->programs.steepTiles,
                                       .writes = {&g->steepTiles[i]},
                                       .inputs = {GF_IN(steep, g->steepBlocks[i].id)},
                                       .uniforms = {cells, wrap, GF_F4V(entrySides, 1, entry.sides)}});
    gfPass_Run(body->device, &(gfPass){.label = "carrier",
                                       .program = g->programs.moved[1],
                                       .writes = {&g->moved[i]},
                                       .tiles = &g->steepTiles[i],
                                       .tileTexels = GF_GRID_TILE,
                                       .inputs = {GF_FLOW_INPUTS(flow), GF_IN(steepTiles, g->steepTiles[i].id),
                                                  GF_IN(members, gfGrid_GetMembers(g))},
                                       .uniforms = {cells, wrap, texels, step, GF_FLOW_UNIFORMS(flow)}});
}

// One of two sweeps, of which the first draws beside the fields and the second back, in tiles that hold something, and
// then anew in those that ask for it.
static void drawSweep(const gfBody *body, gfGrid *g, int i, float dt, int sweep, const gfSweeping *sweeping,
                      const GLint *chosen)
{
    const gfGridParams *p = &body->def.grid;
    const gfEntry entry = getEntry(body);
    gfPair *set[2];
    int count = gfGrid_GetSet(g, i, set), axis = (sweeping->axis + sweep) % 2;
    const gfPair *mask = &g->fluidMask[i];
    GLuint dye = sweep == 0 ? g->dye.read.id : g->dye.write.id;
    GLuint temperature = sweep == 0 ? g->temperature.read.id : g->temperature.write.id;
    const gfTexture *shares = sweep == 1 || sweeping->variant != 2 ? NULL : &g->share[i];
    const gfTexture *to[2];
    const gfUniform seed = GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SWEEPS + 2 * (int)(g->sweeps % 4) + sweep));
    for (int k = 0; k < 2; k++) {
        to[k] = k < count ? (sweep == 0 ? &set[k]->write : &set[k]->read) : shares;
    }
    GLuint before = g->masksDiffer ? mask->write.id : mask->read.id;
    const gfProgram *const *programs = g->programs.carry[sweep][sweeping->variant][i];
    gfPass pass = {
        .label = labelOfSet(i),
        .program = programs[0],
        .writes = {to[0], to[1], count == 2 ? shares : NULL},
        .tiles = sweeping->variant != 2 ? &g->steepTiles[i] : NULL,
        .tileTexels = GF_GRID_TILE,
        .chosen = chosen,
        .inputs = {GF_IN(moved, g->moved[i].id), GF_IN(dye, i == 0 ? dye : 0), GF_IN(temperature, temperature),
                   GF_IN(fluidMask, mask->read.id), GF_IN(previousMask, sweep == 0 ? before : g->share[i].id)},
        .uniforms = {GF_I2(cells, g->cellsX, g->cellsY),
                     GF_I2(wrap, g->wrapX, g->wrapY),
                     GF_I2(texels, set[0]->read.width, set[0]->read.height),
                     GF_I2(along, 1 - axis, axis),
                     GF_F1(keeping, sweeping->keeps ? 1.0f : 0.0f),
                     GF_F2(dissipation, expf(-p->dyeDissipation * dt), expf(-p->temperatureDissipation * dt)),
                     GF_F1(ambient, p->ambientTemperature),
                     seed,
                     GF_F4V(entrySides, 1, entry.sides),
                     {GF_U_entryDye, GF_MAT4S, 1, entry.dye},
                     GF_F4V(entryTemperature, 1, entry.temperature)}};
    const gfUniform ambient = GF_F1(ambient, sweep == 0 ? 0.0f : p->ambientTemperature), none = {0};
    const gfPass rest = {.label = pass.label,
                         .program = g->programs.rest[i],
                         .writes = {to[0], count == 2 ? to[1] : NULL},
                         .tiles = pass.tiles,
                         .tileTexels = pass.tileTexels,
                         .chosen = chosen,
                         .uniforms = {seed, i == 1 || count == 2 ? ambient : none}};
    gfPass_Run(body->device, &pass);
    if (sweeping->variant != 2) {
        gfPass_Run(body->device, &rest);
    }
    pass.program = programs[1];
    pass.tiles = &g->steepTiles[i];
    gfPass_Run(body->device, &pass);
}

static void sweepSet(const gfBody *body, gfGrid *g, int i, float dt, const Flow *flow)
{
    gfPair *set[2];
    gfGrid_GetSet(g, i, set);
    findSteep(body, g, i, flow, dt);
    for (int sweep = 0; sweep < 2; sweep++) {
        gfSweeping sweeping;
        const GLint *chosen;
        for (int way = 0; gfGrid_ChooseSweeping(body, g, set[0], way, &sweeping, &chosen); way++) {
            drawSweep(body, g, i, dt, sweep, &sweeping, chosen);
        }
    }
}

static void sweepScalars(const gfBody *body, gfGrid *g, float dt, const Flow *flow)
{
    Flow own[2] = {*flow, *flow}; // of each set
    if (g->scalarSets == 2) {
        // Each of its texels is read a dozen times; what the texture is for is drawn to it later.
        const gfTexture *whole = &g->moved[1];
        gfPass_Run(body->device, &(gfPass){.label = "carrier",
                                           .program = g->programs.flowAhead,
                                           .writes = {whole},
                                           .inputs = {GF_FLOW_INPUTS(flow), GF_IN(members, gfGrid_GetMembers(g))},
                                           .uniforms = {GF_FLOW_UNIFORMS(flow)}});
        gfPass_Run(body->device,
                   &(gfPass){.label = "carrier",
                             .program = g->programs.carrierDye,
                             .writes = {&g->dyeCarrier},
                             .inputs = {GF_IN(flow, whole->id)},
                             .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                          GF_F2(cellsPerTexel, (float)g->cellsX / (float)g->dyeX,
                                                (float)g->cellsY / (float)g->dyeY)}});
        own[0] = flowOf(g->dyeCarrier.id);
    }
    for (int i = 0; i < g->scalarSets; i++) {
        sweepSet(body, g, i, dt, &own[i]);
    }
    g->sweeps++;
    for (int i = 0; g->members != NULL && i < g->members->fluids.count; i++) {
        g->members->own[i].sweeps++;
    }
    g->masksDiffer = false;
}

gfLift gfGrid_GetLift(const gfBody *body, float dt)
{
    const gfGridParams *p = &body->def.grid;
    gfVec2 gravity = gfFrame_GetGravity(&body->frame, p->gravity), push = gfGrid_GetPush(body);
    return (gfLift){.heat = {-dt * p->thermalExpansion * gravity.x, -dt * p->thermalExpansion * gravity.y},
                    .weight = {dt * p->dyeDensity * gravity.x, dt * p->dyeDensity * gravity.y},
                    .push = {dt * push.x, dt * push.y}};
}

#define GF_LIFT_UNIFORMS(g, p, lift)                                                                     \
    GF_F4(buoyancy, (lift).heat.x, (lift).heat.y, (lift).weight.x, (lift).weight.y),                     \
        GF_F2(dyePerCell, (float)(g)->dyeX / (float)(g)->cellsX, (float)(g)->dyeY / (float)(g)->cellsY), \
        GF_F1(ambient, (p)->ambientTemperature), GF_F2(acceleration, (lift).push.x, (lift).push.y)

typedef struct Carrying {
    const gfProgram *program;
    GLuint midway;  // the velocity to follow
    GLuint carried; // the velocity itself, what drawMidway made of it, or the one reflected
    float dt;
    float liftFrom; // 1: what lifts the fluid is where it comes from
} Carrying;

static void advectVelocity(const gfBody *body, gfGrid *g, const Carrying *c)
{
    float dt = c->dt;
    const gfGridParams *p = &body->def.grid;
    const gfFrame *frame = &body->frame;
    const gfTurning turns = gfFrame_GetTurning(frame, body->def.origin, body->def.cellSize, 1.0f);
    const gfUniform turning = GF_F4V(turning, 1, turns.value), none = {0};
    const gfUniform step = GF_F2(turningStep, dt, dt * body->def.cellSize);
    const gfLift lift = gfGrid_GetLift(body, dt);
    const gfTexture before = g->earlier.read;
    gfPass_Run(
        body->device,
        &(gfPass){.label = "advect_velocity",
                  .program = c->program,
                  .writes = {&g->velocity.write},
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN_FIELD(midway, c->midway),
                             GF_IN_BY(source, c->carried, samplerOfCarried(g)),
                             GF_IN_FIELD(departures, g->departures.id),
                             GF_IN_FIELD(temperature, g->temperature.read.id), GF_IN_FIELD(dye, g->dye.read.id),
                             GF_IN(members, gfGrid_GetMembers(g))},
                  .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                               GF_F1(stepCells, dt / body->def.cellSize),
                               GF_F1(dissipation, expf(-p->velocityDissipation * dt)), GF_LIFT_UNIFORMS(g, p, lift),
                               GF_F1(liftFrom, c->liftFrom), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_VELOCITY)),
                               GF_F4V(entrySides, 1, gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_INFLOW).value),
                               frame->turns ? turning : none, frame->turns ? step : none}});
    g->earlier.read = g->velocity.read;
    g->velocity.read = g->velocity.write;
    g->velocity.write = before;
    g->earlierKnown = true;
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
    target->program = gfProgram_GetFormatted(
        body->device, GF_VERTEX_COVER, file, "%s%s%s%s", g->conditions & GF_GRID_HALF_VELOCITY ? "ROUND_VELOCITY;" : "",
        g->conditions & (GF_GRID_TILTED | GF_GRID_UPRIGHT) ? "BUOYANCY 2;" : "",
        body->device->gl.filtersFloats ? "" : "MANUAL_BILINEAR;", g->wrapX + g->wrapY > 0 ? "WRAP;" : "");
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
    if (!solidRegion(body, g, &plain->box)) {
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

void gfGrid_DrawDivergence(const gfBody *body, gfGrid *g, const gfTexture *to)
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
bool gfGrid_Rebalance(const gfBody *body, gfGrid *g, const gfTexture *from, const gfTexture *to)
{
    if (g->bounded || (!g->moving && !g->expands)) {
        return false;
    }
    if (!requireOptional(body, g, GF_GRID_BALANCES, &g->balanceFailed, "what balances a closed domain is")) {
        return false;
    }
    gfPyramid_Reduce(body->device, &g->rhsMean, "rebalance", g->programs.meanPacked, g->programs.mean, from,
                     g->weights.id, NULL);
    gfPass_Run(body->device, &(gfPass){.label = "rebalance",
                                       .program = g->programs.rebalance,
                                       .writes = {to},
                                       .inputs = {GF_IN(rhs, from->id), GF_IN(weights, g->weights.id),
                                                  GF_IN(mean, gfPyramid_Top(&g->rhsMean)->id)}});
    return true;
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
                             const gfTexture *reflected)
{
    bool walls = !g->wrapX && !g->wrapY && !gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN);
    const gfPass pass = {.label = label,
                         .program = g->programs.gradient[g->moving][reflected != NULL],
                         .writes = {to, reflected},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(pressure, g->pressure.field.read.id),
                                    GF_IN(faces, g->faces.read.id), GF_IN(wallVelocity, g->wallVelocity.read.id)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                      GF_F1(gradientScale, scale * body->def.grid.pressureGradientScale)}};
    drawPlain(body, g, &pass, walls ? g->programs.plainGradient[reflected != NULL] : NULL);
}

// First the faces in solids, beside the field; then those back into it.
static void extendField(const gfBody *body, gfGrid *g, const gfTexture *field)
{
    const gfTexture *beside = &g->velocity.write; // it is free
    gfRegion region;
    if (!solidRegion(body, g, &region)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        gfPass_Run(
            body->device,
            &(gfPass){.label = "extend",
                      .program = i == 0 ? g->programs.extend : g->programs.extendCopy,
                      .writes = {i == 0 ? beside : field},
                      .region = &region,
                      .tiles = &g->extended,
                      .tileTexels = GF_EXTENDED_CELLS,
                      .inputs = {GF_IN(velocity, i == 0 ? field->id : beside->id), GF_IN(faces, g->faces.read.id),
                                 GF_IN(wallVelocity, g->wallVelocity.read.id), GF_IN(distance, g->corners.read.id)},
                      .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                   GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                   GF_F1(cellSize, body->def.cellSize)}});
    }
}

// What the pressure is to take away.
static void drawRhs(const gfBody *body, gfGrid *g)
{
    gfGrid_DrawDivergence(body, g, &g->rhs.write);
    gfPair_Swap(&g->rhs);
    memset(g->rhsShift, 0, sizeof g->rhsShift);
    if (gfGrid_Rebalance(body, g, &g->rhs.read, &g->rhs.write)) {
        gfPair_Swap(&g->rhs);
    }
}

static void projectVelocity(const gfBody *body, gfGrid *g, bool reflects)
{
    drawRhs(body, g);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    gfGridParams params = body->def.grid;
    params.pressureWarmStart *= g->dtRatio; // pressure is stored times the time step
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, reflects ? &g->reflected : NULL);
    gfPair_Swap(&g->velocity);
    extendField(body, g, &g->velocity.read);
    if (reflects) {
        extendField(body, g, &g->reflected);
    }
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
    gfPass_Run(body->device, &(gfPass){.label = "solids",
                                       .program = g->programs.extendedTiles,
                                       .writes = {&g->extended},
                                       .list = &tiles->lists[0],
                                       .tileTexels = tiles->size / GF_EXTENDED_CELLS,
                                       .inputs = {GF_IN(weights, g->weights.id)},
                                       .uniforms = {GF_I2(wrap, g->wrapX, g->wrapY)}});
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
    static const float fluid[2][4] = {{1.0f, 1.0f}, {1.0f, 1.0f}};
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
        const gfTileList whole = gfTileList_All(width / tiles->size + 1, height / tiles->size + 1);
        gfPass_Run(body->device, &(gfPass){.label = "solids",
                                           .program = g->programs.fluidMask,
                                           .writes = {&mask->read},
                                           .list = fits ? &tiles->lists[swaps ? GF_TILES_TWICE : 0] : &whole,
                                           .tileTexels = fits ? size : tiles->size,
                                           .inputs = {GF_IN(distance, body->solids.distance.read.id)},
                                           .uniforms = {GF_F2(cellsPerTexel, (float)g->cellsX / (float)width,
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
static void preparePressure(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles)
{
    gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    problem.tiles = tiles;
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
    drawFaces(body, g, tiles, shapes);
    if (shapes) {
        drawFluidMasks(body, g, tiles, scrolled);
        gfGrid_PrepareLattices(body, g, tiles);
        preparePressure(body, g, tiles);
    }
    bool drawn = device->failedPasses == failures;
    g->drawnSolids = drawn ? body->solids.version : 0;
    g->drawnBoundaries = *boundaries;
    g->drawnAmbient = ambient;
    return drawn;
}

static void measureDye(const gfBody *body, gfGrid *g, int which)
{
    if (g->conservesDye) {
        gfPyramid_Reduce(body->device, &g->dyeTotal[which], "conserve_dye", g->programs.mean, g->programs.mean,
                         &g->dye.read, 0, NULL);
    }
}

// With cflLimit the speed is known, and sweeps are made short enough that next to no faces would pass each other.
static int countSweeps(const gfBody *body, const gfGrid *g, float dt)
{
    const float most_cells = 1.0f, most_sweeps = 2.0f;
    float sweeps = ceilf(g->fastest * dt / (most_cells * body->def.cellSize));
    return body->def.grid.cflLimit > 0.0f && sweeps > 1.0f ? (int)fminf(sweeps, most_sweeps) : 1;
}

// Carries dye and temperature along `midway`, `ahead` as drawMidway drew it; with conserveDye what that lost or made of
// the dye is put back.
static void carryScalars(const gfBody *body, gfGrid *g, float dt, GLuint midway, float ahead)
{
    measureDye(body, g, 0);
    if (g->conditions & GF_GRID_CONSERVES) {
        const Flow flow = flowAhead(body, g, ahead);
        int parts = countSweeps(body, g, dt);
        gfGrid_HoldMembers(body, g, false);
        for (int i = 0; i < parts; i++) {
            sweepScalars(body, g, dt / (float)parts, &flow);
        }
        gfGrid_HoldMembers(body, g, true);
    } else {
        advectScalars(body, g, dt, midway);
    }
    if (!g->conservesDye) {
        return;
    }
    measureDye(body, g, 1);
    gfPair *set[2];
    int count = gfGrid_GetSet(g, 0, set);
    gfPass_Run(body->device,
               &(gfPass){.label = "conserve_dye",
                         .program = g->programs.rescale[count == 2],
                         .writes = {&set[0]->write, count == 2 ? &set[1]->write : NULL},
                         .inputs = {GF_IN(dye, set[0]->read.id), GF_IN(temperature, g->temperature.read.id),
                                    GF_IN(source, gfPyramid_Top(&g->dyeTotal[0])->id),
                                    GF_IN(mean, gfPyramid_Top(&g->dyeTotal[1])->id)},
                         .uniforms = {GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_TOTALS)),
                                      GF_F2(dissipation, expf(-body->def.grid.dyeDissipation * dt), 1.0f)}});
    gfGrid_SwapSet(g, 0);
}

static void project(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    bool simple = (g->conditions & GF_GRID_SIMPLE) != 0;
    float ahead = simple ? 0.0f : aheadOf(body, g, dt);
    gfGrid_TellMembers(body, g, dt, false);
    GLuint midway = drawMidway(body, g, dt, ahead, !simple);
    carryScalars(body, g, dt, midway, ahead);
    GLuint carried = simple ? g->velocity.read.id : g->earlier.write.id;
    advectVelocity(body, g, &(Carrying){g->programs.advectVelocity[0], midway, carried, dt, 0.0f});
    applyZones(body, g, &g->pressure.field, dt, splats);
    applySources(body, g, dt, splats);
    confineVorticity(body, g, dt);
    gfGrid_DiffuseVelocity(body, g, dt, true);
    gfGrid_DiffuseScalars(body, g, dt);
    projectVelocity(body, g, false);
    takeFlow(body, g);
}

static void exchangePressure(gfGrid *g)
{
    gfPair first = g->pressure.field;
    g->pressure.field = g->reflectPressure;
    g->reflectPressure = first;
}

// Advection-reflection: half a step and its projection; the velocity reflected about the projected one is carried along
// the latter for the other half.
static void reflect(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    const gfProgram *const *advect = g->programs.advectVelocity;
    gfGrid_TellMembers(body, g, 0.5f * dt, false);
    GLuint midway = drawMidway(body, g, 0.5f * dt, aheadOf(body, g, 0.5f * dt), false);
    advectVelocity(body, g, &(Carrying){advect[0], midway, g->velocity.read.id, 0.5f * dt, 1.0f});
    applyZones(body, g, &g->pressure.field, 0.5f * dt, splats);
    applySources(body, g, dt, splats);
    confineVorticity(body, g, 0.5f * dt);
    gfGrid_DiffuseVelocity(body, g, 0.5f * dt, true);
    projectVelocity(body, g, true);
    takeFlow(body, g);
    carryScalars(body, g, dt, g->velocity.read.id, 0.0f);
    gfGrid_TellMembers(body, g, 0.5f * dt, true);
    midway = drawMidway(body, g, 0.5f * dt, 0.5f, false);
    advectVelocity(body, g, &(Carrying){advect[1], midway, g->reflected.id, 0.5f * dt, 0.0f});
    applyZones(body, g, &g->reflectPressure, 0.5f * dt, splats);
    confineVorticity(body, g, 0.5f * dt);
    gfGrid_DiffuseVelocity(body, g, 0.5f * dt, false); // what was reflected has it taken away twice
    gfGrid_DiffuseScalars(body, g, dt);
    exchangePressure(g); // its own to start from, and the one to be shown is the first
    projectVelocity(body, g, false);
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
    g->fastest = speed;
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
        preparePressure(body, g, NULL);
    }
    params.pressureWarmStart = 0.0f;
    if (cycles > 0) {
        params.pressureCycles = params.pressureIterations = cycles;
    }
    drawRhs(body, g);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    gfTexture kept = g->pressure.field.read;
    g->pressure.field.read = g->rhs.write;
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, NULL);
    gfPair_Swap(&g->velocity);
    g->rhs.write = g->pressure.field.read;
    g->pressure.field.read = kept;
    extendField(body, g, &g->velocity.read);
    takeFlow(body, g);
    return body->device->failedPasses == failures;
}
