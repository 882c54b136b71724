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
    GF_WATER_ROWS, // a row per side, with a texel per row of particles that may enter there
    GF_WATER_EXTENTS
} gfWaterExtent;

// Bits of gfWater.conditions, which choose rows of its table of textures.
enum { GF_WATER_VISCOUS = 1 << 0, GF_WATER_TENSION = 1 << 1 };

typedef struct gfWater {
    gfParticles2D particles; // must be first: its calls take a gfWater for a gfParticles2D
    gfParticleParams params; // of the particles, derived from gfWaterParams
    int cellsX, cellsY;
    int extents[GF_SPH_EXTENTS + GF_WATER_EXTENTS][2]; // width and height, texels: those of gfSph, then gfWaterExtent
    // What follows from solids and sides: distances at corners of cells, open fractions of faces, velocity of solids
    // through faces, and how open each cell is (shaders/water/openness.frag).
    gfPair corners, openness;
    gfTexture faces, wallVelocity;
    gfTexture valved; // `faces` where one-way sources close some (shaders/water/valves.frag)
    bool facesDrawn;  // these fit the solids and drawnBoundaries; false: the next update draws all of them
    gfBoundaries drawnBoundaries;
    gfTexture gathered, density; // velocity on faces and its weight; sum of the kernel at centres (gather.frag)
    // With GF_WATER_VISCOUS: the gathered velocity after viscosity; where the slope of the velocity counts
    // (strain.frag).
    gfTexture viscous, strain;
    gfTexture curvature;               // with GF_WATER_TENSION: of the surface (curvature.frag)
    gfTexture fraction, liquid, depth; // how full each cell is, and the surface (surface.frag)
    gfTexture links;                   // how each cell is coupled (links.frag)
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
    gfPair entered;        // how many particles entered in each row of a side (shaders/water/enter.frag)
    gfMultigrid *multigrid;
    uint32_t conditions; // GF_WATER_... bits that the definition has asked for
    float lastDt;        // length of the last substep, s
    int young;           // steps since creation or reset, up to 2: the first ones take more cycles
} gfWater;

// What lies outside the sides of the domain, as uniforms of shaders/water/sides.glsl and enter.frag.
typedef struct gfWaterSides {
    float up[2];
    float levels[GF_SIDES];
    float seas[GF_SIDES]; // 1: still water lies outside
    float yields[GF_SIDES];
    GLint rows[GF_SIDES]; // of particles that may enter; 0: none enter there
    int count;            // of all rows
    float steps[4];
} gfWaterSides;

// Returns the number of rows of particles along so many cells.
int gfWater_CountRows(const gfBody *body, int cells);
gfWaterSides gfWater_FindSides(const gfBody *body, const gfWater *w, float dt);

// What the passes of a substep share.
// Emitters that set water in motion, which may come out of walls.
typedef struct gfWaterJets {
    gfShapeBatch shapes;
    float velocities[GF_SHAPES_PER_BATCH][4]; // x, y, cells/s; 0, 0
} gfWaterJets;

typedef struct gfWaterStep {
    const gfSphDomain *domain;
    gfSphWalls walls;
    gfWaterSides sides;
    float cellSize;
    float push[2];       // change of velocity by gravity, cells/s
    float turning[4];    // u_turning of shaders/common/turning.glsl, in cells and s
    const char *tension; // define of shaders/water/tension.glsl, or null
    const gfWaterJets *jets;
    GLuint driven; // the gathered velocity, after viscosity
} gfWaterStep;

// Collects the jets. Those that exceed a batch do without.
void gfWater_FindJets(const gfBody *body, gfWaterJets *jets);

#define GF_WATER_JET_UNIFORMS(j) \
    GF_SHAPE_UNIFORMS(&(j)->shapes), GF_F4V(jets, gfMax(1, (j)->shapes.count), (j)->velocities)
#define GF_WATER_FACE_INPUTS(w) GF_IN(gathered, (w)->gathered.id), GF_IN(wallVelocity, (w)->wallVelocity.id)
#define GF_WATER_FACE_UNIFORMS(w, s)                                                                                  \
    GF_WATER_CELLS_OF(w), GF_F1(cellSize, (s)->cellSize), GF_F1(step, (s)->domain->step), GF_F2V(push, 1, (s)->push), \
        GF_F4V(turning, 1, (s)->turning), GF_F4V(levels, 1, (s)->sides.levels), GF_F4V(yields, 1, (s)->sides.yields), \
        GF_F2V(up, 1, (s)->sides.up)

// Lets particles enter through sides after the move of a substep. Closes faces that one-way sources shut before it.
bool gfWater_Enter(const gfBody *body, gfWater *w, const gfWaterStep *step);
bool gfWater_CloseValves(const gfBody *body, const gfWater *w, const gfWaterStep *step);
// Returns the open fractions of faces, with those closed that one-way sources shut.
static inline const gfTexture *gfWater_GetFaces(const gfWater *w, const gfWaterStep *step)
{
    return step->domain->valves != NULL ? &w->valved : &w->faces;
}

#define GF_WATER_CELLS_OF(w) GF_I2(cells, (w)->cellsX, (w)->cellsY)

// Initializes a gfShader of shaders/water with options of the particles.
#define GF_WATER_SHADER(w, ofFile, itsDefines)                                                                 \
    {                                                                                                          \
        .file = "water/" ofFile, .defines = (itsDefines),                                                      \
        .options = (w)->particles.sph.conditions & (uint32_t)(GF_SPH_DIMENSIONS | GF_SPH_STRESS | GF_SPH_FAR), \
        .optionOf = gf_sphOptionDefines                                                                        \
    }

// The textures besides those of the particles, whose table (gf_sphStateTable) is the base of this one.
extern const gfStateTable gf_waterStateTable;
gfStatePlan gfWater_Plan(const gfWater *water);

// Adds the pressure of substep `number` of `count` to gfWater.impulse, where there are several.
bool gfWater_SumPressure(const gfBody *body, gfWater *w, int number, int count);

// Calls of the solver that are defined in water_state.c: for a domain that moves or gets another size, for snapshots,
// and after values that were not finite were repaired. See gfSolver.
bool gfWater_Scroll(const gfBody *body, void *state, const gfScroll *scroll);
bool gfWater_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
bool gfWater_ChangeStep(const gfBody *body, void *state, float oldStep);
void gfWater_Archive(const gfBody *body, void *state, gfArchive *archive);
bool gfWater_Repaired(const gfBody *body, void *state);
void gfWater_Reset(const gfBody *body, void *state);
bool gfWater_DrawPressures(const gfBody *body, const gfParticles2D *particles,
                           const gfTexture *law); // see gfParticles2D

// Viscosity and surface tension, in water_forces.c.
uint32_t gfWater_GetConditions(const gfFluidDef *def);
// Draws the gathered velocity after viscosity into w->viscous.
bool gfWater_ApplyViscosity(const gfBody *body, const gfWater *w, const gfSphDomain *domain);
// Returns how many substeps tension asks for in a step; 0 without it.
int gfWater_CountTensionSubsteps(const gfBody *body, float dt);
// Returns the tension times the length of a substep, cells^3/s, limited to what is stable.
float gfWater_GetTensionImpulse(const gfBody *body, float dt);
bool gfWater_DrawCurvature(const gfBody *body, const gfWater *w);

// Calls of the solver that are defined in other files, see gfSolver.
bool gfWater_UpdateSolids(const gfBody *body, void *state);
bool gfWater_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level);
bool gfWater_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
bool gfWater_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfWater_HasField(const gfBody *body, const void *state, int id);
bool gfWater_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
// Returns how many texels along an axis a cell has on the raster of drops (GF_SHOWN_SPRAY).
int gfWater_GetDropTexels(const gfFluidDef *def);

#endif
