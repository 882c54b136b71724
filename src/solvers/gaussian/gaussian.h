// Insides of the Gaussian solver, shared by its files.
//
// State and dye keep 2 x 2 cells in one RGBA32F texel (shaders/common/packed.glsl), one texture a quantity, so that one
// fetch serves four cells. Cells beyond an odd grid's edge have no mass.
#ifndef GF_SOLVER_GAUSSIAN_H
#define GF_SOLVER_GAUSSIAN_H

#include "gl/reduction.h"
#include "solvers/solver.h"

// The textures of the state.
typedef enum gfGaussianState {
    GF_GAUSSIAN_VELOCITY_X, // cells a step
    GF_GAUSSIAN_VELOCITY_Y,
    GF_GAUSSIAN_MASS, // 1: a full cell at rest; 0 in solids, never below 0
    GF_GAUSSIAN_STATES
} gfGaussianState;

// A tile is drawn for so many steps after it was last seen with mass, so that both sides of a pair of textures, written
// by turns, and before and after sources, end up empty there.
#define GF_GAUSSIAN_HISTORY 3
#define GF_GAUSSIAN_FRESH 2 // as after anything else wrote to both sides

#define STATE_INPUTS(textures)                                                                                        \
    GF_IN(velocityX, (textures)[GF_GAUSSIAN_VELOCITY_X].id), GF_IN(velocityY, (textures)[GF_GAUSSIAN_VELOCITY_Y].id), \
        GF_IN(mass, (textures)[GF_GAUSSIAN_MASS].id)
#define GRID_UNIFORMS(g) GF_I2(cells, (g)->cellsX, (g)->cellsY), GF_I2(wrap, (g)->wrapX, (g)->wrapY)

typedef struct gfGaussianPrograms {
    const gfProgram *bounds[2], *fineBounds[2][2]; // [with the total], of fine ones [in tiles]
    const gfProgram *mean, *largest;
    const gfProgram *forcesWindows[2], *windows[2]; // [with solids]
    // [far from walls, near to sides, near to sides and solids]
    const gfProgram *forces[3], *gather[3], *carryDye[3];
    const gfProgram *gatherPublished, *carryDyePublished;
    const gfProgram *startBudget, *sourcedBudget, *massBudget;
    const gfProgram *applyState, *applyDye, *copyState, *copyDye;
} gfGaussianPrograms;

typedef struct gfGaussian {
    int cellsX, cellsY;    // cells
    int packedX, packedY;  // texels of packed fields
    int wrapX, wrapY;      // 1: periodic
    gfPingPong state;      // packed, gfGaussianState: `read` between steps
    gfTexture blocked;     // packed: mass that walls keep from spreading
    gfTarget movingTarget; // the other side of `state`, and `blocked`: particles as they set off
    GLuint movingOf;       // the first texture of `state` that it draws to
    gfPingPong dye;        // packed, one texture a channel, dye per unit of mass; count 0: there is none so far
    // A texel for each tile of 8 x 8 cells, see shaders/gaussian/{bounds,windows}.frag. Bounds: of the state now and
    // in the last steps, and of particles as they set off.
    gfTexture bounds[GF_GAUSSIAN_HISTORY + 1], tileMass, windows, tileClass;
    gfTexture fineBounds[2], fineMass; // of 4 x 4 cells: of the state; of particles as they set off
    gfTarget fineTarget[2], fineAndTotalTarget;
    gfTarget boundsTarget[GF_GAUSSIAN_HISTORY + 1], boundsAndTotalTarget[GF_GAUSSIAN_HISTORY], windowsTarget,
        windowsAndClassTarget;
    int boundsNow;     // of the state: below GF_GAUSSIAN_HISTORY
    int fresh;         // for so many steps the textures may hold anything anywhere: written, of another mode
    gfTexture classes; // the same for each 4 x 4 tiles: how they are drawn, 0 not, 1 far from walls, 2 near
    gfTarget classesTarget;
    gfReduction total[2]; // mean mass: now; before sources acted
    gfPingPong massBudget;    // 1 x 1, see shaders/gaussian/mass_budget.frag
    bool massKnown;       // the massBudget tells what the mass should be
    gfTexture scratch;    // fields computed when read or drawn: RGBA32F, one texel more than cells each way
    gfTarget scratchTarget;
    uint64_t steps; // since creation or reset
    gfGaussianPrograms programs;
    bool dyeFailed; // dye could not be made for a source: not tried again
} gfGaussian;

// From a velocity as stored to m/s.
static inline float gfGaussian_Speed(const gfBody *body)
{
    return body->def.cellSize / body->def.fixedStep;
}

// Two pairs of textures for the dye, empty, if there are none. False, reported, if they can't be made.
bool gfGaussian_MakeDye(gfDevice *device, gfGaussian *gaussian);

// Programs that pour sources. False, reported, if one can't be made.
bool gfGaussian_ChooseFieldPrograms(gfBody *body, gfGaussianPrograms *programs);

// Pours sources into the state and the dye.
void gfGaussian_ApplySources(gfBody *body, gfGaussian *gaussian, float dt);

// The parts of gf_solverGaussian that read and write fields, in solver_gaussian_fields.c.
bool gfGaussian_Resample(gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
bool gfGaussian_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGaussian_PrepareField(gfBody *body, void *state, gfField field, gfFieldView *view);
bool gfGaussian_IsWritable(gfField field);
bool gfGaussian_WriteField(gfBody *body, void *state, gfField field, const float *values);
bool gfGaussian_View(gfBody *body, void *state, gfDrawStyle style, gfRenderView *view);

#endif
