// Long runs of the scenes.
#include "support/physics.h"
#include "support/plume.h"

#define LOOKS 10

// |mean| over rms, over fluid cells. A pressure that is 0 has not drifted.
static double pressureDrift(gfFluid *fluid)
{
    gfFieldInfo info;
    float *pressure = Fixture_Read(fluid, GF_FIELD_PRESSURE, &info);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    double sum = 0.0, squares = 0.0;
    int count = 0;
    for (int i = 0; i < info.width * info.height; i++) {
        if (distance[i] >= 0.0f) {
            sum += (double)pressure[i];
            squares += (double)pressure[i] * (double)pressure[i];
            count++;
        }
    }
    return squares > 0.0 ? fabs(sum / count) / sqrt(squares / count) : 0.0;
}

static void look(gfFluid *fluid, SceneResult *result, int half)
{
    gfFluidStats stats = Flow_Measure(fluid);
    double least, most;
    Flow_Range(fluid, GF_FIELD_DYE, -1, &least, &most);
    result->dye[half] = fmax(result->dye[half], most);
    result->dyeLeast = fmin(result->dyeLeast, least);
    result->drift[half] = fmax(result->drift[half], pressureDrift(fluid));
    result->total[half] = fmax(result->total[half], stats.mass);
    result->speed[half] = fmax(result->speed[half], stats.speedMax);
}

void Physics_MakeScene(Fixture *fixture, const char *name, const SceneConfig *config, Scene *scene)
{
    char error[256];
    fail_if(!Scene_Create(scene, Plume_FindScene(name), config, fixture->device, error, (int)sizeof error), "%s: %s",
            name, error);
}

bool Physics_RunScene(Fixture *fixture, const char *name, int steps, SceneResult *result)
{
    if (Plume_FindScene(name) == NULL) {
        return false;
    }
    *result = (SceneResult){0};
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = 64;
    config.gridHeight = 36;
    Scene scene;
    Physics_MakeScene(fixture, name, &config, &scene);
    int half = steps / 2, every = half / LOOKS;
    for (int i = 1; i <= steps; i++) {
        assert_true(Scene_Step(&scene, 1.0f / 60.0f));
        if (i % every == 0) {
            look(scene.fluid, result, i <= half ? 0 : 1);
        }
    }
    Scene_Destroy(&scene);
    return true;
}
