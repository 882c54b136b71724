// The state of the Gaussian solver, and what its files share. State and dye are packed: a texel of an RGBA32F texture
// has one quantity of 2 x 2 cells (shaders/common/packed.glsl), so that one fetch serves four cells. Where the number
// of cells is odd, cells of the outermost texels beyond the edge have no mass.
#ifndef GF_SOLVER_GAUSSIAN_H
#define GF_SOLVER_GAUSSIAN_H

#include "fluid/solver.h"

// Bits of gfGaussian.conditions. They choose rows of the table of textures (gaussian.c) and options of shaders. Bits up
// to GF_WHEN_CLASSIC follow from the definition. The others are set when a feature is first used, and stay.
enum {
    GF_WHEN_CONSERVING = 1 << 0,   // the mode is GF_GAUSSIAN_CONSERVING
    GF_WHEN_KEEPING_MASS = 1 << 1, // rounding errors of the total mass are corrected
    GF_WHEN_REFERENCE = 1 << 2,    // slow shaders that take one particle after the other, for tests
    GF_WHEN_TILED = 1 << 3,        // conserving, and not gfGaussianParams.plain: only tiles near mass are drawn
    GF_WHEN_WRAPPING = 1 << 4,     // some axis is periodic
    GF_WHEN_CLASSIC = 1 << 5,      // the mode is GF_GAUSSIAN_CLASSIC
    GF_WHEN_DYED = 1 << 6,         // there was a source of dye
    GF_WHEN_FLOWING = 1 << 7,      // the velocity was read or drawn, so mass flow is recorded
    GF_WHEN_VIEWED = 1 << 8,       // field 0 of gfGaussianView was drawn; the next bits stand for the next fields
    GF_WHEN_TURNING = 1 << 18      // the domain's frame of reference rotates
};

// Sizes of textures, as indices into gfGaussian.extents.
typedef enum gfGaussianExtent {
    GF_EXTENT_CELLS,
    GF_EXTENT_CORNERS, // one texel more than cells along each axis
    GF_EXTENT_PACKED,  // a texel per 2 x 2 cells
    GF_EXTENT_FINE,    // a texel per 4 x 4 cells
    GF_EXTENT_TILES,   // a texel per tile of 8 x 8 cells
    GF_EXTENT_ONE,
    GF_GAUSSIAN_EXTENTS
} gfGaussianExtent;

// Quantities of the state. Each has a pair of textures.
typedef enum gfGaussianState {
    GF_GAUSSIAN_VELOCITY_X, // cells per step
    GF_GAUSSIAN_VELOCITY_Y,
    GF_GAUSSIAN_MASS, // 1 in a full cell at rest, 0 in solids, never below 0
    GF_GAUSSIAN_STATES
} gfGaussianState;

#define GF_GAUSSIAN_DYES 4 // channels of dye, each with a pair of textures

// Where stiffness times mass times pressure exceeds this, particles repel more softly. Full boxes were unstable at 0.7.
#define GF_GAUSSIAN_HARDEST 0.5f

// Fields that are drawn only when they are read. Each is drawn into a texture of its own.
typedef enum gfGaussianView {
    GF_VIEW_VELOCITY, // from here on fields have the layout that the host reads
    GF_VIEW_DYE,
    GF_VIEW_VORTICITY,
    GF_VIEW_PRESSURE,
    GF_VIEW_MASS,
    GF_VIEW_SHOWN_DYE, // from here on fields have the layout that drawings read
    GF_VIEW_SHOWN_MASS,
    GF_VIEW_LIQUID,
    GF_VIEW_FLOW,
    GF_VIEW_SHOWN_PRESSURE,
    GF_GAUSSIAN_VIEWS
} gfGaussianView;

// A tile without mass for this many steps isn't drawn: both sides of its pairs are empty, before and after sources.
#define GF_GAUSSIAN_HISTORY 3
#define GF_GAUSSIAN_FRESH 2 // value of gfGaussian.fresh after something but a step wrote to both textures of pairs

// Tiles are drawn in squares of this many tiles along each side.
#define GF_GAUSSIAN_TILE_GROUP 2
// Texels of packed fields that one texel of GF_EXTENT_FINE, and one of GF_EXTENT_TILES, covers along each axis.
#define GF_GAUSSIAN_FINE_TEXELS 2
#define GF_GAUSSIAN_TILE_TEXELS 4

typedef struct gfGaussian {
    int cellsX, cellsY;
    int extents[GF_GAUSSIAN_EXTENTS][2]; // width and height, texels
    uint32_t conditions;                 // GF_WHEN_... bits
    int wrapX, wrapY;                    // 1: the axis is periodic
    // The state, packed: `read` between steps. In the conserving mode `write` of the velocities holds those with which
    // particles depart; after a step `write` of the mass holds the mass before it.
    gfPair state[GF_GAUSSIAN_STATES];
    gfTexture moves[2];  // packed: how far each cell's particle moves in the step along x and y, cells
    gfTexture ghosts;    // a texel per cell: velocity and mass of mirrored liquid (ghosts) in solids (ghosts.glsl)
    gfPair bulkPressure; // packed: pressure of a bulk viscosity, from the change of mass in the last step (gather.frag)
    gfPair ghostTiles;   // a texel per tile: whether ghosts are drawn or kept in it (gaussian/ghost_tiles.frag)
    gfTexture massFlow[2];        // packed: mass times its displacement in the last step, x and y
    gfTexture flow[2];            // packed: velocity as views show it, from massFlow
    bool flowKnown;               // `flow` is that of the last step; false: it must be drawn before it is read
    bool ghostsKnown;             // `ghostTiles` marks all tiles with ghosts other than 0
    bool moved;                   // `moves` and `write` of the mass are those of the last step
    gfPair dye[GF_GAUSSIAN_DYES]; // packed: dye per unit of mass; made for the first source of dye
    // A texel per tile: bounds of the velocities in it, mean mass, the box of cells whose particles can reach it, and
    // whether and how it is drawn (shaders/gaussian/bounds.frag and neighbourhood.frag). The first GF_GAUSSIAN_HISTORY
    // bounds are those of the last states, in turns; the last one is of departing particles.
    gfTexture bounds[GF_GAUSSIAN_HISTORY + 1], tileMass, neighbourhoods, tileClass;
    // A texel per 4 x 4 cells: bounds of velocity, of the state and of departing particles; mean mass.
    gfTexture fineBounds[2], fineMass;
    int boundsNow;       // index into `bounds` of those of the present state, below GF_GAUSSIAN_HISTORY
    int fresh;           // number of steps in which all tiles are drawn, as something but a step wrote to them
    gfPair requested;    // packed: mass that the sources of this step ask for
    gfPyramid total;     // reduces tileMass to the mean mass
    gfPair massBudget;   // 1 x 1: mass as it should be, and its correction (shaders/gaussian/mass_budget.frag)
    bool massKnown;      // massBudget holds the mass as it should be
    gfFailure dyeFailed; // textures for dye could not be made
    gfTexture views[GF_GAUSSIAN_VIEWS];
    uint64_t steps; // number of steps since creation or reset
} gfGaussian;

// Returns `write` (if `written`) or `read` of a quantity of the state.
static inline const gfTexture *gfGaussian_GetSide(const gfGaussian *gaussian, gfGaussianState quantity, bool written)
{
    return written ? &gaussian->state[quantity].write : &gaussian->state[quantity].read;
}

// The state as inputs of a pass (STATE_INPUTS), and one side of its pairs, or of the velocities alone, as outputs.
#define STATE_INPUTS(g)                                                               \
    GF_IN(velocityX, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, false)->id),     \
        GF_IN(velocityY, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, false)->id), \
        GF_IN(mass, gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, false)->id)
#define STATE_VELOCITY(g, written)                              \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, (written)), \
        gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, (written))
#define STATE_WRITES(g, written) STATE_VELOCITY(g, written), gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, (written))
// Inputs and outputs of passes: departing particles with their moves, arriving ones, ghosts in solids, dye, and walls.
#define DEPARTING_WRITES(g) STATE_VELOCITY(g, true), &(g)->moves[0], &(g)->moves[1]
#define DEPARTING_INPUTS(g)                                                          \
    GF_IN(velocityX, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, true)->id),     \
        GF_IN(velocityY, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, true)->id), \
        GF_IN(mass, gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, false)->id), MOVE_INPUTS(g)
#define MOVE_INPUTS(g) GF_IN(moveX, (g)->moves[0].id), GF_IN(moveY, (g)->moves[1].id)
#define ARRIVING_WRITES(g) \
    STATE_VELOCITY(g, false), gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, true), &(g)->bulkPressure.read
#define GHOST_INPUTS(g) GF_IN(ghosts, (g)->ghosts.id)
#define DYE_INPUTS(g)                                                                                              \
    GF_IN(dyeRed, (g)->dye[0].read.id), GF_IN(dyeGreen, (g)->dye[1].read.id), GF_IN(dyeBlue, (g)->dye[2].read.id), \
        GF_IN(dyeAmount, (g)->dye[3].read.id)
#define DYE_WRITES(g, side) &(g)->dye[0].side, &(g)->dye[1].side, &(g)->dye[2].side, &(g)->dye[3].side
#define WALL_INPUTS(body) GF_IN(distance, (body)->solids.distance.read.id), GF_IN(solidTable, (body)->solids.table.id)
#define WALL_UNIFORMS(body, walls)                                                                      \
    GF_F1(cellSize, (body)->def.cellSize), GF_F1(unit, 1.0f / gfGaussian_GetSpeed(body)),               \
        GF_F4V(closedSides, 1, (walls)->closed.value), GF_F4V(holdingSides, 1, (walls)->holding.value), \
        GF_F4V(wallSpeed, 1, (walls)->speed)
#define GRID_UNIFORMS(g) GF_I2(cells, (g)->cellsX, (g)->cellsY), GF_I2(wrap, (g)->wrapX, (g)->wrapY)

static inline bool gfGaussian_Is(const gfGaussian *gaussian, uint32_t condition)
{
    return (gaussian->conditions & condition) != 0;
}

// Returns the factor that converts a stored velocity, cells per step, to m/s.
static inline float gfGaussian_GetSpeed(const gfBody *body)
{
    return body->def.cellSize / body->def.fixedStep;
}

// Factors on forces by which the liquid gets the requested surface tension.
typedef struct gfTension {
    float factor;   // factor on negative pressure in thin fluid, which pulls a surface together
    float adhesion; // factor on the attraction by walls; 1 if `factor` is 1, the stiffness 0.5, the viscosity the least
} gfTension;

gfTension gfGaussian_GetTension(const gfBody *body);

// Returns the factor that converts an acceleration, m/s^2, to the change of stored velocity in a step.
static inline float gfGaussian_GetAccelerationUnit(const gfBody *body)
{
    return body->def.fixedStep / gfGaussian_GetSpeed(body);
}

// Makes the textures of these GF_WHEN_... bits, and sets them. On failure nothing has changed. `state`: a gfGaussian.
bool gfGaussian_Require(const gfBody *body, void *state, uint32_t conditions);

extern const gfSolver gf_solverGaussian;

// Names of #defines: a shader whose options have bit i, of GF_WHEN_..., is compiled with element i defined.
extern const char *const gf_gaussianOptionDefines[];

// Initializes a gfShader of the solver. `ofStage`: the vertex stage gf_vertex<ofStage>. `bits`: its GF_WHEN_... bits.
#define GF_GAUSSIAN_SHADER(g, ofStage, ofFile, itsDefines, bits)                            \
    {                                                                                       \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (itsDefines),            \
        .options = (g)->conditions & (uint32_t)(bits), .optionOf = gf_gaussianOptionDefines \
    }

// --- gaussian_step.c and gaussian_fields.c

// The sides of the domain, as particles meet them.
typedef struct gfWalls {
    gfSideFlags closed, holding; // 1 for a wall; 1 for a no-slip wall
    float speed[GF_SIDES];       // speed of walls along themselves, cells per step
    float contact[GF_SIDES];     // cosine of the contact angle at walls
} gfWalls;

// Draws gfGaussian.flow, the velocity of mass in the last step. gfGaussian.moved must be true.
bool gfGaussian_DrawFlow(const gfBody *body, gfGaussian *gaussian);
// Must be called after anything but a step wrote mass or velocity: what is recorded of the last step becomes invalid.
void gfGaussian_Rewritten(const gfBody *body, gfGaussian *gaussian);
bool gfGaussian_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
bool gfGaussian_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGaussian_HasField(const gfBody *body, const void *state, int id);
bool gfGaussian_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGaussian_IsWritable(gfField field);
bool gfGaussian_WriteField(const gfBody *body, void *state, gfField field, const float *values);
bool gfGaussian_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level);

#endif
