// Links an installed gpufluid_presets. A C++ program includes the same header.
#include <gpufluid_presets.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *text = "{\"fluid_demo preset\": 1, \"values\": {\"grid.viscosity\": 0.5}}";
    char error[GF_PRESET_ERROR_SIZE] = "";
    gfFluidDef def = gfDefaultFluidDef();
    gfPresetTargets to = {&def, NULL, NULL, NULL, NULL};
    if (!gfReadPreset(text, strlen(text), &to, error, sizeof error) || def.grid.viscosity != 0.5f) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    puts(gfGetVersion());
    return 0;
}
