// refraction: the heat of a street rises before a city at night, and its lights shimmer.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

#define VENTS 14
#define BACKDROP_HEIGHT 720
#define HOUSES 60

void Refraction_TuneFluid(gfFluidDef *def)
{
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.4f;
    def->grid.dyeDissipation = 0.18f;
    def->grid.dyeDiffusivity = 1.2e-4f; // a smooth relief; a fine one would only blur
    def->grid.viscosity = 1e-4f;
    def->grid.velocityDissipation = 0.2f;
    Scene_AddDraught(def, 0.22f);
}

static gfSourceDef getVent(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    unsigned n = 8u * (unsigned)index;
    float pace = 7.0f + 7.0f * Scene_Hash(scene, n);
    float beat = sinf(pace * time + turn * Scene_Hash(scene, n + 1)) +
                 0.6f * sinf(1.7f * pace * time + turn * Scene_Hash(scene, n + 2));
    float sway = sinf((2.0f + 2.0f * Scene_Hash(scene, n + 3)) * time + turn * Scene_Hash(scene, n + 4));
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    float pitch = scene->width / VENTS;
    float x = pitch * ((float)index + 0.5f + 0.3f * sway);
    def.shape = gfMakeCircle(Scene_Vec(x, 0.0f), 0.30f * pitch);
    def.softness = 0.03f;
    def.temperature = 9.0f + 3.0f * beat;
    def.velocity = Scene_Vec(0.15f * sway, 0.40f);
    def.dye[0] = def.dye[1] = def.dye[2] = def.dye[3] = fmaxf(0.5f + 0.4f * beat, 0.0f);
    return def;
}

static void addLight(float *light, int width, float x, float y, float radius, const float color[3], float soft)
{
    int reach = (int)(radius * (soft > 0.0f ? 3.0f : 1.0f)) + 2;
    for (int py = (int)y - reach; py <= (int)y + reach; py++) {
        for (int px = (int)x - reach; px <= (int)x + reach; px++) {
            if (px < 0 || px >= width || py < 0 || py >= BACKDROP_HEIGHT) {
                continue;
            }
            float r = hypotf((float)px + 0.5f - x, (float)py + 0.5f - y);
            float glow = soft > 0.0f ? expf(-r * r / (radius * radius)) : fminf(fmaxf(radius - r, 0.0f), 1.0f);
            for (int c = 0; c < 3; c++) {
                light[3 * ((size_t)py * (size_t)width + (size_t)px) + (size_t)c] += glow * color[c];
            }
        }
    }
}

// Rows count from the top. Dusk, then houses, the near ones lower and darker, with lit windows.
static void paintCity(Scene *scene, float *light, int width)
{
    for (int y = 0; y < BACKDROP_HEIGHT; y++) {
        float up = 1.0f - (float)y / BACKDROP_HEIGHT, dusk = expf(-powf((up - 0.22f) / 0.30f, 2.0f));
        for (int x = 0; x < width; x++) {
            float *p = light + 3 * ((size_t)y * (size_t)width + (size_t)x);
            p[0] = 0.010f + 0.42f * dusk * dusk;
            p[1] = 0.012f + 0.13f * dusk * dusk;
            p[2] = 0.050f + 0.16f * dusk;
        }
    }
    static const float moon[3] = {0.9f, 0.85f, 0.7f}, halo[3] = {0.10f, 0.09f, 0.12f};
    addLight(light, width, 0.79f * (float)width, 135.0f, 110.0f, halo, 1.0f);
    addLight(light, width, 0.79f * (float)width, 135.0f, 42.0f, moon, 0.0f);
    for (int i = 0; i < HOUSES; i++) {
        float near = (float)i / HOUSES;
        int half = (int)(30.0f + 40.0f * Scene_Random(scene));
        int middle = (int)(Scene_Random(scene) * (float)width);
        int top = (int)(BACKDROP_HEIGHT * (0.30f + 0.42f * near + 0.28f * Scene_Random(scene)));
        float warm = Scene_Random(scene), lit = 0.20f + 0.45f * Scene_Random(scene);
        for (int y = top; y < BACKDROP_HEIGHT; y++) {
            for (int x = middle - half; x < middle + half; x++) {
                int column = (x - middle + half - 5) / 14, row = (y - top - 8) / 20;
                bool pane = (x - middle + half - 5 + 14) % 14 < 8 && (y - top - 8 + 20) % 20 < 11 && y >= top + 8 &&
                            x >= middle - half + 5 && column < (2 * half - 10) / 14;
                bool on = pane &&
                          Scene_Hash(scene, 7000u + 4096u * (unsigned)i + 64u * (unsigned)row + (unsigned)column) < lit;
                if (x < 0 || x >= width) {
                    continue;
                }
                float haze = 1.0f - near;
                float *p = light + 3 * ((size_t)y * (size_t)width + (size_t)x);
                p[0] = 0.006f + 0.085f * haze * haze + (on ? 0.70f + 0.25f * warm : 0.0f);
                p[1] = 0.007f + 0.035f * haze * haze + (on ? 0.42f + 0.10f * warm : 0.0f);
                p[2] = 0.014f + 0.075f * haze * haze + (on ? 0.30f - 0.24f * warm : 0.0f);
            }
        }
    }
    for (int i = 0; i < 70; i++) { // lamps of the streets, out of focus
        static const float lamps[4][3] = {
            {0.50f, 0.22f, 0.05f}, {0.45f, 0.05f, 0.06f}, {0.06f, 0.30f, 0.42f}, {0.42f, 0.36f, 0.26f}};
        float x = Scene_Random(scene) * (float)width, y = BACKDROP_HEIGHT * (0.84f + 0.15f * Scene_Random(scene));
        addLight(light, width, x, y, 12.0f + 18.0f * Scene_Random(scene), lamps[i % 4], 0.0f);
    }
}

static bool makeCity(Scene *scene)
{
    Image *image = &scene->background;
    *image = Image_Create((int)(BACKDROP_HEIGHT * scene->width), BACKDROP_HEIGHT);
    size_t count = (size_t)image->width * BACKDROP_HEIGHT;
    float *light = calloc(count * 3, sizeof *light);
    if (image->pixels != NULL && light != NULL) {
        paintCity(scene, light, image->width);
        for (size_t i = 0; i < count; i++) {
            for (size_t c = 0; c < 3; c++) {
                float v = fminf(light[3 * i + c], 1.0f);
                float code = v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1.0f / 2.4f) - 0.055f;
                image->pixels[4 * i + c] = (uint8_t)(255.0f * code + Scene_Random(scene));
            }
            image->pixels[4 * i + 3] = 255;
        }
    }
    bool made = image->pixels != NULL && light != NULL;
    free(light);
    return made;
}

bool Refraction_SetUp(Scene *scene)
{
    for (int i = 0; i < VENTS; i++) {
        gfSourceDef def = getVent(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, NULL) && makeCity(scene);
}

void Refraction_BeforeStep(Scene *scene)
{
    for (int i = 0; i < VENTS; i++) {
        gfSourceDef def = getVent(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Refraction_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->ink = GF_INK_ABSORB; // white: it lets all through
    def->range = 0.5f;
    def->tone.dither = true;
    def->refraction.enabled = true;
    def->refraction.depth = 0.021f;
    def->refraction.strength = 0.013f;
    def->refraction.absorption = 0.0f;
}
