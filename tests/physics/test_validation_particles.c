// Particles for as long as they take to come to rest: where the water stands on both sides of a wall, and whether the
// liquids of a scene lie in layers.
#include "support/particles.h"
#include "support/physics.h"

#define MATERIALS 3
#define WALL_PLACE 0.75 // m
#define WALL_HALF 0.025

static gfParticle particles[PARTICLES_MAX];

static void makeScene(Fixture *fixture, const char *name, int count, unsigned seed, Scene *scene)
{
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = 96;
    config.gridHeight = 54;
    config.particles = count;
    config.seed = seed;
    Physics_MakeScene(fixture, name, &config, scene);
}

static void runFrames(Scene *scene, int frames)
{
    for (int i = 0; i < frames; i++) {
        assert_true(Scene_Step(scene, 1.0f / 60.0f));
    }
}

static int compareHeights(const void *a, const void *b)
{
    float p = ((const gfParticle *)a)->position.y, q = ((const gfParticle *)b)->position.y;
    return (p > q) - (p < q);
}

// The height that 98 in 100 of the particles between two places along x are below; `particles` is sorted by height.
static double findLevel(int count, double left, double right)
{
    int inside = 0, seen = 0;
    for (int i = 0; i < count; i++) {
        inside += (double)particles[i].position.x > left && (double)particles[i].position.x < right ? 1 : 0;
    }
    for (int i = 0; i < count; i++) {
        seen += (double)particles[i].position.x > left && (double)particles[i].position.x < right ? 1 : 0;
        if (seen >= (int)(0.98 * inside)) {
            return (double)particles[i].position.y;
        }
    }
    return 0.0;
}

// A tank with a wall that has a gap above the floor: water stands .8 m high left of it, and .16 m right of it.
static gfFluid *makeTank(Fixture *fixture)
{
    const double spacing = 0.019, right = WALL_PLACE + WALL_HALF;
    gfFluidDef def = Particles_Def(1.78, 1.0, spacing);
    def.particles.gravity = (gfVec3){0.0f, -1.0f, 0.0f};
    def.particles.depth = 0.8f;
    def.particles.compression = 0.10f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef wall =
        Flow_SolidDef(gfMakeRectangle((gfVec2){(float)WALL_PLACE, 0.57f}, (gfVec2){(float)WALL_HALF, 0.5f}, 0.0f));
    Flow_AddSolidOf(fluid, &wall);
    Particles_AddRectangle(fluid, 0.0, 0.0, WALL_PLACE - WALL_HALF, 0.8, spacing, 0.0);
    Particles_AddRectangle(fluid, right, 0.0, 1.78 - right, 0.16, spacing, 0.0);
    return fluid;
}

// The level left of the wall over that right of it, the mean over one period of the waves on the wider side.
TEST(testLevels)
{
    const int samples = 12, every = 15; // frames: 3 s, 2 width / sqrt(gravity depth)
    gfFluid *fluid = makeTank(*state);
    double sum = 0.0;
    Flow_Steps(fluid, 60 * 18 - samples * every);
    for (int i = 0; i < samples; i++) {
        Flow_Steps(fluid, every);
        int count = Particles_Read(fluid, particles);
        qsort(particles, (size_t)count, sizeof *particles, compareHeights);
        sum += findLevel(count, 0.0, WALL_PLACE - 0.03) / findLevel(count, WALL_PLACE + 0.03, 9.0);
    }
    Figure("height until 18 s", sum / samples, 1.0, 0.97, 1.03);
}

// The share of each material in its layer: by height, as many particles as there are of the heaviest, and so on.
static void findShares(int count, double shares[MATERIALS])
{
    static const uint32_t fromBelow[MATERIALS] = {2, 0, 1}; // honey, water, oil
    int counts[MATERIALS] = {0}, begin = 0;
    for (int i = 0; i < count; i++) {
        counts[particles[i].material]++;
    }
    for (int layer = 0; layer < MATERIALS; layer++) {
        uint32_t material = fromBelow[layer];
        int own = 0;
        for (int i = begin; i < begin + counts[material]; i++) {
            own += particles[i].material == material ? 1 : 0;
        }
        shares[material] = (double)own / counts[material];
        begin += counts[material];
    }
}

TEST(testLayers)
{
    static const int counts[] = {2000, 5000}, until_s[] = {67, 33};
    for (int i = 0; i < 2; i++) {
        Scene scene;
        makeScene(*state, "sph_oil", counts[i], 1 + (unsigned)i, &scene);
        for (int seconds = 33; seconds <= until_s[i]; seconds += 34) { // before the tank lurches
            runFrames(&scene, 60 * seconds - scene.frame);
            int count = Particles_Read(scene.fluid, particles);
            qsort(particles, (size_t)count, sizeof *particles, compareHeights);
            double shares[MATERIALS];
            findShares(count, shares);
            static const char *const names[MATERIALS] = {"water", "oil", "honey"};
            for (int m = 0; m < MATERIALS; m++) {
                Figure(Flow_Text("%s after %d s", names[m], seconds), shares[m], 1.0, 0.95, 1.0);
            }
        }
        Scene_Destroy(&scene);
    }
}
