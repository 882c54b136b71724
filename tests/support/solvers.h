/// What each solver has, said once: which fields, styles, quantities of queries and tunables are whose, and a small
/// fluid of each. tests/hostile/test_bad_solvers.c holds the library to this table.
#pragma once

#include "support/fixture.h"

typedef struct SolverRow {
    const char *name;    ///< as messages say it
    uint32_t fields;     ///< that can be read, each as SOLVER_BIT(field)
    uint32_t written;    ///< those of them that gfFluid_WriteField takes
    uint32_t asked;      ///< fields that there are only if the definition asks for them
    uint32_t styles;     ///< that it can be drawn in, each as SOLVER_BIT(style)
    uint32_t quantities; ///< of queries, gfQuantity
    bool particles;      ///< it has some; queries can count them in shapes, and where they touch solids
    bool fills;          ///< gfFluid_FillToLevel works
    bool inflow;         ///< its sides may be inflows
    bool periodic;       ///< its sides may be periodic
    bool dyeScales;      ///< gfFluidDef.dyeScale may be other than 1
} SolverRow;

#define SOLVERS (GF_SOLVER_SHALLOW + 1)
#define SOLVER_BIT(number) (1u << (number))

extern const SolverRow solverRows[SOLVERS];

/// What these say of one field or style.
bool Solver_HasField(int solver, int field);
bool Solver_WritesField(int solver, int field);
bool Solver_HasStyle(int solver, int style);

/// Hands the tunables of a solver, as a definition has them, to a fluid, which may be of another one.

/// A metre by a metre on cells x cells, otherwise default; of particles FewParticles_Def.
gfFluidDef Solver_Def(int solver, int cells);

/// Of that definition. Fails the test if there is none.
gfFluid *Solver_Make(gfDevice *device, int solver, int cells);

/// An emitter of all that there is at (0.3, 0.3) m, a disc of 0.1 m as a solid at (0.75, 0.6) m, and liquid in the
/// lower part where the solver has any; then `steps` steps.
void Solver_Stir(gfFluid *fluid, int steps);

/// Of all fields that can be written, of the pressure, and of all particles: what a fluid is.
uint64_t Solver_Hash(gfFluid *fluid);
