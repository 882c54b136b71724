// Insides of the Gaussian solver, shared by its files.
//
// State and dye keep 2 x 2 cells in one RGBA32F texel (shaders/common/packed.glsl), one texture a quantity, so that one
// fetch serves four cells. Cells beyond an odd grid's edge have no mass.
#ifndef GF_SOLVER_GAUSSIAN_H
#define GF_SOLVER_GAUSSIAN_H

#include "fluid/solver.h"

// Bits of gfGaussian.conditions. They choose rows of the state table (gaussian.c) and options of shaders. The first
// follow from the definition, the others from features that were used.
enum {
    GF_WHEN_CONSERVING = 1 << 0,
    GF_WHEN_KEEPING_MASS = 1 << 1,
    GF_WHEN_REFERENCE = 1 << 2,
    GF_WHEN_TILED = 1 << 3, // conserving and not `plain`: only tiles that need it are drawn
    GF_WHEN_WRAPPING = 1 << 4,
    GF_WHEN_CLASSIC = 1 << 5,
    GF_WHEN_DYED = 1 << 6,    // from here on: set by first use
    GF_WHEN_FLOWING = 1 << 7, // views show the velocity of mass flow
    GF_WHEN_VIEWED = 1 << 8,  // the first of GF_GAUSSIAN_VIEWS bits, one a view
    GF_WHEN_LOADED = 1 << 18, // loads on solids were requested
    GF_WHEN_VALVED = 1 << 19, // some source is one-way
    GF_WHEN_TURNING = 1 << 20 // the frame of the domain turns
};

// Sizes of textures.
typedef enum gfGaussianExtent {
    GF_EXTENT_CELLS,
    GF_EXTENT_CORNERS, // of cells: one texel more than cells along each axis
    GF_EXTENT_PACKED,  // 2 x 2 cells a texel
    GF_EXTENT_FINE,    // 4 x 4 cells a texel
    GF_EXTENT_TILES,   // 8 x 8 cells a texel
    GF_EXTENT_ONE,
    GF_GAUSSIAN_EXTENTS
} gfGaussianExtent;

// Quantities of the state, a pair of textures each.
typedef enum gfGaussianState {
    GF_GAUSSIAN_VELOCITY_X, // cells a step
    GF_GAUSSIAN_VELOCITY_Y,
    GF_GAUSSIAN_MASS, // 1: a full cell at rest; 0 in solids, never below 0
    GF_GAUSSIAN_STATES
} gfGaussianState;

#define GF_GAUSSIAN_DYES 4 // channels

// Stiffness times mass times pressure above which pairs repel more softly: full boxes were unstable at .7.
#define GF_GAUSSIAN_HARDEST 0.5f

// Fields that are drawn on demand, each into a texture of its own.
typedef enum gfGaussianView {
    GF_VIEW_VELOCITY, // from here on: fields in the form that the host reads
    GF_VIEW_DYE,
    GF_VIEW_VORTICITY,
    GF_VIEW_PRESSURE,
    GF_VIEW_MASS,
    GF_VIEW_SHOWN_DYE, // from here on: fields in the form that drawings read
    GF_VIEW_SHOWN_MASS,
    GF_VIEW_LIQUID,
    GF_VIEW_FLOW,
    GF_VIEW_SHOWN_PRESSURE,
    GF_GAUSSIAN_VIEWS
} gfGaussianView;

// A tile is drawn for this many steps after it last had mass, so that it ends up empty in both sides of each pair of
// textures, before and after sources.
#define GF_GAUSSIAN_HISTORY 3
#define GF_GAUSSIAN_FRESH 2 // value of `fresh` after something else wrote to both sides

// Tiles are drawn in squares with this many along a side.
#define GF_GAUSSIAN_TILE_GROUP 2
// Texels of packed fields along a side of a texel of GF_EXTENT_FINE and of GF_EXTENT_TILES.
#define GF_GAUSSIAN_FINE_TEXELS 2
#define GF_GAUSSIAN_TILE_TEXELS 4

typedef struct gfGaussian {
    int cellsX, cellsY;
    int extents[GF_GAUSSIAN_EXTENTS][2]; // texels
    uint32_t conditions;                 // of GF_WHEN_...
    int wrapX, wrapY;                    // 1: periodic
    // Packed: `read` is the state between steps. In the conserving mode `write` of the velocity holds the velocity of
    // departing particles, and after a step `write` of the mass holds the mass before it.
    gfPair state[GF_GAUSSIAN_STATES];
    gfTexture moves[2];           // packed: how far particles move in a step, cells
    gfTexture heldMoves[2];       // moves as one-way sources shorten them; made for the first of these
    gfTexture ghosts;             // a texel a cell: velocity and mass of ghosts in solids
    gfPair bulkPressure;          // packed: bulk viscosity's pressure, by the last change of mass (gather.frag)
    gfPair ghostTiles;            // a texel a tile: whether it is drawn or has ghosts (gaussian/ghost_tiles.frag)
    gfTexture impulses[2];        // packed: momentum from solids to particles that met them in the last step
    gfTexture given[2];           // packed: momentum from ghosts in solids to particles around them
    gfTexture massFlow[2];        // packed: mass times its displacement in the last step
    gfTexture flow[2];            // packed: velocity as views show it
    bool flowKnown;               // `flow` was drawn for the last step
    bool ghostsKnown;             // `ghostTiles` lists all tiles with ghosts that are not 0
    bool moved;                   // `moves` and the previous mass are still those of the last step
    gfPair dye[GF_GAUSSIAN_DYES]; // packed, dye per unit of mass; made for the first dye
    // One texel a tile, see shaders/gaussian/{bounds,neighbourhood}.frag. Bounds are those of the state now and in the
    // last steps, and at the end those of departing particles.
    gfTexture bounds[GF_GAUSSIAN_HISTORY + 1], tileMass, neighbourhoods, tileClass;
    gfTexture fineBounds[2], fineMass; // of 4 x 4 cells: of the state; of departing particles
    int boundsNow;                     // index of the bounds of the state now, below GF_GAUSSIAN_HISTORY
    int fresh;           // in this many steps all tiles are drawn: something else than a step wrote to them
    gfPair requested;    // packed: mass that sources of this step should add
    gfPyramid total;     // reduction to the mean mass
    gfPair massBudget;   // 1 x 1, see shaders/gaussian/mass_budget.frag
    bool massKnown;      // the mass budget holds the mass as it should be
    gfFailure dyeFailed; // the dye's textures could not be made for a source
    gfFailure valvesFailed;
    gfTexture views[GF_GAUSSIAN_VIEWS];
    uint64_t steps; // since creation or reset
} gfGaussian;

// Returns the written or the read side of a quantity of the state.
static inline const gfTexture *gfGaussian_GetSide(const gfGaussian *gaussian, gfGaussianState quantity, bool written)
{
    return written ? &gaussian->state[quantity].write : &gaussian->state[quantity].read;
}

// The state's read side as inputs, and one of its sides as outputs of a pass.
#define STATE_INPUTS(g)                                                               \
    GF_IN(velocityX, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, false)->id),     \
        GF_IN(velocityY, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, false)->id), \
        GF_IN(mass, gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, false)->id)
#define STATE_WRITES(g, written)                                    \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, (written)),     \
        gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, (written)), \
        gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, (written))
// Textures of the conserving mode: departing particles, arriving ones, and ghosts in solids.
#define STATE_VELOCITY(g, written)                              \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, (written)), \
        gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, (written))
#define DEPARTING_WRITES(g)                                                                                       \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, true), gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, true), \
        &(g)->moves[0], &(g)->moves[1]
#define DEPARTING_INPUTS(g)                                                          \
    GF_IN(velocityX, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, true)->id),     \
        GF_IN(velocityY, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, true)->id), \
        GF_IN(mass, gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, false)->id), MOVE_INPUTS(g)
#define MOVE_INPUTS(g) GF_IN(moveX, (g)->moves[0].id), GF_IN(moveY, (g)->moves[1].id)
#define ARRIVING_WRITES(g)                                                                                          \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, false), gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, false), \
        gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, true), &(g)->bulkPressure.read
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

// Returns the factor from a velocity as stored to m/s.
static inline float gfGaussian_GetSpeed(const gfBody *body)
{
    return body->def.cellSize / body->def.fixedStep;
}

// Factors on forces that make the requested surface tension.
typedef struct gfTension {
    float factor;   // on the negative pressure of thin fluid
    float adhesion; // attraction of walls; 1 for a factor of 1 at a stiffness of .5 and the least viscosity
} gfTension;

gfTension gfGaussian_GetTension(const gfBody *body);

// Returns the factor from an acceleration, m/s^2, to cells a step, each step.
static inline float gfGaussian_GetAccelerationUnit(const gfBody *body)
{
    return body->def.fixedStep / gfGaussian_GetSpeed(body);
}

// Adds conditions and makes the textures that the state table has for them. False and reported on failure.
bool gfGaussian_Require(const gfBody *body, gfGaussian *gaussian, uint32_t conditions);

extern const gfSolver gf_solverGaussian;

// The define of each condition, by its bit number, for shaders that have it as an option.
extern const char *const gf_gaussianOptionDefines[];

// A shader of the Gaussian solver. `bits`: the GF_WHEN_... conditions that are its options.
#define GF_GAUSSIAN_SHADER(g, ofStage, ofFile, itsDefines, bits)                            \
    {                                                                                       \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (itsDefines),            \
        .options = (g)->conditions & (uint32_t)(bits), .optionOf = gf_gaussianOptionDefines \
    }

// --- gaussian_step.c and gaussian_fields.c

// The sides of the domain as particles feel them; speeds in cells a step.
typedef struct gfWalls {
    gfSideFlags closed, holding;
    float speed[GF_SIDES];
    float contact[GF_SIDES]; // cosine of the contact angle of closed sides
} gfWalls;

// Draws `flow`, the velocity of mass in the last step; the state must be `moved`. False and reported on failure.
bool gfGaussian_DrawFlow(const gfBody *body, gfGaussian *gaussian);
// Must be called when something but a step wrote mass or velocity: records of the last step become invalid.
void gfGaussian_Rewritten(const gfBody *body, gfGaussian *gaussian);
bool gfGaussian_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
// Shaders of the passes that draw the momentum which solids give to particles.
gfShader gfGaussian_GetLoadsShader(const gfGaussian *gaussian);
gfShader gfGaussian_GetGivenShader(const gfGaussian *gaussian);
bool gfGaussian_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGaussian_HasField(const gfBody *body, const void *state, int id);
bool gfGaussian_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGaussian_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfGaussian_IsWritable(gfField field);
bool gfGaussian_WriteField(const gfBody *body, void *state, gfField field, const float *values);
bool gfGaussian_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level);

#endif
