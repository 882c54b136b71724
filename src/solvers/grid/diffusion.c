// Implicit diffusion: one backward Euler step, (1 - s L) change = s L field. Here L is the Laplacian in units of cells,
// and s = diffusivity dt / h^2 with the cell size h. The pressure's multigrid solver solves it as L change - change / s
// = -L field. Heat, dye and each component of the velocity have a lattice each (shaders/multigrid/lattice.glsl).
#include "solvers/grid/grid.h"

// --- lattices --------------------------------------------------------------------------------------------------------

enum { LATTICE_BLOCKS };

#define LATTICE_ROW(member, kind, format, persists, shift)                                                    \
    {                                                                                                         \
        "diffusion " #member, offsetof(gfLattice, member), kind, format, format, LATTICE_BLOCKS, 0, persists, \
            GF_RESAMPLE_NONE, 0, 0, shift, persists ? GF_SAVED_READ : GF_SAVED_NOT, 0                         \
    }

static const gfStateRow latticeRows[] = {
    LATTICE_ROW(change, GF_STATE_PAIR, GF_FORMAT_RGBA32F, true, GF_SHIFT_PRESSURE),
    LATTICE_ROW(rhs, GF_STATE_TEXTURE, GF_FORMAT_RGBA32F, false, GF_SHIFT_NONE),
    LATTICE_ROW(weights, GF_STATE_TEXTURE, GF_FORMAT_RGBA32UI, false, GF_SHIFT_NONE),
};

static const gfStateTable latticeTable = {latticeRows, GF_COUNT(latticeRows), "grid diffusion", NULL};
static const float latticeClear[1][4] = {{0.0f}};

static void destroyLattice(gfDevice *device, gfLattice *lattice)
{
    gfMultigrid_Destroy(device, lattice->multigrid);
    gfState_Destroy(device, &latticeTable, lattice);
    *lattice = (gfLattice){0};
}

void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES])
{
    for (int i = 0; i < GF_LATTICES; i++) {
        destroyLattice(device, &lattices[i]);
    }
}

void gfGrid_ResetLattices(gfDevice *device, gfLattice lattices[GF_LATTICES])
{
    for (int i = 0; i < GF_LATTICES; i++) {
        gfState_Reset(device, &(gfStatePlan){.table = &latticeTable, .clear = latticeClear}, &lattices[i]);
    }
}

// The change of the last step is shifted only in lattices whose next solve starts from it: all but the dye's.
bool gfGrid_ScrollLattices(gfDevice *device, gfLattice lattices[GF_LATTICES], const gfScroll *scroll)
{
    const gfStatePlan plan = {.table = &latticeTable, .clear = latticeClear};
    for (int i = 0; i < GF_LATTICE_DYE; i++) {
        gfScroll own = *scroll;
        own.grid[0] = lattices[i].width;
        own.grid[1] = lattices[i].height;
        own.clear[0] = own.clear[1] = NULL;
        GF_TRY(lattices[i].multigrid == NULL || gfState_Scroll(device, &plan, &lattices[i], &own));
    }
    return true;
}

static bool createLattice(gfDevice *device, const gfGrid *g, gfLattice *lattice, gfLatticeKind kind, bool wrapX,
                          bool wrapY)
{
    int width = kind == GF_LATTICE_DYE ? g->dyeX : g->cellsX + (kind == GF_LATTICE_X && !wrapX);
    int height = kind == GF_LATTICE_DYE ? g->dyeY : g->cellsY + (kind == GF_LATTICE_Y && !wrapY);
    const int extents[1][2] = {[LATTICE_BLOCKS] = {(width + 1) / 2, (height + 1) / 2}};
    *lattice = (gfLattice){.width = width, .height = height, .wrapX = wrapX, .wrapY = wrapY};
    lattice->multigrid = gfMultigrid_Create(device, width, height, wrapX, wrapY,
                                            kind == GF_LATTICE_DYE ? GF_MULTIGRID_SIMPLE : GF_MULTIGRID_NEAR_WALLS);
    if (lattice->multigrid != NULL &&
        gfState_Create(device, &(gfStatePlan){.table = &latticeTable, .extents = extents, .clear = latticeClear},
                       lattice)) {
        return true;
    }
    destroyLattice(device, lattice);
    return false;
}

// Returns the scalar whose fluid mask fits a lattice.
static int getScalar(gfLatticeKind kind)
{
    return kind == GF_LATTICE_DYE ? GF_SCALAR_DYE : GF_SCALAR_HEAT;
}

static const char *latticeDefines(const gfGrid *g, gfLatticeKind kind)
{
    static const char *const defines[GF_LATTICES] = {
        [GF_LATTICE_X] = "NEAR_WALLS;AXIS 0",
        [GF_LATTICE_Y] = "NEAR_WALLS;AXIS 1",
        [GF_LATTICE_HEAT] = "NEAR_WALLS;SCALAR;FRACTIONS;HEAT",
        [GF_LATTICE_DYE] = "SCALAR;FRACTIONS",
    };
    return kind == GF_LATTICE_DYE && !g->together ? "SCALAR" : defines[kind];
}

bool gfGrid_MakeLattices(const gfBody *body, const gfGrid *g, gfLattice made[GF_LATTICES])
{
    gfDevice *device = body->device;
    const gfGridParams *p = &body->def.grid;
    bool wrapX = gfBoundaries_Wrap(&body->def.boundaries, 0), wrapY = gfBoundaries_Wrap(&body->def.boundaries, 1);
    const bool wanted[GF_LATTICES] = {
        [GF_LATTICE_X] = p->viscosity > 0.0f,
        [GF_LATTICE_Y] = p->viscosity > 0.0f,
        [GF_LATTICE_HEAT] = p->temperatureDiffusivity > 0.0f,
        [GF_LATTICE_DYE] = p->dyeDiffusivity > 0.0f,
    };
    memset(made, 0, GF_LATTICES * sizeof *made);
    for (int i = 0; i < GF_LATTICES; i++) {
        const gfLattice *old = &g->lattices[i];
        bool fits = old->multigrid != NULL && old->wrapX == wrapX && old->wrapY == wrapY;
        // A lattice whose tunable became 0 must fit, too, as weights are drawn for every lattice that exists.
        if (fits || (!wanted[i] && old->multigrid == NULL)) {
            continue;
        }
        if (!createLattice(device, g, &made[i], (gfLatticeKind)i, wrapX, wrapY)) {
            gfGrid_DestroyLattices(device, made);
            return false;
        }
    }
    return true;
}

void gfGrid_TakeLattices(gfDevice *device, gfGrid *g, const gfLattice made[GF_LATTICES])
{
    for (int i = 0; i < GF_LATTICES; i++) {
        if (made[i].multigrid != NULL) {
            destroyLattice(device, &g->lattices[i]);
            g->lattices[i] = made[i];
        }
    }
}

// Snapshots also save a lattice whose tunable became 0: if it rises again, the next solve starts from the last change.
void gfGrid_ArchiveMadeLattices(const gfBody *body, gfGrid *g, gfArchive *archive)
{
    gfBody wanted = *body;
    bool made[GF_LATTICES];
    for (int i = 0; i < GF_LATTICES; i++) {
        uint32_t is = g->lattices[i].multigrid != NULL ? 1 : 0;
        gfArchive_Bytes(archive, &is, sizeof is);
        made[i] = is != 0;
    }
    gfGridParams *p = &wanted.def.grid;
    p->viscosity = made[GF_LATTICE_X] || made[GF_LATTICE_Y] ? 1.0f : 0.0f;
    p->temperatureDiffusivity = made[GF_LATTICE_HEAT] ? 1.0f : 0.0f;
    p->dyeDiffusivity = made[GF_LATTICE_DYE] ? 1.0f : 0.0f;
    gfLattice lattices[GF_LATTICES];
    if (!gfArchive_Reads(archive)) {
        return;
    }
    if (!gfGrid_MakeLattices(&wanted, g, lattices)) {
        archive->failed = true;
        return;
    }
    gfGrid_TakeLattices(body->device, g, lattices);
    g->masks.current = false;
}

void gfGrid_ArchiveLattices(gfGrid *g, gfArchive *archive)
{
    // No extents, as gfGrid_ArchiveMadeLattices has made all textures.
    const gfStatePlan plan = {.table = &latticeTable};
    for (int i = 0; i < GF_LATTICES; i++) {
        gfState_Archive(archive, &plan, &g->lattices[i]);
    }
}

void gfGrid_GetHeldSides(const gfBody *body, gfLatticeKind kind, float holding[GF_SIDES], float value[GF_SIDES])
{
    for (int i = 0; i < GF_SIDES; i++) {
        const gfBoundary *boundary = gfBoundaries_Get(&body->def.boundaries, i);
        bool held = false;
        value[i] = 0.0f;
        if (kind == GF_LATTICE_HEAT) {
            held = boundary->fixedTemperature && boundary->kind != GF_BOUNDARY_PERIODIC;
            value[i] = body->def.grid.ambientTemperature + boundary->temperature;
        } else if (kind != GF_LATTICE_DYE) {
            held = boundary->kind == GF_BOUNDARY_NO_SLIP || boundary->kind == GF_BOUNDARY_INFLOW;
            value[i] = boundary->kind == GF_BOUNDARY_NO_SLIP ? boundary->wallSpeed : 0.0f;
        }
        holding[i] = held ? 1.0f : 0.0f;
    }
}

void gfGrid_PrepareLattices(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles)
{
    const gfSolids *o = &body->solids;
    float holding[GF_SIDES], value[GF_SIDES];
    for (int i = 0; i < GF_LATTICES; i++) {
        const gfLattice *lattice = &g->lattices[i];
        if (lattice->multigrid == NULL) {
            continue;
        }
        gfGrid_GetHeldSides(body, (gfLatticeKind)i, holding, value);
        // Tiles are in cells. They don't fit dye of another resolution, whose weights are drawn everywhere.
        bool fits = i != GF_LATTICE_DYE || (lattice->width == g->cellsX && lattice->height == g->cellsY);
        const gfTileList whole =
            gfTileList_All((lattice->width + 1) / tiles->size + 1, (lattice->height + 1) / tiles->size + 1);
        gfPass_Run(
            body->device,
            &(gfPass){.label = "solids",
                      .shader = GF_GRID_SHADER(Listed, "multigrid/lattice_weights.frag",
                                               latticeDefines(g, (gfLatticeKind)i), 0),
                      .writes = {&lattice->weights},
                      .geometry = GF_LISTED(fits ? &tiles->lists[0] : &whole, tiles->size / 2),
                      .inputs = {GF_IN(faces, g->masks.faces.id), GF_IN(corners, g->masks.corners.read.id),
                                 GF_IN(solidTable, o->table.id), GF_IN(distance, o->distance.read.id),
                                 GF_IN(fluidMask, gfGrid_GetMask(g, getScalar((gfLatticeKind)i))->read.id)},
                      .uniforms = {GF_I2(cells, lattice->width, lattice->height),
                                   GF_I2(wrap, lattice->wrapX, lattice->wrapY), GF_F4V(holdingSides, 1, holding)}});
        if (body->member == NULL) { // steps of a fluid in a group use the coarse levels of the group's multigrid
            gfMultigrid_Prepare(body->device, lattice->multigrid, lattice->weights.id, true, fits ? tiles : NULL, NULL);
        }
    }
}

// For s below 1 boundary layers are thin, and diffusion must know how wide the fluid beside a wall is. From s = 1 on, a
// step diffuses farther than a cell: the widths would only make measured forces on solids less exact.
float gfGrid_GetWallWidths(float s)
{
    float left = fmaxf(1.0f - s, 0.0f);
    return left * left;
}

// The diffusion number s = diffusivity dt / h^2 above which a solve takes one more cycle, as its change has long waves.
#define FAR 2.0f

// Solves for lattice->change. `s`: diffusivity dt / h^2. `channels`: factors on the field's channels; for a scalar, 1
// selects the one to diffuse.
static void solveLattice(const gfBody *body, gfGrid *g, gfLatticeKind kind, const gfTexture *field,
                         const float channels[4], float s)
{
    const gfSolids *o = &body->solids;
    gfLattice *lattice = &g->lattices[kind];
    float holding[GF_SIDES], value[GF_SIDES];
    gfGrid_GetHeldSides(body, kind, holding, value);
    const gfPass pass = {
        .label = "diffusion",
        .shader = GF_SHADER("grid/diffuse_rhs.frag", latticeDefines(g, kind)),
        .writes = {&lattice->rhs},
        .inputs = {GF_IN(faces, g->masks.faces.id), GF_IN(weights, lattice->weights.id), GF_IN(velocity, field->id),
                   GF_IN(source, field->id), GF_IN(pressure, lattice->change.read.id),
                   GF_IN(wallVelocity, g->masks.wallVelocity.id), GF_IN(solidTable, o->table.id),
                   GF_IN(distance, o->distance.read.id), GF_IN(fluidMask, gfGrid_GetMask(g, getScalar(kind))->read.id)},
        .uniforms = {GF_I2(cells, lattice->width, lattice->height), GF_I2(wrap, lattice->wrapX, lattice->wrapY),
                     GF_F4V(holdingSides, 1, holding), GF_F4V(wallSpeed, 1, value), GF_F4V(channels, 1, channels),
                     GF_F1(alpha, gfGrid_GetWallWidths(s) * g->dtRatio / s)}};
    gfPass_Run(body->device, &pass);
    float holds[GF_SIDES];
    for (int i = 0; i < GF_SIDES; i++) { // 0 across the axis of a velocity: its faces lie on these sides
        holds[i] = i / 2 == (int)kind - GF_LATTICE_X && kind <= GF_LATTICE_Y ? 0.0f : 2.0f * holding[i];
    }
    gfMultigrid_Solve(body->device, lattice->multigrid,
                      &(gfMultigridSolve){.label = "diffusion",
                                          .field = &lattice->change,
                                          .rhs = lattice->rhs.id,
                                          .weights = lattice->weights.id,
                                          .alpha = 1.0f / s,
                                          // Changes hardly differ from step to step: the last is a good first guess.
                                          // Dye starts from 0, as its four channels use `change` in turn.
                                          .warmStart = kind == GF_LATTICE_DYE ? 0.0f : g->dtRatio,
                                          .cycles = body->def.grid.diffusionCycles + (s > FAR ? 1 : 0),
                                          .bounded = true,
                                          .sides = {holds[0], holds[1], holds[2], holds[3]}});
}

void gfGrid_DiffuseVelocity(const gfBody *body, gfGrid *g, float dt, bool predicts)
{
    float h = body->def.cellSize, s = body->def.grid.viscosity * dt / (h * h);
    if (s <= 0.0f) {
        return;
    }
    // The last pressure gradient is subtracted first. Otherwise the projection would move fluid at walls that diffusion
    // brought to rest. If diffusion reaches over ten cells, the gradient is scaled down: it would amplify itself.
    const gfTexture *field = &g->velocity.read;
    if (predicts) {
        float far = s / 50.0f, trusted = 1.0f / (1.0f + far * far * far * far);
        gfGrid_SubtractGradient(body, g, trusted * g->dtRatio, "diffusion", &g->velocity.write, NULL);
        field = &g->velocity.write;
    }
    for (int i = GF_LATTICE_X; i <= GF_LATTICE_Y; i++) {
        solveLattice(body, g, (gfLatticeKind)i, field, (const float[4]){0.0f}, s);
    }
    gfPass_Run(
        body->device,
        &(gfPass){
            .label = "diffusion",
            .shader = GF_GRID_SHADER(Cover, "grid/diffuse_add.frag", "VELOCITY", g->options & GF_GRID_ROUND_VELOCITY),
            .writes = {&g->velocity.write},
            .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(pressure, g->lattices[GF_LATTICE_X].change.read.id),
                       GF_IN(rhs, g->lattices[GF_LATTICE_Y].change.read.id)},
            .uniforms = {GF_GRID_CELLS(g), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_DIFFUSION))}});
    gfPair_Swap(&g->velocity);
}

// Adds the change by diffusion to dye, times `dye` for its four channels, and to temperature, times `temperature`.
static void addScalar(const gfBody *body, gfGrid *g, gfLatticeKind kind, const float dye[4], float temperature)
{
    int scalar = getScalar(kind);
    const gfScalarSet set = gfGrid_GetSet(g, g->together && scalar > GF_SCALAR_DYE ? scalar - 1 : scalar);
    gfPass_Run(body->device,
               &(gfPass){.label = "diffusion",
                         .shader = GF_GRID_SHADER(Cover, "grid/diffuse_add.frag", set.defines,
                                                  g->options & (GF_GRID_ROUND_DYE | GF_GRID_ROUND_SCALAR)),
                         .writes = {&set.pairs[0]->write, set.count == 2 ? &set.pairs[1]->write : NULL},
                         .inputs = {GF_IN(dye, g->dye.read.id), GF_IN(scalar, set.pairs[set.count - 1]->read.id),
                                    GF_IN(pressure, g->lattices[kind].change.read.id)},
                         .uniforms = {GF_F4V(channels, 1, dye), GF_F1(strength, temperature),
                                      GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_DIFFUSION))}});
    gfGrid_SwapSet(&set);
}

void gfGrid_DiffuseScalars(const gfBody *body, gfGrid *g, float dt)
{
    static const float channels[5][4] = {{0}, {1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    const gfGridParams *p = &body->def.grid;
    float h = body->def.cellSize, dyeH = h * (float)g->cellsX / (float)g->dyeX;
    float heat = p->temperatureDiffusivity * dt / (h * h), dye = p->dyeDiffusivity * dt / (dyeH * dyeH);
    if (heat > 0.0f) {
        solveLattice(body, g, GF_LATTICE_HEAT, &g->temperature.read, channels[1], heat);
        addScalar(body, g, GF_LATTICE_HEAT, channels[0], 1.0f);
    }
    for (int i = 1; i <= 4 && dye > 0.0f; i++) {
        solveLattice(body, g, GF_LATTICE_DYE, &g->dye.read, channels[i], dye);
        addScalar(body, g, GF_LATTICE_DYE, channels[i], 0.0f);
    }
}
