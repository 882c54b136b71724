// Draws open fractions of faces, weights between cells and fluid masks, after solids, boundaries or tunables changed.
#include "solvers/grid/instances.h"

#include <stdlib.h>

// --- faces and weights -----------------------------------------------------------------------------------------------

// Closes faces in one-way sources through which the fluid would flow the wrong way, as the last step's fields tell.
static void closeValves(const gfBody *body, gfGrid *g)
{
    if (!gfGrid_HasValves(body) ||
        !gfGrid_RequireOptional(body, g, GF_NEED_VALVES, &g->masks.valvesFailed, "what goes one way is")) {
        return;
    }
    gfGrid_Fetch(body, g, GF_GRID_PARTS); // velocity, pressure, dye and heat tell which way the fluid would flow
    gfPair faces = {.read = g->masks.faces, .write = g->masks.valves};
    gfGrid_ApplyToZones(
        body, g, &faces,
        &(gfZoneStep){"grid/valves.frag", GF_SOURCE_VALVE, false, &g->projection.pressure.field, g->lastDt, 1.0f});
}

// Returns whether there are only walls, open and periodic sides, but no solids. If so, it fills in *box.
static bool isEmptyBox(const gfBody *body, const gfGrid *g, gfEmptyBox *box)
{
    *box = (gfEmptyBox){.cellsX = g->cellsX, .cellsY = g->cellsY};
    gfGrid_GetSides(body, box->sides);
    return g->instances == NULL && !gfGrid_HasValves(body) && body->solids.count == 0 &&
           !gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
}

static void fillEmptyBox(const gfBody *body, gfGrid *g, const gfEmptyBox *box)
{
    gfSolids_DrawDistance(body->device, &body->solids, &g->masks.corners, 0.0f);
    gfTexture_Clear(body->device, &g->masks.wallVelocity, (const float[4]){0.0f});
    if (!gfEmptyBox_UploadFaces(body->device, box, &g->masks.faces) ||
        !gfEmptyBox_UploadWeights(body->device, box, &g->masks.weights)) {
        body->device->failedPasses++;
    }
}

// Marks the tiles near solids, in which the velocity is extrapolated. `some`: there were solids before, so only changed
// tiles are drawn. Otherwise the texture was cleared, even its marks at the domain's walls, and is drawn in full.
static void drawExtrapolatedTiles(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, bool some)
{
    const gfTexture *o = &g->masks.extrapolated;
    const gfTileList whole = gfTileList_All(1, 1);
    if (body->solids.count == 0) {
        gfTexture_Clear(body->device, o, (const float[4]){0.0f});
        return;
    }
    gfPass_Run(body->device,
               &(gfPass){.label = "solids",
                         .shader = GF_GRID_SHADER(Listed, "grid/extrapolated_tiles.frag", NULL, 0),
                         .writes = {o},
                         .geometry = GF_LISTED(some ? &tiles->lists[0] : &whole,
                                               some ? tiles->size / GF_EXTRAPOLATED_CELLS : gfMax(o->width, o->height)),
                         .inputs = {GF_IN(weights, g->masks.weights.id)},
                         .uniforms = {GF_I2(wrap, g->wrapX, g->wrapY)}});
}

// Draws open fractions of faces and velocities of solids. `shapes`: more changed than velocities, so weights, too.
static void drawFaces(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, bool shapes)
{
    const gfBoundaries *boundaries = &body->def.boundaries;
    const gfFacesTarget target = {(g->options & GF_GRID_HELD) != 0, &g->masks.corners, &g->masks.faces,
                                  &g->masks.wallVelocity};
    gfSideFlags open = gfBoundaries_Are(boundaries, GF_BOUNDARY_OPEN);
    gfFaces_Draw(body->device, &body->solids, boundaries, &target, shapes);
    if (!shapes) {
        return;
    }
    closeValves(body, g);
    gfPass_Run(body->device, &(gfPass){.label = "solids",
                                       .shader = GF_GRID_SHADER(Listed, "multigrid/lattice_weights.frag", NULL, 0),
                                       .writes = {&g->masks.weights},
                                       .geometry = GF_LISTED(&tiles->lists[0], tiles->size / 2),
                                       .inputs = {GF_IN(faces, g->masks.faces.id)},
                                       .uniforms = {GF_GRID_CELLS(g), GF_F4V(openSides, 1, open.value)}});
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

// Shifts the last advection's masks to the domain's new place, into `write`. The caller must then draw all of `read`.
static void scrollFluidMasks(const gfBody *body, gfGrid *g)
{
    static const float fluid[2][4] = {{1.0f, GF_AREA_UNIT}, {1.0f, GF_AREA_UNIT}};
    const gfScroll scroll = gfGrid_MakeScroll(g, g->masks.shift);
    for (int i = 0; i < gfGrid_CountMasks(g); i++) {
        gfPair *mask = &g->masks.fluid[i];
        const gfTexture *last = g->masks.differ ? &mask->write : &mask->read;
        const gfTexture *to = g->masks.differ ? &mask->read : &mask->write;
        if (!gfScroll_Draw(body->device, &scroll, GF_SHIFT_CELLS, last, to, fluid)) {
            body->device->failedPasses++;
        }
        gfPair_Swap(mask);
    }
}

// Fills the strips of a shifted mask that came in with new cells from the present mask, as solids there didn't move.
static void fillScrolledMask(const gfBody *body, const gfGrid *g, const gfPair *mask)
{
    const gfScroll scroll = gfGrid_MakeScroll(g, g->masks.shift);
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

// Draws the present fluid masks into `read`, while `write` keeps the masks of the last advection. So the textures of a
// pair are swapped first, unless `write` holds the last advection's mask already. After a swap, `read` is older by one
// more change, so the tiles of the last two changes are drawn (GF_TILES_TWICE). `scrolled`: only the domain moved.
static void drawFluidMasks(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, bool scrolled)
{
    bool differ = g->masks.drawn && !(scrolled && !g->masks.differ);
    bool moved = g->masks.drawn && differ && (g->masks.shift[0] != 0 || g->masks.shift[1] != 0);
    if (moved) {
        scrollFluidMasks(body, g);
    }
    bool swaps = !g->masks.differ; // false: `write` is the last advection's mask already
    bool known = g->masks.drawn && !(swaps && g->masks.apart) && !moved;
    for (int i = 0; i < gfGrid_CountMasks(g); i++) {
        gfPair *mask = &g->masks.fluid[i];
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
        gfPass_Run(body->device,
                   &(gfPass){.label = "solids",
                             .shader = GF_GRID_SHADER(Listed, "solid/fluid_mask.frag", NULL, 0),
                             .writes = {&mask->read},
                             .geometry = GF_LISTED(fits ? &tiles->lists[swaps ? GF_TILES_TWICE : 0] : &whole,
                                                   fits ? size : tiles->size),
                             .inputs = {GF_IN(distance, body->solids.distance.read.id)},
                             .uniforms = {GF_F1(cellSize, body->def.cellSize),
                                          GF_F2(cellsPerTexel, (float)g->cellsX / (float)width,
                                                (float)g->cellsY / (float)height)}});
        if (moved) {
            fillScrolledMask(body, g, mask);
        }
    }
    g->masks.apart = !swaps; // `write` is now more than one change older than `read`
    g->masks.differ = differ;
    g->masks.drawn = true;
    g->masks.shift[0] = g->masks.shift[1] = 0;
}

bool gfGrid_UpdateSolids(const gfBody *body, void *state)
{
    gfGrid *g = state;
    gfSolidMasks *m = &g->masks;
    const gfBoundaries *boundaries = &body->def.boundaries;
    const gfSolids *solids = &body->solids;
    // A changed boundary affects all tiles. Otherwise only tiles with changed solids are drawn.
    bool first = !m->current, all = first || !gfBoundaries_Equal(&m->drawnBoundaries, boundaries);
    bool shapes = all || solids->change > GF_SOLIDS_PUSHED;
    if (!all && solids->change == GF_SOLIDS_SAME) {
        return true;
    }
    m->current = false; // stays false if a pass below fails
    int failures = body->device->failedPasses;
    const gfSolidTiles *tiles = gfSolids_GetTiles(body->device, solids, all);
    GF_TRY(tiles != NULL);
    g->wrapX = gfBoundaries_Wrap(boundaries, 0);
    g->wrapY = gfBoundaries_Wrap(boundaries, 1);
    m->bounded = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN);
    m->moving = solids->moving || gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    gfEmptyBox box;
    // The CPU fills masks only at first. Later the programs exist, and drawing is cheaper, if boundaries change often.
    bool empty = first && isEmptyBox(body, g, &box);
    if (empty) {
        fillEmptyBox(body, g, &box);
    } else {
        drawFaces(body, g, tiles, shapes);
    }
    bool came = m->solidCount != solids->count && tiles->lists[0].count > 0;
    g->projection.shakes = g->projection.shakes || (came && g->draws > 0);
    if (shapes) {
        drawExtrapolatedTiles(body, g, tiles, m->solidCount > 0);
        drawFluidMasks(body, g, tiles, !all && solids->change == GF_SOLIDS_SCROLLED);
        g->scalarAdvection.placed = g->scalarAdvection.placed || first || solids->change == GF_SOLIDS_LISTED;
        gfGrid_PrepareLattices(body, g, tiles);
        gfGrid_PreparePressure(body, g, tiles, empty ? &box : NULL);
    }
    m->solidCount = solids->count;
    m->drawnBoundaries = *boundaries;
    m->current = body->device->failedPasses == failures;
    gfSolidsChange most = all ? GF_SOLIDS_LISTED : solids->change;
    m->untaken = most > m->untaken ? most : m->untaken;
    return m->current;
}
