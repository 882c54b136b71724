// Fields of a fluid, such as dye or pressure, as drawings, queries and tracers ask for them. The asking code names a
// field by number, and the solver answers with a gfFieldView; so neither depends on the other.
#ifndef GF_FIELD_IMPL_H
#define GF_FIELD_IMPL_H

#include "gpufluid/field.h"

#include "fluid/body.h"

// Numbers of fields that only drawings and tracers read. They follow gfField, the fields that the host can read.
typedef enum gfFieldId {
    GF_SHOWN_FIRST = GF_FIELD_COUNT,
    // Dye: red, green and blue times amount, and the amount; on a grid that may be finer than the cells.
    GF_SHOWN_DYE = GF_SHOWN_FIRST,
    GF_SHOWN_TEMPERATURE, // red: temperature, K
    GF_SHOWN_MASS,        // red: amount of liquid
    GF_SHOWN_LIQUID,      // red: amount of liquid; green and blue: velocity, m/s
    GF_SHOWN_FLOW,        // velocity on the faces of cells, m/s; one texel more than cells along each axis
    GF_SHOWN_PRESSURE, // pressure over density of 2 x 2 cells in each texel, m^2/s^2 if multiplied by gfFieldView.unit
    GF_SHOWN_DIVERGENCE, // divergence of 2 x 2 cells in each texel, 1/s if multiplied by gfFieldView.unit
    GF_SHOWN_SOLID,      // red: distance to the nearest solid, m
    GF_SHOWN_FLUID_MASK, // red: 1 in fluid, 0 in solids, at the texels of the dye
    GF_SHOWN_WATER,      // red: height of the surface, m, of the ground where it is dry; green: depth, m; blue: foam;
                         // alpha: wetness of the ground
    GF_SHOWN_GROUND,     // red: height of the ground, m
    GF_SHOWN_LIQUIDS_ALONE, // the channels of GF_SHOWN_LIQUID, but only of particles that are drawn as liquid
    GF_SHOWN_DYE_OF_THOSE,  // the channels of GF_SHOWN_DYE, but only of particles that are drawn as liquid
    // Red: drops of particles that are alone in the air, 1 at their rims; on a grid that is finer than the cells. They
    // are read through a cubic spline.
    GF_SHOWN_SPRAY,
    GF_SHOWN_END
} gfFieldId;

#define GF_SHOWN_COUNT (GF_SHOWN_END - GF_SHOWN_FIRST)

// A solver's answer for a field: its texture, of which the field is the lower left part of `width` x `height` texels.
typedef struct gfFieldView {
    // Texture to read the field from; null: the field is empty, as without dye so far, or without solids.
    const gfTexture *texture;
    int width, height, channels;
    float unit;   // factor that turns stored values into the unit of the field
    bool hasMass; // only of GF_SHOWN_FLOW: blue holds the mass of the cell
    // The solver draws other fields into the same texture, so the view lasts only until another field is asked for.
    bool shared;
    // The field in 32-bit floats, if `texture` has half floats (shaders/common/exact.glsl). Null: `texture` is exact.
    const gfTexture *exact;
} gfFieldView;

// Returns the name of a gfField or gfFieldId, for messages.
const char *gfField_GetName(int id);

// --- particles -------------------------------------------------------------------------------------------------------

// Particles as drawings and queries see them: particle i is at column i % width and row i / width of each texture.

// Most materials that the particles of one fluid may have.
#define GF_VIEW_MATERIALS 8
// Length of gfParticleView.groups, in 32-bit words. Two bits for each of 257 numbers (0: no group, 1 to 256) take 17
// words; 20 is the next multiple of 4, as shaders read them as vectors of four.
#define GF_VIEW_GROUP_WORDS 20

typedef struct gfParticleView {
    int dimensions; // 2: particles of a gfFluid; 3: of a gfFluid3D
    int capacity;   // number of texels that may hold a particle
    int width;      // number of texels in a row, a power of two
    // RGBA32F, in cells. 2D: position x, y and velocity x, y. 3D: position x, y, z and density relative to rest.
    const gfTexture *place;
    const gfTexture *velocity; // only in 3D: RGBA32F, velocity, cells/s; null in 2D
    // RG32UI. Red: the particle's constant id. Green: material << 24 | blue << 16 | green << 8 | red, in sRGB bytes.
    const gfTexture *tags;
    // Only in 2D: RG32UI, a particle's group and end of life (shaders/particles/marks.glsl); null: no group was made.
    const gfTexture *marks;
    // RGBA32UI, one texel: red is the number of living particles, which fill the textures from the first texel on.
    const gfTexture *count;
    float cellSize;  // width of a cell, m
    float spacing;   // distance between neighbouring particles at rest, m
    float step;      // length of a fixed step, s
    float world[16]; // column-major matrix from a position in cells to a place in the world, m; in 2D z is 0
    float colors[GF_VIEW_MATERIALS][4]; // colour of each material, in linear light
    // Only in 2D, of each material: x is its kind (GF_KIND_OF_... of shared.h), y is 1 if it looks wet without liquid.
    float kinds[GF_VIEW_MATERIALS][4];
    // 2D: bit 2n of all words together is 1 if group n is elastic, bit 2n + 1 if it is rigid.
    int32_t groups[GF_VIEW_GROUP_WORDS];
} gfParticleView;

#endif
