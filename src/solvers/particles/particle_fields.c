// Particles as fields on the fluid's raster: for the host, for drawings and for tracers. First the means over the
// particles around each cell are drawn, and out of them what is asked for.
//
// Pressure is what the forces between particles add up to. Each pair pushes by P_i + P_j, P = ((d - 1) + w (near - 1))
// over d squared, where d is the number density over that at rest, walls counted as full, and w the small share that
// near density has in it. Times distance and half the particles an area (the virial), with the kernels' sums taken for
// integrals, this is p = c^2 (cellFill norm2)^2 P d^2 / d over the density at rest: c^2 (d - 1), nearly, with the
// scales' soundSpeed for c. Below 0, the pull of tension at surfaces, it counts as 0. The field is p over the first
// material's density, so that at depth z of a resting column it is g z.
#include "solvers/particles/particles.h"
#include "solvers/particles/walls.h"

#include "shared.h"

#include <stddef.h>

typedef struct ParticleField {
    int id; // gfField or gfFieldId
    gfRasterExtent extent;
    int channels;
    gfRasterView means;  // what it is drawn from
    const char *defines; // of particles/field.frag; null: it is the means themselves
    gfRasterView view;   // what it is drawn to
} ParticleField;

// clang-format off
static const ParticleField particleFields[] = {
    {GF_FIELD_VELOCITY, GF_RASTER_CELLS, 2, GF_RASTER_MEANS, "VELOCITY", GF_RASTER_VELOCITY},
    {GF_FIELD_DYE, GF_RASTER_CELLS, 4, GF_RASTER_COLORS, "", GF_RASTER_DYE},
    {GF_FIELD_PRESSURE, GF_RASTER_CELLS, 1, GF_RASTER_PRESSURES, "", GF_RASTER_PRESSURE},
    {GF_FIELD_VORTICITY, GF_RASTER_CORNERS, 1, GF_RASTER_MEANS, "VORTICITY", GF_RASTER_VORTICITY},
    {GF_FIELD_SOLID, GF_RASTER_CELLS, 1, GF_RASTER_VIEWS, NULL, GF_RASTER_VIEWS},
    {GF_FIELD_MASS, GF_RASTER_CELLS, 1, GF_RASTER_MEANS, "", GF_RASTER_MASS},
    {GF_SHOWN_DYE, GF_RASTER_CELLS, 4, GF_RASTER_COLORS, NULL, GF_RASTER_COLORS},
    {GF_SHOWN_MASS, GF_RASTER_CELLS, 1, GF_RASTER_MEANS, NULL, GF_RASTER_MEANS},
    {GF_SHOWN_LIQUID, GF_RASTER_CELLS, 3, GF_RASTER_MEANS, NULL, GF_RASTER_MEANS},
    {GF_SHOWN_FLOW, GF_RASTER_CORNERS, 3, GF_RASTER_MEANS, "FACES", GF_RASTER_FLOW},
    {GF_SHOWN_PRESSURE, GF_RASTER_PACKED, 4, GF_RASTER_PRESSURES, "PACKED", GF_RASTER_PACKED_PRESSURE},
    {GF_SHOWN_LIQUIDS_ALONE, GF_RASTER_CELLS, 3, GF_RASTER_LIQUIDS, NULL, GF_RASTER_LIQUIDS},
    {GF_SHOWN_DYE_OF_THOSE, GF_RASTER_CELLS, 4, GF_RASTER_LIQUID_COLORS, NULL, GF_RASTER_LIQUID_COLORS},
    {GF_SHOWN_SOLID, GF_RASTER_CELLS, 1, GF_RASTER_VIEWS, NULL, GF_RASTER_VIEWS},
};

#define PARTICLE_VIEW(name, view, format, extent)                                                                  \
    {name, offsetof(gfParticles2D, views[GF_RASTER_##view]), GF_STATE_TEXTURE, GF_FORMAT_##format, GF_FORMAT_##format, \
     GF_RASTER_##extent, 1u << GF_RASTER_##view, false, GF_RESAMPLE_NONE, 0, 0, GF_SHIFT_NONE, GF_SAVED_NOT, 0}

static const gfStateRow particleViewRows[GF_RASTER_VIEWS] = {
    PARTICLE_VIEW("pressures of particles", LAW, R32F, PARTICLES),
    PARTICLE_VIEW("mass and velocity", MEANS, RGBA32F, CELLS),
    PARTICLE_VIEW("pressure as shown", PRESSURES, R32F, CELLS),
    PARTICLE_VIEW("colors", COLORS, RGBA32F, CELLS),
    PARTICLE_VIEW("velocity", VELOCITY, RG32F, CELLS),
    PARTICLE_VIEW("mass", MASS, R32F, CELLS),
    PARTICLE_VIEW("pressure", PRESSURE, R32F, CELLS),
    PARTICLE_VIEW("dye", DYE, RGBA32F, CELLS),
    PARTICLE_VIEW("vorticity", VORTICITY, R32F, CORNERS),
    PARTICLE_VIEW("flow", FLOW, RGBA32F, CORNERS),
    PARTICLE_VIEW("packed pressure", PACKED_PRESSURE, RGBA32F, PACKED),
    PARTICLE_VIEW("liquids alone", LIQUIDS, RGBA32F, CELLS),
    PARTICLE_VIEW("colors of liquids", LIQUID_COLORS, RGBA32F, CELLS),
};
// clang-format on

static const gfStateTable particleViewTable = {particleViewRows, GF_COUNT(particleViewRows), "particles"};

void gfParticles2D_InitViews(gfParticles2D *p, const gfBody *body)
{
    const int cells[2] = {body->def.gridWidth, body->def.gridHeight};
    for (int axis = 0; axis < 2; axis++) {
        p->rasterExtents[GF_RASTER_CELLS][axis] = cells[axis];
        p->rasterExtents[GF_RASTER_CORNERS][axis] = cells[axis] + 1;
        p->rasterExtents[GF_RASTER_PACKED][axis] = (cells[axis] + 1) / 2;
        p->rasterExtents[GF_RASTER_PARTICLES][axis] = p->sph.extents[GF_SPH_PARTICLES][axis];
    }
}

void gfParticles2D_DestroyViews(gfDevice *device, gfParticles2D *p)
{
    gfState_Destroy(device, &particleViewTable, p);
}

// Returns null if the solver has no such field.
static const ParticleField *findParticleField(int id)
{
    for (int i = 0; i < GF_COUNT(particleFields); i++) {
        if (particleFields[i].id == id) {
            return &particleFields[i];
        }
    }
    return NULL;
}

bool gfParticles2D_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info)
{
    const gfParticles2D *p = state;
    const ParticleField *row = findParticleField((int)field);
    if (row == NULL) {
        return false;
    }
    float h = body->def.cellSize, first = row->extent == GF_RASTER_CORNERS ? 0.0f : 0.5f * h;
    const int *size = p->rasterExtents[row->extent];
    gfVec2 o = body->def.origin;
    *info = (gfFieldInfo){size[0], size[1], row->channels, {o.x + first, o.y + first}, {h, h}};
    return true;
}

bool gfParticles2D_HasField(const gfBody *body, const void *state, int id)
{
    (void)body;
    (void)state;
    return findParticleField(id) != NULL;
}

// Makes those of these views (a bit each) that are not there, all or none. False and reported on failure.
static bool requireViews(const gfBody *body, gfParticles2D *p, uint32_t views)
{
    static const float rest[1][4] = {{0.0f}};
    const gfParticles2D *sizes = p;
    const gfStatePlan plan = {
        .table = &particleViewTable, .extents = sizes->rasterExtents, .clear = rest, .conditions = p->viewed | views};
    if (plan.conditions != p->viewed && !gfState_Create(body->device, &plan, p)) {
        return false;
    }
    p->viewed = plan.conditions;
    return true;
}

uint32_t gfParticles2D_GetNeeds(const void *state)
{
    return ((const gfParticles2D *)state)->viewed;
}

bool gfParticles2D_MakeNeeds(const gfBody *body, void *state, uint32_t needs)
{
    return requireViews(body, state, needs);
}

bool gfParticles2D_DrawLaw(const gfBody *body, gfParticles2D *p)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    return requireViews(body, p, 1u << GF_RASTER_LAW) && gfSph_DrawLaw(&p->sph, &domain, &p->views[GF_RASTER_LAW]);
}

static bool drawMeans(const gfBody *body, gfParticles2D *p, gfRasterView view)
{
    const gfSph *s = &p->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfSphScales *k = &s->scales;
    bool pressure = view == GF_RASTER_PRESSURES;
    bool alone = view == GF_RASTER_LIQUIDS || view == GF_RASTER_LIQUID_COLORS;
    bool colors = view == GF_RASTER_COLORS || view == GF_RASTER_LIQUID_COLORS;
    gfParticleView kinds = {0};
    if (alone) {
        gfParticles2D_View(body, p, &kinds);
    }
    if (pressure && !gfParticles2D_DrawLaw(body, p)) {
        return false;
    }
    static const char *const defines[3][2] = {
        {NULL, "SOLIDS"}, {"PRESSURE", "PRESSURE;SOLIDS"}, {"COLORS", "COLORS;SOLIDS"}};
    gfShader shader = GF_SPH_SHADER(s, "means.frag",
                                    defines[pressure ? 1
                                            : colors ? 2
                                                     : 0][domain.solids],
                                    GF_SPH_SEARCHES);
    shader.options |= (alone ? GF_SPH_KINDS : 0u) | (kinds.marks != NULL ? GF_SPH_GROUPED : 0u);
    float unit = pressure ? gfSph_GetPressureUnit(s) : colors ? 1.0f : k->radius;
    int taps = (int)fminf(ceilf(domain.rasterSize / k->radius), 8.0f);
    return gfPass_Run(body->device,
                      &(gfPass){.label = "means",
                                .shader = shader,
                                .writes = {&p->views[view]},
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_SPH_TAGS(s),
                                           GF_IN(law, p->views[GF_RASTER_LAW].id), GF_SPH_WALL_INPUTS(&domain)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_SPH_WALL_UNIFORMS(s, &domain, &walls),
                                             GF_I2(cells, body->def.gridWidth, body->def.gridHeight), GF_I1(taps, taps),
                                             GF_F1(unit, unit), GF_F4V(kinds, GF_VIEW_MATERIALS, kinds.kinds),
                                             GF_I4V(groups, GF_GROUP_WORDS, kinds.groups)}});
}

bool gfParticles2D_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target)
{
    const gfSph *s = &((gfParticles2D *)state)->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    float spacing = body->def.particles.spacing;
    return gfSph_DrawRecord(s, &domain) &&
           gfPass_Run(
               body->device,
               &(gfPass){.label = "loads",
                         .shader = GF_SPH_SHADER(s, "loads.frag", "SOLIDS", 0),
                         .writes = {target->sums},
                         .region = &region,
                         .inputs = {GF_SPH_STATE(s, read), GF_IN(record, s->record.id), GF_SPH_WALL_INPUTS(&domain)},
                         .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_SPH_WALL_UNIFORMS(s, &domain, &walls),
                                      GF_F1(unit, spacing * spacing * s->scales.radius * s->scales.stiffness),
                                      GF_I4V(boxes, target->count, target->boxes),
                                      GF_F4V(places, target->count, target->places)}});
}

static bool drawParticleField(const gfBody *body, gfParticles2D *p, const ParticleField *row)
{
    if (row->defines == NULL) {
        return true;
    }
    return gfPass_Run(body->device, &(gfPass){.label = "read_field",
                                              .shader = GF_SHADER("particles/field.frag", row->defines),
                                              .writes = {&p->views[row->view]},
                                              .inputs = {GF_IN(source, p->views[row->means].id),
                                                         GF_IN(distance, body->solids.distance.read.id)},
                                              .uniforms = {GF_I2(cells, body->def.gridWidth, body->def.gridHeight),
                                                           GF_F1(unit, 1.0f / body->def.cellSize)}});
}

bool gfParticles2D_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfParticles2D *p = state;
    const ParticleField *row = findParticleField(id);
    if (row == NULL) {
        return false;
    }
    const int *size = p->rasterExtents[row->extent];
    bool drawn = row->view != GF_RASTER_VIEWS; // the distance to solids is there
    *view = (gfFieldView){.texture = drawn ? &p->views[row->view] : &body->solids.distance.read,
                          .width = size[0],
                          .height = size[1],
                          .channels = row->channels,
                          .unit = 1.0f,
                          .hasMass = id == GF_SHOWN_FLOW};
    if (!drawn) {
        return true;
    }
    uint32_t law = row->means == GF_RASTER_PRESSURES ? 1u << GF_RASTER_LAW : 0;
    return requireViews(body, p, 1u << row->means | 1u << row->view | law) && drawMeans(body, p, row->means) &&
           drawParticleField(body, p, row);
}

bool gfParticles2D_IsWritable(gfField field)
{
    return field == GF_FIELD_VELOCITY;
}

bool gfParticles2D_WriteField(const gfBody *body, void *state, gfField field, const float *values)
{
    gfDevice *device = body->device;
    gfSph *s = &((gfParticles2D *)state)->sph;
    const int cells[2] = {body->def.gridWidth, body->def.gridHeight};
    float h = s->scales.radius;
    gfTexture velocity = {0};
    (void)field;
    bool ok = gfTexture_Create(device, &velocity, GF_FORMAT_RG32F, cells[0], cells[1]) &&
              gfTexture_Upload(device, &velocity, values) &&
              gfPass_Run(device, &(gfPass){.label = "write_field",
                                           .shader = GF_SPH_SHADER(s, "write_velocity.frag", NULL, 0),
                                           .writes = {&s->place.write},
                                           .inputs = {GF_SPH_STATE(s, read), GF_IN(source, velocity.id)},
                                           .uniforms = {GF_SPH_LAYOUT(s), GF_I2(cells, cells[0], cells[1]),
                                                        GF_F2(scale, h / body->def.cellSize, h)}});
    gfTexture_Destroy(device, &velocity);
    if (ok) {
        gfPair_Swap(&s->place);
    }
    return ok;
}
