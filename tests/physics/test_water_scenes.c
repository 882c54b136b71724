// The demo's scenes of GF_SOLVER_WATER, for as long as somebody leaves one on: no particle is lost or doubled, what is
// measured is finite, and bodies stay in the domain. GF_LONG=1 runs each for 10,000 frames.
#include "support/physics.h"

static double measuredMass(Scene *scene)
{
    gfFluidStats stats;
    assert_true(Scene_Measure(scene, &stats));
    assert_true(stats.nonfinite == 0 && isfinite(stats.mass) && isfinite(stats.speedMax));
    return stats.mass;
}

static void checkParticles(Scene *scene)
{
    SceneParticles particles;
    assert_true(Scene_CountParticles(scene, &particles));
    const gfParticleStats *stats = &particles.stats;
    fail_if(!particles.idsUnique, "%s, frame %d: two particles have one id", scene->info->name, scene->frame);
    fail_if(stats->live != stats->initial + stats->emitted - stats->drained,
            "%s, frame %d: %u particles, of %llu and %llu that came and %llu that left", scene->info->name,
            scene->frame, stats->live, (unsigned long long)stats->initial, (unsigned long long)stats->emitted,
            (unsigned long long)stats->drained);
}

static void checkBodies(const Scene *scene)
{
    for (int i = 0; i < scene->bodyCount; i++) {
        gfRigidBodyState body;
        assert_true(gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &body));
        bool inside = body.position.x > 0.0f && body.position.x < scene->width && body.position.y > 0.0f &&
                      body.position.y < 1.0f;
        fail_if(!inside, "%s, frame %d: body %d is at (%g, %g)", scene->info->name, scene->frame, i,
                (double)body.position.x, (double)body.position.y);
    }
}

static void runScene(Fixture *fixture, const SceneInfo *info, int frames)
{
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = 48;
    config.gridHeight = 27;
    Scene scene;
    Physics_MakeScene(fixture, info->name, &config, &scene);
    double first = measuredMass(&scene), least = first, most = first;
    for (int frame = 1; frame <= frames; frame++) {
        assert_true(Scene_Step(&scene, 1.0f / 60.0f));
        if (frame % 50 == 0 || frame == frames) {
            double mass = measuredMass(&scene);
            least = fmin(least, mass);
            most = fmax(most, mass);
            checkParticles(&scene);
            checkBodies(&scene);
        }
    }
    print_message("    %s: %d frames, mass %.4f at first, %.4f to %.4f\n", info->name, frames, first, least, most);
    Scene_Destroy(&scene);
}

TEST_CI(testNoneIsLost)
{
    int count;
    const SceneInfo *scenes = Scene_GetAll(&count);
    for (int i = 0; i < count; i++) {
        if (Scene_GetSolver(&scenes[i]) == GF_SOLVER_WATER) {
            runScene(fixture, &scenes[i], getenv("GF_LONG") != NULL ? 10000 : 200);
        }
    }
}
