// Fields of solvers. A drawing names the fields that it needs, and a solver answers with views; neither knows the
// other.
#ifndef GF_FIELD_IMPL_H
#define GF_FIELD_IMPL_H

#include "gpufluid/field.h"

#include "fluid/body.h"

// Fields for drawings and tracers, beside those that the host reads (gfField).
typedef enum gfFieldId {
    GF_SHOWN_FIRST = GF_FIELD_COUNT,
    GF_SHOWN_DYE = GF_SHOWN_FIRST, // rgba, on a grid of its own
    GF_SHOWN_TEMPERATURE,          // K
    GF_SHOWN_MASS,                 // red
    GF_SHOWN_LIQUID,               // red: mass; green and blue: velocity, m/s
    GF_SHOWN_FLOW,                 // velocity on faces, m/s, one texel more than cells each way
    GF_SHOWN_PRESSURE,             // 2 x 2 cells a texel; times `unit`: m^2/s^2
    GF_SHOWN_DIVERGENCE,           // 2 x 2 cells a texel; times `unit`: 1/s
    GF_SHOWN_SOLID,                // red: distance to the nearest solid, m
    GF_SHOWN_FLUID_MASK,           // red: 1 in fluid, 0 in solids, at the texels of the dye
    GF_SHOWN_WATER,  // red: height of the surface, m, of the ground where it is dry; green: depth, m; blue: foam;
                     // alpha: wetness of the ground
    GF_SHOWN_GROUND, // red: height of the ground, m
    GF_SHOWN_LIQUIDS_ALONE, // as GF_SHOWN_LIQUID, of particles drawn as liquid only
    GF_SHOWN_DYE_OF_THOSE,  // as GF_SHOWN_DYE, of the same particles
    GF_SHOWN_END
} gfFieldId;

#define GF_SHOWN_COUNT (GF_SHOWN_END - GF_SHOWN_FIRST)

// A view of a field, ready to be read. The texture may be larger than the field, which is its lower left part.
typedef struct gfFieldView {
    const gfTexture *texture; // null: the field is empty (no dye so far, no solids)
    int width, height, channels;
    float unit;   // factor from stored values to the field's unit
    bool hasMass; // of GF_SHOWN_FLOW: blue is the cell's mass
    bool shared;  // requests of other fields overwrite the texture
    // The field with all bits of its floats, where `texture` has only halves (shaders/common/exact.glsl); null:
    // `texture` has all bits.
    const gfTexture *exact;
} gfFieldView;

// Returns the name of a field, for messages.
const char *gfField_GetName(int id);

// --- particles -------------------------------------------------------------------------------------------------------

// Particles as drawings and queries see them: textures with a texel for each, particle i at (i % width, i / width).

// Limit on the materials of one fluid.
#define GF_VIEW_MATERIALS 8
// Words for two bits of each of 256 groups, and of "no group", which is number 0 (gfParticleView.groups).
#define GF_VIEW_GROUP_WORDS 20

typedef struct gfParticleView {
    int dimensions;                     // 2 or 3
    int capacity;                       // texels that may hold a particle
    int width;                          // texels a row, a power of two
    const gfTexture *place;             // RGBA32F, in cells: 2D position and velocity; 3D position and relative density
    const gfTexture *velocity;          // 3D: RGBA32F, cells/s; 2D: null
    const gfTexture *tags;              // RG32UI: id; material << 24 | blue << 16 | green << 8 | red (sRGB bytes)
    const gfTexture *marks;             // 2D: RG32UI, see shaders/particles/marks.glsl; null: there are no groups
    const gfTexture *count;             // RGBA32UI, one texel: red is the number of particles, which come first
    float cellSize;                     // m a cell
    float spacing;                      // between particles at rest, m
    float step;                         // fixed step, s
    float world[16];                    // column-major: from position in cells to the world, m; 2D: z is 0
    float colors[GF_VIEW_MATERIALS][4]; // of materials, linear light
    float kinds[GF_VIEW_MATERIALS][4];  // 2D: kind (GF_KIND_OF_... of shared.h); 1 if wet without liquid
    int32_t groups[GF_VIEW_GROUP_WORDS]; // of group n, bits 2n and 2n + 1 of all words: 1 elastic, 2 rigid
} gfParticleView;

#endif
