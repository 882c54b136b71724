#include "support/basin.h"

#include "gl/readback.h"

enum { SAMPLES = 4 };              // along each side of a cell, of which its fractions are means
static const double NEAREST = 0.1; // the least distance of a surface from a cell's centre
static const double STEPS = 31.0;  // of weights, as they are stored
static const double AIR = 1.0;     // diagonal that marks air

double Basin_Random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

// --- shapes ----------------------------------------------------------------------------------------------------------

static double distanceTo(const Basin *b, const BasinDisc *disc, double x, double y)
{
    double aside = x - disc->x;
    aside = b->wrapX ? remainder(aside, b->width) : aside;
    return hypot(aside, y - disc->y) - disc->radius;
}

double Basin_IsOutOfDiscs(const Basin *b, double x, double y)
{
    double least = 1e9;
    for (int k = 0; k < b->discs; k++) {
        least = fmin(least, distanceTo(b, &b->disc[k], x, y));
    }
    return least;
}

double Basin_IsInDrops(const Basin *b, double x, double y)
{
    double most = -1e9;
    for (int k = 0; k < b->drops; k++) {
        most = fmax(most, -distanceTo(b, &b->drop[k], x, y));
    }
    return most;
}

static uint32_t hashOf(uint32_t n)
{
    n = (n ^ n >> 16) * 0x7feb352du;
    n = (n ^ n >> 15) * 0x846ca68bu;
    return n ^ n >> 16;
}

double Basin_IsInLiquid(const Basin *b, double x, double y)
{
    double drops = Basin_IsInDrops(b, x, y), depth = b->wave[0] + b->wave[1] * sin(b->wave[2] * x + b->wave[3]) - y;
    uint32_t cell = hashOf(b->seed + (uint32_t)((int)y * b->width + (int)x));
    if (b->kind == 5 && cell % 10 == 0) {
        return (hashOf(cell + (uint32_t)(4096.0 * x)) & 255u) < (cell >> 8 & 255u) ? 1.0 : -1.0;
    }
    return b->kind == 0 || b->kind == 4 ? fmin(depth, -drops) : fmax(depth, drops);
}

static void scatter(const Basin *b, BasinDisc *discs, int count, double least, double most)
{
    uint32_t seed = hashOf(b->seed + (uint32_t)count);
    for (int k = 0; k < count; k++) {
        double size = Basin_Random(&seed);
        discs[k].x = Basin_Random(&seed) * b->width;
        discs[k].y = Basin_Random(&seed) * b->height;
        discs[k].radius = least + most * size * size * size;
    }
}

Basin Basin_AtRandom(uint32_t seed)
{
    Basin b = {.liquid = Basin_IsInLiquid, .seed = seed, .kind = (int)(seed % 6u)};
    uint32_t row = hashOf(seed);
    double sides = Basin_Random(&row), height = Basin_Random(&row);
    b.wrapX = sides < 0.2;
    b.width = b.wrapX ? 16 * (1 + (int)(6.0 * Basin_Random(&row))) : 6 + (int)(90.0 * Basin_Random(&row));
    b.height = 6 + (int)(90.0 * Basin_Random(&row));
    b.nearest = Basin_Random(&row) < 0.5 ? 0.05 : 0.1;
    for (int k = 0; k < 4; k++) {
        b.open[k] = sides > 0.6 && Basin_Random(&row) < 0.4 ? 1.0f : 0.0f;
    }
    height = b.kind == 1 ? 0.98 + 0.02 * height : b.kind == 2 ? 0.005 + 0.02 * height : height;
    b.wave[0] = height * b.height;
    b.wave[1] = b.height * (b.kind == 1 ? 0.004 : 0.1 * Basin_Random(&row));
    b.wave[2] = (3.0 + 40.0 * Basin_Random(&row) * Basin_Random(&row)) / b.width;
    b.wave[3] = 6.0 * Basin_Random(&row);
    b.drops = b.kind >= 3 ? 10 + (int)(50.0 * Basin_Random(&row)) : b.kind == 0 ? (int)(10.0 * Basin_Random(&row)) : 0;
    b.discs = 4 * (int)(3.0 * Basin_Random(&row));
    b.clear = b.discs > 0 ? Basin_IsOutOfDiscs : NULL;
    scatter(&b, b.drop, b.drops, 0.6, 8.0);
    scatter(&b, b.disc, b.discs, 1.0 + 0.02 * b.width, 0.1 * b.width);
    return b;
}

// --- fractions -------------------------------------------------------------------------------------------------------

static int cellOf(const Basin *b, int i, int j)
{
    i = b->wrapX ? (i + b->width) % b->width : i;
    j = b->wrapY ? (j + b->height) % b->height : j;
    return i >= 0 && j >= 0 && i < b->width && j < b->height ? j * b->width + i : -1;
}

static double *faceOf(const Basin *b, int i, int j, int axis)
{
    i = b->wrapX ? (i + b->width) % b->width : i;
    j = b->wrapY ? (j + b->height) % b->height : j;
    return &b->faces[2 * (j * (b->width + 1) + i) + axis];
}

static void fillCell(Basin *b, int i, int j)
{
    int open = 0, liquid = 0, cell = j * b->width + i;
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
        double x = i + (k % SAMPLES + 0.5) / SAMPLES, y = j + (k / SAMPLES + 0.5) / SAMPLES;
        if (b->clear == NULL || b->clear(b, x, y) > 0.0) {
            open++;
            liquid += b->liquid(b, x, y) > 0.0;
        }
    }
    b->openness[cell] = open / (double)(SAMPLES * SAMPLES);
    b->filled[cell] = open > 0 ? liquid / (double)open : b->liquid(b, i + 0.5, j + 0.5) > 0.0;
}

// Returns the open fraction of the left or bottom face, in steps of its storage, from distances at its ends.
static double openFace(const Basin *b, int i, int j, int axis)
{
    bool wraps = axis == 0 ? b->wrapX : b->wrapY;
    int at = axis == 0 ? i : j, last = axis == 0 ? b->width : b->height;
    double most = at > 0 && at < last ? 1.0 : wraps ? 1.0 : (double)b->open[2 * axis + (at == last)];
    if (b->clear != NULL) {
        double low = b->clear(b, i, j), high = b->clear(b, i + axis, j + 1 - axis);
        double near = fmin(low, high), far = fmax(low, high);
        most *= near > 0.0 ? 1.0 : far <= 0.0 ? 0.0 : far / (far - near);
    }
    return floor(most * STEPS + 0.5) / STEPS;
}

static void fill(Basin *b)
{
    for (int j = 0; j <= b->height; j++) {
        for (int i = 0; i <= b->width; i++) {
            b->faces[2 * (j * (b->width + 1) + i)] = j < b->height ? openFace(b, i, j, 0) : 0.0;
            b->faces[2 * (j * (b->width + 1) + i) + 1] = i < b->width ? openFace(b, i, j, 1) : 0.0;
        }
    }
    for (int j = 0; j < b->height; j++) {
        for (int i = 0; i < b->width; i++) {
            int cell = j * b->width + i;
            double open = *faceOf(b, i, j, 0) + *faceOf(b, i + 1, j, 0) + *faceOf(b, i, j, 1) + *faceOf(b, i, j + 1, 1);
            fillCell(b, i, j);
            b->openness[cell] = open > 0.0 ? fmax(b->openness[cell], 0.02) : 0.0;
            b->isFree[cell] = open > 0.0 && b->filled[cell] > 0.5;
        }
    }
}

// --- the operator ----------------------------------------------------------------------------------------------------

// The cell beyond face k (left, right, below, above), -1 outside; and the face.
static int beyond(const Basin *b, int i, int j, int k, double *face)
{
    int axis = k / 2, high = k % 2;
    *face = *faceOf(b, i + (axis == 0 ? high : 0), j + (axis == 1 ? high : 0), axis);
    return cellOf(b, i + (axis == 0 ? 2 * high - 1 : 0), j + (axis == 1 ? 2 * high - 1 : 0));
}

static double weightOf(const Basin *b, int i, int j, int k)
{
    double face = 0.0;
    int cell = cellOf(b, i, j), other = cell >= 0 ? beyond(b, i, j, k, &face) : -1;
    return other >= 0 && b->isFree[cell] && b->isFree[other] ? face : 0.0;
}

static uint32_t toHalf(double value)
{
    int exponent = 0;
    double part = frexp(value, &exponent); // value = part * 2^exponent, part from .5 to 1
    return value < 1e-4 ? 0u : (uint32_t)((exponent + 14) << 10) + (uint32_t)lround((part * 2.0 - 1.0) * 1024.0);
}

static double fromHalf(uint32_t half)
{
    return half == 0u ? 0.0 : ldexp(1.0 + (half & 1023u) / 1024.0, (int)(half >> 10) - 15);
}

static double holdingOf(const Basin *b, int i, int j)
{
    int cell = j * b->width + i;
    double sum = 0.0;
    if (!b->isFree[cell]) {
        return b->openness[cell] > 0.0 ? AIR : 0.0;
    }
    for (int k = 0; k < 4; k++) {
        double face;
        int other = beyond(b, i, j, k, &face);
        if (other < 0) {
            sum += 2.0 * face;
        } else if (!b->isFree[other]) {
            sum += face /
                   fmin(1.0, fmax(b->nearest > 0.0 ? b->nearest : NEAREST, b->filled[cell] + b->filled[other] - 0.5));
        }
    }
    return fromHalf(toHalf(sum));
}

static double apply(const Basin *b, const double *p, int i, int j)
{
    int cell = j * b->width + i;
    double sum = -(b->held[cell] + (double)b->alpha) * p[cell];
    for (int k = 0; k < 4; k++) {
        double face;
        int other = beyond(b, i, j, k, &face);
        sum += other >= 0 ? weightOf(b, i, j, k) * (p[other] - p[cell]) : 0.0;
    }
    return sum;
}

// --- textures --------------------------------------------------------------------------------------------------------

// The cells a, b, c, d, R.a, T.a, L.d, B.d of a block.
static const int places[8][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}};

// Of each of 24 codes and 8 flags of a block, word by word: which of those cells, and which of its faces.
static const int codes[24][2] = {{0, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}, {3, 1}, {0, 2}, {1, 2},
                                 {0, 3}, {1, 3}, {2, 3}, {3, 3}, {4, 1}, {4, 2}, {4, 3}, {7, 0},
                                 {7, 1}, {7, 2}, {5, 0}, {5, 1}, {5, 3}, {6, 0}, {6, 2}, {6, 3}};
static const int flags[8] = {0, 1, 2, 3, 4, 7, 5, 6};

static void packBlock(const Basin *b, int x, int y, uint32_t weights[4], uint32_t diagonals[4])
{
    for (int k = 0; k < 24; k++) {
        const int *at = places[codes[k][0]];
        double weight = weightOf(b, 2 * x + at[0], 2 * y + at[1], codes[k][1]);
        weights[k / 6] |= (uint32_t)lround(weight * STEPS) << (5 * (k % 6));
    }
    for (int k = 0; k < 8; k++) {
        int cell = cellOf(b, 2 * x + places[flags[k]][0], 2 * y + places[flags[k]][1]);
        weights[k / 2] |= (uint32_t)(cell >= 0 && b->isFree[cell]) << (30 + k % 2);
        cell = cellOf(b, 2 * x + places[k][0], 2 * y + places[k][1]);
        diagonals[k / 2] |= (cell >= 0 ? toHalf(b->held[cell]) : 0u) << (16 * (k % 2));
    }
}

static void upload(gfDevice *device, gfTexture *texture, gfFormat format, int width, int height, const void *values)
{
    assert_true(gfTexture_Create(device, texture, format, width, height));
    assert_true(gfTexture_Upload(device, texture, values));
}

static void uploadLattice(Basin *b)
{
    int columns = (b->width + 1) / 2, rows = (b->height + 1) / 2, count = (b->width + 1) * (b->height + 1);
    uint32_t *weights = Fixture_Keep(calloc((size_t)(4 * columns * rows), sizeof *weights));
    uint32_t *diagonals = Fixture_Keep(calloc((size_t)(4 * columns * rows), sizeof *diagonals));
    float *openings = Fixture_Keep(calloc((size_t)(4 * count), sizeof *openings));
    for (int k = 0; k < columns * rows; k++) {
        packBlock(b, k % columns, k / columns, &weights[4 * k], &diagonals[4 * k]);
    }
    for (int k = 0; k < count; k++) {
        int i = k % (b->width + 1), j = k / (b->width + 1), cell = j * b->width + i;
        openings[4 * k] = (float)b->faces[2 * k];
        openings[4 * k + 1] = (float)b->faces[2 * k + 1];
        if (i < b->width && j < b->height) {
            openings[4 * k + 2] = (float)(b->openness[cell] * b->filled[cell]);
            openings[4 * k + 3] = (float)b->openness[cell];
        }
    }
    upload(b->device, &b->weights, GF_FORMAT_RGBA32UI, columns, rows, weights);
    upload(b->device, &b->diagonals, GF_FORMAT_RGBA32UI, columns, rows, diagonals);
    upload(b->device, &b->openings, GF_FORMAT_RGBA32F, b->width + 1, b->height + 1, openings);
}

float *Basin_Pack(const Basin *b, const double *values, double scale)
{
    int columns = (b->width + 1) / 2, rows = (b->height + 1) / 2;
    float *packed = Fixture_Keep(calloc((size_t)(4 * columns * rows), sizeof *packed));
    for (int k = 0; k < b->width * b->height; k++) {
        int i = k % b->width, j = k / b->width;
        packed[4 * (j / 2 * columns + i / 2) + 2 * (j % 2) + i % 2] = (float)(scale * values[k]);
    }
    return packed;
}

static void uploadRhs(Basin *b)
{
    gfTexture_Destroy(b->device, &b->rhsTexture);
    upload(b->device, &b->rhsTexture, GF_FORMAT_RGBA32F, (b->width + 1) / 2, (b->height + 1) / 2,
           Basin_Pack(b, b->rhs, 1.0));
}

// --- making ----------------------------------------------------------------------------------------------------------

// Flow through a face: weight that falls, and twelve pushes.
static double flow(const Basin *b, double pushes[12][4], int i, int j, int axis)
{
    double sum = axis == 1 ? -0.3 : 0.0, x = i + 0.5 * axis, y = j + 0.5 - 0.5 * axis;
    for (int k = 0; k < 12; k++) {
        double dx = (x - pushes[k][0]) / b->width, dy = (y - pushes[k][1]) / b->width;
        sum += pushes[k][2 + axis] * exp(-(dx * dx + dy * dy) / 0.01);
    }
    return sum * *faceOf(b, i, j, axis);
}

static void makeRhs(Basin *b)
{
    double pushes[12][4];
    uint32_t seed = b->seed;
    for (int k = 0; k < 12; k++) {
        pushes[k][0] = Basin_Random(&seed) * b->width;
        pushes[k][1] = 0.6 * Basin_Random(&seed) * b->height;
        pushes[k][2] = 2.0 * Basin_Random(&seed) - 1.0;
        pushes[k][3] = 2.0 * Basin_Random(&seed) - 1.0;
    }
    for (int k = 0; k < b->width * b->height; k++) {
        int i = k % b->width, j = k / b->width;
        int right = b->wrapX ? (i + 1) % b->width : i + 1, above = b->wrapY ? (j + 1) % b->height : j + 1;
        b->rhs[k] = b->isFree[k] ? flow(b, pushes, right, j, 0) - flow(b, pushes, i, j, 0) +
                                       flow(b, pushes, i, above, 1) - flow(b, pushes, i, j, 1)
                                 : 0.0;
    }
}

void Basin_Make(Basin *b, Fixture *fixture)
{
    size_t count = (size_t)(b->width * b->height), corners = (size_t)(b->width + 1) * (size_t)(b->height + 1);
    b->device = fixture->device;
    b->faces = Fixture_Keep(calloc(2 * corners, sizeof *b->faces));
    b->openness = Fixture_Keep(calloc(count, sizeof *b->openness));
    b->filled = Fixture_Keep(calloc(count, sizeof *b->filled));
    b->held = Fixture_Keep(calloc(count, sizeof *b->held));
    b->isFree = Fixture_Keep(calloc(count, sizeof *b->isFree));
    b->rhs = Fixture_Keep(calloc(count, sizeof *b->rhs));
    fill(b);
    for (int k = 0; k < (int)count; k++) {
        b->held[k] = holdingOf(b, k % b->width, k / b->width);
    }
    makeRhs(b);
    assert_true(gfDevice_Begin(b->device, "test"));
    uploadLattice(b);
    uploadRhs(b);
    assert_true(gfPair_Create(b->device, &b->field, GF_FORMAT_RGBA32F, (b->width + 1) / 2, (b->height + 1) / 2));
    b->multigrid = gfMultigrid_Create(b->device, b->width, b->height, b->wrapX, b->wrapY, GF_MULTIGRID_SURFACE);
    assert_non_null(b->multigrid);
    Basin_Prepare(b);
}

void Basin_Destroy(Basin *b)
{
    gfMultigrid_Destroy(b->device, b->multigrid);
    gfPair_Destroy(b->device, &b->field);
    gfTexture_Destroy(b->device, &b->weights);
    gfTexture_Destroy(b->device, &b->diagonals);
    gfTexture_Destroy(b->device, &b->openings);
    gfTexture_Destroy(b->device, &b->rhsTexture);
    gfDevice_End(b->device);
}

void Basin_Prepare(Basin *b)
{
    gfMultigrid_PrepareSurface(b->device, b->multigrid,
                               &(gfMultigridSurface){b->weights.id, b->diagonals.id, b->openings.id});
}

gfMultigridSolve Basin_Solve(Basin *b, int cycles, float warmStart)
{
    const float *open = b->open;
    return (gfMultigridSolve){.label = "test",
                              .field = &b->field,
                              .rhs = b->rhsTexture.id,
                              .weights = b->weights.id,
                              .diagonals = b->diagonals.id,
                              .alpha = b->alpha,
                              .warmStart = warmStart,
                              .cycles = cycles,
                              .sides = {2.0f * open[0], 2.0f * open[1], 2.0f * open[2], 2.0f * open[3]}};
}

void Basin_Run(Basin *b, const gfMultigridSolve *solve)
{
    gfMultigrid_Solve(b->device, b->multigrid, solve);
}

double *Basin_ReadField(const Basin *b)
{
    int columns = (b->width + 1) / 2, rows = (b->height + 1) / 2;
    float *packed = Fixture_Keep(malloc((size_t)(4 * columns * rows) * sizeof *packed));
    double *values = Fixture_Keep(malloc((size_t)(b->width * b->height) * sizeof *values));
    assert_true(gfReadback_Blocking(b->device, &(gfReadSource){&b->field.read, columns, rows, 4}, packed));
    for (int k = 0; k < b->width * b->height; k++) {
        int i = k % b->width, j = k / b->width;
        values[k] = (double)packed[4 * (j / 2 * columns + i / 2) + 2 * (j % 2) + i % 2];
    }
    return values;
}

double Basin_Residual(const Basin *b)
{
    double *p = Basin_ReadField(b), before = 0.0, after = 0.0;
    for (int k = 0; k < b->width * b->height; k++) {
        if (b->isFree[k]) {
            before += b->rhs[k] * b->rhs[k];
            after += pow(b->rhs[k] - apply(b, p, k % b->width, k / b->width), 2.0);
        }
    }
    return sqrt(after / fmax(before, 1e-30));
}

double Basin_NextStep(Basin *b, const double *force)
{
    double *p = Basin_ReadField(b), sum = 0.0;
    for (int k = 0; k < b->width * b->height; k++) {
        if (b->isFree[k]) {
            double left = b->rhs[k] - apply(b, p, k % b->width, k / b->width);
            sum += left * left;
            b->rhs[k] = left + force[k];
        }
    }
    uploadRhs(b);
    return sqrt(sum / (b->width * b->height));
}
