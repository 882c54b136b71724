// Fields of the Gaussian solver: reading and writing by the host, and reading for drawings and tracers.
#include "solvers/gaussian/gaussian.h"

typedef enum Size { CELLS, CORNERS, PACKED } Size;

typedef enum Unit { UNIT_NONE, UNIT_SPEED, UNIT_VORTICITY, UNIT_PRESSURE } Unit;

typedef struct FieldRow {
    int id; // a gfField or gfFieldId
    Size size;
    int channels;
    // Defines of gaussian/unpack.frag, which draws the field; null: it is the distance to solids, stored as it is read.
    const char *defines;
    gfGaussianView view; // the texture that the field is drawn to
    Unit unit;           // unit of the values drawn, which getUnit converts
    bool dye, mass;      // the field is made from dye; its blue channel has the mass
    bool writable;
} FieldRow;

static const FieldRow rows[] = {
    {GF_FIELD_VELOCITY, CELLS, 2, "VELOCITY", GF_VIEW_VELOCITY, UNIT_SPEED, false, false, true},
    {GF_FIELD_DYE, CELLS, 4, "DYE", GF_VIEW_DYE, UNIT_NONE, true, false, true},
    {GF_FIELD_VORTICITY, CORNERS, 1, "VORTICITY", GF_VIEW_VORTICITY, UNIT_VORTICITY, false, false, false},
    {GF_FIELD_PRESSURE, CELLS, 1, "PRESSURE", GF_VIEW_PRESSURE, UNIT_PRESSURE, false, false, false},
    {GF_FIELD_MASS, CELLS, 1, "MASS", GF_VIEW_MASS, UNIT_NONE, false, false, true},
    {GF_FIELD_SOLID, CELLS, 1, NULL, GF_GAUSSIAN_VIEWS, UNIT_NONE, false, false, false},
    {GF_SHOWN_DYE, CELLS, 4, "DYE;DRAWN", GF_VIEW_SHOWN_DYE, UNIT_NONE, true, false, false},
    {GF_SHOWN_MASS, CELLS, 1, "MASS;DRAWN", GF_VIEW_SHOWN_MASS, UNIT_NONE, false, false, false},
    {GF_SHOWN_LIQUID, CELLS, 3, "MASS;MOVING", GF_VIEW_LIQUID, UNIT_SPEED, false, false, false},
    {GF_SHOWN_FLOW, CORNERS, 3, "VELOCITY;FACES", GF_VIEW_FLOW, UNIT_SPEED, false, true, false},
    {GF_SHOWN_PRESSURE, PACKED, 4, "PRESSURE;PACKED", GF_VIEW_SHOWN_PRESSURE, UNIT_PRESSURE, false, false, false},
    {GF_SHOWN_SOLID, CELLS, 1, NULL, GF_GAUSSIAN_VIEWS, UNIT_NONE, false, false, false},
};

// Returns the row of a field, or null if the solver has no such field.
static const FieldRow *findRow(int id)
{
    for (int i = 0; i < GF_COUNT(rows); i++) {
        if (rows[i].id == id) {
            return &rows[i];
        }
    }
    return NULL;
}

static void getSize(const FieldRow *row, const gfGaussian *g, int *width, int *height)
{
    const int *packed = g->extents[GF_EXTENT_PACKED];
    int beyond = row->size == CORNERS ? 1 : 0;
    *width = row->size == PACKED ? packed[0] : g->cellsX + beyond;
    *height = row->size == PACKED ? packed[1] : g->cellsY + beyond;
}

bool gfGaussian_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info)
{
    const FieldRow *row = findRow((int)field);
    GF_TRY(row != NULL);
    float h = body->def.cellSize, first = row->size == CORNERS ? 0.0f : 0.5f * h;
    gfVec2 o = body->def.origin;
    int width, height;
    getSize(row, state, &width, &height);
    *info = (gfFieldInfo){width, height, row->channels, {o.x + first, o.y + first}, {h, h}};
    return true;
}

bool gfGaussian_HasField(const gfBody *body, const void *state, int id)
{
    (void)body;
    (void)state;
    return findRow(id) != NULL;
}

bool gfGaussian_IsWritable(gfField field)
{
    const FieldRow *row = findRow((int)field);
    return row != NULL && row->writable;
}

// --- reading -------------------------------------------------------------------------------------------------------

// Returns the factor that converts drawn values to the unit in which the host and drawings get them.
static float getUnit(const gfBody *body, Unit unit)
{
    const gfGaussianParams *p = &body->def.gaussian;
    float speed = gfGaussian_GetSpeed(body), rest = p->restDensity;
    switch (unit) {
    case UNIT_SPEED:
        return speed;
    case UNIT_VORTICITY:
        return speed / body->def.cellSize;
    case UNIT_PRESSURE: // the stiffness is the unit of pressure; the published modes have no stiffness
        return p->mode == GF_GAUSSIAN_CONSERVING ? p->stiffness / (rest * rest * rest) * speed * speed : 0.0f;
    default:
        return 1.0f;
    }
}

static bool unpack(const gfBody *body, gfGaussian *g, const FieldRow *row)
{
    bool flows = g->moved && (row->unit == UNIT_SPEED || row->unit == UNIT_VORTICITY);
    GF_TRY(!flows || gfGaussian_DrawFlow(body, g));
    const gfTexture velocity[2] = {flows ? g->flow[0] : g->state[GF_GAUSSIAN_VELOCITY_X].read,
                                   flows ? g->flow[1] : g->state[GF_GAUSSIAN_VELOCITY_Y].read};
    const gfGaussianParams *p = &body->def.gaussian;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "read_field",
                                .shader = GF_SHADER("gaussian/unpack.frag", row->defines),
                                .writes = {&g->views[row->view]},
                                .inputs = {GF_IN(velocityX, velocity[0].id), GF_IN(velocityY, velocity[1].id),
                                           GF_IN(mass, g->state[GF_GAUSSIAN_MASS].read.id), DYE_INPUTS(g),
                                           GF_IN(distance, body->solids.distance.read.id)},
                                .uniforms = {GRID_UNIFORMS(g), GF_F1(unit, getUnit(body, row->unit)),
                                             GF_F1(restDensity, p->restDensity),
                                             GF_F1(tension, gfGaussian_GetTension(body).factor)}});
}

bool gfGaussian_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfGaussian *g = state;
    const FieldRow *row = findRow(id);
    GF_TRY(row != NULL);
    *view = (gfFieldView){
        .texture = &body->solids.distance.read, .channels = row->channels, .unit = 1.0f, .hasMass = row->mass};
    getSize(row, g, &view->width, &view->height);
    if (row->defines == NULL) {
        return true;
    }
    view->texture = &g->views[row->view];
    GF_TRY(gfGaussian_Require(body, g, (uint32_t)GF_WHEN_VIEWED << row->view));
    // Without dye the view was never drawn and is 0, as it should be. Once there is dye, it stays.
    return (row->dye && !gfGaussian_Is(g, GF_WHEN_DYED)) || unpack(body, g, row);
}

// --- writing -------------------------------------------------------------------------------------------------------

// Packs values[channels * i], the value of cell i, times `factor` and at least `least`, into texels of 2 x 2 cells.
static void pack(const gfGaussian *g, const float *values, int channels, float factor, float least, float *packed)
{
    const int *size = g->extents[GF_EXTENT_PACKED];
    for (int y = 0; y < 2 * size[1]; y++) {
        for (int x = 0; x < 2 * size[0]; x++) {
            size_t texel = (size_t)(y / 2) * (size_t)size[0] + (size_t)(x / 2);
            size_t cell = (size_t)y * (size_t)g->cellsX + (size_t)x;
            bool inside = x < g->cellsX && y < g->cellsY;
            packed[4 * texel + (size_t)(x % 2 + 2 * (y % 2))] =
                inside ? fmaxf(factor * values[cell * (size_t)channels], least) : 0.0f;
        }
    }
}

bool gfGaussian_WriteField(const gfBody *body, void *state, gfField field, const float *values)
{
    gfDevice *device = body->device;
    gfGaussian *g = state;
    const int *size = g->extents[GF_EXTENT_PACKED];
    const int channels = findRow((int)field)->channels;
    float *packed = gfAlloc(&device->core, (size_t)size[0] * (size_t)size[1] * 4 * sizeof *packed);
    if (packed == NULL || (field == GF_FIELD_DYE && !gfGaussian_Require(body, g, GF_WHEN_DYED))) {
        gfFree(&device->core, packed);
        return false;
    }
    // state[0] and state[1] are the velocities.
    gfPair *pairs = field == GF_FIELD_DYE ? g->dye : &g->state[field == GF_FIELD_MASS ? GF_GAUSSIAN_MASS : 0];
    float factor = field == GF_FIELD_VELOCITY ? 1.0f / gfGaussian_GetSpeed(body) : 1.0f;
    bool ok = true;
    for (int i = 0; ok && i < channels; i++) {
        pack(g, values + i, channels, factor, field == GF_FIELD_MASS ? 0.0f : -INFINITY, packed);
        ok = gfTexture_Upload(device, &pairs[i].write, packed);
    }
    for (int i = 0; ok && i < channels; i++) { // after all uploads, so that a failed one changes nothing
        gfPair_Swap(&pairs[i]);
    }
    gfFree(&device->core, packed);
    g->massKnown = g->massKnown && (field != GF_FIELD_MASS || !ok);
    g->fresh = GF_GAUSSIAN_FRESH;
    if (ok && field != GF_FIELD_DYE) {
        gfGaussian_Rewritten(body, g);
    }
    return ok;
}

// --- filling ---------------------------------------------------------------------------------------------------------

// Solves m^2 (m - 1) = `pressure` for the mass m by Newton's method.
static double massAtPressure(double pressure)
{
    double m = 1.0 + fmin(pressure, cbrt(pressure));
    for (int i = 0; i < 20; i++) {
        m -= (m * m * (m - 1.0) - pressure) / (3.0 * m * m - 2.0 * m);
    }
    return m;
}

bool gfGaussian_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level)
{
    gfGaussian *g = state;
    const gfFluidDef *def = &body->def;
    const gfGaussianParams *p = &def->gaussian;
    GF_REQUIRE(&body->device->core, p->mode == GF_GAUSSIAN_CONSERVING, UNSUPPORTED,
               "gfFluid_FillToLevel: gaussian.mode is %d; GF_GAUSSIAN_CONSERVING is expected", (int)p->mode);
    const double h = (double)def->cellSize, stiffness = fmax((double)p->stiffness, 1e-9);
    const double perCell = (double)def->fixedStep / (double)gfGaussian_GetSpeed(body);
    gfVec2 down = gfFrame_Turn(&body->frame, p->gravity);
    double gravity = hypot((double)down.x, (double)down.y);
    double up[2] = {gravity > 0.0 ? -(double)down.x / gravity : 0.0, gravity > 0.0 ? -(double)down.y / gravity : 1.0};
    double height = (double)level - up[0] * (double)def->origin.x - up[1] * (double)def->origin.y;
    // With a stiffness of 0 there is no pressure that could carry the liquid's weight.
    double compression = p->stiffness > 0.0f ? 2.0 * gravity * perCell / stiffness : 0.0;
    double softPressure = GF_GAUSSIAN_HARDEST / stiffness, soft = massAtPressure(softPressure);
    double softAcceleration = 4.0 / 3.0 * (soft * soft * soft - 1.0) - 1.5 * (soft * soft - 1.0);
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    if (shape != NULL) {
        gfShapeBatch_Add(&batch, shape, def->origin, 0.0f, 0.0f);
    }
    if (!gfPass_Run(
            body->device,
            &(gfPass){
                .label = "fill",
                .shader = GF_SHADER("gaussian/fill.frag", NULL),
                .writes = {STATE_WRITES(g, true)},
                .inputs = {STATE_INPUTS(g), GF_IN(distance, body->solids.distance.read.id)},
                .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_SHAPE_UNIFORMS(&batch),
                             GF_F1(cellSize, def->cellSize), GF_F1(restDensity, p->restDensity),
                             GF_F4(up, (float)up[0], (float)up[1], (float)(height / h), shape == NULL ? 1.0f : 0.0f),
                             GF_F1(compression, (float)compression),
                             GF_F4(soft, (float)softAcceleration, (float)soft, (float)softPressure, 0.0f)}})) {
        return false;
    }
    for (int i = 0; i < GF_GAUSSIAN_STATES; i++) {
        gfPair_Swap(&g->state[i]);
    }
    g->massKnown = false;
    gfGaussian_Rewritten(body, g);
    return true;
}
