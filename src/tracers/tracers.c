// Tracers: a texel each, moved by one pass a step and drawn as points.
#include "tracers/tracers.h"

#include "api/fluid.h"
#include "gl/readback.h"

#include <stdio.h>
#include <string.h>

// Pixels a side: a host's slip of a unit must not fill the screen thousands of times.
#define LARGEST_POINT 160.0f

gfTracersDef gfDefaultTracersDef(void)
{
    return (gfTracersDef){.count = 65536, .lifetime = 8.0f, .seed = 1, .cookie = GF_TRACERS_COOKIE};
}

// GLSL's int of the same bits.
static GLint bitsOf(uint32_t value)
{
    GLint bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool checkDef(const gfDevice *device, const gfTracersDef *def)
{
    const gfCore *core = &device->core;
    double most = fmin(GF_TRACERS_MAX, (double)device->gl.maxTextureSize * (double)device->gl.maxTextureSize);
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "gfCreateTracers: def is null");
    GF_REQUIRE(core, def->cookie == GF_TRACERS_COOKIE, COOKIE,
               "gfCreateTracers: make the definition with gfDefaultTracersDef()");
    GF_REQUIRE(core, gfInRange(def->count, 1, most), OUT_OF_RANGE, "gfCreateTracers: count is %d; 1 to %d is expected",
               (int)def->count, (int)most);
    GF_REQUIRE(core, gfInRange(def->lifetime, (double)0.01f, 1e6), OUT_OF_RANGE,
               "gfCreateTracers: lifetime is %g; 0.01 to 1e6 s is expected", (double)def->lifetime);
    return true;

error:
    return false;
}

// Draws the next state. False, reported: nothing changed.
static bool advance(gfTracers *t, float dt, bool first)
{
    const gfBody *body = &t->fluid->body;
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    gfRenderView view;
    t->fluid->solver->updateSolids(&t->fluid->body, t->fluid->state);
    if (!t->fluid->solver->view(&t->fluid->body, t->fluid->state, GF_DRAW_VELOCITY, &view)) {
        return false;
    }
    char defines[64];
    snprintf(defines, sizeof defines, "%s%s%s%s", first ? "FIRST;" : "", view.velocityHasMass ? "MASS;" : "",
             view.wrapX + view.wrapY > 0 ? "WRAP;" : "", view.manualBilinear ? "MANUAL_BILINEAR;" : "");
    const gfProgram *program = gfProgram_Get(device, "tracers/advect.frag", defines);
    if (program == NULL) {
        return false;
    }
    gfSideFlags open = gfBoundaries_Are(&def->boundaries, GF_BOUNDARY_OPEN), inflow = gfBoundaries_Are(&def->boundaries, GF_BOUNDARY_INFLOW);
    for (int i = 0; i < GF_SIDES; i++) {
        open.value[i] += inflow.value[i];
    }
    gfVec2 size = {(float)view.cellsX * view.cellSize, (float)view.cellsY * view.cellSize};
    gfVec2 scale = {t->size.x / size.x, t->size.y / size.y};
    gfVec2 offset = {(t->origin.x - view.origin.x) / size.x, (t->origin.y - view.origin.y) / size.y};
    gfPass_Run(
        device,
        &(gfPass){.label = "tracers",
                  .program = program,
                  .target = &t->state.writeTarget,
                  .inputs = {GF_IN(source, t->state.read[0].id), GF_IN_FIELD(velocity, view.velocity->id),
                             GF_IN_FIELD(distance, view.solid->id)},
                  .uniforms = {GF_I2(cells, view.cellsX, view.cellsY), GF_I2(wrap, view.wrapX, view.wrapY),
                               GF_F2(scale, scale.x, scale.y), GF_F2(offset, offset.x, offset.y),
                               GF_F1(cellSize, view.cellSize), GF_F1(stepCells, dt / view.cellSize),
                               GF_F4V(openSides, 1, open.value), GF_I2(seed, bitsOf(t->def.seed), bitsOf(t->steps)),
                               GF_F1(lifetime, t->def.lifetime)}});
    gfPingPong_Swap(&t->state);
    t->origin = view.origin;
    t->size = size;
    t->steps++;
    return true;
}

// A square, as nearly as may be.
static bool createState(gfDevice *device, gfTracers *t)
{
    const gfFormat formats[] = {GF_FORMAT_RGBA32F, GF_FORMAT_RG16F};
    int width = (int)ceil(sqrt((double)t->def.count));
    return gfPingPong_Create(device, &t->state, formats, GF_COUNT(formats), width, (t->def.count + width - 1) / width);
}

gfTracers *gfCreateTracers(gfFluid *fluid, const gfTracersDef *def)
{
    gfTracers *tracers = NULL;
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfCreateTracers: fluid is null");
    gfDevice *device = fluid->body.device;
    if (!checkDef(device, def) || !gfDevice_Begin(device)) {
        goto error;
    }
    tracers = gfAlloc(&device->core, sizeof *tracers);
    if (tracers != NULL) {
        *tracers = (gfTracers){.fluid = fluid, .def = *def, .size = {1.0f, 1.0f}, .next = fluid->firstTracers};
        if (tracers->next != NULL) {
            tracers->next->previous = tracers;
        }
        fluid->firstTracers = tracers;
        if (!createState(device, tracers) || !advance(tracers, 0.0f, true)) {
            gfDestroyTracers(tracers);
            tracers = NULL;
        }
    }
    gfDevice_End(device);
    return tracers;

error:
    return NULL;
}

void gfDestroyTracers(gfTracers *tracers)
{
    if (tracers == NULL) {
        return;
    }
    gfDevice *device = tracers->fluid->body.device;
    gfPingPong_Destroy(device, &tracers->state);
    if (tracers->previous != NULL) {
        tracers->previous->next = tracers->next;
    } else {
        tracers->fluid->firstTracers = tracers->next;
    }
    if (tracers->next != NULL) {
        tracers->next->previous = tracers->previous;
    }
    gfFree(&device->core, tracers);
}

bool gfTracers_Step(gfTracers *tracers, float dt)
{
    GF_REQUIRE(NULL, tracers != NULL, NULL_ARGUMENT, "gfTracers_Step: tracers is null");
    gfDevice *device = tracers->fluid->body.device;
    GF_REQUIRE(&device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE, "gfTracers_Step: dt is %g; 0 to 1e6 s is expected",
               (double)dt);
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    bool moved = advance(tracers, dt, false);
    gfDevice_End(device);
    return moved;

error:
    return false;
}

bool gfTracers_ReadBlocking(gfTracers *tracers, float *positions, size_t count)
{
    GF_REQUIRE(NULL, tracers != NULL, NULL_ARGUMENT, "gfTracers_ReadBlocking: tracers is null");
    gfDevice *device = tracers->fluid->body.device;
    size_t held = (size_t)tracers->def.count;
    GF_REQUIRE(&device->core, positions != NULL, NULL_ARGUMENT, "gfTracers_ReadBlocking: positions is null");
    GF_REQUIRE(&device->core, count == 2 * held, OUT_OF_RANGE, "gfTracers_ReadBlocking: count is %zu; %zu is expected",
               count, 2 * held);
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    const gfTexture *state = &tracers->state.read[0];
    float *values = gfAlloc(&device->core, (size_t)state->width * (size_t)state->height * 4 * sizeof *values);
    bool read = values != NULL &&
                gfReadback_Blocking(
                    device, &(gfReadSource){&tracers->state.readTarget, 0, state->width, state->height, 4}, values);
    for (size_t i = 0; read && i < held; i++) {
        positions[2 * i] = tracers->origin.x + values[4 * i] * tracers->size.x;
        positions[2 * i + 1] = tracers->origin.y + values[4 * i + 1] * tracers->size.y;
    }
    gfFree(&device->core, values);
    gfDevice_End(device);
    return read;

error:
    return false;
}

bool gfTracers_Draw(const gfTracers *tracers, const gfDrawDef *def, const gfTracersView *view)
{
    static const gfPalette own = {5,
                                  {{0.010f, 0.020f, 0.10f, 1.0f},
                                   {0.015f, 0.08f, 0.32f, 1.0f},
                                   {0.03f, 0.30f, 0.45f, 1.0f},
                                   {0.55f, 0.40f, 0.18f, 1.0f},
                                   {1.0f, 0.80f, 0.55f, 1.0f}}};
    gfDevice *device = tracers->fluid->body.device;
    const gfPalette *palette = def->tracers.palette.count > 0 ? &def->tracers.palette : &own;
    const gfProgram *program = gfProgram_Get(device, "tracers/points.frag", view->scene ? "HDR" : "");
    // (1 - r^2)^2 is a half at a little over half of its radius. A point that is smaller than two pixels would come and
    // go as it moves: it is darker instead.
    float wanted = 0.92f * def->tracers.size, radius = fmaxf(wanted, 1.0f), bright = fminf(1.0f, wanted * wanted);
    const gfRegion *port = view->viewport;
    gfPass_Run(
        device,
        &(gfPass){.label = "tracers",
                  .program = program,
                  .target = view->target,
                  .points = tracers->def.count,
                  .blend = GF_BLEND_ADD,
                  .inputs = {GF_IN(source, tracers->state.read[0].id), GF_IN(velocity, tracers->state.read[1].id)},
                  .uniforms = {GF_F4(viewport, (float)port->x, (float)port->y, (float)port->width, (float)port->height),
                               GF_F2(domainSize, tracers->size.x, tracers->size.y),
                               {GF_U_view, GF_VEC2S, 3, view->view},
                               GF_F4V(look, 1, view->finish->look),
                               GF_F4V(tone, 1, view->finish->tone),
                               GF_F4V(palette, GF_PALETTE_MAX, palette->colors),
                               GF_I1(paletteCount, gfMax(2, palette->count)),
                               GF_F1(range, def->tracers.range),
                               GF_F4(value, radius, bright, def->tracers.trail,
                                     fminf(LARGEST_POINT, (float)device->gl.maxPointSize)),
                               GF_I2(seed, bitsOf(tracers->def.seed), 0),
                               GF_F1(lifetime, tracers->def.lifetime)}});
    return program != NULL;
}
