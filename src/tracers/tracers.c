// Tracers: sets of points, a texel each, that a pass moves with the flow in each step, drawn over any solver's picture.
#include "draw/overlay.h"
#include "draw/styles.h"
#include "draw/view.h"
#include "fluid/module.h"
#include "fluid/records.h"

#include "tracers/members.inc"

// --- a set -----------------------------------------------------------------------------------------------------------

struct gfTracers {
    gfLink link; // link in the fluid's list of sets
    gfTracersDef def;
    // Place in the domain (0 to 1), age (in mean lives) and speed (m/s), see shaders/tracers/advect.frag.
    gfPair tracers;
    gfPair velocities; // velocity of each tracer, m/s
    uint32_t steps;
    double heldBack_s; // time that is not added to ages yet, as it is too short for rounding, s
    // The domain's lower left corner (world, m) and size (m) at the last step, to which places refer.
    gfVec2 origin, size;
    gfFluid *fluid; // the fluid in which the tracers drift
};

// Vertex stage that draws a point for each tracer.
static const gfVertexStage tracerStage = {"tracers/points.vert", "", 0, NULL};

// Largest side of a drawn point, pixels. A size in the wrong unit would otherwise fill the screen thousands of times.
#define LARGEST_POINT 160.0f

// Ages grow by at least this fraction of the mean life (the second: in half floats), as less could be rounded away.
#define AGEING_FRACTION (1.0 / 65536.0)
#define AGEING_FRACTION_HALF (1.0 / 512.0)

// Returns the signed integer with the same bits, as GLSL takes uniforms.
static GLint bitsOf(uint32_t value)
{
    GLint bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void releaseTracers(gfDevice *device, gfTracers *t)
{
    gfPair_Destroy(device, &t->tracers);
    gfPair_Destroy(device, &t->velocities);
}

// Makes the textures for the tracers, nearly square, and their framebuffers.
static bool createTracersState(gfDevice *device, gfTracers *t)
{
    int width = (int)ceil(sqrt((double)t->def.count)), height = (t->def.count + width - 1) / width;
    return gfPair_Create(device, &t->tracers, GF_FORMAT_RGBA32F, width, height) &&
           gfPair_Create(device, &t->velocities, GF_FORMAT_RG16F, width, height) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&t->tracers.read, &t->velocities.read}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&t->tracers.write, &t->velocities.write}, 2);
}

// Returns the time to add to ages, s: `held`, the time not added so far, or 0 while rounding would lose it.
static float getAgeing(const gfTracers *t, const gfDevice *device, double held)
{
    bool half = device->gl.formats[t->tracers.read.format].bytes < 16;
    return held >= (half ? AGEING_FRACTION_HALF : AGEING_FRACTION) * (double)t->def.lifetime ? (float)held : 0.0f;
}

// Moves the tracers with the flow for `dt` seconds; `first`: instead makes the initial state. False: nothing changed.
static bool advanceTracers(gfTracers *t, float dt, bool first)
{
    const gfBody *body = &t->fluid->body;
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    const gfBoundaries *boundaries = &def->boundaries;
    float h = def->cellSize;
    int wrapX = gfBoundaries_Wrap(boundaries, 0), wrapY = gfBoundaries_Wrap(boundaries, 1);
    gfFieldView flow;
    GF_TRY(t->fluid->solver->getField(body, t->fluid->state, GF_SHOWN_FLOW, &flow));
    const gfShader shader =
        gfShader_Format(device, &gf_vertexCover, "tracers/advect.frag", "%s%s%s", first ? "FIRST;" : "",
                        flow.hasMass ? "MASS;" : "", wrapX + wrapY > 0 ? "WRAP;" : "");
    gfSideFlags open = gfBoundaries_Are(boundaries, GF_BOUNDARY_OPEN);
    gfSideFlags inflow = gfBoundaries_Are(boundaries, GF_BOUNDARY_INFLOW);
    for (int i = 0; i < GF_SIDES; i++) {
        open.value[i] += inflow.value[i];
    }
    gfVec2 size = {(float)def->gridWidth * h, (float)def->gridHeight * h};
    gfVec2 scale = {t->size.x / size.x, t->size.y / size.y};
    gfVec2 offset = {(t->origin.x - def->origin.x) / size.x, (t->origin.y - def->origin.y) / size.y};
    double held = t->heldBack_s + (double)(dt / h * h);
    float ageing = getAgeing(t, device, held);
    GF_TRY(gfPass_Run(
        device,
        &(gfPass){.label = "tracers",
                  .shader = shader,
                  .writes = {&t->tracers.write, &t->velocities.write},
                  .inputs = {GF_IN(tracers, t->tracers.read.id), GF_IN_FIELD(velocity, flow.texture->id),
                             GF_IN_FIELD(distance, body->solids.distance.read.id)},
                  .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight), GF_I2(wrap, wrapX, wrapY),
                               GF_F2(scale, scale.x, scale.y), GF_F2(offset, offset.x, offset.y), GF_F1(cellSize, h),
                               GF_F1(stepCells, dt / h), GF_F1(ageing, ageing / t->def.lifetime),
                               GF_F4V(openSides, 1, open.value), GF_I2(seed, bitsOf(t->def.seed), bitsOf(t->steps))}}));
    gfPair_Swap(&t->tracers);
    gfPair_Swap(&t->velocities);
    t->origin = def->origin;
    t->size = size;
    t->heldBack_s = held - (double)ageing;
    t->steps++;
    return true;
}

static const gfMember tracersMembers[] = {
    GF_MEMBER_OF(gfTracers, def, gf_tracersDefRecord),  GF_MEMBER(gfTracers, steps),
    GF_MEMBER_WITHIN(gfTracers, heldBack_s, -1.0, 1e6), GF_MEMBER_WITHIN(gfTracers, origin.x, -1e9, 1e9),
    GF_MEMBER_WITHIN(gfTracers, origin.y, -1e9, 1e9),   GF_MEMBER_WITHIN(gfTracers, size.x, 1e-9, 1e12),
    GF_MEMBER_WITHIN(gfTracers, size.y, 1e-9, 1e12),
};
static const gfRecord tracersRecord = GF_RECORD(gfTracers, tracersMembers);

static bool checkTracersDef(const gfDevice *device, const gfTracersDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    double most = fmin(GF_TRACERS_MAX, (double)device->gl.maxTextureSize * (double)device->gl.maxTextureSize);
    GF_TRY(gfDef_Check(core, &gf_tracersDefRecord, def, caller));
    GF_REQUIRE(core, def->count <= most, OUT_OF_RANGE, "%s: count is %d; 1 to %d is expected", caller, (int)def->count,
               (int)most);
    return true;
}

// Measures, writes or reads a set of tracers. Reading makes the textures; after a failure the set has none.
static void archiveTracers(gfArchive *archive, gfTracers *t)
{
    gfArchive_Record(archive, &tracersRecord, t);
    if (gfArchive_Reads(archive)) {
        archive->failed = !checkTracersDef(archive->device, &t->def, archive->caller);
        gfArchive_Expect(archive, archive->failed ? 0 : 8 * (size_t)t->def.count, "tracers are cut off");
        archive->failed = archive->failed || !createTracersState(archive->device, t);
    }
    if (!archive->failed) {
        gfArchive_Texture(archive, "tracers", &t->tracers.read, true);
        gfArchive_Texture(archive, "velocities of tracers", &t->velocities.read, true);
    }
    if (archive->mode == GF_ARCHIVE_READ && archive->failed) {
        releaseTracers(archive->device, t);
    }
}

// Copies the place of each tracer to `positions` as x and y, world, m. Waits for the GPU.
static bool readTracers(gfDevice *device, const gfTracers *t, float *positions)
{
    const gfTexture *texture = &t->tracers.read;
    size_t held = (size_t)t->def.count;
    float *values = gfAlloc(&device->core, (size_t)texture->width * (size_t)texture->height * 4 * sizeof *values);
    bool read = values != NULL &&
                gfReadback_Blocking(device, &(gfReadSource){texture, texture->width, texture->height, 4}, values);
    for (size_t i = 0; read && i < held; i++) {
        positions[2 * i] = t->origin.x + values[4 * i] * t->size.x;
        positions[2 * i + 1] = t->origin.y + values[4 * i + 1] * t->size.y;
    }
    gfFree(&device->core, values);
    return read;
}

static bool drawTracers(gfDevice *device, const gfDrawDef *def, const gfOverlayTarget *to)
{
    static const gfPalette own = {5,
                                  {{0.010f, 0.020f, 0.10f, 1.0f},
                                   {0.015f, 0.08f, 0.32f, 1.0f},
                                   {0.03f, 0.30f, 0.45f, 1.0f},
                                   {0.55f, 0.40f, 0.18f, 1.0f},
                                   {1.0f, 0.80f, 0.55f, 1.0f}}};
    const gfPalette *palette = def->tracers.palette.count > 0 ? &def->tracers.palette : &own;
    const gfTracers *t = def->tracers.set;
    const gfRegion *port = to->viewport;
    // If the domain was resized after the tracers' last step, their places still refer to the old domain.
    const gfTransform2D view = gfView_FromCorner(&def->view, t->origin, to->size);
    // A point is drawn with the profile (1 - r^2)^2, which is a half at about half its radius. A point smaller than two
    // pixels would flicker as it moves, so it is drawn larger and darker.
    float wanted = 0.92f * def->tracers.size, radius = fmaxf(wanted, 1.0f), bright = fminf(1.0f, wanted * wanted);
    GF_REQUIRE(&device->core, gfFinish_CanBlendInto(device, to->target), UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return gfPass_Run(
        device,
        &(gfPass){
            .label = "tracers",
            .shader = {.stage = &tracerStage, .file = "tracers/points.frag", .defines = to->lit ? "HDR" : NULL},
            .writes = {to->target},
            .geometry = {GF_GEOMETRY_POINTS, .count = t->def.count},
            .blend = GF_BLEND_ADD,
            .inputs = {GF_IN(tracers, t->tracers.read.id), GF_IN(tracerVelocity, t->velocities.read.id)},
            .uniforms = {
                GF_F4(viewport, (float)port->x, (float)port->y, (float)port->width, (float)port->height),
                GF_F2(domainSize, t->size.x, t->size.y), GF_F2V(view, 3, view.m), GF_F4V(look, 1, to->look),
                GF_F4V(tone, 1, to->tone), GF_F4V(palette, GF_PALETTE_MAX, palette->colors),
                GF_I1(paletteCount, gfMax(2, palette->count)), GF_F1(range, def->tracers.speedRange),
                GF_F4(point, radius, bright, def->tracers.trail, fminf(LARGEST_POINT, (float)device->gl.maxPointSize)),
                GF_F1(sinceStep, to->sinceStep), GF_I2(seed, bitsOf(t->def.seed), 0), GF_F4V(fade, 1, to->fade)}});
}

// --- sets of a fluid -------------------------------------------------------------------------------------------------

// The state of the part is a pointer to the newest gfTracers of the fluid, or null; others follow by their links.
static void destroySets(void *owner, void *state)
{
    gfLink **newest = state;
    (void)owner;
    while (*newest != NULL) {
        gfDestroyTracers((gfTracers *)*newest);
    }
}

static void archiveSets(gfArchive *archive, void *thing);
static void loadSets(gfFluid *fluid, gfFluid *from);

static const gfFluidPart tracerPart = {.part = {"tracers", sizeof(gfLink *), destroySets},
                                       .tag = "TRCR",
                                       .behindState = true,
                                       .archive = archiveSets,
                                       .load = loadSets};

// Returns set `number` of a fluid's tracers, counted from the oldest. Null: there are fewer.
static gfTracers *findSet(const gfFluid *fluid, int number)
{
    gfLink *const *newest = gfFluid_FindPart(fluid, &tracerPart);
    gfLink *last = newest != NULL ? *newest : NULL;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    for (int i = 0; i < number && last != NULL; i++) {
        last = last->previous;
    }
    return (gfTracers *)last;
}

static void archiveSets(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    gfCore *core = &archive->device->core;
    int count = 0;
    while (findSet(fluid, count) != NULL) {
        count++;
    }
    gfArchive_Count(archive, &count, 1 << 16);
    gfLink **sets = NULL;
    if (gfArchive_Reads(archive) && count > 0) {
        sets = gfFluid_GetPart(fluid, &tracerPart);
        archive->failed = sets == NULL;
    }
    for (int i = 0; i < count && !archive->failed; i++) {
        gfTracers *tracers = archive->mode == GF_ARCHIVE_READ ? gfAlloc(core, sizeof *tracers) : findSet(fluid, i);
        if (tracers == NULL) {
            archive->failed = true;
            return;
        }
        archiveTracers(archive, tracers);
        if (gfArchive_Reads(archive)) {
            tracers->fluid = fluid;
            gfLinks_Add(sets, &tracers->link);
        } else if (archive->mode == GF_ARCHIVE_READ) {
            gfFree(core, tracers);
        }
    }
}

static bool areAlike(const gfTracersDef *a, const gfTracersDef *b)
{
    return a->count == b->count && a->lifetime == b->lifetime && a->seed == b->seed;
}

// Exchanges the contents of two sets after a snapshot was loaded, so that the host's pointers stay valid.
static void exchangeSets(gfTracers *a, gfTracers *b)
{
    gfTracers first = *a, second = *b;
    *a = second;
    *b = first;
    a->link = first.link;
    a->fluid = first.fluid;
    b->link = second.link;
    b->fluid = second.fluid;
}

static void loadSets(gfFluid *fluid, gfFluid *from)
{
    gfLink **old = gfFluid_FindPart(from, &tracerPart), **sets = gfFluid_FindPart(fluid, &tracerPart);
    if (old == NULL) {
        return;
    }
    if (sets == NULL) { // the fluid has no sets: it takes over the list that was loaded
        gfParts_Exchange(&fluid->parts, &from->parts, &tracerPart.part);
        for (gfLink *link = *old; link != NULL; link = link->next) {
            ((gfTracers *)link)->fluid = fluid;
        }
        return;
    }
    gfTracers *next = findSet(from, 0);
    for (int i = 0; next != NULL; i++) {
        gfTracers *tracers = next, *partner = findSet(fluid, i);
        next = (gfTracers *)tracers->link.previous;
        if (partner != NULL && areAlike(&partner->def, &tracers->def)) {
            exchangeSets(partner, tracers);
        } else {
            gfLinks_Remove(old, &tracers->link);
            gfLinks_Add(sets, &tracers->link);
            tracers->fluid = fluid;
        }
    }
}

gfTracers *gfFluid_GetTracers(const gfFluid *fluid, int32_t number)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_GetTracers: fluid is null");
    return number >= 0 ? findSet(fluid, number) : NULL;
}

gfTracers *gfCreateTracers(gfFluid *fluid, const gfTracersDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfCreateTracers: fluid is null");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->hasField(&fluid->body, fluid->state, GF_SHOWN_FLOW), UNSUPPORTED,
               "gfCreateTracers: solver '%s' has no flow to drift with", fluid->solver->name);
    GF_TRY(checkTracersDef(device, def, "gfCreateTracers") && gfDevice_Begin(device, "gfCreateTracers"));
    gfLink **sets = gfFluid_GetPart(fluid, &tracerPart);
    gfTracers *tracers = sets != NULL ? gfAlloc(&device->core, sizeof *tracers) : NULL;
    if (tracers != NULL) {
        tracers->fluid = fluid;
        tracers->def = *def;
        tracers->size = (gfVec2){1.0f, 1.0f};
        if (gfFluid_UpdateSolids(fluid) && createTracersState(device, tracers) && advanceTracers(tracers, 0.0f, true)) {
            gfLinks_Add(sets, &tracers->link);
        } else {
            releaseTracers(device, tracers);
            gfFree(&device->core, tracers);
            tracers = NULL;
        }
    }
    gfDevice_End(device);
    return tracers;
}

void gfDestroyTracers(gfTracers *tracers)
{
    if (tracers == NULL) {
        return;
    }
    gfDevice *device = tracers->fluid->body.device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyTracers");
    gfLinks_Remove(gfFluid_FindPart(tracers->fluid, &tracerPart), &tracers->link);
    releaseTracers(device, tracers);
    gfDevice_EndDelete(device, lost);
    gfFree(&device->core, tracers);
}

bool gfTracers_Step(gfTracers *tracers, float dt)
{
    GF_REQUIRE(NULL, tracers != NULL, NULL_ARGUMENT, "gfTracers_Step: tracers is null");
    gfFluid *fluid = tracers->fluid;
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE, "gfTracers_Step: dt is %g; 0 to 1e6 s is expected",
               (double)dt);
    return gfDevice_Do(device, "gfTracers_Step", gfFluid_UpdateSolids(fluid) && advanceTracers(tracers, dt, false));
}

bool gfTracers_ReadBlocking(gfTracers *tracers, float *positions, size_t count)
{
    GF_REQUIRE(NULL, tracers != NULL, NULL_ARGUMENT, "gfTracers_ReadBlocking: tracers is null");
    gfDevice *device = tracers->fluid->body.device;
    size_t held = (size_t)tracers->def.count;
    GF_REQUIRE(&device->core, positions != NULL, NULL_ARGUMENT, "gfTracers_ReadBlocking: positions is null");
    GF_REQUIRE(&device->core, count == 2 * held, OUT_OF_RANGE, "gfTracers_ReadBlocking: count is %zu; %zu is expected",
               count, 2 * held);
    return gfDevice_Do(device, "gfTracers_ReadBlocking", readTracers(device, tracers, positions));
}

static void dryRunTracers(const gfDryRun *run, gfUse use)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 1;
    gfTracers *tracers = use == GF_USE_TRACERS ? gfCreateTracers(run->fluid, &def) : NULL;
    for (int i = 0; tracers != NULL && i < 2; i++) {
        gfTracers_Step(tracers, 0.01f);
    }
}

static bool checkSet(const gfFluid *fluid, const gfDrawDef *def, const char *caller)
{
    const gfTracers *set = def->tracers.set;
    GF_REQUIRE(&fluid->body.device->core, set == NULL || set->fluid == fluid, OUT_OF_RANGE,
               "%s: tracers.set is of another fluid; this fluid's own are expected", caller);
    return true;
}

static bool hasSet(const gfDrawDef *def)
{
    return def->tracers.set != NULL;
}

static bool offerSet(const gfFluid *fluid, gfDrawDef *def)
{
    def->tracers.set = findSet(fluid, 0);
    return def->tracers.set != NULL;
}

static const gfOverlay tracerOverlay = {checkSet, hasSet, offerSet, "tracers are", drawTracers};

const gfModule gf_module_tracers = {
    .name = "tracers", .fluidPart = &tracerPart, .overlay = &tracerOverlay, .dryRun = dryRunTracers};
