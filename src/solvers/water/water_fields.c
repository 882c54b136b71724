// Fields of water, on a raster of its cells. First means over the particles around each cell are drawn, then the field
// is computed from them. Drawings read means that are smoothed once more, and drops of particles that are alone.
#include "solvers/water/water.h"

// How a field is computed from means over particles.
typedef enum WaterFieldKind {
    WATER_FIELD_MEANS,    // the means themselves, smoothed if they are for drawings
    WATER_FIELD_DERIVED,  // by particles/field.frag from the means
    WATER_FIELD_MASS,     // by water/mass.frag
    WATER_FIELD_PRESSURE, // the grid's pressure, of each cell
    WATER_FIELD_PACKED,   // likewise, as it is stored
    WATER_FIELD_SPRAY,    // by water/spray.frag from the particles
    WATER_FIELD_SOLID     // the distance to solids, as it is stored
} WaterFieldKind;

typedef struct WaterField {
    int id; // a gfField or gfFieldId
    WaterFieldKind kind;
    gfRasterExtent extent;
    int channels;
    gfRasterView means; // the means from which it is computed
    gfRasterView view;  // the texture that it is drawn to
    const char *defines;
} WaterField;

// clang-format off
static const WaterField waterFields[] = {
    {GF_FIELD_VELOCITY, WATER_FIELD_DERIVED, GF_RASTER_CELLS, 2, GF_RASTER_MEANS, GF_RASTER_VELOCITY, "VELOCITY"},
    {GF_FIELD_DYE, WATER_FIELD_DERIVED, GF_RASTER_CELLS, 4, GF_RASTER_COLORS, GF_RASTER_DYE, ""},
    {GF_FIELD_PRESSURE, WATER_FIELD_PRESSURE, GF_RASTER_CELLS, 1, GF_RASTER_VIEWS, GF_RASTER_PRESSURE, NULL},
    {GF_FIELD_VORTICITY, WATER_FIELD_DERIVED, GF_RASTER_CORNERS, 1, GF_RASTER_MEANS, GF_RASTER_VORTICITY, "VORTICITY"},
    {GF_FIELD_SOLID, WATER_FIELD_SOLID, GF_RASTER_CELLS, 1, GF_RASTER_VIEWS, GF_RASTER_VIEWS, NULL},
    {GF_FIELD_MASS, WATER_FIELD_MASS, GF_RASTER_CELLS, 1, GF_RASTER_MEANS, GF_RASTER_MASS, NULL},
    {GF_SHOWN_DYE, WATER_FIELD_MEANS, GF_RASTER_CELLS, 4, GF_RASTER_COLORS, GF_RASTER_LIQUID_COLORS, "COLORS"},
    {GF_SHOWN_MASS, WATER_FIELD_MEANS, GF_RASTER_CELLS, 1, GF_RASTER_MEANS, GF_RASTER_LIQUIDS, NULL},
    {GF_SHOWN_LIQUID, WATER_FIELD_MEANS, GF_RASTER_CELLS, 3, GF_RASTER_MEANS, GF_RASTER_LIQUIDS, NULL},
    {GF_SHOWN_FLOW, WATER_FIELD_DERIVED, GF_RASTER_CORNERS, 3, GF_RASTER_MEANS, GF_RASTER_FLOW, "FACES;SPARSE"},
    {GF_SHOWN_PRESSURE, WATER_FIELD_PACKED, GF_RASTER_PACKED, 4, GF_RASTER_VIEWS, GF_RASTER_VIEWS, NULL},
    {GF_SHOWN_SOLID, WATER_FIELD_SOLID, GF_RASTER_CELLS, 1, GF_RASTER_VIEWS, GF_RASTER_VIEWS, NULL},
    {GF_SHOWN_SPRAY, WATER_FIELD_SPRAY, GF_RASTER_DROPS, 1, GF_RASTER_VIEWS, GF_RASTER_SPRAY, NULL},
};
// clang-format on

static const WaterField *findWaterField(int id)
{
    for (int i = 0; i < GF_COUNT(waterFields); i++) {
        if (waterFields[i].id == id) {
            return &waterFields[i];
        }
    }
    return NULL;
}

bool gfWater_HasField(const gfBody *body, const void *state, int id)
{
    (void)body;
    (void)state;
    return findWaterField(id) != NULL;
}

// Returns the unit of the stored pressure, m^2/s^2.
static float getWaterPressureUnit(const gfBody *body, const gfWater *w)
{
    return body->def.cellSize * body->def.cellSize / w->lastDt;
}

// --- means -----------------------------------------------------------------------------------------------------------

static bool drawWaterMeans(const gfBody *body, gfWater *w, gfRasterView view)
{
    const gfSph *s = &w->particles.sph;
    bool colors = view == GF_RASTER_COLORS;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "means",
                                .shader = GF_WATER_SHADER(w, "means.frag", colors ? "COLORS" : NULL),
                                .writes = {&w->particles.views[view]},
                                .inputs = {GF_SPH_STATE(s, read), GF_IN(starts, s->starts.read.id),
                                           GF_IN(tags, s->tags.read.id), GF_IN(openness, w->openness.read.id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_F1(fill, s->scales.cellFill),
                                             GF_F1(unit, colors ? 1.0f : body->def.cellSize)}});
}

static bool smoothWaterMeans(const gfBody *body, gfWater *w, gfRasterView means, gfRasterView view)
{
    return gfPass_Run(
        body->device,
        &(gfPass){.label = "smooth means",
                  .shader = GF_SHADER("water/smooth_means.frag", means == GF_RASTER_COLORS ? "COLORS" : NULL),
                  .writes = {&w->particles.views[view]},
                  .inputs = {GF_IN(means, w->particles.views[means].id), GF_IN(openness, w->openness.read.id)},
                  .uniforms = {GF_WATER_CELLS_OF(w)}});
}

// --- fields ----------------------------------------------------------------------------------------------------------

static bool deriveField(const gfBody *body, gfWater *w, const WaterField *row)
{
    return gfPass_Run(body->device,
                      &(gfPass){.label = "read_field",
                                .shader = GF_SHADER("particles/field.frag", row->defines),
                                .writes = {&w->particles.views[row->view]},
                                .inputs = {GF_IN(source, w->particles.views[row->means].id),
                                           GF_IN(distance, body->solids.distance.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(unit, 1.0f / body->def.cellSize)}});
}

static bool drawWaterMass(const gfBody *body, gfWater *w)
{
    const gfTexture *views = w->particles.views;
    return smoothWaterMeans(body, w, GF_RASTER_MEANS, GF_RASTER_LIQUIDS) &&
           gfPass_Run(body->device, &(gfPass){.label = "read_field",
                                              .shader = GF_SHADER("water/mass.frag", NULL),
                                              .writes = {&views[GF_RASTER_MASS]},
                                              .inputs = {GF_IN(means, views[GF_RASTER_MEANS].id),
                                                         GF_IN(smoothed, views[GF_RASTER_LIQUIDS].id),
                                                         GF_IN(openness, w->openness.read.id),
                                                         GF_IN(distance, body->solids.distance.read.id)},
                                              .uniforms = {GF_WATER_CELLS_OF(w)}});
}

static bool drawWaterPressure(const gfBody *body, gfWater *w)
{
    return gfPass_Run(body->device,
                      &(gfPass){.label = "read_field",
                                .shader = GF_SHADER("water/pressure.frag", NULL),
                                .writes = {&w->particles.views[GF_RASTER_PRESSURE]},
                                .inputs = {GF_IN(pressure, w->pressure.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(unit, getWaterPressureUnit(body, w))}});
}

// --- drops -----------------------------------------------------------------------------------------------------------

// Radius of the bump of a particle, in spacings of particles at rest.
#define BUMP_RADIUS 1.5f
// Texels of the raster of drops between neighbouring particles at rest.
#define DROP_TEXELS 2.0f
// Part of a full neighbourhood of 3 x 3 cells in which no particle counts as alone.
#define CROWDED 0.85f

int gfWater_GetDropTexels(const gfFluidDef *def)
{
    return (int)ceilf(DROP_TEXELS * sqrtf((float)def->water.particlesPerCell));
}

static bool drawSpray(const gfBody *body, gfWater *w)
{
    const gfSph *s = &w->particles.sph;
    const gfSphScales *k = &s->scales;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "spray",
                                .shader = GF_WATER_SHADER(w, "spray.frag", NULL),
                                .writes = {&w->particles.views[GF_RASTER_SPRAY]},
                                .inputs = {GF_SPH_STATE(s, read), GF_IN(starts, s->starts.read.id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_F1(perCell, (float)gfWater_GetDropTexels(&body->def)),
                                             GF_F1(reach, BUMP_RADIUS * k->spacing / k->radius),
                                             GF_I1(crowd, (GLint)(CROWDED * 9.0f * k->cellFill))}});
}

static bool drawWaterField(const gfBody *body, gfWater *w, const WaterField *row)
{
    switch (row->kind) {
    case WATER_FIELD_MEANS:
        return smoothWaterMeans(body, w, row->means, row->view);
    case WATER_FIELD_DERIVED:
        return deriveField(body, w, row);
    case WATER_FIELD_MASS:
        return drawWaterMass(body, w);
    case WATER_FIELD_PRESSURE:
        return drawWaterPressure(body, w);
    case WATER_FIELD_SPRAY:
        return drawSpray(body, w);
    case WATER_FIELD_PACKED:
    case WATER_FIELD_SOLID:
        break;
    }
    return true;
}

bool gfWater_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfWater *w = state;
    const WaterField *row = findWaterField(id);
    GF_TRY(row != NULL);
    const int *size = w->particles.rasterExtents[row->extent];
    bool packed = row->kind == WATER_FIELD_PACKED, drawn = row->view != GF_RASTER_VIEWS;
    *view = (gfFieldView){.texture = drawn    ? &w->particles.views[row->view]
                                     : packed ? &w->pressure.read
                                              : &body->solids.distance.read,
                          .width = size[0],
                          .height = size[1],
                          .channels = row->channels,
                          .unit = packed ? getWaterPressureUnit(body, w) : 1.0f,
                          .hasMass = id == GF_SHOWN_FLOW};
    if (!drawn) {
        return true;
    }
    uint32_t needs = 1u << row->view;
    needs |= row->means != GF_RASTER_VIEWS ? 1u << row->means : 0u;
    needs |= row->kind == WATER_FIELD_MASS ? 1u << GF_RASTER_LIQUIDS : 0u;
    return gfParticles2D_MakeNeeds(body, w, needs) &&
           (row->means == GF_RASTER_VIEWS || drawWaterMeans(body, w, row->means)) && drawWaterField(body, w, row);
}
