/// Flows with a known answer, each run from a definition and measured. The ordinary tests run them small, the
/// validation tests as large as the published figures ask for. Everything fails the test on an error.
#pragma once

#include "scenes/scene.h"
#include "support/flow.h"

/// A definition of width x height square cells of `cellSize` m, of a quality, without buoyancy.
gfFluidDef Physics_Def(int width, int height, float cellSize, gfQuality quality);

/// A side of a kind.
gfBoundary Physics_Boundary(gfBoundaryKind kind);

/// Makes a periodic channel along x between no-slip walls.
void Physics_MakeChannel(gfFluidDef *def);

/// Adds a round vessel of four solid quarters around the fluid, made by `def`. `centres` of the quarters may be null.
void Physics_AddVessel(gfFluid *fluid, const gfSolidDef *def, gfVec2 centre, double radius, gfSolidId ids[4],
                       gfVec2 centres[4]);

/// The velocity on the faces, read once; it goes with the test.
typedef FlowField Faces;

Faces Faces_Read(gfFluid *fluid);

/// Velocity through the left (x) and the bottom (y) face of cell (i, j), m/s.
double Faces_X(const Faces *faces, int i, int j);
double Faces_Y(const Faces *faces, int i, int j);

/// Flow through all left faces of column i, and all bottom faces of row j, m^2/s.
double Faces_FlowX(const Faces *faces, int i);
double Faces_FlowY(const Faces *faces, int j);

/// Vortices of Taylor and Green, 1 m wide, on whatever domain the definition has: velocity at most 1 m/s.
typedef struct VortexResult {
    double energy; ///< share of the kinetic energy left
    double error;  ///< relative L2 of the velocity, against the exact one
} VortexResult;

/// The velocity of these vortices on a periodic domain 2 m wide, away from its seams.
gfVec2 Physics_Vortices(double x, double y);

/// Runs `start` for `seconds`, after which the exact velocity is `decay` times the first.
VortexResult Physics_RunVortex(Fixture *fixture, const gfFluidDef *def, FlowFn *start, double seconds, double decay);

/// A lid-driven cavity of 1 m and 1 m/s (Ghia, Ghia, Shin 1982).
typedef struct LidResult {
    double u, v;           ///< largest difference from the published profiles, over the lid's speed
    double placeU, placeV; ///< places of these differences, m
    double change;         ///< largest change of the velocity in the last unit of time
    double time;           ///< when `change` fell below the threshold, s
} LidResult;

/// `reynolds` is 100 or 1000. Runs until the velocity changes by less than 5e-4 m/s in a second, or `most` seconds.
LidResult Physics_RunLid(Fixture *fixture, gfFluidDef def, int reynolds, double most);

/// A cavity with a hot left and a cold right wall (de Vahl Davis 1983), Pr = .71, in units of diffusivity over length.
typedef struct HeatedResult {
    double nusselt;     ///< mean, from the flux through the whole domain
    double nusseltWall; ///< mean, from the slope at the hot wall
    double sides[2];    ///< mean, from gfQuery's answers for the hot and the cold side
    double u, v;        ///< largest on the vertical and the horizontal centre line
} HeatedResult;

/// `time` in units of length^2 over diffusivity.
HeatedResult Physics_RunHeated(Fixture *fixture, gfFluidDef def, double rayleigh, double time);

/// A cylinder in a channel, case 2D-2 of Schaefer and Turek (1996).
typedef struct ShedResult {
    double strouhal;          ///< frequency times diameter over the mean speed
    int periods;              ///< counted
    double pressure;          ///< at (.15, .2) less that at (.25, .2), mean over those periods, m^2/s^2
    double pressureAfterLift; ///< the same half a period after the lift was largest
    double swing;             ///< largest |v| at the probe behind the cylinder, m/s
} ShedResult;

/// Coefficients of the forces on that cylinder: over density, the square of the mean speed, and half the diameter.
typedef struct DragResult {
    double drag, drags[2]; ///< mean, smallest and largest of gfQuery's answers
    double lift, lifts[2];
    double balance;  ///< mean drag by the momentum balance of a box around the cylinder
    double strouhal; ///< frequency of the lift times diameter over the mean speed; 0: less than a period
} DragResult;

typedef struct DragCase {
    double reynolds; ///< on the mean speed: 20 is steady, 100 sheds
    int across;      ///< cells
    gfScheme scheme;
    double cfl;
    gfVec2 offset;   ///< of the centre, in cells
    double from, to; ///< time of measuring, s
} DragCase;

/// `c`: of speed 1 m/s, without an offset.
ShedResult Physics_RunCylinder(Fixture *fixture, const DragCase *c);
DragResult Physics_RunDrag(Fixture *fixture, const DragCase *c);

/// A cylinder that turns in a round vessel at rest, both of no-slip walls.
typedef struct CouetteResult {
    double velocity; ///< largest error, over that of the cylinder's surface
    double torque;   ///< on the cylinder over the exact one
    double onVessel; ///< the same on the vessel
} CouetteResult;

typedef struct CouetteCase {
    int cells;           ///< of the domain, each way
    double inner, outer; ///< radii, cells
    double step;         ///< s: the fluid's viscosity is .05 m^2/s
    gfVec2 offset;       ///< of the centre from the middle of the domain, cells
} CouetteCase;

CouetteResult Physics_RunCouette(Fixture *fixture, const CouetteCase *c);

/// Makes the scene of that name and size; fails the test if there is none.
void Physics_MakeScene(Fixture *fixture, const char *name, const SceneConfig *config, Scene *scene);

/// Measures of a scene of examples/scenes/scene.h over a long run, taken ten times in each half.
typedef struct SceneResult {
    double drift[2]; ///< |mean of the pressure over fluid cells| over its rms, worst in each half
    double dye[2];   ///< largest amount of dye in a channel
    double dyeLeast; ///< smallest
    double total[2]; ///< dye's fourth channel over the domain, m^2
    double speed[2]; ///< largest, m/s
} SceneResult;

/// Runs `steps` steps of 1/60 s at 64 x 36 cells. Nothing may become infinite. False if there is no scene of that name.
bool Physics_RunScene(Fixture *fixture, const char *name, int steps, SceneResult *result);
