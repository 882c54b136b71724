// Insides of the Gaussian solver, shared by its files.
//
// State and dye keep 2 x 2 cells in one RGBA32F texel (shaders/common/packed.glsl), one texture a quantity, so that one
// fetch serves four cells. Cells beyond an odd grid's edge have no mass.
#ifndef GF_SOLVER_GAUSSIAN_H
#define GF_SOLVER_GAUSSIAN_H

#include "fluid/solver.h"

// Conditions that a definition sets, and those that came with what was needed since: bits for the table of
// gaussian_tables.c, and options of shaders.
enum {
    GF_WHEN_CONSERVING = 1 << 0,
    GF_WHEN_KEEPING_MASS = 1 << 1,
    GF_WHEN_REFERENCE = 1 << 2,
    GF_WHEN_TILED = 1 << 3, // conserving and not plain: only tiles that need it are drawn
    GF_WHEN_WRAPPING = 1 << 4,
    GF_WHEN_CLASSIC = 1 << 5,
    GF_WHEN_DYED = 1 << 6,    // from here on: what was asked for so far
    GF_WHEN_FLOWING = 1 << 7, // the velocity of views
    GF_WHEN_VIEWED = 1 << 8,  // the first of GF_GAUSSIAN_VIEWS bits
    GF_WHEN_LOADED = 1 << 18, // what solids bear
    GF_WHEN_VALVED = 1 << 19, // some source is one-way
    GF_WHEN_TURNING = 1 << 20 // the frame of the domain turns
};

// Sizes of textures.
typedef enum gfGaussianExtent {
    GF_EXTENT_CELLS,
    GF_EXTENT_CORNERS, // one texel more than cells each way
    GF_EXTENT_PACKED,  // 2 x 2 cells a texel
    GF_EXTENT_FINE,    // 4 x 4 cells
    GF_EXTENT_TILES,   // 8 x 8 cells
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

// Stiffness times mass times pressure from which on pairs push more softly. Measured: full boxes get unstable at .7.
#define GF_GAUSSIAN_HARDEST 0.5f

// Fields that are drawn when they are asked for, each into a texture of its own.
typedef enum gfGaussianView {
    GF_VIEW_VELOCITY, // as the host reads it
    GF_VIEW_DYE,
    GF_VIEW_VORTICITY,
    GF_VIEW_PRESSURE,
    GF_VIEW_MASS,
    GF_VIEW_SHOWN_DYE, // as drawings read it
    GF_VIEW_SHOWN_MASS,
    GF_VIEW_LIQUID,
    GF_VIEW_FLOW,
    GF_VIEW_SHOWN_PRESSURE,
    GF_GAUSSIAN_VIEWS
} gfGaussianView;

// A tile is drawn for so many steps after it was last seen with mass, so that both sides of a pair of textures, written
// by turns, and before and after sources, end up empty there.
#define GF_GAUSSIAN_HISTORY 3
#define GF_GAUSSIAN_FRESH 2 // as after anything else wrote to both sides

// Tiles a side that are drawn as one.
#define GF_GAUSSIAN_TILE_GROUP 2
// Texels of packed fields along a side of what one texel of GF_EXTENT_FINE and _TILES stands for.
#define GF_GAUSSIAN_FINE_TEXELS 2
#define GF_GAUSSIAN_TILE_TEXELS 4

typedef struct gfGaussian {
    int cellsX, cellsY;
    int extents[GF_GAUSSIAN_EXTENTS][2]; // texels
    uint32_t conditions;                 // of GF_WHEN_...
    int wrapX, wrapY;                    // 1: periodic
    // Packed: `read` is the state between steps. In a step of the conserving mode `write` of the velocity holds that of
    // particles as they set off; of the mass it holds after a step what was before.
    gfPair state[GF_GAUSSIAN_STATES];
    gfTexture moves[2];           // packed: how far particles move in a step, cells
    gfTexture heldMoves[2];       // room for those that one-way sources hold back; made for the first
    gfTexture ghosts;             // a texel a cell: velocity and mass of ghosts in solids
    gfPair bulkPressure;          // packed: pressure as the last step changed the mass along its way (gather.frag)
    gfPair ghostTiles;            // a texel a tile: where they are drawn, and are (shaders/gaussian/ghost_tiles.frag)
    gfTexture impulses[2];        // packed: momentum that meeting solids gave to particles in the last step
    gfTexture given[2];           // packed: what ghosts in solids gave to the particles around
    gfTexture massFlow[2];        // packed: mass times the way that it took in the last step
    gfTexture flow[2];            // packed: velocity as views show it
    bool flowKnown;               // `flow` is that of the last step
    bool ghostsKnown;             // `ghostTiles` tells where `ghosts` may not be 0
    bool moved;                   // `moves` and the mass before are those that led to the state
    gfPair dye[GF_GAUSSIAN_DYES]; // packed, dye per unit of mass; made when there is some
    // One texel per tile, see shaders/gaussian/{bounds,neighbourhood}.frag. Bounds: of the state now and in the last
    // steps, and of particles as they set off.
    gfTexture bounds[GF_GAUSSIAN_HISTORY + 1], tileMass, neighbourhoods, tileClass;
    gfTexture fineBounds[2], fineMass; // of 4 x 4 cells: of the state; of particles as they set off
    int boundsNow;                     // of the state: below GF_GAUSSIAN_HISTORY
    int fresh;           // for so many steps the textures may hold anything anywhere: written, of another mode
    gfPair requested;    // packed: mass that sources of this step were to bring
    gfPyramid total;     // mean mass
    gfPair massBudget;   // 1 x 1, see shaders/gaussian/mass_budget.frag
    bool massKnown;      // the mass budget tells what the mass should be
    gfFailure dyeFailed; // dye could not be made for a source
    gfFailure valvesFailed;
    gfTexture views[GF_GAUSSIAN_VIEWS];
    uint64_t steps; // since creation or reset
} gfGaussian;

// One side of a quantity of the state.
static inline const gfTexture *gfGaussian_GetSide(const gfGaussian *gaussian, gfGaussianState quantity, bool written)
{
    return written ? &gaussian->state[quantity].write : &gaussian->state[quantity].read;
}

// The state as inputs, and it, or with `written` its other side, as what a pass writes.
#define STATE_INPUTS(g)                                                               \
    GF_IN(velocityX, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, false)->id),     \
        GF_IN(velocityY, gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, false)->id), \
        GF_IN(mass, gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, false)->id)
#define STATE_WRITES(g, written)                                    \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, (written)),     \
        gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, (written)), \
        gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, (written))
// The textures of the conserving mode: particles as they set off, what arrives, and the ghosts in solids.
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

// The change of forces that the surface tension asked for brings.
typedef struct gfTension {
    float factor;   // on the negative pressure of thin fluid
    float adhesion; // how strongly walls draw, 1 for a factor of 1 at a stiffness of .5 and the least viscosity
} gfTension;

gfTension gfGaussian_GetTension(const gfBody *body);

// Returns the factor from an acceleration, m/s^2, to cells a step, each step.
static inline float gfGaussian_GetAccelerationUnit(const gfBody *body)
{
    return body->def.fixedStep / gfGaussian_GetSpeed(body);
}

// Makes what the table of state has for these further conditions. False and reported on failure.
bool gfGaussian_Require(const gfBody *body, gfGaussian *gaussian, uint32_t conditions);

extern const gfSolver gf_solverGaussian;

// The defines that conditions add to shaders which have them as options.
extern const char *const gf_gaussianOptionDefines[];

// A shader of the Gaussian solver's. `bits`: those GF_WHEN_... that are its options.
#define GF_GAUSSIAN_SHADER(g, ofStage, ofFile, itsDefines, bits)                            \
    {                                                                                       \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (itsDefines),            \
        .options = (g)->conditions & (uint32_t)(bits), .optionOf = gf_gaussianOptionDefines \
    }

// --- gaussian_tables.c

extern const gfStateTable gf_gaussianStateTable;
// Makes the framebuffers that steps draw to, so that a step makes none.
bool gfGaussian_Warm(gfDevice *device, const void *state, uint32_t conditions);

// --- gaussian_step.c, gaussian_fields.c and fill.c

// The sides of the domain as particles feel them; speeds in cells a step.
typedef struct gfWalls {
    gfSideFlags closed, holding;
    float speed[GF_SIDES];
    float contact[GF_SIDES]; // cosine of the contact angle of those that are closed
} gfWalls;

gfWalls gfGaussian_GetWalls(const gfBody *body);
// The velocity by which mass moved in the last step, if the state is what that led to (`moved`); false and reported on
// failure.
bool gfGaussian_DrawFlow(const gfBody *body, gfGaussian *gaussian);
// Must be called when something but a step wrote mass or velocity: what the last step left behind does not belong to
// it.
void gfGaussian_Rewritten(const gfBody *body, gfGaussian *gaussian);
bool gfGaussian_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
// The shaders of the passes that tell what solids give to particles.
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
