// Shallow water against closed forms and published figures, at full size.
#include "support/shallow.h"

#include "support/physics.h"

TEST(testFigures)
{
    for (int cells = 256; cells <= 512; cells *= 2) {
        double loose = cells == 256 ? 2.0 : 1.0;
        Figure("dam on a dry bed, rms", Shallow_RunDam(*state, cells, 0.0, false), 0.0, 0.0, 0.005 * loose);
        Figure("dam on a wet bed, rms", Shallow_RunDam(*state, cells, 0.1, false), 0.0, 0.0, 0.006 * loose);
    }
    Figure("dam on a wet bed of 1 %, rms", Shallow_RunDam(*state, 512, 0.01, true), 0.0, 0.0, 0.006);
    Figure("dam on a wet bed of a half, rms", Shallow_RunDam(*state, 512, 0.5, false), 0.0, 0.0, 0.006);
    for (int cells = 64; cells <= 128; cells *= 2) {
        BowlResult bowl = Shallow_RunBowl(*state, cells, 3.0);
        Figure("bowl, amplitude left", bowl.amplitude, 1.0, cells == 64 ? 0.82 : 0.88, 1.02);
        Figure("bowl, phase, degrees", bowl.phase, 0.0, -2.0, 2.0);
    }
    JumpResult jump = Shallow_RunJump(*state, 250);
    Figure("jump behind a bump, m", jump.place, 11.67, 11.57, 11.77);
    Figure("its discharge, off by", jump.flow, 0.0, 0.0, 0.01);
    Figure("circular dam, out of round", Shallow_RunCircle(*state, 128), 0.0, 0.0, 0.015);
    Figure("film over Manning's, 40 depths", Shallow_RunFilm(*state, 40.0, false), 1.0, 0.97, 1.03);
}

TEST(testLongRuns)
{
    Figure("lake at rest, m/s", Shallow_RunLake(*state, 3000, false, 0.013), 0.0, 0.0, 0.0);
    Figure("lake deep below 0, m/s", Shallow_RunLake(*state, 3000, true, -1.683), 0.0, 0.0, 0.0);
    Figure("sloshing, change of the volume", Shallow_RunSlosh(*state, 3000), 0.0, 0.0, 1e-6);
    Figure("flood over rough ground, over sqrt(g h)", Shallow_RunFlood(*state, 600, 0.3), 0.0, 0.0, 5.0);
    Figure("flood over steep ground", Shallow_RunFlood(*state, 600, 3.0), 0.0, 0.0, 5.0);
}
