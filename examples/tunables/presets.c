// Presets that the demo has itself, as files would have them.
#include "tunables/settings.h"

#define PRESET(values) "{\"fluid_demo preset\": 1, \"values\": {" values "}}"

static const struct {
    const char *name, *text;
} presets[] = {
    {"Glow", PRESET("\"picture.ink\": \"light\", \"picture.bloom.enabled\": true, \"picture.bloom.threshold\": 0.35, "
                    "\"picture.bloom.intensity\": 1.4, \"picture.bloom.spread\": 1.1, "
                    "\"picture.tone.map\": \"filmic\", \"picture.tone.dither\": true, "
                    "\"picture3d.tone.exposure\": 1.4, \"surface.tone.exposure\": 1.3, "
                    "\"demo.brushColors\": \"cycling\"")},
    {"Soft light", PRESET("\"picture.shadow.enabled\": true, \"picture.shadow.density\": 7, "
                          "\"picture.shadow.length\": 0.3, \"picture.shafts.enabled\": true, "
                          "\"picture.shafts.strength\": 0.5, \"picture.tone.map\": \"filmic\", "
                          "\"picture.tone.dither\": true")},
    {"Ink on paper", PRESET("\"picture.ink\": \"absorb\", \"picture.background\": [0.86, 0.83, 0.76, 1], "
                            "\"picture.solids.color\": [0.30, 0.27, 0.24, 1], \"picture.bloom.enabled\": false, "
                            "\"picture.tone.map\": \"none\", \"grid.dyeDissipation\": 0.05")},
    {"Lively", PRESET("\"grid.vorticityConfinement\": 4, \"grid.velocityDissipation\": 0, "
                      "\"grid.dyeDissipation\": 0.25, \"demo.brushForce\": 1.6, \"demo.brushColors\": \"cycling\", "
                      "\"shallow.ripples.stirring\": 2.5")},
    {"Syrup", PRESET("\"grid.viscosity\": 0.004, \"grid.vorticityConfinement\": 0, "
                     "\"gaussian.viscosity\": 0.0004, \"particles.materials[0].viscosity\": 0.02, "
                     "\"shallow.viscosity\": 0.002, \"shallow.linearFriction\": 0.4")},
    {"Slow motion", PRESET("\"demo.speed\": 0.25")},
};

int Presets_GetCount(void)
{
    return (int)(sizeof presets / sizeof presets[0]);
}

const char *Presets_GetName(int index)
{
    return presets[index].name;
}

const char *Presets_GetText(int index)
{
    return presets[index].text;
}

const char *Presets_GetPaletteName(int kind)
{
    static const char *const names[GF_PALETTE_COUNT] = {"viridis", "magma", "ice", "ember", "neon", "ink", "blue, red"};
    return names[kind];
}
