/// A table of the fields, styles, quantities of queries and tunables of each solver, and a small fluid of each.
/// tests/hostile/test_bad_solvers.c checks the library against this table.
#pragma once

#include "support/fixture.h"

typedef struct SolverRow {
    const char *name;    ///< as messages say it
    uint32_t fields;     ///< that can be read, each as SOLVER_BIT(field)
    uint32_t written;    ///< those of them that gfFluid_WriteField takes
    uint32_t asked;      ///< fields that there are only if the definition asks for them
    uint32_t styles;     ///< that it can be drawn in, each as SOLVER_BIT(style)
    uint32_t quantities; ///< of queries, gfQuantity
    bool particles;      ///< it has particles; queries count them in shapes and at solids
    bool loads;          ///< queries tell its loads on solids, and it has rigid bodies and one-way sources
    bool fills;          ///< gfFluid_FillToLevel works
    bool inflow;         ///< its sides may be inflows
    bool periodic;       ///< its sides may be periodic
    bool dyeScales;      ///< gfFluidDef.dyeScale may be other than 1
} SolverRow;

#define SOLVERS (GF_SOLVER_WATER + 1)
#define SOLVER_BIT(number) (1u << (number))

extern const SolverRow solverRows[SOLVERS];

/// Look up one field or style of a solver in the table.
bool Solver_HasField(int solver, int field);
bool Solver_WritesField(int solver, int field);
bool Solver_HasStyle(int solver, int style);

/// Hands the tunables of a solver, as a definition has them, to a fluid, which may be of another one.

/// A definition of 1 m x 1 m with cells x cells, otherwise default; for particles FewParticles_Def.
gfFluidDef Solver_Def(int solver, int cells);

/// Makes a fluid of that definition. Fails the test on error.
gfFluid *Solver_Make(gfDevice *device, int solver, int cells);

/// Adds an emitter of everything at (0.3, 0.3) m, a solid disc of 0.1 m at (0.75, 0.6) m, and, for solvers with liquid,
/// liquid in the lower part; then runs `steps` steps.
void Solver_Stir(gfFluid *fluid, int steps);

/// Returns a hash of all fields that can be written, the pressure, and all particles.
uint64_t Solver_Hash(gfFluid *fluid);
