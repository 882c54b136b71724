// Scenes that run for minutes: nothing blows up, drifts off or grows.
#include "support/physics.h"

TEST(testScenesRunOn)
{
    static const char *const names[] = {"plume", "stirrer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        SceneResult r;
        assert_true(Physics_RunScene(*state, names[i], 3000, &r));
        double drift = i == 0 ? 1.0 : 0.3; // an open side holds the pressure of the other
        Figure("mean pressure over its rms, first half", r.drift[0], 0.0, 0.0, drift);
        Figure("second half, less first", r.drift[1] - r.drift[0], 0.0, -1.0, 0.1);
        Figure("most dye", r.dye[0], 1.0, 0.5, 2.0);
        Figure("second half, over first", r.dye[1] / r.dye[0], 1.0, 0.01, 1.5);
        Figure("least dye", r.dyeLeast, 0.0, 0.0, 0.0);
        Figure("all dye, m^2", r.total[1], 1.0, 0.05, 2.0);
        Figure("second half, over first", r.total[1] / r.total[0], 1.0, 0.1, 1.5);
        Figure("largest speed, m/s", r.speed[1], 1.0, 0.1, 5.0);
        Figure("second half, over first", r.speed[1] / r.speed[0], 1.0, 0.1, 1.5);
    }
}
