// Extrapolates the velocity into solids (shaders/grid/extrapolate_into_solids.frag), so that fluid slips along them.
#include "solvers/grid/grid.h"

// Draws the faces in solids from open ones: in place, or else into free textures beside the fields, and copies them
// back. `second`: the carried velocity, too.
void gfGrid_ExtrapolateVelocity(const gfBody *body, gfGrid *g, bool second)
{
    const gfTexture *fields[2] = {&g->velocity.read, second ? &g->velocityAdvection.carried.read : NULL};
    const gfTexture *beside[2] = {&g->velocity.write,
                                  second ? &g->velocityAdvection.previous.write : NULL}; // they are free
    bool inPlace = body->device->gl.textureBarrier != NULL;
    uint32_t drawn = (g->options & GF_GRID_ROUND_VELOCITY) | gfGrid_If(g->masks.moving, GF_GRID_MOVING);
    gfRegion region;
    if (!gfGrid_SolidRegion(body, g, &region)) {
        return;
    }
    for (int i = 0; i < (inPlace ? 1 : 2); i++) {
        const gfTexture *const *from = i == 0 ? fields : beside, *const *to = i == 0 && !inPlace ? beside : fields;
        gfPass_Run(
            body->device,
            &(gfPass){.label = "extrapolate",
                      .shader = GF_GRID_SHADER(Tiles, "grid/extrapolate_into_solids.frag", i == 0 ? NULL : "COPY",
                                               (i == 0 ? drawn : 0u) | gfGrid_If(second, GF_GRID_SECOND)),
                      .writes = {to[0], to[1]},
                      .inPlace = inPlace,
                      .region = &region,
                      .tiles = &g->masks.extrapolated,
                      .tileTexels = GF_EXTRAPOLATED_CELLS,
                      .inputs = {GF_IN(velocity, from[0]->id), GF_IN(source, second ? from[1]->id : 0),
                                 GF_IN(faces, g->masks.faces.id), GF_IN(wallVelocity, g->masks.wallVelocity.id),
                                 GF_IN(distance, g->masks.corners.read.id)},
                      .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                   GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                   GF_F1(cellSize, body->def.cellSize)}});
    }
}
