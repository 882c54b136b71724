// Water that is poured: filling up to a level, water that enters through sides, and one-way sources.
#include "solvers/water/water.h"

// Returns the direction against gravity, in the domain's axes; up the y axis without gravity.
static gfVec2 getUp(const gfBody *body)
{
    gfVec2 down = gfFrame_Turn(&body->frame, body->def.water.gravity);
    float gravity = hypotf(down.x, down.y);
    return gravity > 0.0f ? (gfVec2){-down.x / gravity, -down.y / gravity} : (gfVec2){0.0f, 1.0f};
}

// Returns the height of a level (world, m) along `up` over the domain's corner, cells.
static float heightOfLevel(const gfBody *body, gfVec2 up, float level)
{
    const gfFluidDef *def = &body->def;
    double corner = (double)up.x * (double)def->origin.x + (double)up.y * (double)def->origin.y;
    return (float)(((double)level - corner) / (double)def->cellSize);
}

// Returns the height along `up` of the lowest corner of the domain over its lower left one, cells.
static float getLowest(const gfWater *w, gfVec2 up)
{
    return fminf(up.x, 0.0f) * (float)w->cellsX + fminf(up.y, 0.0f) * (float)w->cellsY;
}

bool gfWater_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level)
{
    gfWater *w = state;
    const gfFluidDef *def = &body->def;
    gfVec2 up = getUp(body);
    gfVec2 half = {0.5f * (float)def->gridWidth * def->cellSize, 0.5f * (float)def->gridHeight * def->cellSize};
    const gfShape whole = gfMakeRectangle((gfVec2){def->origin.x + half.x, def->origin.y + half.y},
                                          (gfVec2){1.1f * half.x, 1.1f * half.y}, 0.0f);
    int length = fabsf(up.x) > fabsf(up.y) ? w->cellsX : w->cellsY;
    const float below[4] = {up.x, up.y, heightOfLevel(body, up, level), (float)length};
    w->young = 0;
    return gfParticles2D_Fill(body, &w->particles, shape != NULL ? shape : &whole, below);
}

// --- sides -----------------------------------------------------------------------------------------------------------

int gfWater_CountRows(const gfBody *body, int cells)
{
    return gfMax(1, (int)lroundf((float)cells * sqrtf((float)body->def.water.particlesPerCell)));
}

// Returns whether water may enter through a side: at its speed, or from still water outside.
static bool enters(const gfBoundary *b)
{
    return (b->kind == GF_BOUNDARY_INFLOW && b->inflowSpeed != 0.0f) || (b->kind == GF_BOUNDARY_OPEN && b->holdsLevel);
}

gfWaterSides gfWater_FindSides(const gfBody *body, const gfWater *w, float dt)
{
    const float far = 1e6f; // cells, higher or lower than all sides
    const gfFluidDef *def = &body->def;
    const float perCell = 1.0f / (float)def->water.particlesPerCell, h = def->cellSize;
    const int lengths[2] = {w->cellsY, w->cellsX};
    gfWaterSides s = {0};
    gfVec2 up = getUp(body);
    float gravity = hypotf(def->water.gravity.x, def->water.gravity.y), lowest = getLowest(w, up);
    s.up[0] = up.x;
    s.up[1] = up.y;
    for (int side = 0; side < GF_SIDES; side++) {
        const gfBoundary *b = gfBoundaries_Get(&def->boundaries, side);
        bool open = b->kind == GF_BOUNDARY_OPEN;
        int length = lengths[side / 2], rows = gfWater_CountRows(body, length);
        s.levels[side] = b->holdsLevel && (open || b->kind == GF_BOUNDARY_INFLOW) ? heightOfLevel(body, up, b->level)
                         : open                                                   ? -far
                                                                                  : far;
        s.seas[side] = open && b->holdsLevel ? 1.0f : 0.0f;
        // Long waves of this depth run out: a flow changes the pressure by its speed times theirs.
        s.yields[side] = s.seas[side] * dt * sqrtf(gravity * fmaxf(s.levels[side] - lowest, 0.0f) / h);
        s.rows[side] = enters(b) ? rows : 0;
        s.count += s.rows[side];
        s.steps[side / 2 * 2] = (float)length / (float)rows;
        s.steps[side / 2 * 2 + 1] = perCell / s.steps[side / 2 * 2];
    }
    return s;
}

// Returns the most particles that enter in a row in a substep: those of the way that a flow may go, and of a cell that
// is filled (shaders/water/enter.frag).
static int mostInRow(const gfWaterSides *sides)
{
    return (int)ceilf(3.6f / fminf(sides->steps[1], sides->steps[3])) + 1;
}

// What fillSites and findSites of gfSphPour need here.
typedef struct Entering {
    const gfWater *w;
    const gfWaterStep *step;
    float colors[GF_SIDES][4]; // of what enters through each side
} Entering;

#define ENTERING_INPUTS(w) GF_IN(entered, (w)->entered.read.id), GF_IN(flow, (w)->flow.id)
#define ENTERING_UNIFORMS(w, sides)                                                          \
    GF_WATER_CELLS_OF(w), GF_I4V(rows, 1, &(sides)->rows), GF_F4V(steps, 1, (sides)->steps), \
        GF_I1(perRow, mostInRow(sides)), GF_I2(chunk, first, mostInRow(sides) * (sides)->count)

static bool findEntering(gfSph *s, const gfSphDomain *domain, const void *what, int first)
{
    const Entering *e = what;
    const gfWaterStep *step = e->step;
    return gfPass_Run(domain->device,
                      &(gfPass){.label = "enter",
                                .shader = GF_WATER_SHADER(e->w, "enter_sites.frag", domain->solids ? "SOLIDS" : NULL),
                                .writes = {&s->sites},
                                .inputs = {ENTERING_INPUTS(e->w), GF_SPH_WALL_INPUTS(domain)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, domain, &step->walls),
                                             ENTERING_UNIFORMS(e->w, &step->sides), GF_I1(shift, s->shifts[3])}});
}

static bool fillEntering(gfSph *s, const gfSphDomain *domain, const void *what, int first)
{
    const Entering *e = what;
    return gfPass_Run(
        domain->device,
        &(gfPass){.label = "enter",
                  .shader = {.file = "water/enter_pour.frag",
                             .options = s->conditions & (GF_SPH_DIMENSIONS | GF_SPH_KEPT),
                             .optionOf = gf_sphOptionDefines},
                  .writes = {GF_SPH_GATHER_WRITES(s, read, read)},
                  .inputs = {ENTERING_INPUTS(e->w), GF_IN(count, s->count.read.id), GF_SPH_SITE_INPUTS(s)},
                  .uniforms = {GF_SPH_LAYOUT(s), ENTERING_UNIFORMS(e->w, &e->step->sides), GF_I1(capacity, s->capacity),
                               GF_F4V(sideColors, GF_SIDES, e->colors)}});
}

static bool pourEntered(const gfBody *body, gfWater *w, const gfWaterStep *step)
{
    Entering e = {.w = w, .step = step};
    for (int side = 0; side < GF_SIDES; side++) {
        const float *dye = gfBoundaries_Get(&body->def.boundaries, side)->dye;
        for (int i = 0; i < 3; i++) {
            float below = (1.0f - fminf(fmaxf(dye[3], 0.0f), 1.0f)) * body->def.water.color[i];
            e.colors[side][i] = fminf(fmaxf(dye[i] + below, 0.0f), 1.0f);
        }
    }
    const gfSphPour pour = {findEntering, fillEntering, &e, step->sides.count * mostInRow(&step->sides)};
    return gfSph_PourAt(&w->particles.sph, step->domain, &pour);
}

bool gfWater_Enter(const gfBody *body, gfWater *w, const gfWaterStep *step)
{
    const gfWaterSides *sides = &step->sides;
    if (sides->count == 0) {
        return true;
    }
    GF_TRY(gfPass_Run(body->device, &(gfPass){.label = "enter",
                                              .shader = GF_SHADER("water/enter.frag", NULL),
                                              .writes = {&w->entered.write},
                                              .inputs = {GF_IN(entered, w->entered.read.id), GF_IN(flow, w->flow.id),
                                                         GF_IN(liquid, w->liquid.id), GF_IN(depth, w->depth.id)},
                                              .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(step, step->domain->step),
                                                           GF_F4V(levels, 1, sides->levels), GF_F2V(up, 1, sides->up),
                                                           GF_F4V(seas, 1, sides->seas), GF_I4V(rows, 1, &sides->rows),
                                                           GF_F4V(steps, 1, sides->steps)}}));
    gfPair_Swap(&w->entered);
    return pourEntered(body, w, step);
}

// --- jets ------------------------------------------------------------------------------------------------------------

void gfWater_FindJets(const gfBody *body, gfWaterJets *jets)
{
    gfShapeBatch_Clear(&jets->shapes);
    for (int i = 0; i < body->sources.emitters.capacity; i++) {
        const gfSourceDef *def = gfSources_At(&body->sources, i);
        if (def != NULL && gfParticles2D_IsJet(def) && (def->fields & GF_SOURCE_MASS) && def->mass > 0.0f &&
            gfShapeBatch_HasRoom(&jets->shapes, &def->shape)) {
            const float h = body->def.cellSize, row[4] = {def->velocity.x / h, def->velocity.y / h};
            memcpy(jets->velocities[jets->shapes.count], row, sizeof row);
            gfShapeBatch_Add(&jets->shapes, &def->shape, body->def.origin, 0.0f, 0.0f);
        }
    }
}

// --- one-way sources -------------------------------------------------------------------------------------------------

bool gfWater_CloseValves(const gfBody *body, const gfWater *w, const gfWaterStep *step)
{
    const gfSphValves *valves = step->domain->valves;
    return gfPass_Run(
        body->device,
        &(gfPass){.label = "valves",
                  .shader = {.file = "water/valves.frag", .rare = true},
                  .writes = {&w->valved},
                  .inputs = {GF_WATER_FACE_INPUTS(w), GF_IN(faces, w->faces.id), GF_IN(pressure, w->pressure.read.id)},
                  .uniforms = {GF_WATER_FACE_UNIFORMS(w, step), GF_SHAPE_UNIFORMS(&valves->shapes),
                               GF_F4V(ways, valves->shapes.count, valves->ways), GF_F1(unit, step->cellSize),
                               GF_F1(warm, step->domain->step / w->lastDt)}});
}
