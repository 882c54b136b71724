// The state of the shallow-water solver, and what its files share. Depth, both components of velocity and the height of
// the ground share one texel (shaders/shallow/state.glsl), so that one fetch reads all.
#ifndef GF_SOLVER_SHALLOW_H
#define GF_SOLVER_SHALLOW_H

#include "fluid/solver.h"
#include "gl/readback.h"

// Bits of gfShallow.conditions. They choose rows of the table of textures (shallow.c) and options of shaders. Bits up
// to GF_SHALLOW_BITS follow from definition and context. The others are set by a feature's first use, and stay.
enum {
    GF_SHALLOW_WRAPS = 1 << 0, // some axis is periodic
    GF_SHALLOW_EDGES = 1 << 1, // some side is open or an inflow
    GF_SHALLOW_DRAGS = 1 << 2, // friction, or wind, acts on the water
    GF_SHALLOW_VISCOUS = 1 << 3,
    GF_SHALLOW_WINDY = 1 << 4,   // wind drives the water
    GF_SHALLOW_RIPPLES = 1 << 5, // fine waves are simulated on the surface
    GF_SHALLOW_FOAMS = 1 << 6,
    GF_SHALLOW_BITS = 1 << 7,    // no 32-bit floats are renderable: fields that need them are integer textures
    GF_SHALLOW_WALLED = 1 << 8,  // there were solids, one-way sources or an inflow
    GF_SHALLOW_DYED = 1 << 9,    // there was a source of dye
    GF_SHALLOW_VALVES = 1 << 10, // there was a one-way source (gfZone.oneWay)
    GF_SHALLOW_VIEWED = 1 << 11, // field 0 of gfShallowView was drawn; the next bits stand for the next fields
    GF_SHALLOW_CARRIED = 1 << 24 // the domain's frame of reference moves
};

// Sizes of textures, as indices into gfShallow.extents.
typedef enum gfShallowExtent {
    GF_SHALLOW_CELLS,
    GF_SHALLOW_CORNERS, // one texel more than cells along each axis
    GF_SHALLOW_ONE,
    GF_SHALLOW_SIDES, // a row of texels for each side of the domain
    GF_SHALLOW_EXTENTS
} gfShallowExtent;

// Fields that are drawn only when they are read. Each is drawn into a texture of its own.
typedef enum gfShallowView {
    GF_SHALLOW_VELOCITY, // from here on fields have the layout that the host reads
    GF_SHALLOW_FACES,
    GF_SHALLOW_VORTICITY,
    GF_SHALLOW_DEPTH,
    GF_SHALLOW_GROUND,
    GF_SHALLOW_LEVEL,
    GF_SHALLOW_FOAM,
    GF_SHALLOW_RIPPLE,
    GF_SHALLOW_FLOW, // from here on fields have the layout that drawings and tracers read
    GF_SHALLOW_SHOWN_DEPTH,
    GF_SHALLOW_SHOWN_GROUND,
    GF_SHALLOW_WATER,
    GF_SHALLOW_VIEWS
} gfShallowView;

typedef struct gfShallow {
    int cellsX, cellsY;
    int extents[GF_SHALLOW_EXTENTS][2]; // width and height, texels
    uint32_t conditions;                // GF_SHALLOW_... bits
    int wrapX, wrapY;                   // 1: the axis is periodic
    bool walled;                        // there are solids or one-way sources now, or a side is an inflow
    gfPair flow;                        // the state: depth (m), velocity on faces (m/s), height of the ground (m)
    gfTexture fluxes;              // water that flowed through each metre of a face in the last substep, m^2/s, x and y
    gfPair clock;                  // 1 x 1: length of the substep, and time left (shaders/shallow/clock.frag)
    gfPair dye;                    // dye per volume of water; made for the first source of dye
    gfPair rows;                   // flow speed at each side (sides.frag); made if a side is open or an inflow
    gfPair ripple, foaming;        // fine waves; foam and wetness of the ground; made if the tunables ask for them
    gfPair corners;                // distance to the nearest solid at cell corners, m
    gfTexture faces, wallVelocity; // open fractions of faces, velocity of solids through them (solid/faces.frag)
    gfTexture valves;              // scratch for one-way sources, which write a changed copy of `faces` to it
    bool facesDrawn; // `faces` fit the solids and drawnBoundaries; false: the next update draws all of them
    gfBoundaries drawnBoundaries;
    gfPyramid speed;     // reduces the speed of waves in each cell to the largest, m/s
    gfDelayedRead need;  // reads the number of substeps that an earlier step needed, without waiting for the GPU
    gfFailure dyeFailed; // textures for dye could not be made
    gfTexture views[GF_SHALLOW_VIEWS];
    gfTexture exact; // with GF_SHALLOW_BITS: bits of floats of the field drawn last, or of values that the host writes
    uint32_t steps;  // number of steps since creation or reset
} gfShallow;

#define GF_SHALLOW_GRID(s) GF_I2(cells, (s)->cellsX, (s)->cellsY), GF_I2(wrap, (s)->wrapX, (s)->wrapY)

static inline bool gfShallow_Is(const gfShallow *shallow, uint32_t condition)
{
    return (shallow->conditions & condition) == condition;
}

// Returns the depth, m, below which water doesn't flow. A film so thin is invisible.
static inline float gfShallow_GetDry(const gfBody *body)
{
    return 1e-5f * body->def.cellSize;
}

// Returns the depth, m, at which waves of shallow water, of speed sqrt(gravity depth), are as slow as ripples.
float gfShallow_GetRippleDepth(const gfBody *body);

// Names of #defines: a shader whose options have bit i, of GF_SHALLOW_..., is compiled with element i defined.
extern const char *const gf_shallowOptionDefines[];

// Initializes a gfShader that reads or writes the state. `bits`: the GF_SHALLOW_... bits that it has as options.
#define GF_SHALLOW_SHADER(s, ofFile, itsDefines, bits)                                                                \
    {                                                                                                                 \
        .file = (ofFile), .defines = (itsDefines), .options = (s)->conditions & (uint32_t)((bits) | GF_SHALLOW_BITS), \
        .optionOf = gf_shallowOptionDefines                                                                           \
    }

// Makes textures of these GF_SHALLOW_... bits, and sets the bits. On failure nothing has changed. `state`: a gfShallow.
bool gfShallow_Require(const gfBody *body, void *state, uint32_t conditions);

// Calls of the solver (gfSolver) that are defined in shallow_step.c and shallow_fields.c.
bool gfShallow_UpdateSolids(const gfBody *body, void *state);
bool gfShallow_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
bool gfShallow_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfShallow_HasField(const gfBody *body, const void *state, int id);
bool gfShallow_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfShallow_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfShallow_IsWritable(gfField field);
bool gfShallow_WriteField(const gfBody *body, void *state, gfField field, const float *values);

#endif
