// Insides of the shallow-water solver, shared by its files.
//
// Depth, both velocities and the ground share one texel (shaders/shallow/state.glsl), so that one fetch reads all.
#ifndef GF_SOLVER_SHALLOW_H
#define GF_SOLVER_SHALLOW_H

#include "fluid/solver.h"
#include "gl/readback.h"

// Bits of gfShallow.conditions. They choose rows of the state table (shallow.c) and options of shaders. Bits that no
// definition sets are set by the first use of a feature.
enum {
    GF_SHALLOW_WRAPS = 1 << 0,
    GF_SHALLOW_EDGES = 1 << 1, // water may flow through some side of the domain
    GF_SHALLOW_DRAGS = 1 << 2,
    GF_SHALLOW_VISCOUS = 1 << 3,
    GF_SHALLOW_WINDY = 1 << 4,
    GF_SHALLOW_RIPPLES = 1 << 5,
    GF_SHALLOW_FOAMS = 1 << 6,
    GF_SHALLOW_BITS = 1 << 7,   // no 32-bit floats are renderable: exact fields are integer textures of their bits
    GF_SHALLOW_WALLED = 1 << 8, // set by first use: there were solids or an inflow
    GF_SHALLOW_DYED = 1 << 9,
    GF_SHALLOW_VALVES = 1 << 10,
    GF_SHALLOW_VIEWED = 1 << 11, // set by first use: the first of GF_SHALLOW_VIEWS bits
    GF_SHALLOW_CARRIED = 1 << 24 // the domain's frame moves
};

typedef enum gfShallowExtent {
    GF_SHALLOW_CELLS,
    GF_SHALLOW_CORNERS, // of cells: one texel more than cells along each axis
    GF_SHALLOW_ONE,
    GF_SHALLOW_SIDES, // a row for each side of the domain
    GF_SHALLOW_EXTENTS
} gfShallowExtent;

// Fields that are drawn on demand, each into a texture of its own.
typedef enum gfShallowView {
    GF_SHALLOW_VELOCITY, // from here on: fields in the form that the host reads
    GF_SHALLOW_FACES,
    GF_SHALLOW_VORTICITY,
    GF_SHALLOW_DEPTH,
    GF_SHALLOW_GROUND,
    GF_SHALLOW_LEVEL,
    GF_SHALLOW_FOAM,
    GF_SHALLOW_RIPPLE,
    GF_SHALLOW_FLOW, // from here on: fields in the form that drawings and tracers read
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
    bool walled;                        // there are solids or one-way sources now, or a side is an inflow
    gfPair flow;                        // depth, velocity on faces, ground
    gfTexture fluxes;                   // volume flux through faces per metre of face in the last substep, m^2/s
    gfPair clock;                       // 1 x 1, see shaders/shallow/clock.frag
    gfPair dye;                         // concentration in the water; made for the first source of dye
    gfPair rows;                        // flow through sides, see shaders/shallow/sides.frag; made if one is open
    gfPair ripple, foaming;             // made where the tunables ask for them
    gfPair corners;                     // distance to solids at cell corners
    gfTexture faces, wallVelocity;      // see shaders/solid/faces.frag
    gfTexture valves;                   // room for faces while one-way sources write into them
    bool facesDrawn;                    // `faces` fit the solids and drawnBoundaries; false: all are drawn anew
    gfBoundaries drawnBoundaries;
    gfPyramid speed;     // reduction to the speed of the fastest wave
    gfDelayedRead need;  // number of substeps that an earlier step needed
    gfFailure dyeFailed; // the dye's textures could not be made for a source
    gfTexture views[GF_SHALLOW_VIEWS];
    gfTexture exact; // with GF_SHALLOW_BITS: the last drawn view, or the host's values to write, as bits of floats
    uint32_t steps;  // since creation or reset
} gfShallow;

#define GF_SHALLOW_GRID(s) GF_I2(cells, (s)->cellsX, (s)->cellsY), GF_I2(wrap, (s)->wrapX, (s)->wrapY)

static inline bool gfShallow_Is(const gfShallow *shallow, uint32_t condition)
{
    return (shallow->conditions & condition) == condition;
}

// Returns the depth below which water doesn't flow, m: so thin a film is invisible.
static inline float gfShallow_GetDry(const gfBody *body)
{
    return 1e-5f * body->def.cellSize;
}

// Returns the depth at which waves of the shallow water are as slow as ripples, m.
float gfShallow_GetRippleDepth(const gfBody *body);

// The define of each condition, by its bit number, for shaders that have it as an option.
extern const char *const gf_shallowOptionDefines[];

// A shader of the solver that reads or writes the state. `bits`: the GF_SHALLOW_... conditions that are its options.
#define GF_SHALLOW_SHADER(s, ofFile, itsDefines, bits)                                                                \
    {                                                                                                                 \
        .file = (ofFile), .defines = (itsDefines), .options = (s)->conditions & (uint32_t)((bits) | GF_SHALLOW_BITS), \
        .optionOf = gf_shallowOptionDefines                                                                           \
    }

// Adds conditions and makes the textures that the state table has for them. False and reported on failure.
bool gfShallow_Require(const gfBody *body, gfShallow *shallow, uint32_t conditions);

// Calls of the solver that stand in shallow_step.c and shallow_fields.c.
bool gfShallow_UpdateSolids(const gfBody *body, void *state);
bool gfShallow_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
bool gfShallow_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfShallow_HasField(const gfBody *body, const void *state, int id);
bool gfShallow_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfShallow_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfShallow_IsWritable(gfField field);
bool gfShallow_WriteField(const gfBody *body, void *state, gfField field, const float *values);

#endif
