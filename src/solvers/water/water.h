// Water by particles and a grid (FLIP: Brackbill and Ruppel 1986; Zhu and Bridson 2005). Particles carry the velocity,
// and are those of GF_SOLVER_PARTICLES with a search whose cells are the fluid's. In a step the grid gathers their
// velocity, makes it free of divergence under the surface, and they move with it. Lengths are in cells, times in s.
#ifndef GF_WATER_H
#define GF_WATER_H

#include "gl/readback.h"
#include "solvers/grid/multigrid.h"
#include "solvers/particles/particles.h"

// Cells that the fastest particle may cross along an axis in a substep, as its move is three at most (reach.frag).
#define GF_WATER_FARTHEST 2.5f

// Sizes of textures, as indices into gfWater.extents behind those of gfSph.
typedef enum gfWaterExtent {
    GF_WATER_CELLS,
    GF_WATER_CORNERS, // one texel more than cells along each axis
    GF_WATER_PACKED,  // a texel per 2 x 2 cells
    GF_WATER_ONE,
    GF_WATER_EXTENTS
} gfWaterExtent;

typedef struct gfWater {
    gfParticles2D particles; // must be first: its calls take a gfWater for a gfParticles2D
    gfParticleParams params; // of the particles, derived from gfWaterParams
    int cellsX, cellsY;
    int extents[GF_SPH_EXTENTS + GF_WATER_EXTENTS][2]; // width and height, texels: those of gfSph, then gfWaterExtent
    // What follows from solids and sides: distances at corners of cells, open fractions of faces, velocity of solids
    // through faces, and how open each cell is (shaders/water/openness.frag).
    gfPair corners, openness;
    gfTexture faces, wallVelocity;
    bool facesDrawn; // these fit the solids and drawnBoundaries; false: the next update draws all of them
    gfBoundaries drawnBoundaries;
    gfTexture gathered, density;       // velocity on faces and its weight; sum of the kernel at centres (gather.frag)
    gfTexture fraction, liquid, depth; // how full each cell is, and the surface (surface.frag)
    gfTexture weights, diagonals;      // the finest level of the pressure's equations (weights.frag)
    gfTexture rhs, crowding;           // right-hand sides of both solves
    gfPair pressure;                   // times the step, over density, cells^2/s, packed; the next step starts from it
    // The pressure's sum over the substeps of the last step, packed: where there were several, solids felt all of them.
    gfPair impulse;
    bool summed;     // there were several
    float stepDt;    // length of the last step, s
    gfPair crowded;  // potential of the displacement that evens out the density, cells^2, packed
    gfPair velocity; // on faces: after the projection, and extrapolated (extrapolate.frag)
    gfTexture shift; // the displacement, on faces
    gfTexture flow;  // velocity, its change and the displacement, as particles read them (shaders/water/flow.glsl)
    gfPyramid speed; // reduces the velocity to the largest speed
    gfTexture reach; // how far particles move in this step (reach.frag)
    gfDelayedRead fastest; // the largest speed of two steps ago, cells/s
    gfMultigrid *multigrid;
    float lastDt; // length of the last substep, s
    int young;    // steps since creation or reset, up to 2: the first ones take more cycles
} gfWater;

#define GF_WATER_CELLS_OF(w) GF_I2(cells, (w)->cellsX, (w)->cellsY)

// Initializes a gfShader of shaders/water with options of the particles.
#define GF_WATER_SHADER(w, ofFile, itsDefines)                                                                 \
    {                                                                                                          \
        .file = "water/" ofFile, .defines = (itsDefines),                                                      \
        .options = (w)->particles.sph.conditions & (uint32_t)(GF_SPH_DIMENSIONS | GF_SPH_STRESS | GF_SPH_FAR), \
        .optionOf = gf_sphOptionDefines                                                                        \
    }

// Adds the pressure of substep `number` of `count` to gfWater.impulse, where there are several.
bool gfWater_SumPressure(const gfBody *body, gfWater *w, int number, int count);

// Calls of the solver that are defined in water_step.c, water_fields.c and water_loads.c, see gfSolver.
bool gfWater_UpdateSolids(const gfBody *body, void *state);
bool gfWater_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
bool gfWater_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfWater_HasField(const gfBody *body, const void *state, int id);
bool gfWater_GetField(const gfBody *body, void *state, int id, gfFieldView *view);

#endif
