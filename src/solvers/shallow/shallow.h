// Insides of the shallow-water solver, shared by its files.
//
// Depth, both velocities and the ground share one texel (shaders/shallow/state.glsl), so that one fetch serves all.
#ifndef GF_SOLVER_SHALLOW_H
#define GF_SOLVER_SHALLOW_H

#include "fluid/solver.h"
#include "gl/readback.h"

// Conditions that a definition sets, and those that came with what was needed since: bits for the table of state
// (shallow.c), and options of shaders.
enum {
    GF_SHALLOW_WRAPS = 1 << 0,
    GF_SHALLOW_EDGES = 1 << 1, // water enters or leaves through some side
    GF_SHALLOW_DRAGS = 1 << 2,
    GF_SHALLOW_VISCOUS = 1 << 3,
    GF_SHALLOW_WINDY = 1 << 4,
    GF_SHALLOW_RIPPLES = 1 << 5,
    GF_SHALLOW_FOAMS = 1 << 6,
    GF_SHALLOW_BITS = 1 << 7,   // the context renders to no 32-bit floats: what must be exact is kept as bits
    GF_SHALLOW_WALLED = 1 << 8, // from here on: what was asked for so far. Solids, or a side that is an inflow
    GF_SHALLOW_DYED = 1 << 9,
    GF_SHALLOW_VALVES = 1 << 10,
    GF_SHALLOW_VIEWED = 1 << 11, // the first of GF_SHALLOW_VIEWS bits
    GF_SHALLOW_CARRIED = 1 << 24 // the domain's frame moves
};

typedef enum gfShallowExtent {
    GF_SHALLOW_CELLS,
    GF_SHALLOW_CORNERS, // one texel more each way
    GF_SHALLOW_ONE,
    GF_SHALLOW_SIDES, // a row for each side of the domain
    GF_SHALLOW_EXTENTS
} gfShallowExtent;

// Fields that are drawn when they are asked for, each into a texture of its own.
typedef enum gfShallowView {
    GF_SHALLOW_VELOCITY, // as the host reads it
    GF_SHALLOW_FACES,
    GF_SHALLOW_VORTICITY,
    GF_SHALLOW_DEPTH,
    GF_SHALLOW_GROUND,
    GF_SHALLOW_LEVEL,
    GF_SHALLOW_FOAM,
    GF_SHALLOW_RIPPLE,
    GF_SHALLOW_FLOW, // as drawings and tracers read it
    GF_SHALLOW_SHOWN_DEPTH,
    GF_SHALLOW_SHOWN_GROUND,
    GF_SHALLOW_WATER,
    GF_SHALLOW_VIEWS
} gfShallowView;

typedef struct gfShallow {
    int cellsX, cellsY;
    int extents[GF_SHALLOW_EXTENTS][2]; // texels
    uint32_t conditions;                // of GF_SHALLOW_...
    int wrapX, wrapY;                   // 1: periodic
    bool walled;                        // there are solids now, or a side is an inflow
    gfPair flow;                        // depth, velocity on faces, ground
    gfTexture fluxes;                   // through faces, m^2/s, as of the last change of depth
    gfPair clock;                       // 1 x 1, see shaders/shallow/clock.frag
    gfPair dye;                         // per depth; made when there is some
    gfPair rows;                        // of the sides, see shaders/shallow/sides.frag; made where one is open
    gfPair ripple, foaming;             // made where the tunables ask for them
    gfPair corners;                     // distance to solids at cell corners
    gfTexture faces, wallVelocity;      // see shaders/solid/faces.frag
    gfTexture valves;                   // room for faces while one-way sources write into them
    bool facesDrawn;                    // as of the last update, for these sides; else all are drawn anew
    gfBoundaries drawnBoundaries;
    gfPyramid speed;     // of the fastest wave
    gfDelayedRead need;  // substeps that a step needed
    gfFailure dyeFailed; // dye could not be made for a source
    gfTexture views[GF_SHALLOW_VIEWS];
    gfTexture exact; // with GF_SHALLOW_BITS: the view drawn last, as bits of floats; or what the host writes
    uint32_t steps;  // since creation or reset
} gfShallow;

#define GF_SHALLOW_GRID(s) GF_I2(cells, (s)->cellsX, (s)->cellsY), GF_I2(wrap, (s)->wrapX, (s)->wrapY)

static inline bool gfShallow_Is(const gfShallow *shallow, uint32_t condition)
{
    return (shallow->conditions & condition) == condition;
}

// Returns the depth below which nothing flows, m: it makes a film that no one sees.
static inline float gfShallow_GetDry(const gfBody *body)
{
    return 1e-5f * body->def.cellSize;
}

// The depth at which waves of the water are as slow as ripples, m.
float gfShallow_GetRippleDepth(const gfBody *body);

// The defines that conditions add to shaders which have them as options.
extern const char *const gf_shallowOptionDefines[];

// A shader of the shallow solver's that reads or writes the state. `bits`: those GF_SHALLOW_... that are its options.
#define GF_SHALLOW_SHADER(s, ofFile, itsDefines, bits)                                                                \
    {                                                                                                                 \
        .file = (ofFile), .defines = (itsDefines), .options = (s)->conditions & (uint32_t)((bits) | GF_SHALLOW_BITS), \
        .optionOf = gf_shallowOptionDefines                                                                           \
    }

// Makes what the table has for these further conditions. False and reported on failure.
bool gfShallow_Require(const gfBody *body, gfShallow *shallow, uint32_t conditions);

// The parts of gf_solverShallow that other files hold: shallow_step.c, shallow_fields.c and ground.c.
bool gfShallow_UpdateSolids(const gfBody *body, void *state);
bool gfShallow_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
bool gfShallow_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfShallow_HasField(const gfBody *body, const void *state, int id);
bool gfShallow_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfShallow_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfShallow_IsWritable(gfField field);
bool gfShallow_WriteField(const gfBody *body, void *state, gfField field, const float *values);
bool gfShallow_ShapeGround(const gfBody *body, void *state, const gfGroundDef *def);
bool gfShallow_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level);

#endif
