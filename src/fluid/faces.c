#include "fluid/faces.h"

void gfFaces_Draw(gfDevice *device, const gfSolids *solids, const gfBoundaries *boundaries, const gfFacesTarget *target,
                  bool shapes)
{
    static const char *const defines[2][2] = {{NULL, "WHOLE"}, {"HELD", "HELD;WHOLE"}};
    const gfSolidTiles *tiles = &solids->textures->tiles;
    const int *corner = solids->textures->domain.corner;
    float inflow[GF_INFLOW_VALUES][GF_SIDES];
    gfSideFlags closed = gfBoundaries_AreClosed(boundaries), parabolic;
    gfBoundaries_Inflow(boundaries, inflow);
    for (int i = 0; i < GF_SIDES; i++) {
        bool curved = gfBoundaries_Get(boundaries, i)->inflowProfile == GF_INFLOW_PARABOLIC;
        parabolic.value[i] = curved ? 1.0f : 0.0f;
    }
    if (shapes) {
        gfSolids_DrawDistance(device, solids, target->corners, 0.0f);
    }
    gfPass_Run(
        device,
        &(gfPass){.label = "solids",
                  .shader = {.stage = &gf_vertexListed,
                             .file = "solid/faces.frag",
                             .defines = defines[target->held][solids->whole]},
                  .writes = {target->faces, target->wallVelocity},
                  .list = &tiles->lists[0],
                  .tileTexels = tiles->size,
                  .inputs = {GF_IN(distance, solids->distance.read.id), GF_IN(corners, target->corners->read.id),
                             GF_IN(solidTable, solids->table.id)},
                  .uniforms = {GF_I2(cells, target->faces->width - 1, target->faces->height - 1),
                               GF_I2(wrap, gfBoundaries_Wrap(boundaries, 0), gfBoundaries_Wrap(boundaries, 1)),
                               GF_F2(offset, (float)corner[0], (float)corner[1]),
                               GF_F1(cellSize, solids->textures->domain.cellSize), GF_F4V(closedSides, 1, closed.value),
                               GF_F4V(parabolic, 1, parabolic.value), GF_F4V(inflow, GF_INFLOW_VALUES, inflow)}});
}
