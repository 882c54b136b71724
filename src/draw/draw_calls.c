// Public calls of drawing a fluid: definitions, checks of them, and targets. draw.c does the drawing.
#include "draw/draw.h"

#include "draw/effects.h"
#include "draw/overlay.h"
#include "draw/view.h"
#include "fluid/validation.h"

#include "draw/members.inc"

// Checks members of a definition that depend on each other, also those of effects that are off.
static bool checkTogether(const gfCore *core, const gfDrawDef *d, const char *caller)
{
    const float *l = d->liquid.light;
    GF_REQUIRE(core, d->pixels.steps != 1, OUT_OF_RANGE, "%s: pixels.steps is 1; 0 or 2 to 256 is expected", caller);
    GF_REQUIRE(core, hypotf(d->shadow.direction.x, d->shadow.direction.y) > 0.0f, OUT_OF_RANGE,
               "%s: shadow.direction is 0; a direction is expected", caller);
    GF_REQUIRE(core, hypotf(hypotf(l[0], l[1]), l[2]) > 0.0f, OUT_OF_RANGE,
               "%s: liquid.light is 0; a direction is expected", caller);
    GF_REQUIRE(core, d->water.groundHigh > d->water.groundLow, OUT_OF_RANGE,
               "%s: water.groundHigh is %g and groundLow %g; a higher one is expected", caller,
               (double)d->water.groundHigh, (double)d->water.groundLow);
    return true;
}

bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller)
{
    GF_REQUIRE(core, palette->count != 1, OUT_OF_RANGE, "%s: %s.count is %d; 0 or 2 to %d is expected", caller, name,
               (int)palette->count, GF_PALETTE_MAX);
    const float *numbers = palette->colors[0];
    for (int i = 0; i < 4 * palette->count; i++) {
        GF_REQUIRE(core, gfInRange((double)numbers[i], -1e6, 1e6), OUT_OF_RANGE, "%s: %s stop %d must be finite",
                   caller, name, i / 4);
    }
    return true;
}

static bool checkDraw(const gfFluid *fluid, const gfDrawDef *def, const char *caller)
{
    const gfCore *core = &fluid->body.device->core;
    GF_TRY(gfDef_Check(core, &gf_drawDefRecord, def, caller) &&
           gfPalette_Check(core, &def->palette, "palette", caller) &&
           gfPalette_Check(core, &def->pixels.colors, "pixels.colors", caller) &&
           gfPalette_Check(core, &def->water.ground, "water.ground", caller) &&
           gfPalette_Check(core, &def->particles.palette, "particles.palette", caller) &&
           gfPalette_Check(core, &def->tracers.palette, "tracers.palette", caller) &&
           gfView_Check(core, &def->view, caller) && checkTogether(core, def, caller));
    GF_EACH_MODULE(module) {
        GF_TRY(module->overlay == NULL || module->overlay->check(fluid, def, caller));
    }
    return gfStyle_Check(&(gfDrawnFluid){&fluid->body, fluid->solver, fluid->state, 0.0, NULL}, def->style, caller);
}

// A drawing of dye that never got any is reported only after this many steps, as sources may begin later.
#define STEPS_TO_SHOW 30
// A domain that lies outside the view is reported only after this many drawings, as a camera may come to it.
#define DRAWINGS_TO_SHOW 30
// Light of fire that becomes black in an 8-bit picture: a smaller amount is reported.
#define DARK 2.5e-4f

static bool entersDyed(const gfBoundaries *b)
{
    bool dyed = false;
    for (int i = 0; i < GF_SIDES; i++) {
        dyed = dyed || gfBoundaries_Get(b, i)->dye[3] != 0.0f;
    }
    return dyed;
}

static bool showsDomain(const gfFluid *fluid, const gfTransform2D *view)
{
    const gfFluidDef *of = &fluid->body.def;
    const gfVec2 size = {(float)of->gridWidth * of->cellSize, (float)of->gridHeight * of->cellSize};
    const gfTransform2D own = gfView_FromCorner(view, of->origin, size);
    const float *m = own.m;
    bool shows = true;
    for (int axis = 0; axis < 2; axis++) {
        float x = m[axis] * size.x, y = m[2 + axis] * size.y, at = m[4 + axis];
        shows = shows && at + fmaxf(x, 0.0f) + fmaxf(y, 0.0f) > -1.0f && at + fminf(x, 0.0f) + fminf(y, 0.0f) < 1.0f;
    }
    return shows;
}

// Reports a view that never showed the domain in any drawing. One that showed it before may leave it for a while.
static bool checkView(gfFluid *fluid, const gfTransform2D *view, const char *caller)
{
    gfDevice *device = fluid->body.device;
    GF_TRY(!gfView_IsBad(view) || gfTrap_Report(device, GF_TRAP_VIEW, caller,
                                                "view is what gfMakeView and gfFluid_GetFitView return for a bad "
                                                "aspect, width or centre, as for an aspect of 0"));
    if (fluid->unseen < 0 || device->dryRun) {
        return true;
    }
    fluid->unseen = showsDomain(fluid, view) ? -1 : gfMin(fluid->unseen + 1, DRAWINGS_TO_SHOW);
    const gfFluidDef *of = &fluid->body.def;
    return fluid->unseen < DRAWINGS_TO_SHOW ||
           gfTrap_Report(device, GF_TRAP_UNSEEN, caller,
                         "%d drawings showed nothing, for the domain, which is %g x %g m from (%g, %g), lies outside "
                         "the view",
                         DRAWINGS_TO_SHOW, (double)((float)of->gridWidth * of->cellSize),
                         (double)((float)of->gridHeight * of->cellSize), (double)of->origin.x, (double)of->origin.y);
}

// Reports fire without soot whose sources never gave enough heat to glow. Light grows with the fourth power of heat.
static bool checkGlow(gfFluid *fluid, const gfDrawDef *def, const char *caller)
{
    const gfFluidDef *of = &fluid->body.def;
    const gfDrawnFluid drawn = {&fluid->body, fluid->solver, fluid->state, 0.0, NULL};
    float heat = fluid->heat, range = def->range >= 1e-9f ? def->range : gfStyle_Get(&drawn, GF_DRAW_FIRE)->range;
    for (int i = 0; i < GF_SIDES; i++) {
        heat = fmaxf(heat, gfBoundaries_Get(&of->boundaries, i)->temperature);
    }
    bool told = !(fluid->given & (GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE)) && !entersDyed(&of->boundaries);
    return !told || heat <= 0.0f || fluid->clock.info.stepCount < STEPS_TO_SHOW ||
           powf(heat / range, 4.0f) * fmaxf(def->tone.exposure, 1.0f) > DARK ||
           gfTrap_Report(fluid->body.device, GF_TRAP_COLD, caller,
                         "style GF_DRAW_FIRE has nothing to show: the fluid was given %g K at most, and range is %g K",
                         (double)heat, (double)range);
}

// Checks that a drawing shows something, and that the host's textures that it reads exist. False: it is refused.
static bool checkShown(gfFluid *fluid, const gfDrawDef *def, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfFluidDef *of = &fluid->body.def;
    GF_TRY(gfTraps_CheckTexture(device, def->refraction.enabled ? def->refraction.background : 0,
                                "refraction.background", caller) &&
           checkView(fluid, &def->view, caller) && (def->style != GF_DRAW_FIRE || checkGlow(fluid, def, caller)));
    bool shows = def->style != GF_DRAW_DYE || (fluid->given & GF_SOURCE_DYE) || def->tracers.set != NULL ||
                 of->solver == GF_SOLVER_PARTICLES; // particles have colours even without dye
    bool liquid = of->solver != GF_SOLVER_GRID && (fluid->given & GF_SOURCE_MASS);
    bool moving = fluid->given != 0 && fluid->clock.info.stepCount >= STEPS_TO_SHOW;
    return shows || !gfTrap_Matters(device, GF_TRAP_NOTHING) || (!liquid && !moving) || entersDyed(&of->boundaries) ||
           gfTrap_Report(device, GF_TRAP_NOTHING, caller,
                         "style GF_DRAW_DYE has nothing to show, for this fluid (solver '%s') has no dye",
                         fluid->solver->name);
}

// Draws a fluid into a texture of the library's own or, if it is null, into the host's framebuffer.
static bool drawFluid(gfFluid *fluid, const gfDrawDef *def, const gfTexture *target)
{
    static const GLenum functions[] = {0, GL_LEQUAL, GL_GEQUAL, GL_ALWAYS};
    const gfHostDepth depth = {functions[def->depth.test], def->depth.z, def->depth.write};
    gfDevice *device = fluid->body.device;
    gfHostTarget host; // what the host has bound, saved before passes bind other framebuffers
    gfDevice_SaveTarget(device, &host);
    device->hostDepth = def->depth.test != GF_DEPTH_OFF ? &depth : NULL;
    gfDrawDef how = *def;
    gfDetailView detail;
    gfDrawnFluid seen = {&fluid->body, fluid->solver, fluid->state, fluid->clock.info.time_s, NULL};
    const gfStyle *style = gfStyle_Get(&seen, def->style);
    how.range = def->range >= 1e-9f ? def->range : style->range;
    bool drawn = target != NULL || gfDevice_CheckTarget(device, &host, "gfFluid_Draw");
    if (drawn) {
        gfFinish_NoteTarget(device, target == NULL ? &host : NULL, def->tone.dither && !def->encodeSrgb);
    }
    drawn = drawn && gfFluid_UpdateSolids(fluid);
    gfEffects *effects = gfEffects_Get(device);
    drawn = drawn && effects != NULL;
    if (drawn && gfDetail_IsWanted(fluid, style, def) &&
        gfFailure_Try(&effects->detailFailed, device, "detail is", gfDetail_Follow(fluid, &detail))) {
        seen.detail = &detail;
    }
    drawn = drawn && (gfPixels_AreWanted(&how) ? gfPixels_Run : gfDraw_Run)(&seen, &how, &host, target);
    device->hostDepth = NULL;
    return drawn;
}

bool gfFluid_Draw(gfFluid *fluid, const gfDrawDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Draw: fluid is null");
    gfDrawDef own;
    def = gfLook_OrDefault(fluid, def, &own);
    gfDevice *device = fluid->body.device;
    return checkDraw(fluid, def, "gfFluid_Draw") && checkShown(fluid, def, "gfFluid_Draw") &&
           gfDevice_Do(device, "gfFluid_Draw", drawFluid(fluid, def, NULL));
}

uint32_t gfFluid_DrawToTexture(gfFluid *fluid, const gfDrawDef *def, int32_t width, int32_t height)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_DrawToTexture: fluid is null");
    gfDrawDef own;
    def = gfLook_OrDefault(fluid, def, &own);
    gfDevice *device = fluid->body.device;
    const gfCore *core = &device->core;
    int most = device->gl.maxTextureSize;
    GF_TRY(checkDraw(fluid, def, "gfFluid_DrawToTexture"));
    GF_REQUIRE(core, gfInRange(width, 1, most) && gfInRange(height, 1, most), OUT_OF_RANGE,
               "gfFluid_DrawToTexture: %d x %d texels; 1 to %d a side are expected", (int)width, (int)height, most);
    GF_REQUIRE(core, !def->refraction.enabled || def->refraction.background != 0, OUT_OF_RANGE,
               "gfFluid_DrawToTexture: refraction.background is 0; a texture of the host's is expected");
    GF_REQUIRE(core,
               !def->refraction.enabled || gfEffects_Find(device) == NULL ||
                   def->refraction.background != gfEffects_Find(device)->out.id,
               OUT_OF_RANGE, "gfFluid_DrawToTexture: refraction.background is what is drawn into; another is expected");
    GF_TRY(checkShown(fluid, def, "gfFluid_DrawToTexture") && gfDevice_Begin(device, "gfFluid_DrawToTexture"));
    gfEffects *effects = gfEffects_Get(device);
    const gfTexture *target = effects != NULL ? gfEffects_Out(device, effects, width, height) : NULL;
    gfDrawDef how = *def;
    how.blend = false;
    bool drawn = target != NULL && drawFluid(fluid, &how, target);
    gfDevice_End(device);
    return drawn ? target->id : 0;
}

// --- module ----------------------------------------------------------------------------------------------------------

// A dry run draws every style, or those that gfPrepareDef lists, to make programs and textures before the host draws.

static void drawBoth(const gfDryRun *s, const gfDrawDef *def)
{
    gfDrawDef d = *def;
    d.tracers.set = NULL;
    gfFluid_Draw(s->fluid, &d);
    GF_EACH_MODULE(module) {
        if (module->overlay != NULL && module->overlay->offer(s->fluid, &d)) {
            gfFluid_Draw(s->fluid, &d);
        }
    }
}

static void drawEveryStyle(const gfDryRun *s)
{
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        gfDrawDef d = gfDefaultDrawDef();
        d.style = (gfDrawStyle)style;
        drawBoth(s, &d);
        d.bloom.enabled = true;
        drawBoth(s, &d);
        d.refraction.enabled = d.shafts.enabled = d.shadow.enabled = true;
        drawBoth(s, &d);
    }
    gfDrawDef own = gfDefaultDrawDefFor(s->fluid);
    drawBoth(s, &own);
    own.detail = 1.0f;
    drawBoth(s, &own);
    own.detail = 0.0f;
    own.pixels.size = 4;
    drawBoth(s, &own);
    own.pixels.colors = gfGetPalette(GF_PALETTE_ICE);
    drawBoth(s, &own);
}

static void dryRunDrawing(const gfDryRun *s, gfUse use)
{
    if (use != GF_USE_DRAWING) {
        return;
    }
    if (s->def->draws == NULL) {
        drawEveryStyle(s);
    }
    for (int i = 0; i < s->def->drawCount; i++) {
        drawBoth(s, &s->def->draws[i]);
    }
}

const gfModule gf_module_draw = {.name = "draw", .fluidPart = &gf_detailPart, .dryRun = dryRunDrawing};
