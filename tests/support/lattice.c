#include "support/lattice.h"

#include "gl/readback.h"

bool Lattice_IsNowhere(double x, double y, double width, double height)
{
    (void)x, (void)y, (void)width, (void)height;
    return false;
}

static bool isInDisc(double x, double y, double height, double centreX, double centreY, double radius)
{
    return hypot(x - centreX * height, y - centreY * height) < radius * height;
}

bool Lattice_IsInCircle(double x, double y, double width, double height)
{
    return isInDisc(x, y, height, 0.5 * width / height, 0.45, 0.15);
}

bool Lattice_IsInEightDiscs(double x, double y, double width, double height)
{
    static const double discs[8][3] = {{0.15, 0.2, 0.05}, {0.4, 0.3, 0.08}, {0.7, 0.15, 0.06}, {0.85, 0.5, 0.07},
                                       {0.6, 0.6, 0.09},  {0.3, 0.7, 0.06}, {0.1, 0.85, 0.05}, {0.8, 0.88, 0.06}};
    bool in = false;
    for (int i = 0; i < 8; i++) {
        in = in || isInDisc(x, y, height, discs[i][0] * width / height, discs[i][1], discs[i][2]);
    }
    return in;
}

// One cell thick, from the bottom over 90% of the height.
static bool isInWallAt(double x, double y, double height, double column)
{
    return floor(x) == column && y < 0.9 * height;
}

bool Lattice_IsInEvenWall(double x, double y, double width, double height)
{
    return isInWallAt(x, y, height, 2.0 * floor(0.2 * width));
}

bool Lattice_IsInOddWall(double x, double y, double width, double height)
{
    return isInWallAt(x, y, height, 2.0 * floor(0.2 * width) + 1.0);
}

// Share of the face that cell (i, j) has on its left (axis 0) or bottom (axis 1).
static double openingOf(const Lattice *l, LatticeSolid *solid, int i, int j, int axis)
{
    int otherX = i - (axis == 0), otherY = j - (axis == 1);
    bool low = axis == 0 ? otherX < 0 : otherY < 0, high = axis == 0 ? i == l->width : j == l->height;
    if ((axis == 0 ? j : i) == (axis == 0 ? l->height : l->width)) {
        return 0.0;
    }
    if ((low || high) && (axis == 0 ? l->wrapX : l->wrapY)) {
        i = (i + l->width) % l->width;
        j = (j + l->height) % l->height;
        otherX = (otherX + l->width) % l->width;
        otherY = (otherY + l->height) % l->height;
    } else if (low || high) {
        int x = high ? otherX : i, y = high ? otherY : j;
        bool open = l->open[2 * axis + high] > 0.0f;
        return open && !solid(x + 0.5, y + 0.5, l->width, l->height) ? 1.0 : 0.0;
    }
    return solid(i + 0.5, j + 0.5, l->width, l->height) || solid(otherX + 0.5, otherY + 0.5, l->width, l->height) ? 0.0
                                                                                                                  : 1.0;
}

static double *faceOf(const Lattice *l, int i, int j, int axis)
{
    return &l->openings[2 * (j * (l->width + 1) + i) + axis];
}

// Weight over that face and the value beyond it, seen from the cell (i, j) that is left of or below it if `high`.
static double weightOf(const Lattice *l, int i, int j, int axis)
{
    bool wrap = axis == 0 ? l->wrapX : l->wrapY;
    bool edge = axis == 0 ? i == 0 || i == l->width : j == 0 || j == l->height;
    return *faceOf(l, i, j, axis) * (edge && !wrap ? 2.0 : 1.0);
}

static double valueAt(const Lattice *l, const double *values, int i, int j)
{
    i = l->wrapX ? (i + l->width) % l->width : i;
    j = l->wrapY ? (j + l->height) % l->height : j;
    return i >= 0 && j >= 0 && i < l->width && j < l->height ? values[j * l->width + i] : 0.0;
}

// Left, right, bottom, top.
static void weigh(const Lattice *l, int i, int j, double weights[4])
{
    weights[0] = weightOf(l, i, j, 0);
    weights[1] = weightOf(l, i + 1, j, 0);
    weights[2] = weightOf(l, i, j, 1);
    weights[3] = weightOf(l, i, j + 1, 1);
}

double Lattice_Apply(const Lattice *l, const double *p, int i, int j)
{
    double weights[4], own = p[j * l->width + i];
    weigh(l, i, j, weights);
    return weights[0] * (valueAt(l, p, i - 1, j) - own) + weights[1] * (valueAt(l, p, i + 1, j) - own) +
           weights[2] * (valueAt(l, p, i, j - 1) - own) + weights[3] * (valueAt(l, p, i, j + 1) - own) -
           (double)l->alpha * own;
}

// Momentum of twelve round splats, at a place in the unit square.
static void splats(double x, double y, double *u, double *v)
{
    *u = *v = 0.0;
    for (int k = 0; k < 12; k++) {
        double angle = 2.4 * k, far = 0.42 * sqrt((k + 0.5) / 12.0);
        double dx = x - 0.5 - far * cos(angle), dy = y - 0.5 - far * sin(angle);
        double weight = exp(-(dx * dx + dy * dy) / (0.05 * 0.05));
        *u += weight * cos(1.7 * k);
        *v += weight * sin(1.7 * k);
    }
}

static double fluxThrough(const Lattice *l, int i, int j, int axis)
{
    double u, v;
    // Where an axis wraps, the first face and the last are one.
    int x = l->wrapX ? i % l->width : i, y = l->wrapY ? j % l->height : j;
    splats((x + (axis == 1 ? 0.5 : 0.0)) / l->width, (y + (axis == 0 ? 0.5 : 0.0)) / l->height, &u, &v);
    return *faceOf(l, i, j, axis) * (axis == 0 ? u : v);
}

static void upload(gfDevice *device, gfTexture *texture, gfFormat format, int width, int height, const void *values)
{
    assert_true(gfTexture_Create(device, texture, format, width, height));
    assert_true(gfTexture_Upload(device, texture, values));
}

float *Lattice_Pack(const Lattice *l, const double *values, float scale, float offset)
{
    int width = (l->width + 1) / 2, height = (l->height + 1) / 2;
    float *packed = Fixture_Keep(calloc((size_t)(4 * width * height), sizeof *packed));
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            packed[4 * (j / 2 * width + i / 2) + 2 * (j % 2) + i % 2] =
                scale * (float)values[j * l->width + i] + offset;
        }
    }
    return packed;
}

void Lattice_UploadRhs(Lattice *l)
{
    gfTexture_Destroy(l->device, &l->rhsTexture);
    upload(l->device, &l->rhsTexture, GF_FORMAT_RGBA32F, (l->width + 1) / 2, (l->height + 1) / 2,
           Lattice_Pack(l, l->rhs, 1.0f, 0.0f));
}

static void drawWeights(Lattice *l)
{
    int width = l->width + 1, height = l->height + 1;
    unsigned char *bytes = Fixture_Keep(malloc((size_t)(2 * width * height)));
    for (int i = 0; i < 2 * width * height; i++) {
        bytes[i] = (unsigned char)lround(255.0 * l->openings[i]);
    }
    l->device->gl.fn.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    upload(l->device, &l->faces, GF_FORMAT_RG8, width, height, bytes);
    l->device->gl.fn.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    assert_true(gfTexture_Create(l->device, &l->weights, GF_FORMAT_RGBA32UI, width / 2, height / 2));
    const float *open = l->open;
    gfPass_Run(l->device, &(gfPass){.label = "weights",
                                    .shader = GF_SHADER("multigrid/lattice_weights.frag", NULL),
                                    .writes = {&l->weights},
                                    .inputs = {GF_IN(faces, l->faces.id)},
                                    .uniforms = {GF_I2(cells, l->width, l->height), GF_I2(wrap, l->wrapX, l->wrapY),
                                                 GF_F4(openSides, open[0], open[1], open[2], open[3])}});
}

// The right-hand side is the divergence of twelve splats.
static void prepare(Lattice *l, LatticeSolid *solid)
{
    l->openings = Fixture_Keep(calloc(2 * (size_t)(l->width + 1) * (size_t)(l->height + 1), sizeof *l->openings));
    l->rhs = Fixture_Keep(calloc((size_t)(l->width * l->height), sizeof *l->rhs));
    for (int j = 0; j <= l->height; j++) {
        for (int i = 0; i <= l->width; i++) {
            *faceOf(l, i, j, 0) = openingOf(l, solid, i, j, 0);
            *faceOf(l, i, j, 1) = openingOf(l, solid, i, j, 1);
        }
    }
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            l->rhs[j * l->width + i] = fluxThrough(l, i + 1, j, 0) - fluxThrough(l, i, j, 0) +
                                       fluxThrough(l, i, j + 1, 1) - fluxThrough(l, i, j, 1);
        }
    }
    drawWeights(l);
    Lattice_UploadRhs(l);
    assert_true(gfPair_Create(l->device, &l->field, GF_FORMAT_RGBA32F, (l->width + 1) / 2, (l->height + 1) / 2));
    l->multigrid = gfMultigrid_Create(l->device, l->width, l->height, l->wrapX, l->wrapY, GF_MULTIGRID_COMPONENTS);
    assert_non_null(l->multigrid);
    gfMultigrid_Prepare(l->device, l->multigrid, l->weights.id, solid != Lattice_IsNowhere, NULL, NULL);
}

Lattice Lattice_MakeOf(Fixture *fixture, Lattice l, LatticeSolid *solid)
{
    l.device = fixture->device;
    assert_true(gfDevice_Begin(l.device, "test"));
    prepare(&l, solid);
    return l;
}

Lattice Lattice_Make(Fixture *fixture, int width, int height, LatticeSolid *solid)
{
    return Lattice_MakeOf(fixture, (Lattice){.width = width, .height = height}, solid);
}

void Lattice_Destroy(Lattice *l)
{
    gfMultigrid_Destroy(l->device, l->multigrid);
    gfPair_Destroy(l->device, &l->field);
    gfTexture_Destroy(l->device, &l->weights);
    gfTexture_Destroy(l->device, &l->faces);
    gfTexture_Destroy(l->device, &l->rhsTexture);
    gfDevice_End(l->device);
}

gfMultigridSolve Lattice_Solve(Lattice *l, int cycles, float warmStart)
{
    const float *open = l->open;
    return (gfMultigridSolve){.label = "test",
                              .field = &l->field,
                              .rhs = l->rhsTexture.id,
                              .weights = l->weights.id,
                              .alpha = l->alpha,
                              .warmStart = warmStart,
                              .cycles = cycles,
                              .bounded = open[0] + open[1] + open[2] + open[3] + l->alpha > 0.0f,
                              .sides = {2.0f * open[0], 2.0f * open[1], 2.0f * open[2], 2.0f * open[3]}};
}

void Lattice_Run(Lattice *l, const gfMultigridSolve *solve)
{
    gfMultigrid_Solve(l->device, l->multigrid, solve);
}

double *Lattice_ReadField(const Lattice *l)
{
    int width = (l->width + 1) / 2, height = (l->height + 1) / 2;
    float *packed = Fixture_Keep(malloc((size_t)(4 * width * height) * sizeof *packed));
    double *values = Fixture_Keep(malloc((size_t)(l->width * l->height) * sizeof *values));
    assert_true(gfReadback_Blocking(l->device, &(gfReadSource){&l->field.read, width, height, 4}, packed));
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            values[j * l->width + i] = (double)packed[4 * (j / 2 * width + i / 2) + 2 * (j % 2) + i % 2];
        }
    }
    return values;
}

// The residual of the field over that of 0, root mean square over cells that have weights.
double Lattice_Residual(const Lattice *l)
{
    double *p = Lattice_ReadField(l), before = 0.0, after = 0.0;
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            double weights[4], rhs = l->rhs[j * l->width + i];
            weigh(l, i, j, weights);
            if (weights[0] + weights[1] + weights[2] + weights[3] > 0.0) {
                before += rhs * rhs;
                after += pow(rhs - Lattice_Apply(l, p, i, j), 2.0);
            }
        }
    }
    return sqrt(after / before);
}
