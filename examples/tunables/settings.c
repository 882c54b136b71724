// What is set: kept, applied to fluids and drawings.
#include "tunables/settings.h"

#include "gpufluid_presets.h"

#include <stdio.h>
#include <string.h>

void Settings_Init(Settings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->own = settings->now = Tunables_GetDefaults();
}

bool Settings_Set(Settings *settings, int index, const double values[TUNABLE_NUMBERS])
{
    const Tunable *tunable = Tunables_Get(index);
    char why[SETTINGS_ERROR_SIZE / 2], name[TUNABLE_NAME_SIZE];
    if (!Tunable_Check(tunable, values, why, (int)sizeof why)) {
        Tunable_GetName(tunable, name);
        snprintf(settings->error, sizeof settings->error, "%s: %s", name, why);
        return false;
    }
    settings->set[index] = true;
    settings->back[index] = false;
    memcpy(settings->values[index], values, sizeof settings->values[index]);
    Tunable_Write(tunable, &settings->now, values);
    settings->changes++;
    settings->error[0] = '\0';
    return true;
}

bool Settings_SetText(Settings *settings, const char *name, const char *text)
{
    char guess[TUNABLE_NAME_SIZE], why[SETTINGS_ERROR_SIZE / 2];
    double values[TUNABLE_NUMBERS] = {0.0};
    int index = Tunables_Find(name);
    if (index < 0) {
        snprintf(settings->error, sizeof settings->error, "there is no '%.80s': is '%s' meant?", name,
                 Tunables_Guess(name, guess));
        return false;
    }
    if (!Tunable_Parse(Tunables_Get(index), text, values, why, (int)sizeof why)) {
        snprintf(settings->error, sizeof settings->error, "%s '%.80s': %s", name, text, why);
        return false;
    }
    return Settings_Set(settings, index, values);
}

void Settings_Unset(Settings *settings, int index)
{
    if (settings->set[index]) {
        double own[TUNABLE_NUMBERS] = {0.0};
        const Tunable *tunable = Tunables_Get(index);
        Tunable_Read(tunable, &settings->own, own);
        Tunable_Write(tunable, &settings->now, own);
        settings->set[index] = false;
        settings->back[index] = true;
        settings->changes++;
        settings->error[0] = '\0';
    }
}

void Settings_Clear(Settings *settings, bool demoToo)
{
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        if (demoToo || Tunables_Get(i)->of != TUNABLE_OF_DEMO) {
            Settings_Unset(settings, i);
        }
    }
}

void Settings_Get(const Settings *settings, int index, double values[TUNABLE_NUMBERS])
{
    Tunable_Read(Tunables_Get(index), &settings->now, values);
}

static bool startsWith(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// Whether a fluid of this solver has a member of gfFluidDef.
static bool hasMember(const Tunable *t, gfSolverKind solver)
{
    if (startsWith(t->path, "grid.") || strcmp(t->path, "dyeScale") == 0 || strcmp(t->path, "fieldPrecision") == 0) {
        return solver == GF_SOLVER_GRID;
    }
    if (startsWith(t->path, "gaussian.")) {
        return solver == GF_SOLVER_GAUSSIAN;
    }
    if (startsWith(t->path, "shallow.")) {
        return solver == GF_SOLVER_SHALLOW;
    }
    if (startsWith(t->path, "water.")) {
        return solver == GF_SOLVER_WATER;
    }
    return true;
}

bool Settings_IsOfScene(const Tunable *t, const Scene *scene)
{
    switch (t->of) {
    case TUNABLE_OF_DEMO:
        return scene->solver == GF_SOLVER_GRID ||
               (strcmp(t->path, "quality") != 0 && strcmp(t->path, "automatic") != 0 &&
                strcmp(t->path, "budget_ms") != 0);
    case TUNABLE_OF_FLUID:
        return scene->fluid != NULL && hasMember(t, scene->solver);
    case TUNABLE_OF_PARTICLES:
        return scene->solver == GF_SOLVER_PARTICLES;
    case TUNABLE_OF_VOLUME:
    case TUNABLE_OF_DRAW3D:
        return scene->fluid3d != NULL;
    case TUNABLE_OF_SURFACE:
        return scene->info->diorama != NULL;
    default:
        return true;
    }
}

// A palette's colours beyond its stops, and materials beyond their number, do nothing.
static bool isInUse(const Settings *settings, const Tunable *t)
{
    const char *bracket = strchr(t->path, '[');
    if (bracket == NULL) {
        return true;
    }
    int count = settings->now.particles.materialCount, number = bracket[1] - '0';
    if (t->of != TUNABLE_OF_PARTICLES) {
        char name[TUNABLE_NAME_SIZE];
        double stops[TUNABLE_NUMBERS] = {0.0};
        Tunable_GetName(t, name);
        char *colors = strstr(name, ".colors[");
        snprintf(colors, sizeof name - (size_t)(colors - name), ".count");
        Settings_Get(settings, Tunables_Find(name), stops);
        count = (int)stops[0];
    }
    return number < count;
}

static bool isOfMode(const Settings *settings, const Tunable *t)
{
    if (strcmp(t->group, "Liquid, simple form") == 0) {
        return settings->now.fluid.gaussian.mode == GF_GAUSSIAN_SIMPLE;
    }
    return strcmp(t->group, "Lava") != 0 || settings->now.surface.kind == GF_SURFACE_LAVA;
}

static bool isOfView(const Tunable *t, const Scene *scene, gfDrawStyle style)
{
    if (strcmp(t->group, "Liquid's surface") == 0) {
        return style == GF_DRAW_LIQUID || style == GF_DRAW_KINDS;
    }
    if (strcmp(t->group, "Water from above") == 0) {
        return style == GF_DRAW_LIQUID && scene->solver == GF_SOLVER_SHALLOW;
    }
    if (strcmp(t->group, "Discs") == 0) {
        return style == GF_DRAW_PARTICLES;
    }
    if (strcmp(t->group, "Tracers") == 0) {
        return scene->tracers != NULL;
    }
    return true;
}

bool Settings_IsShown(const Settings *settings, const Scene *scene, gfDrawStyle view, int index)
{
    const Tunable *t = Tunables_Get(index);
    bool diorama = scene->info->diorama != NULL && view == GF_DRAW_DYE;
    if (!Settings_IsOfScene(t, scene) || !isInUse(settings, t) || !isOfMode(settings, t)) {
        return false;
    }
    if (t->of == TUNABLE_OF_SURFACE) {
        return diorama;
    }
    return t->of != TUNABLE_OF_DRAW ||
           (scene->fluid3d == NULL && !diorama && isOfView(t, scene, settings->now.draw.style));
}

// --- the fluid -------------------------------------------------------------------------------------------------------

// Writes what is set of one definition over `defs`; of those that need a restart, or of the others.
static void overlay(const Settings *settings, TunableOf of, bool restarts, TunableDefs *defs)
{
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        if (settings->set[i] && t->of == of && t->restarts == restarts) {
            Tunable_Write(t, defs, settings->values[i]);
        }
    }
}

static void tuneFluid(void *user, gfFluidDef *def)
{
    Settings *settings = user;
    TunableDefs defs = {.fluid = *def, .particles = def->particles};
    settings->defined.fluid = defs.fluid;
    settings->defined.particles = defs.particles;
    overlay(settings, TUNABLE_OF_FLUID, true, &defs);
    overlay(settings, TUNABLE_OF_PARTICLES, true, &defs);
    defs.fluid.particles = defs.particles;
    if (def->solver != GF_SOLVER_GRID) {
        defs.fluid.dyeScale = def->dyeScale;
        defs.fluid.fieldPrecision = def->fieldPrecision;
    }
    *def = defs.fluid;
}

static void tuneVolume(void *user, gfFluid3DDef *def)
{
    Settings *settings = user;
    TunableDefs defs = {.volume = *def, .particles = def->particles};
    settings->defined.volume = defs.volume;
    settings->defined.particles = defs.particles;
    overlay(settings, TUNABLE_OF_VOLUME, true, &defs);
    overlay(settings, TUNABLE_OF_PARTICLES, true, &defs);
    *def = defs.volume;
    def->particles = defs.particles;
}

static void beforeStep(void *user, Scene *scene)
{
    Settings_ApplyToFluid(user, scene);
}

SceneTuning Settings_GetTuning(Settings *settings)
{
    return (SceneTuning){.user = settings, .fluid = tuneFluid, .volume = tuneVolume, .beforeStep = beforeStep};
}

static void readScene(const Scene *scene, TunableDefs *defs)
{
    if (scene->fluid3d != NULL) {
        defs->volume = gfFluid3D_GetDef(scene->fluid3d);
        defs->particles = defs->volume.particles;
    } else {
        defs->fluid = gfFluid_GetDef(scene->fluid);
        defs->particles = defs->fluid.particles;
    }
    Tunables_FillMaterials(&defs->particles);
}

void Settings_TakeOwn(Settings *settings, const Scene *scene)
{
    DemoTunables demo = settings->now.demo;
    settings->own = Tunables_GetDefaults();
    readScene(scene, &settings->own);
    settings->now = settings->own;
    settings->now.demo = demo;
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        if (t->restarts && Settings_IsOfScene(t, scene)) {
            double own[TUNABLE_NUMBERS] = {0.0};
            Tunable_Read(t, &settings->defined, own);
            Tunable_Write(t, &settings->own, own);
        }
    }
    memset(settings->back, 0, sizeof settings->back);
    settings->refused = false;
    settings->changes++;
}

bool Settings_WaitForRestart(const Settings *settings, const Scene *scene)
{
    TunableDefs running = {.demo = settings->now.demo};
    readScene(scene, &running);
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        double is[TUNABLE_NUMBERS] = {0.0}, wanted[TUNABLE_NUMBERS] = {0.0};
        if (!t->restarts || !Settings_IsOfScene(t, scene) || (!settings->set[i] && !settings->back[i])) {
            continue;
        }
        Tunable_Read(t, &running, is);
        Tunable_Read(t, settings->set[i] ? &settings->now : &settings->own, wanted);
        if (memcmp(is, wanted, sizeof is) != 0) {
            return true;
        }
    }
    return false;
}

// What a governor changes: it would take a setting that comes back each frame for a new one.
static bool isGoverned(const Tunable *t)
{
    static const char *const paths[] = {"grid.cflSubsteps", "grid.pressureCycles", "grid.pressureIterations",
                                        "grid.scheme",      "grid.advection",      "fixedStep"};
    bool found = false;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        found = found || strcmp(t->path, paths[i]) == 0;
    }
    return found && t->of == TUNABLE_OF_FLUID;
}

// What is to be in force, given what is.
static void merge(Settings *settings, const Scene *scene, TunableDefs *defs)
{
    bool fresh = settings->applied != settings->changes;
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        if (t->restarts || t->of < TUNABLE_OF_FLUID || t->of > TUNABLE_OF_VOLUME) {
            continue;
        }
        if (settings->set[i] && (fresh || scene->governor == NULL || !isGoverned(t))) {
            Tunable_Write(t, defs, settings->values[i]);
        } else if (settings->back[i]) {
            double own[TUNABLE_NUMBERS] = {0.0};
            Tunable_Read(t, &settings->own, own);
            Tunable_Write(t, defs, own);
            settings->back[i] = false;
        }
    }
}

bool Settings_ApplyToFluid(Settings *settings, Scene *scene)
{
    if (settings->refused && settings->applied == settings->changes) {
        return false;
    }
    TunableDefs was = {.demo = settings->now.demo}, defs;
    readScene(scene, &was);
    defs = was;
    merge(settings, scene, &defs);
    was.fluid.particles = was.volume.particles = was.particles;
    defs.fluid.particles = defs.volume.particles = defs.particles;
    bool good = true;
    if (scene->fluid3d != NULL) {
        good = memcmp(&was.volume, &defs.volume, sizeof defs.volume) == 0 ||
               gfFluid3D_SetDef(scene->fluid3d, &defs.volume);
    } else {
        good = memcmp(&was.fluid, &defs.fluid, sizeof defs.fluid) == 0 || gfRetuneFluid(scene->fluid, &defs.fluid);
    }
    settings->applied = settings->changes;
    settings->refused = !good;
    if (!good) {
        const char *message = NULL;
        gfErrorCode code = gfGetLastError(&message);
        snprintf(settings->error, sizeof settings->error, "%s",
                 message != NULL && message[0] != '\0' ? message : gfErrorText(code));
    }
    // What waits for a restart is shown as it was set.
    readScene(scene, &settings->now);
    for (TunableOf of = TUNABLE_OF_FLUID; of <= TUNABLE_OF_VOLUME; of++) {
        overlay(settings, of, true, &settings->now);
    }
    return good;
}

// --- drawings --------------------------------------------------------------------------------------------------------

void Settings_ApplyToDraw(Settings *settings, gfDrawDef *def)
{
    settings->own.draw = settings->now.draw = *def;
    overlay(settings, TUNABLE_OF_DRAW, false, &settings->now);
    *def = settings->now.draw;
    def->palette.count = def->palette.count == 1 ? 0 : def->palette.count;
    def->particles.palette.count = def->particles.palette.count == 1 ? 0 : def->particles.palette.count;
    def->tracers.palette.count = def->tracers.palette.count == 1 ? 0 : def->tracers.palette.count;
    def->pixels.colors.count = def->pixels.colors.count == 1 ? 0 : def->pixels.colors.count;
    def->pixels.steps = def->pixels.steps == 1 ? 0 : def->pixels.steps;
    def->water.ground.count = def->water.ground.count == 1 ? 0 : def->water.ground.count;
}

void Settings_ApplyToDraw3D(Settings *settings, gfDraw3DDef *def)
{
    settings->own.draw3d = settings->now.draw3d = *def;
    overlay(settings, TUNABLE_OF_DRAW3D, false, &settings->now);
    *def = settings->now.draw3d;
    def->palette.count = def->palette.count == 1 ? 0 : def->palette.count;
}

void Settings_ApplyToSurface(Settings *settings, gfSurfaceDef *def)
{
    settings->own.surface = settings->now.surface = *def;
    overlay(settings, TUNABLE_OF_SURFACE, false, &settings->now);
    *def = settings->now.surface;
    def->ground.palette.count = def->ground.palette.count == 1 ? 0 : def->ground.palette.count;
    def->lava.count = def->lava.count == 1 ? 0 : def->lava.count;
}
