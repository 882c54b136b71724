/// Helpers of tests of the flow: fields written from formulas, whole-field measures in double precision, comparisons of
/// two fluids. All use the public API and fail the test on an error.
#pragma once

#include "support/figures.h"
#include "support/fixture.h"

#define PI 3.14159265358979323846

/// A vector field or, in .x, a scalar one, at a world position.
typedef gfVec2 FlowFn(double x, double y);

/// Define a FlowFn by a formula in x and y, for a vector and for a scalar.
#define FLOW_PLACE __attribute__((unused)) double x, __attribute__((unused)) double y
#define FLOW_VECTOR(name, u, v)                  \
    static gfVec2 name(FLOW_PLACE)               \
    {                                            \
        return (gfVec2){(float)(u), (float)(v)}; \
    }
#define FLOW_SCALAR(name, value) FLOW_VECTOR(name, value, 0.0)

/// How a second set-up mirrors a first, about the middle of a domain that begins at (0, 0).
typedef enum FlowMirror { FLOW_SAME, FLOW_LEFT_RIGHT, FLOW_UP_DOWN, FLOW_SWAP_AXES, FLOW_MIRROR_COUNT } FlowMirror;

/// Fails the test if the fluid could not be made.
gfFluid *Flow_Make(Fixture *fixture, const gfFluidDef *def);
gfFluid *Flow_MakeOf(Fixture *fixture, gfFluidDef def);

/// A definition for a domain of width / height by 1 m, with so many multigrid cycles a projection.
gfFluidDef Flow_Def(int width, int height, int pressureCycles);

/// A default definition of width x height cells of `cellSize` m.
gfFluidDef Flow_DefOf(gfSolverKind solver, int width, int height, float cellSize);

/// Runs `count` fixed steps.
void Flow_Steps(gfFluid *fluid, int count);

/// Pours a source once, and runs `count` steps.
void Flow_Pour(gfFluid *fluid, const gfSourceDef *source, int count);

/// Velocity on the faces from a formula, each component at its own face; walls of the domain as the formula says.
void Flow_WriteVelocity(gfFluid *fluid, FlowFn *velocity);

/// The same velocity everywhere, on the faces.
void Flow_WriteWind(gfFluid *fluid, float x, float y);

/// All channels of a field of cells or dye texels from a formula.
void Flow_WriteField(gfFluid *fluid, gfField field, FlowFn *amount);

/// All four channels of the dye from a formula.
void Flow_WriteDye(gfFluid *fluid, FlowFn *amount);

/// Give a fluid all of a definition but the grid, or another step. False: refused.
bool Flow_Tune(gfFluid *fluid, const gfFluidDef *def);
bool Flow_SetStep(gfFluid *fluid, float fixedStep);

/// All sides of the domain are of a kind.
void Flow_SetSides(gfFluidDef *def, gfBoundaryKind kind);

/// Loads a snapshot of a fluid into another one, or into itself.
void Flow_SaveAndLoad(gfFluid *from, gfFluid *to);

/// gfFluid_MeasureBlocking; also fails if a value is not finite.
gfFluidStats Flow_Measure(gfFluid *fluid);

/// A field and the places of its values; freed when the test ends.
typedef struct FlowField {
    gfFieldInfo info;
    float *values;
} FlowField;
FlowField Flow_Read(gfFluid *fluid, gfField field);

/// The largest speed of a liquid in cells more than a third full, m/s.
double Flow_FastestLiquid(gfFluid *fluid);

/// Centre of mass of the dye's fourth channel, m. (0, 0) without dye.
gfVec2 Flow_Centre(gfFluid *fluid);

/// Sum of a channel times the area that a value stands for.
double Flow_Integral(gfFluid *fluid, gfField field, int channel);

/// The value whose position is nearest to (x, y).
double Flow_At(gfFluid *fluid, gfField field, int channel, double x, double y);

/// Least and largest value of a channel; of all channels where `channel` is below 0.
void Flow_Range(gfFluid *fluid, gfField field, int channel, double *least, double *most);

/// Largest magnitude of any channel.
double Flow_Largest(gfFluid *fluid, gfField field);

/// Largest |a - b| of a field over two fluids of one size.
double Flow_Difference(gfFluid *a, gfFluid *b, gfField field);

/// sqrt(sum |a - b|^2 / sum |a|^2).
double Flow_RelativeL2(const float *a, const float *b, size_t count);

/// Whether velocity, dye, temperature and pressure of two fluids are the same bytes.
bool Flow_SameBytes(gfFluid *a, gfFluid *b);

/// Largest difference of a scalar field, or of dye, between fluid `a` and fluid `b` seen in the mirror.
double Flow_MirrorDifferenceOf(gfFluid *a, gfFluid *b, FlowMirror mirror, gfField field);

/// Largest difference between fluid `a` and fluid `b` seen in the mirror: of dye, and of velocity through *velocity.
double Flow_MirrorDifference(gfFluid *a, gfFluid *b, FlowMirror mirror, double *velocity);

/// The sides as they are in a mirror.
gfBoundaries Flow_MirrorSides(const gfBoundaries *sides, FlowMirror mirror);

/// A point of the domain (width x height m) or, with width = height = 0, a vector, in the mirror.
gfVec2 Flow_Mirror(gfVec2 p, FlowMirror mirror, float width, float height);

/// Largest |normal velocity| on the walls of the domain.
double Flow_WallSpeed(gfFluid *fluid);

/// Adds a solid that is otherwise default. Returns its handle.
gfSolidId Flow_AddSolid(gfFluid *fluid, gfShape shape);

/// Likewise, of a definition. These fail the test on error.
gfSolidId Flow_AddSolidOf(gfFluid *fluid, const gfSolidDef *def);
gfEmitterId Flow_AddEmitter(gfFluid *fluid, const gfSourceDef *def);

/// A splat's definition as that of an emitter that adds as much a second: velocities become accelerations.
gfSourceDef Flow_Emitting(gfSourceDef def);
gfQuery *Flow_MakeQuery(gfFluid *fluid, const gfQueryDef *def);

/// Adds a solid circle. Returns its handle.
gfSolidId Flow_AddDisc(gfFluid *fluid, float x, float y, float radius);

/// Makes a query of the loads of a fluid of density 1 on a solid.
gfQuery *Flow_AskAbout(gfFluid *fluid, gfSolidId solid);

/// The same for `count` solids and, with `sides`, for the domain's sides.
gfQuery *Flow_AskAboutAll(gfFluid *fluid, const gfSolidId *solids, int count, float density, bool sides);

/// Submits a query and waits for the answer.
gfQueryAnswer Flow_Ask(gfQuery *query);

/// The steady vortex of Taylor and Green that fills a unit box.
gfVec2 Flow_TaylorGreen(double x, double y);

/// Runs that vortex for one second at a CFL number of 1 on cells x cells. It is steady without viscosity, so the
/// fraction of energy kept and the relative L2 error are the method's own.
void Flow_RunTaylorGreen(Fixture *fixture, gfAdvection advection, int cells, double *energy, double *error);

/// The same for a square definition, whose step and cycles are replaced.
void Flow_RunTaylorGreenOf(Fixture *fixture, gfFluidDef def, double *energy, double *error);

/// The slotted disc of Zalesak (1979), 100 x 100 cells, after one turn in so many steps: the L1 error. Fails if dye
/// leaves the range of 0 to 1. `inMask`: with an empty mask over the whole domain.
double Flow_RunZalesak(Fixture *fixture, gfAdvection advection, int steps, bool inMask);

/// Definitions of a source, a solid and a body of a shape, otherwise default; and of a source in a disc.
gfSourceDef Flow_SourceDef(gfShape shape);
gfSolidDef Flow_SolidDef(gfShape shape);
gfRigidBodyDef Flow_BodyDef(gfShape shape);
gfSourceDef Flow_DiscSource(float x, float y, float radius);

/// Random numbers from 0 to 1, and random places in the domain or up to `beyond` times its size outside.
double Flow_Random(void);
gfVec2 Flow_RandomPlace(const gfFluidDef *def, double beyond);

/// Signed distance of a place from a shape, by the test's own formula.
double Flow_DistanceTo(const gfShape *s, double x, double y);

/// An index into `count` values, wrapped or clamped.
int Flow_WrapOrClamp(int i, int count, bool wraps);

/// Formats a name of a figure as printf does; valid until the fourth call after this.
__attribute__((format(printf, 1, 2))) const char *Flow_Text(const char *format, ...);

/// Fails with both numbers unless |value - expected| <= tolerance.
void Flow_ExpectNear(const char *what, double value, double expected, double tolerance);

/// Fails with the numbers unless low <= value <= high. A figure (support/figures.h).
void Flow_ExpectBetween(const char *what, double value, double low, double high);
