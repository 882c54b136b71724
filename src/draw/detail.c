// Detail below a cell. A tile of swirls, small displacements, is repeated over the domain; its coordinates are carried
// by the flow, so that swirls drift with the fluid. As the flow stretches coordinates ever more, there are two sets of
// them ("phases"), which are faded in and out by turns. Each begins anew while its weight is 0.
#include "draw/draw.h"

// The tile of swirls: its side in texels, texels to a cell of the fluid, and its side in cells.
#define TILE_TEXELS 256
#define TEXELS_PER_CELL 4
#define TILE_CELLS ((double)TILE_TEXELS / TEXELS_PER_CELL)

// The swirls come from noise of three sizes of eddies. LARGEST_SPACING: distance of the random values for the largest
// eddies, texels. SWIRL_STEPS: steps in which a texel's displacement is followed through the eddies.
#define OCTAVES 3
#define LARGEST_SPACING 8
#define SWIRL_STEPS 10

// Time after which a phase begins anew, s: the flow has not stretched it too far by then.
#define PERIOD 0.8
// Swirls are strong where the flow was lively a short while ago. This is the time in which that memory fades to 1/e, s.
#define MEMORY 0.8
// For the first picture nothing is known of earlier flow. It assumes that the present flow lasted for FIRST seconds,
// and carries coordinates in FIRST_PARTS steps. A longer time would stretch swirls along lines that no fluid went.
#define FIRST 0.1
#define FIRST_PARTS 4

typedef struct Detail {
    gfPair moved; // from each cell's centre to where its fluid was when each of the two phases began, cells
    gfPair local; // weight of each phase's swirls in each cell, and how lively the flow was
    double time;  // the fluid's time at the last drawing, s
    double anchor[2];
    int64_t scrolled[2];
    float cellSize;
} Detail;

// --- the tile of swirls ----------------------------------------------------------------------------------------------

static float unitOf(uint32_t n)
{
    return (float)(gfScramble(n) >> 8) / 16777216.0f;
}

// Adds noise of one size of eddies: random values of up to `height`, `spacing` texels apart, joined by cubic B-splines.
static void addOctave(float *potential, int spacing, uint32_t seed, float height)
{
    const int count = TILE_TEXELS / spacing;
    for (int y = 0; y < TILE_TEXELS; y++) {
        for (int x = 0; x < TILE_TEXELS; x++) {
            const float t[2] = {(float)(x % spacing) / (float)spacing, (float)(y % spacing) / (float)spacing};
            float weights[2][4], sum = 0.0f;
            for (int axis = 0; axis < 2; axis++) {
                float s = t[axis], r = 1.0f - s;
                weights[axis][0] = r * r * r / 6.0f;
                weights[axis][1] = (4.0f - 6.0f * s * s + 3.0f * s * s * s) / 6.0f;
                weights[axis][2] = (4.0f - 6.0f * r * r + 3.0f * r * r * r) / 6.0f;
                weights[axis][3] = s * s * s / 6.0f;
            }
            for (int k = 0; k < 16; k++) {
                int i = (x / spacing + k % 4) % count, j = (y / spacing + k / 4) % count;
                float value = unitOf(seed ^ gfScramble((uint32_t)(j * count + i))) - 0.5f;
                sum += weights[0][k % 4] * weights[1][k / 4] * value;
            }
            potential[y * TILE_TEXELS + x] += height * sum;
        }
    }
}

static int wrapTexel(int i)
{
    return i & (TILE_TEXELS - 1);
}

// Interpolates the velocity of the swirls' flow at a place of the tile, in texels a unit of time.
static gfVec2 readFlow(const gfVec2 *flow, float x, float y)
{
    float fx = floorf(x), fy = floorf(y), tx = x - fx, ty = y - fy;
    int i = wrapTexel((int)fx), j = wrapTexel((int)fy), right = wrapTexel(i + 1), up = wrapTexel(j + 1);
    const gfVec2 a = flow[j * TILE_TEXELS + i], b = flow[j * TILE_TEXELS + right];
    const gfVec2 c = flow[up * TILE_TEXELS + i], d = flow[up * TILE_TEXELS + right];
    return (gfVec2){(1.0f - ty) * ((1.0f - tx) * a.x + tx * b.x) + ty * ((1.0f - tx) * c.x + tx * d.x),
                    (1.0f - ty) * ((1.0f - tx) * a.y + tx * b.y) + ty * ((1.0f - tx) * c.y + tx * d.y)};
}

// Computes the flow of the swirls: the curl of a potential, so without divergence, scaled to mean square 1.
static void takeCurl(const float *potential, gfVec2 *flow)
{
    double squares = 0.0;
    for (int k = 0; k < TILE_TEXELS * TILE_TEXELS; k++) {
        int x = k % TILE_TEXELS, y = k / TILE_TEXELS;
        flow[k].x = potential[wrapTexel(y + 1) * TILE_TEXELS + x] - potential[wrapTexel(y - 1) * TILE_TEXELS + x];
        flow[k].y = potential[y * TILE_TEXELS + wrapTexel(x - 1)] - potential[y * TILE_TEXELS + wrapTexel(x + 1)];
        squares += (double)(flow[k].x * flow[k].x + flow[k].y * flow[k].y);
    }
    float scale = (float)(1.0 / sqrt(squares / (TILE_TEXELS * TILE_TEXELS)));
    for (int k = 0; k < TILE_TEXELS * TILE_TEXELS; k++) {
        flow[k] = (gfVec2){flow[k].x * scale, flow[k].y * scale};
    }
}

// Fills in the tile of displacements: follows the flow back from each texel for a while, and stores how far that leads,
// cells. As the flow has no divergence, displaced places never fold over.
static void followBack(const gfVec2 *flow, gfVec2 *swirls)
{
    const int side = TILE_TEXELS + 1;
    const float part = (float)TEXELS_PER_CELL / SWIRL_STEPS; // steps so long that the mean displacement is one cell
    for (int k = 0; k < side * side; k++) {
        float x0 = (float)(k % side), y0 = (float)(k / side), x = x0, y = y0;
        for (int i = 0; i < SWIRL_STEPS; i++) {
            gfVec2 v = readFlow(flow, x, y);
            v = readFlow(flow, x - 0.5f * part * v.x, y - 0.5f * part * v.y);
            x -= part * v.x;
            y -= part * v.y;
        }
        swirls[k] = (gfVec2){(x - x0) / TEXELS_PER_CELL, (y - y0) / TEXELS_PER_CELL};
    }
}

static void destroyTile(void *device, void *tile)
{
    gfTexture_Destroy(device, tile);
}

// The tile's texture: displacements in x and y, cells; one texel more each way than a tile, for filtering at its edge.
static const gfDevicePart tilePart = {{"detail", sizeof(gfTexture), destroyTile}, true};

static bool makeTile(gfDevice *device, gfTexture *tile)
{
    const size_t texels = (size_t)TILE_TEXELS * TILE_TEXELS, side = TILE_TEXELS + 1;
    if (tile->id != 0) {
        return true;
    }
    float *potential = gfAlloc(&device->core, texels * sizeof *potential);
    gfVec2 *flow = gfAlloc(&device->core, texels * sizeof *flow);
    gfVec2 *swirls = gfAlloc(&device->core, side * side * sizeof *swirls);
    bool made = potential != NULL && flow != NULL && swirls != NULL;
    if (made) {
        int spacing = LARGEST_SPACING;
        for (uint32_t i = 0; i < OCTAVES; i++, spacing /= 2) {
            // The potential grows with size to the 4/3, so the velocity grows to the 1/3, as in turbulence.
            addOctave(potential, spacing, gfScramble(i + 1), powf((float)spacing, 4.0f / 3.0f));
        }
        takeCurl(potential, flow);
        followBack(flow, swirls);
        made = gfTexture_CreateNamed(device, tile, GF_FORMAT_RG16F, (int)side, (int)side, "swirls") &&
               gfTexture_Upload(device, tile, swirls);
    }
    if (!made) {
        gfTexture_Destroy(device, tile);
    }
    gfFree(&device->core, potential);
    gfFree(&device->core, flow);
    gfFree(&device->core, swirls);
    return made;
}

// --- carried coordinates ---------------------------------------------------------------------------------------------

static void destroyDetail(void *fluid, void *state)
{
    Detail *detail = state;
    gfDevice *device = ((gfFluid *)fluid)->body.device;
    gfPair_Destroy(device, &detail->moved);
    gfPair_Destroy(device, &detail->local);
}

const gfFluidPart gf_detailPart = {.part = {"detail", sizeof(Detail), destroyDetail}};

bool gfDetail_IsWanted(const gfFluid *fluid, const gfStyle *style, const gfDrawDef *def)
{
    return def->detail > 0.0f && fluid->body.def.solver == GF_SOLVER_GRID && (style->variants & GF_STYLE_DETAIL);
}

// Makes the textures of carried coordinates in the domain's size, without any displacement.
static bool makeTextures(gfFluid *fluid, Detail *d)
{
    gfDevice *device = fluid->body.device;
    const gfFluidDef *def = &fluid->body.def;
    if (d->moved.read.width == def->gridWidth && d->moved.read.height == def->gridHeight) {
        gfPair_Clear(device, &d->moved, (const float[4]){0.0f});
        gfPair_Clear(device, &d->local, (const float[4]){0.0f});
        return true;
    }
    destroyDetail(fluid, d);
    if (gfPair_CreateNamed(device, &d->moved, GF_FORMAT_RGBA32F, def->gridWidth, def->gridHeight, "moved") &&
        gfPair_CreateNamed(device, &d->local, GF_FORMAT_RGBA16F, def->gridWidth, def->gridHeight, "local") &&
        gfFramebuffer_Warm(device, (const gfTexture *const[]){&d->moved.read, &d->local.read}, 2) &&
        gfFramebuffer_Warm(device, (const gfTexture *const[]){&d->moved.write, &d->local.write}, 2)) {
        return true;
    }
    destroyDetail(fluid, d);
    return false;
}

// Returns whether the coordinates of the last drawing fit the domain and are not much older than the fluid's clock.
static bool goesOn(const gfFluid *fluid, const Detail *d)
{
    const gfFluidDef *def = &fluid->body.def;
    double elapsed = fluid->clock.info.time_s - d->time;
    int64_t x = fluid->scrolled[0] - d->scrolled[0], y = fluid->scrolled[1] - d->scrolled[1];
    return d->moved.read.width == def->gridWidth && d->moved.read.height == def->gridHeight &&
           d->cellSize == def->cellSize && d->anchor[0] == fluid->anchor[0] && d->anchor[1] == fluid->anchor[1] &&
           elapsed >= 0.0 && elapsed < 0.5 * PERIOD && x > -def->gridWidth && x < def->gridWidth &&
           y > -def->gridHeight && y < def->gridHeight;
}

static double getCycle(double time, int phase)
{
    return time / PERIOD + 0.5 * phase;
}

// Returns the weight with which a phase is drawn: 0 when it begins and ends, 1 in the middle.
static float getWeight(double time, int phase)
{
    double cycle = getCycle(time, phase);
    return (float)(1.0 - fabs(2.0 * (cycle - floor(cycle)) - 1.0));
}

// Remembers the domain's place at this drawing, as the next one must move coordinates if the domain scrolled.
static void remember(const gfFluid *fluid, Detail *d)
{
    d->cellSize = fluid->body.def.cellSize;
    for (int axis = 0; axis < 2; axis++) {
        d->anchor[axis] = fluid->anchor[axis];
        d->scrolled[axis] = fluid->scrolled[axis];
    }
}

// Carries the coordinates of both phases with the present flow, up to the time `now`.
static bool carry(gfFluid *fluid, Detail *d, double now)
{
    const gfBody *body = &fluid->body;
    gfDevice *device = body->device;
    const gfBoundaries *sides = &body->def.boundaries;
    const float dt = (float)(now - d->time), h = body->def.cellSize;
    const int wrapX = gfBoundaries_Wrap(sides, 0), wrapY = gfBoundaries_Wrap(sides, 1);
    gfFieldView flow;
    GF_TRY(fluid->solver->getField(body, fluid->state, GF_SHOWN_FLOW, &flow));
    float keeps[2];
    for (int i = 0; i < 2; i++) {
        keeps[i] = floor(getCycle(now, i)) == floor(getCycle(d->time, i)) ? 1.0f : 0.0f;
    }
    gfPass pass = {.label = "detail",
                   .shader = GF_SHADER("draw/detail.frag", wrapX + wrapY > 0 ? "WRAP" : NULL),
                   .writes = {&d->moved.write, &d->local.write},
                   .inputs = {GF_IN(moved, d->moved.read.id), GF_IN_FIELD(local, d->local.read.id),
                              GF_IN_FIELD(velocity, flow.texture->id)},
                   .uniforms = {GF_I2(cells, body->def.gridWidth, body->def.gridHeight), GF_I2(wrap, wrapX, wrapY),
                                GF_I2(scrolled, (int)(fluid->scrolled[0] - d->scrolled[0]),
                                      (int)(fluid->scrolled[1] - d->scrolled[1])),
                                GF_F2(rate, dt / h, 1.0f / h), GF_F1(fading, expf(-dt / (float)MEMORY)),
                                GF_F4(phases, keeps[0], keeps[1], getWeight(now, 0), getWeight(now, 1))}};
    GF_TRY(gfPass_Run(device, &pass));
    gfPair_Swap(&d->moved);
    gfPair_Swap(&d->local);
    remember(fluid, d);
    d->time = now;
    return true;
}

// Fills in where the coordinates of each phase begin in the tile, at random, and how many tiles a cell is. A periodic
// axis must have a whole number of tiles.
static void placePhases(const gfFluid *fluid, gfDetailView *view)
{
    const int cells[2] = {fluid->body.def.gridWidth, fluid->body.def.gridHeight};
    for (int axis = 0; axis < 2; axis++) {
        double scale = 1.0 / TILE_CELLS;
        if (gfBoundaries_Wrap(&fluid->body.def.boundaries, axis)) {
            scale = fmax(1.0, floor(cells[axis] / TILE_CELLS + 0.5)) / cells[axis];
        }
        view->scale[axis] = (float)scale;
        for (int phase = 0; phase < 2; phase++) {
            double cycle = floor(getCycle(fluid->clock.info.time_s, phase));
            uint32_t seed = (uint32_t)(int64_t)cycle * 4u + (uint32_t)(2 * phase + axis);
            double from = (double)fluid->scrolled[axis] * scale + (double)unitOf(seed);
            view->from[2 * phase + axis] = (float)(from - floor(from));
        }
    }
}

bool gfDetail_Follow(gfFluid *fluid, gfDetailView *view)
{
    gfDevice *device = fluid->body.device;
    Detail *d = gfFluid_GetPart(fluid, &gf_detailPart);
    gfTexture *tile = d != NULL ? gfDevice_GetPart(device, &tilePart) : NULL;
    GF_TRY(tile != NULL && makeTile(device, tile));
    const double now = fluid->clock.info.time_s;
    int parts = 1;
    if (!goesOn(fluid, d)) {
        GF_TRY(makeTextures(fluid, d));
        remember(fluid, d);
        d->time = now - FIRST;
        parts = FIRST_PARTS;
    }
    const double left = now - d->time;
    const bool behind = left > 0.0 || fluid->scrolled[0] != d->scrolled[0] || fluid->scrolled[1] != d->scrolled[1];
    for (int i = 1; i <= parts && behind; i++) {
        if (!carry(fluid, d, i < parts ? now - left + i * left / parts : now)) {
            d->cellSize = 0.0f; // no domain has this cell size, so the next drawing begins anew
            return false;
        }
    }
    placePhases(fluid, view);
    view->moved = &d->moved.read;
    view->local = &d->local.read;
    view->swirls = tile;
    return true;
}
