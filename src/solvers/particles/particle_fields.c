// Particles as fields on the fluid's raster: for the host, for drawings and for tracers. First means over the particles
// around each cell are drawn, then the field is computed from them. Samples at points, and counts for queries, come
// from the particles themselves.
// Pressure is the virial of the forces between particles. Each pair pushes by P_i + P_j, where P = ((d - 1) + w (near -
// 1)) / d^2, d is the number density over its value at rest (walls count as full), and w is the small weight of near
// density. This is summed over pairs with their distance and half the number density, and integrals replace the
// kernels' sums. It gives the pressure over the density at rest: p = c^2 (cellFill norm2)^2 P d, nearly c^2 (d - 1),
// with c = gfSphScales.soundSpeed. Negative pressure, the pull of tension at surfaces, becomes 0. The field is p over
// the first material's density, so that at depth z of a resting column it is g z.
#include "solvers/particles/particles.h"

#include "gl/readback.h"
#include "shared.h"

typedef struct ParticleField {
    int id; // a gfField or gfFieldId
    gfRasterExtent extent;
    int channels;
    gfRasterView means;  // the means over particles from which the field is computed
    const char *defines; // defines of particles/field.frag; null: the field is the means themselves
    gfRasterView view;   // the texture that the field is drawn to
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
    PARTICLE_VIEW("spray", SPRAY, R16F, DROPS),
};
// clang-format on

static const gfStateTable particleViewTable = {particleViewRows, GF_COUNT(particleViewRows), "particles", NULL};

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

// Returns the row of a field, or null if the solver has no such field.
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
    GF_TRY(row != NULL);
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

// Makes the textures of these views (a bit each), if they are missing. On failure none was made.
bool gfParticles2D_MakeNeeds(const gfBody *body, void *state, uint32_t views)
{
    static const float rest[1][4] = {{0.0f}};
    gfParticles2D *p = state;
    const gfParticles2D *sizes = p;
    const gfStatePlan plan = {
        .table = &particleViewTable, .extents = sizes->rasterExtents, .clear = rest, .conditions = p->viewed | views};
    GF_TRY(plan.conditions == p->viewed || gfState_Create(body->device, &plan, p));
    p->viewed = plan.conditions;
    return true;
}

uint32_t gfParticles2D_GetNeeds(const void *state)
{
    return ((const gfParticles2D *)state)->viewed;
}

// Draws GF_RASTER_LAW, the pressure of each particle. Returns false and reports on failure.
static bool drawLaw(const gfBody *body, gfParticles2D *p)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    const gfTexture *law = &p->views[GF_RASTER_LAW];
    return gfParticles2D_MakeNeeds(body, p, 1u << GF_RASTER_LAW) &&
           (domain.carried ? p->drawPressures(body, p, law) : gfSph_DrawPressures(&p->sph, &domain, law));
}

// Returns the unit of GF_RASTER_LAW, m^2/s^2.
static float getLawUnit(const gfParticles2D *p)
{
    return p->drawPressures != NULL ? 1.0f : gfSph_GetPressureUnit(&p->sph);
}

static bool drawMeans(const gfBody *body, gfParticles2D *p, gfRasterView view)
{
    const gfSph *s = &p->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfSphScales *k = &s->scales;
    bool pressure = view == GF_RASTER_PRESSURES;
    bool alone = view == GF_RASTER_LIQUIDS || view == GF_RASTER_LIQUID_COLORS;
    bool colors = view == GF_RASTER_COLORS || view == GF_RASTER_LIQUID_COLORS;
    gfParticleView kinds = {0};
    if (alone) {
        gfParticles2D_View(body, p, &kinds);
    }
    GF_TRY(!pressure || drawLaw(body, p));
    static const char *const defines[3][2] = {
        {NULL, "SOLIDS"}, {"PRESSURE", "PRESSURE;SOLIDS"}, {"COLORS", "COLORS;SOLIDS"}};
    gfShader shader = GF_SPH_SHADER(s, "means.frag",
                                    defines[pressure ? 1
                                            : colors ? 2
                                                     : 0][domain.solids],
                                    GF_SPH_SEARCHES);
    shader.options |= (alone ? GF_SPH_KINDS : 0u) | (kinds.marks != NULL ? GF_SPH_GROUPED : 0u);
    float unit = pressure ? getLawUnit(p) : colors ? 1.0f : k->radius;
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
    const gfParticles2D *p = state;
    const gfSph *s = &p->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    float spacing = gfParticles2D_GetParams(body, p)->spacing;
    return gfSph_DrawPressures(s, &domain, NULL) &&
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
    return row->defines == NULL ||
           gfPass_Run(body->device, &(gfPass){.label = "read_field",
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
    GF_TRY(row != NULL);
    const int *size = p->rasterExtents[row->extent];
    bool drawn = row->view != GF_RASTER_VIEWS; // false: it is the distance to solids, which is stored as it is read
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
    return gfParticles2D_MakeNeeds(body, p, 1u << row->means | 1u << row->view | law) &&
           drawMeans(body, p, row->means) && drawParticleField(body, p, row);
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

// --- samples ---------------------------------------------------------------------------------------------------------

_Static_assert(GF_PROPERTY_DENSITY == GF_SAMPLES_DENSITY && GF_PROPERTY_PRESSURE == GF_SAMPLES_PRESSURE &&
                   GF_PROPERTY_VELOCITY_X == GF_SAMPLES_VELOCITY_X && GF_PROPERTY_VELOCITY_Y == GF_SAMPLES_VELOCITY_Y &&
                   GF_PROPERTY_SPEED == GF_SAMPLES_SPEED && GF_PROPERTY_RED == GF_SAMPLES_RED &&
                   GF_PROPERTY_GREEN == GF_SAMPLES_GREEN && GF_PROPERTY_BLUE == GF_SAMPLES_BLUE &&
                   GF_PROPERTY_MATERIAL == GF_SAMPLES_MATERIAL,
               "shaders know the properties by these numbers");

// Sample points are moved to within this distance of the domain, cells: a farther one's cell would overflow an int.
#define FARTHEST_CELL 1e8

// Sample points, in cells, and the values found there: lists in textures, laid out like those of particles.
typedef struct Samples {
    gfTexture points, results;
    int width, height, count;
    float *values; // the sampled values in host memory, four per point
} Samples;

static bool uploadPoints(const gfBody *body, const gfSph *s, const gfVec2 *points, Samples *samples)
{
    gfDevice *device = body->device;
    int width = s->extents[GF_SPH_PARTICLES][0];
    samples->width = width;
    samples->height = (samples->count + width - 1) / width;
    samples->values = gfAlloc(&device->core, (size_t)width * (size_t)samples->height * 4 * sizeof *samples->values);
    GF_TRY(samples->values != NULL &&
           gfTexture_Create(device, &samples->points, GF_FORMAT_RGBA32F, width, samples->height) &&
           gfTexture_Create(device, &samples->results, GF_FORMAT_RGBA32F, width, samples->height));
    const double origin[2] = {(double)body->def.origin.x, (double)body->def.origin.y};
    for (int i = 0; i < samples->count; i++) {
        const double place[2] = {(double)points[i].x, (double)points[i].y};
        for (int axis = 0; axis < 2; axis++) {
            double cells = (place[axis] - origin[axis]) / (double)s->scales.radius;
            samples->values[4 * i + axis] = (float)fmax(fmin(cells, FARTHEST_CELL), -FARTHEST_CELL);
        }
    }
    return gfTexture_Upload(device, &samples->points, samples->values);
}

static bool drawSamples(gfDevice *device, const gfParticles2D *p, gfParticleProperty property, const Samples *samples)
{
    const gfSph *s = &p->sph;
    const gfSphScales *k = &s->scales;
    float unit = property == GF_PROPERTY_PRESSURE ? getLawUnit(p) : k->radius;
    return gfPass_Run(
        device, &(gfPass){.label = "sample",
                          .shader = GF_SPH_SHADER(s, "sample.frag", NULL, GF_SPH_SEARCHES),
                          .writes = {&samples->results},
                          .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_IN(tags, s->tags.read.id),
                                     GF_IN(law, p->views[GF_RASTER_LAW].id), GF_IN(source, samples->points.id)},
                          .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_I1(points, samples->count),
                                       GF_I1(property, (GLint)property), GF_I1(materialCount, s->ramped.materialCount),
                                       GF_F1(unit, unit), GF_F2(scale, 1.0f, k->radius)}});
}

bool gfParticles2D_Sample(const gfBody *body, void *state, const gfParticleSamples *wanted)
{
    gfDevice *device = body->device;
    gfParticles2D *p = state;
    Samples samples = {.count = wanted->count};
    bool ok = uploadPoints(body, &p->sph, wanted->points, &samples) &&
              (wanted->property != GF_PROPERTY_PRESSURE || drawLaw(body, p)) &&
              drawSamples(device, p, wanted->property, &samples) &&
              gfReadback_Blocking(device, &(gfReadSource){&samples.results, samples.width, samples.height, 4},
                                  samples.values);
    for (int i = 0; ok && i < wanted->count; i++) {
        const float *result = &samples.values[4 * i];
        wanted->values[i] = result[0];
        if (wanted->gradients != NULL) {
            wanted->gradients[i] = (gfVec2){result[1], result[2]};
        }
    }
    GF_DESTROY_TEXTURES(device, &samples.points, &samples.results);
    gfFree(&device->core, samples.values);
    return ok;
}

// --- counts ----------------------------------------------------------------------------------------------------------

// Queries count particles in shapes, particles that touch solids, and contacts of groups. A result is the sum of
// partial sums over fixed ranges of particles, so that it is rounded alike in every run.

// Vertex stage that draws one texel per particle, at the place of its id in the texture gfCountTarget.memory.
static const gfVertexStage memorySquares = {"particles/remember.vert", "", 0, NULL};

static bool tellInside(gfDevice *device, const gfSph *s, const gfCountTarget *target)
{
    return gfPass_Run(
        device,
        &(gfPass){.label = "inside",
                  .shader = GF_SPH_SHADER(s, "inside.frag", "POLYGONS", 0),
                  .writes = {target->inside},
                  .inputs = {GF_SPH_STATE(s, read), GF_IN(tags, s->tags.read.id), GF_IN(questions, target->shapes->id),
                             GF_IN(memory, target->memory->id), GF_IN(sums, target->before->id)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_I1(askedCount, target->count), GF_I1(known, target->known),
                               GF_F1(elapsed, target->elapsed), GF_F1(unit, s->scales.radius)}});
}

static bool rememberInside(gfDevice *device, const gfSph *s, const gfCountTarget *target)
{
    return gfPass_Run(device,
                      &(gfPass){.label = "inside",
                                .shader = {.stage = &memorySquares, .file = "particles/remember.frag"},
                                .writes = {target->memory},
                                .geometry = {GF_GEOMETRY_SQUARES, .count = s->capacity, .texels = 1},
                                .inputs = {GF_IN(tags, s->tags.read.id), GF_IN(inside, target->inside->id),
                                           GF_IN(count, s->count.read.id)},
                                .uniforms = {GF_I2(memorySize, target->memory->width, target->memory->height)}});
}

static bool sumInside(gfDevice *device, const gfSph *s, const gfCountTarget *target)
{
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    return gfPass_Run(device,
                      &(gfPass){.label = "inside",
                                .shader = GF_SPH_SHADER(s, "inside_sums.frag", NULL, GF_SPH_SEARCHES),
                                .writes = {target->sums[0], target->sums[1], target->sums[2], target->sums[3]},
                                .region = &region,
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_IN(tags, s->tags.read.id),
                                           GF_IN(questions, target->shapes->id), GF_IN(inside, target->inside->id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_I1(materialCount, s->ramped.materialCount),
                                             GF_F1(unit, s->scales.radius)}});
}

bool gfParticles2D_CountInside(const gfBody *body, void *state, const gfCountTarget *target)
{
    gfDevice *device = body->device;
    const gfSph *s = &((gfParticles2D *)state)->sph;
    return tellInside(device, s, target) && rememberInside(device, s, target) && sumInside(device, s, target);
}

bool gfParticles2D_DrawContacts(const gfBody *body, void *state, const gfContactTarget *target)
{
    const gfParticles2D *p = state;
    const gfSph *s = &p->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    float reach = target->reach * s->scales.spacing / s->scales.radius;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "contacts",
                                .shader = GF_SPH_SHADER(s, "contacts.frag", "SOLIDS", GF_SPH_SEARCHES),
                                .writes = {target->sums[0], target->sums[1]},
                                .region = &region,
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_SPH_WALL_INPUTS(&domain)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, &domain, &walls),
                                             GF_F1(reach, reach), GF_I4V(boxes, target->count, target->boxes),
                                             GF_F4V(places, target->count, target->places)}});
}

_Static_assert(4 * GF_GROUP_VECTORS == GF_PARTICLE_GROUPS_MAX, "each group has a number");

// Radius of a particle, in spacings. Particles touch a particle at this distance from its centre.
#define DISC_RADIUS 0.5f

// The reach, in cells, for a query without contacts: no distance is as small, so nothing touches.
#define OUT_OF_REACH (-1e9f)

static bool tellTouches(const gfBody *body, const gfParticles2D *p, const gfTouchTarget *target, bool solids)
{
    const gfSph *s = &p->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    const gfSphWalls walls = gfSph_FindWalls(s, &domain);
    const gfRegion none = {0};
    float unit = s->scales.spacing / s->scales.radius;
    bool reaches = target->reach > 0.0f;
    return gfPass_Run(
        body->device,
        &(gfPass){.label = "touches",
                  .shader = GF_SPH_SHADER(s, "touches.frag", solids ? "SOLIDS" : NULL, GF_SPH_SEARCHES),
                  .writes = {target->touches[0], target->touches[1]},
                  .region = target->count > 0 ? NULL : &none,
                  .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_SPH_SEARCH(s), GF_SPH_WALL_INPUTS(&domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, &domain, &walls),
                               GF_F2(reaches, reaches ? (target->reach + DISC_RADIUS) * unit : OUT_OF_REACH,
                                     reaches ? target->reach * unit : OUT_OF_REACH),
                               GF_F1(unit, s->scales.radius), GF_I4V(listed, GF_GROUP_VECTORS, target->listed)}});
}

static bool sumTouches(gfDevice *device, const gfSph *s, const gfTouchTarget *target)
{
    const gfRegion region = {0, 0, target->count, GF_TOUCH_PARTS};
    return gfPass_Run(
        device, &(gfPass){.label = "touches",
                          .shader = GF_SPH_SHADER(s, "touch_sums.frag", NULL, 0),
                          .writes = {target->sums[0], target->sums[1], target->sums[2]},
                          .region = &region,
                          .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_IN(touches, target->touches[0]->id),
                                     GF_IN(contacts, target->touches[1]->id)},
                          .uniforms = {GF_SPH_LAYOUT(s), GF_I4V(listed, GF_GROUP_VECTORS, target->listed)}});
}

bool gfParticles2D_DrawTouches(const gfBody *body, void *state, const gfTouchTarget *target)
{
    const gfParticles2D *p = state;
    bool solids = body->solids.count > 0, warms = target->count == 0;
    return (!warms || tellTouches(body, p, target, !solids)) && tellTouches(body, p, target, solids) &&
           sumTouches(body->device, &p->sph, target);
}
