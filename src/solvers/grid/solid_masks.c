// What follows from solids and sides: open faces, weights between cells, and masks of fluid. Drawn only when the host
// changes a solid, a side or a tunable.
#include "solvers/grid/grid.h"

#include "fluid/faces.h"

#include <stdlib.h>
#include <string.h>

// Closes faces of one-way sources, where the last step says that fluid would go back.
static void closeValves(const gfBody *body, gfGrid *g)
{
    if (!gfGrid_HasValves(body) ||
        !gfGrid_RequireOptional(body, g, GF_GRID_VALVES, &g->valvesFailed, "what goes one way is")) {
        return;
    }
    gfGrid_Fetch(body, g, GF_GRID_PARTS); // what drives the fluid
    gfPair faces = {.read = g->faces.read, .write = g->valves};
    gfPair *const fields[] = {&faces};
    gfSourceTarget target = gfGrid_SourceTarget(body, g, fields, 1, GF_SOURCE_VALVE, 1.0f, 1.0f, false);
    gfGrid_ApplyToZones(body, g, &target, "grid/valves.frag", &g->pressure.field, g->lastDt, 1.0f);
}

// Whether nothing but walls, open and periodic sides bounds the fluid.
static bool isEmptyBox(const gfBody *body, const gfGrid *g, gfEmptyBox *box)
{
    gfPlain plain;
    bool known = gfGrid_LocatePlain(body, g, &plain);
    *box = (gfEmptyBox){.cellsX = g->cellsX, .cellsY = g->cellsY};
    memcpy(box->sides, plain.sides, sizeof box->sides);
    return known && body->solids.count == 0 && body->device->atlas.count == 0 &&
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
    bool first = g->drawnSolids == 0;
    bool all = first || g->drawnAmbient != ambient || !gfBoundaries_Equal(&g->drawnBoundaries, boundaries);
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
    // Later the programs are there, and drawing is cheaper than uploading: sides may change in each step.
    bool empty = first && isEmptyBox(body, g, &box);
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
        gfGrid_PreparePressure(body, g, tiles, empty ? &box : NULL);
    }
    bool drawn = device->failedPasses == failures;
    g->drawnSolids = drawn ? body->solids.version : 0;
    g->drawnBoundaries = *boundaries;
    g->drawnAmbient = ambient;
    return drawn;
}
