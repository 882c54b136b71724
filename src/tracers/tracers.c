// A texel for each tracer, moved by one pass a step and drawn as a point.
#include "tracers/tracers.h"

#include "draw/view.h"
#include "fluid/records.h"
#include "gl/readback.h"

#include <string.h>

#include "tracers/members.inc"

// A point for each tracer.
static const gfVertexStage tracerStage = {"tracers/points.vert", "", 0, NULL};

// Pixels a side: a host's slip of a unit must not fill the screen thousands of times.
#define LARGEST_POINT 160.0f

// Ages grow by at least this share of the mean life: a shorter time would be lost in the rounding of a long age.
#define AGEING_FRACTION (1.0 / 65536.0)
#define AGEING_FRACTION_HALF (1.0 / 512.0)

// GLSL's int of the same bits.
static GLint bitsOf(uint32_t value)
{
    GLint bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void gfTracers_Release(gfDevice *device, gfTracers *t)
{
    gfPair_Destroy(device, &t->tracers);
    gfPair_Destroy(device, &t->velocities);
}

// A square, as nearly as may be, and what passes need to write it.
static bool createTracersState(gfDevice *device, gfTracers *t)
{
    int width = (int)ceil(sqrt((double)t->def.count)), height = (t->def.count + width - 1) / width;
    return gfPair_Create(device, &t->tracers, GF_FORMAT_RGBA32F, width, height) &&
           gfPair_Create(device, &t->velocities, GF_FORMAT_RG16F, width, height) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&t->tracers.read, &t->velocities.read}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&t->tracers.write, &t->velocities.write}, 2);
}

// Takes what has been held back into the ages, if there is enough of it, s.
static float getAgeing(const gfTracers *t, const gfDevice *device, double held)
{
    bool half = device->gl.formats[t->tracers.read.format].bytes < 16;
    return held >= (half ? AGEING_FRACTION_HALF : AGEING_FRACTION) * (double)t->def.lifetime ? (float)held : 0.0f;
}

static bool advance(gfTracers *t, const gfBody *body, const gfSolver *solver, void *state, float dt, bool first)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    const gfBoundaries *boundaries = &def->boundaries;
    float h = def->cellSize;
    int wrapX = gfBoundaries_Wrap(boundaries, 0), wrapY = gfBoundaries_Wrap(boundaries, 1);
    gfFieldView flow;
    if (!solver->getField(body, state, GF_SHOWN_FLOW, &flow)) {
        return false;
    }
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
    if (!gfPass_Run(device,
                    &(gfPass){.label = "tracers",
                              .shader = shader,
                              .writes = {&t->tracers.write, &t->velocities.write},
                              .inputs = {GF_IN(tracers, t->tracers.read.id), GF_IN_FIELD(velocity, flow.texture->id),
                                         GF_IN_FIELD(distance, body->solids.distance.read.id)},
                              .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight), GF_I2(wrap, wrapX, wrapY),
                                           GF_F2(scale, scale.x, scale.y), GF_F2(offset, offset.x, offset.y),
                                           GF_F1(cellSize, h), GF_F1(stepCells, dt / h),
                                           GF_F1(ageing, ageing / t->def.lifetime), GF_F4V(openSides, 1, open.value),
                                           GF_I2(seed, bitsOf(t->def.seed), bitsOf(t->steps))}})) {
        return false;
    }
    gfPair_Swap(&t->tracers);
    gfPair_Swap(&t->velocities);
    t->origin = def->origin;
    t->size = size;
    t->heldBack_s = held - (double)ageing;
    t->steps++;
    return true;
}

bool gfTracers_Init(gfTracers *t, const gfBody *body, const gfSolver *solver, void *state)
{
    t->size = (gfVec2){1.0f, 1.0f};
    if (createTracersState(body->device, t) && advance(t, body, solver, state, 0.0f, true)) {
        return true;
    }
    gfTracers_Release(body->device, t);
    return false;
}

static const gfMember tracersMembers[] = {
    GF_MEMBER_OF(gfTracers, def, gf_tracersDefRecord),  GF_MEMBER(gfTracers, steps),
    GF_MEMBER_WITHIN(gfTracers, heldBack_s, -1.0, 1e6), GF_MEMBER_WITHIN(gfTracers, origin.x, -1e9, 1e9),
    GF_MEMBER_WITHIN(gfTracers, origin.y, -1e9, 1e9),   GF_MEMBER_WITHIN(gfTracers, size.x, 1e-9, 1e12),
    GF_MEMBER_WITHIN(gfTracers, size.y, 1e-9, 1e12),
};
static const gfRecord tracersRecord = GF_RECORD(gfTracers, tracersMembers);

void gfTracers_Archive(gfArchive *archive, gfTracers *t)
{
    gfArchive_Record(archive, &tracersRecord, t);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfTracers_CheckDef(archive->device, &t->def, archive->caller);
        gfArchive_Expect(archive, archive->failed ? 0 : 8 * (size_t)t->def.count, "tracers are cut off");
        archive->failed = archive->failed || !createTracersState(archive->device, t);
    }
    if (!archive->failed) {
        gfArchive_Texture(archive, "tracers", &t->tracers.read, true);
        gfArchive_Texture(archive, "velocities of tracers", &t->velocities.read, true);
    }
    if (archive->mode == GF_ARCHIVE_READ && archive->failed) {
        gfTracers_Release(archive->device, t);
    }
}

bool gfTracers_CheckDef(const gfDevice *device, const gfTracersDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    double most = fmin(GF_TRACERS_MAX, (double)device->gl.maxTextureSize * (double)device->gl.maxTextureSize);
    if (!gfDef_Check(core, &gf_tracersDefRecord, def, caller)) {
        goto error;
    }
    GF_REQUIRE(core, def->count <= most, OUT_OF_RANGE, "%s: count is %d; 1 to %d is expected", caller, (int)def->count,
               (int)most);
    return true;

error:
    return false;
}

bool gfTracers_Advance(gfTracers *t, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    return advance(t, body, solver, state, dt, false);
}

bool gfTracers_Read(gfDevice *device, const gfTracers *t, float *positions)
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

static bool canAddTo(const gfDevice *device, const gfTexture *target)
{
    return target == NULL || target->format != GF_FORMAT_RGBA32F || device->gl.blendsFloats;
}

bool gfTracers_Draw(gfDevice *device, const gfDrawDef *def, const gfOverlayTarget *to)
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
    // They may not have been stepped since a resize.
    const gfTransform2D view = gfView_FromCorner(&def->view, t->origin, to->size);
    // (1 - r^2)^2 is a half at a little over half of its radius. A point that is smaller than two pixels would come and
    // go as it moves: it is darker instead.
    float wanted = 0.92f * def->tracers.size, radius = fmaxf(wanted, 1.0f), bright = fminf(1.0f, wanted * wanted);
    GF_REQUIRE(&device->core, canAddTo(device, to->target), UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return gfPass_Run(
        device,
        &(gfPass){.label = "tracers",
                  .shader = {.stage = &tracerStage, .file = "tracers/points.frag", .defines = to->lit ? "HDR" : NULL},
                  .writes = {to->target},
                  .points = t->def.count,
                  .blend = GF_BLEND_ADD,
                  .inputs = {GF_IN(tracers, t->tracers.read.id), GF_IN(tracerVelocity, t->velocities.read.id)},
                  .uniforms = {GF_F4(viewport, (float)port->x, (float)port->y, (float)port->width, (float)port->height),
                               GF_F2(domainSize, t->size.x, t->size.y),
                               {"view", GF_VEC2S, 3, view.m},
                               GF_F4V(look, 1, to->look),
                               GF_F4V(tone, 1, to->tone),
                               GF_F4V(palette, GF_PALETTE_MAX, palette->colors),
                               GF_I1(paletteCount, gfMax(2, palette->count)),
                               GF_F1(range, def->tracers.range),
                               GF_F4(point, radius, bright, def->tracers.trail,
                                     fminf(LARGEST_POINT, (float)device->gl.maxPointSize)),
                               GF_F1(sinceStep, to->sinceStep),
                               GF_I2(seed, bitsOf(t->def.seed), 0),
                               GF_F4V(fade, 1, to->fade)}});

error:
    return false;
}
