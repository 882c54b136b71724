/// Flows of shallow water with a known answer, each run and measured. The ordinary tests run them small, the validation
/// tests as large as the published figures ask for. Everything fails the test on an error.
#pragma once

#include "support/flow.h"

/// A height or a depth at a world position, m.
typedef double ShallowFn(double x, double y);

/// Defines a ShallowFn by a formula in x and y.
#define SHALLOW_HEIGHT(name, value) \
    static double name(FLOW_PLACE)  \
    {                               \
        return value;               \
    }

/// A definition of width x height cells of `cellSize` m, closed sides, steps of 1/60 s.
gfFluidDef Shallow_Def(int width, int height, double cellSize);

/// Makes a fluid over this ground with this surface (null: dry).
gfFluid *Shallow_Make(Fixture *fixture, const gfFluidDef *def, ShallowFn *ground, ShallowFn *level);

/// Closes all sides, or joins each with the opposite one.
void Shallow_JoinSides(gfFluidDef *def, bool periodic);

/// Ground of height 0, and a surface at .2 m.
double Shallow_Flat(double x, double y);
double Shallow_Pond(double x, double y);

/// Volume of water, m^3, in double precision; fails on a depth below 0 or not finite.
double Shallow_Volume(gfFluid *fluid);

/// Ritter's dam break on a dry bed (wet = 0) or Stoker's on a wet one, along x or y: rms of depth over the first.
double Shallow_RunDam(Fixture *fixture, int cells, double wet, bool alongY);

/// Thacker's planar surface in a bowl.
typedef struct BowlResult {
    double amplitude; ///< of the centre of mass, over the first
    double phase;     ///< error, degrees
} BowlResult;
BowlResult Shallow_RunBowl(Fixture *fixture, int cells, double periods);

/// A standing wave of so many cells.
typedef struct WaveResult {
    double kept;  ///< share of the amplitude kept in a period
    double speed; ///< over sqrt(g h)
} WaveResult;
WaveResult Shallow_RunWave(Fixture *fixture, int cells);

/// The jump behind a bump in a channel (Goutal and Maurel 1997).
typedef struct JumpResult {
    double place; ///< of the jump, m: 11.67
    double flow;  ///< largest error of the discharge away from the jump, over .18
} JumpResult;
JumpResult Shallow_RunJump(Fixture *fixture, int cells);

/// A circular dam break: the deviation of its front from a circle, over the radius.
double Shallow_RunCircle(Fixture *fixture, int cells);

/// A film on a rough slope that falls `bedStep` depths a cell, along x or the diagonal: its speed over Manning's.
double Shallow_RunFilm(Fixture *fixture, double bedStep, bool diagonal);

/// Random ground of 0 to `height` m, a value a cell of 1/32 m, the same on every machine.
double Shallow_RandomGround(double x, double y);

/// A lake around islands of random ground, `depth` below which the ground lies (its level is `depth` above the lowest),
/// after `steps` steps: the largest speed, m/s, which should be 0.
double Shallow_RunLake(Fixture *fixture, int steps, bool periodic, double base);

/// A heap of water that sloshes over islands: relative change of the volume in so many steps.
double Shallow_RunSlosh(Fixture *fixture, int steps);

/// A flood over rough dry ground: the fastest water ever seen, over sqrt(g h) of the deepest.
double Shallow_RunFlood(Fixture *fixture, int steps, double rough);
