// A cylinder that sheds vortices in a channel: case 2D-2 of Schaefer and Turek (1996), Re 100.
#include "support/physics.h"

TEST(testStrouhalNumber)
{
    const DragCase c = {
        .reynolds = 100.0, .across = 20, .scheme = GF_SCHEME_REFLECT, .cfl = 1.0, .from = 5.0, .to = 8.0};
    ShedResult r = Physics_RunCylinder(*state, &c);
    Figure("periods counted", r.periods, 9.0, 6.0, 12.0);
    Figure("Strouhal number (published .295 to .305)", r.strouhal, 0.30, 0.28, 0.32);
    Figure("largest cross flow behind it, m/s", r.swing, 1.0, 0.2, 2.0);
    Figure("pressure drop, mean, m^2/s^2", r.pressure, 2.48, 2.25, 2.7);
    Figure("pressure drop after the lift (published 2.46 to 2.50)", r.pressureAfterLift, 2.48, 2.43, 2.53);
}

static void printForces(Fixture *fixture, const DragCase *c, double low, double high, double lift)
{
    DragResult r = Physics_RunDrag(fixture, c);
    Figure("drag, largest", r.drags[1], 5.58, low, high);
    Figure("lift, largest", r.lifts[1], 0.0106, -lift, lift);
    Figure("mean drag by what a box around it loses, over that", r.balance / r.drag, 1.0, 0.975, 1.025);
}

// Case 2D-1: published drag 5.57 to 5.59, lift .0104 to .011. An offset moves the cylinder in its channel, too, and
// both change with its place there: lift by some .1 a cell.
TEST(testForces)
{
    static const gfVec2 offsets[] = {{0.0f, 0.0f}, {0.7f, 0.15f}};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            gfScheme scheme = k == 0 ? GF_SCHEME_PROJECT : GF_SCHEME_REFLECT;
            const DragCase coarse = {20.0, 10, scheme, 1.0, offsets[i], 2.95, 3.0};
            printForces(*state, &coarse, 5.4, 5.9, 0.1);
        }
        const DragCase fine = {20.0, 20, GF_SCHEME_PROJECT, 1.0, offsets[i], 2.97, 3.0};
        printForces(*state, &fine, 5.5, 5.7, 0.05);
    }
}

// Case 2D-2: published drag at most 3.22 to 3.24, lift .99 to 1.01, Strouhal number .295 to .305. The layer on the
// cylinder is a cell thick where that is 10 across.
TEST(testSheddingForces)
{
    static const struct {
        int across;
        gfScheme scheme;
        gfVec2 offset;
        double drag, lift, strouhal, box; // at most, but for the third
    } cases[] = {
        {10, GF_SCHEME_PROJECT, {0.0f, 0.0f}, 3.66, 1.13, 0.287, 1.05},
        {10, GF_SCHEME_PROJECT, {0.3f, 0.4f}, 3.55, 1.08, 0.291, 1.05},
        {10, GF_SCHEME_REFLECT, {0.3f, 0.4f}, 3.6, 1.12, 0.286, 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const DragCase c = {100.0, cases[i].across, cases[i].scheme, 1.0, cases[i].offset, 6.5, 7.5};
        DragResult r = Physics_RunDrag(*state, &c);
        Figure("drag, largest", r.drags[1], 3.23, 3.15, cases[i].drag);
        Figure("lift, half of its range", 0.5 * (r.lifts[1] - r.lifts[0]), 1.0, 0.9, cases[i].lift);
        Figure("Strouhal number", r.strouhal, 0.3, cases[i].strouhal, 0.309);
        if (c.scheme == GF_SCHEME_PROJECT) {
            Figure("mean drag by what a box around it loses, over that", r.balance / r.drag, 1.0, 0.95, cases[i].box);
        }
    }
}

// In steps in which diffusion reaches over about a cell (test_no_slip has longer ones).
TEST(testTurning)
{
    static const double radii[] = {5.0, 7.7, 12.3};
    static const gfVec2 offsets[] = {{0.0f, 0.0f}, {0.13f, 0.41f}, {0.5f, 0.5f}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const CouetteCase c = {48, radii[i], 19.7, 0.01, offsets[k]};
            CouetteResult r = Physics_RunCouette(*state, &c);
            double most = radii[i] > 10.0 ? 0.025 : 0.02; // there seven cells are left
            Figure(Flow_Text("torque, radius %.1f, off by %.2f, %.2f: cylinder", radii[i], (double)offsets[k].x,
                             (double)offsets[k].y),
                   r.torque, 1.0, 1.0 - most, 1.0 + most);
            Figure("vessel", r.onVessel, 1.0, 1.0 - most, 1.0 + most);
        }
    }
}
