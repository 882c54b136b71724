// Presets into the definitions of a game.
#include "gpufluid_presets.h"

#include "preset_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (1 << 20) // bytes

// --- text ------------------------------------------------------------------------------------------------------------

typedef struct Taking {
    PresetPart part; // whose values are taken now
    TunableDefs defs;
} Taking;

static void writeParticles(gfParticleParams *params, const Tunable *tunable, const double values[TUNABLE_NUMBERS])
{
    TunableDefs defs = {.particles = *params};
    Tunables_FillMaterials(&defs.particles); // the preset may have more of them
    Tunable_Write(tunable, &defs, values);
    *params = defs.particles;
}

static void takeValue(void *user, PresetPart part, int index, const Tunable *tunable,
                      const double values[TUNABLE_NUMBERS])
{
    Taking *taking = user;
    (void)index;
    if (part != taking->part) {
        return;
    }
    if (tunable->of == TUNABLE_OF_PARTICLES) {
        writeParticles(&taking->defs.fluid.particles, tunable, values);
        writeParticles(&taking->defs.volume.particles, tunable, values);
        return;
    }
    const double none[TUNABLE_NUMBERS] = {0.0};
    Tunable_Write(tunable, &taking->defs, Tunable_IsTooFew(tunable, values) ? none : values);
}

bool gfReadPreset(const char *text, size_t size, const gfPresetTargets *to, char *error, size_t errorSize)
{
    const gfPresetTargets nothing = {NULL, NULL, NULL, NULL, NULL};
    to = to != NULL ? to : &nothing;
    Taking taking = {.defs = {.fluid = to->fluid != NULL ? *to->fluid : gfDefaultFluidDef(),
                              .volume = to->volume != NULL ? *to->volume : gfDefaultFluid3DDef(),
                              .draw = to->draw != NULL ? *to->draw : gfDefaultDrawDef(),
                              .draw3d = to->draw3d != NULL ? *to->draw3d : gfDefaultDraw3DDef(),
                              .surface = to->surface != NULL ? *to->surface : gfDefaultSurfaceDef()}};
    char scene[TUNABLE_NAME_SIZE];
    // Values that were set come last, whatever their order in the text.
    for (taking.part = PRESET_SCENE_VALUES; taking.part <= PRESET_VALUES; taking.part++) {
        if (!Preset_Read(text, size, takeValue, &taking, scene, error, errorSize)) {
            return false;
        }
    }
    if (to->fluid != NULL) {
        *to->fluid = taking.defs.fluid;
    }
    if (to->volume != NULL) {
        *to->volume = taking.defs.volume;
    }
    if (to->draw != NULL) {
        *to->draw = taking.defs.draw;
    }
    if (to->draw3d != NULL) {
        *to->draw3d = taking.defs.draw3d;
    }
    if (to->surface != NULL) {
        *to->surface = taking.defs.surface;
    }
    return true;
}

// --- files -----------------------------------------------------------------------------------------------------------

char *Preset_LoadText(const char *path, size_t *size, char *error, size_t errorSize)
{
    if (path == NULL) {
        snprintf(error, errorSize, "the name of a file is expected");
        return NULL;
    }
    errno = 0;
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(FILE_MAX + 1) : NULL;
    *size = text != NULL ? fread(text, 1, FILE_MAX + 1, file) : 0;
    bool good = text != NULL && !ferror(file) && *size <= FILE_MAX;
    if (!good) {
        bool large = text != NULL && !ferror(file);
        snprintf(error, errorSize, "%s: %s", path, large ? "it is too large" : errno != 0 ? strerror(errno) : "?");
        free(text);
        text = NULL;
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

bool gfLoadPreset(const char *path, const gfPresetTargets *to, char *error, size_t errorSize)
{
    char why[GF_PRESET_ERROR_SIZE] = "";
    size_t size = 0;
    char *text = Preset_LoadText(path, &size, error, errorSize);
    if (text == NULL) {
        return false;
    }
    bool good = gfReadPreset(text, size, to, why, sizeof why);
    if (!good) {
        snprintf(error, errorSize, "%s: %s", path, why);
    }
    free(text);
    return good;
}

// --- a fluid that runs -----------------------------------------------------------------------------------------------

// Gives a wanted definition the members that are fixed in the fluid. Unused materials that Tunables_FillMaterials made
// are taken back, too: with them a new fixedStep alone, which is cheap, would be a change of particles.
static gfFluidDef keepFixed(const gfFluidDef *was, const gfFluidDef *wanted)
{
    const TunableDefs from = {.fluid = *was, .particles = was->particles};
    TunableDefs defs = {.fluid = *wanted, .particles = wanted->particles};
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        if ((t->of == TUNABLE_OF_FLUID || t->of == TUNABLE_OF_PARTICLES) && t->restarts) {
            double values[TUNABLE_NUMBERS] = {0.0};
            Tunable_Read(t, &from, values);
            Tunable_Write(t, &defs, values);
        }
    }
    gfParticleParams filled = was->particles;
    Tunables_FillMaterials(&filled);
    for (int i = 0; i < GF_MATERIAL_MAX; i++) {
        gfParticleMaterial *material = &defs.particles.materials[i];
        if (i >= defs.particles.materialCount && memcmp(material, &filled.materials[i], sizeof *material) == 0) {
            *material = was->particles.materials[i];
        }
    }
    defs.fluid.particles = defs.particles;
    defs.fluid.gridWidth = was->gridWidth;
    defs.fluid.gridHeight = was->gridHeight;
    defs.fluid.cellSize = was->cellSize;
    defs.fluid.origin = was->origin;
    return defs.fluid;
}

bool gfRetuneFluid(gfFluid *fluid, const gfFluidDef *def)
{
    if (def == NULL) {
        return gfFluid_SetDef(fluid, NULL); // it says what is missing
    }
    const gfFluidDef was = gfFluid_GetDef(fluid), wanted = keepFixed(&was, def); // the call refuses another solver
    return memcmp(&was, &wanted, sizeof was) == 0 || gfFluid_SetDef(fluid, &wanted);
}
