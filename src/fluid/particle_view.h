// Particles as drawings and queries see them: textures with a texel for each, particle i at (i % width, i / width).
#ifndef GF_PARTICLE_VIEW_H
#define GF_PARTICLE_VIEW_H

#include "gl/texture.h"

// Limit on the materials of one fluid.
#define GF_VIEW_MATERIALS 8
// Words that hold two bits for each of 256 groups and for none, the lowest of them (gfParticleView.groups).
#define GF_VIEW_GROUP_WORDS 20

typedef struct gfParticleView {
    int dimensions;            // 2 or 3
    int capacity;              // texels that may hold a particle
    int width;                 // texels a row, a power of two
    const gfTexture *place;    // RGBA32F, in cells: 2D position and velocity; 3D position, density over that at rest
    const gfTexture *velocity; // 3D: RGBA32F, cells/s; 2D: null
    const gfTexture *tags;     // RG32UI: id; material << 24 | blue << 16 | green << 8 | red (sRGB bytes)
    const gfTexture *marks;    // 2D: RG32UI, see shaders/particles/marks.glsl; null: there are no groups
    const gfTexture *count;    // RGBA32UI, one texel: red is how many particles there are; they come first
    float cellSize;            // m a cell
    float spacing;             // between particles at rest, m
    float step;                // fixed step, s
    float world[16];           // column-major: from position in cells to the world, m; 2D: z is 0
    float colors[GF_VIEW_MATERIALS][4];  // of materials, linear light
    float kinds[GF_VIEW_MATERIALS][4];   // 2D: kind (GF_KIND_OF_... of shared.h), 1 if it is wet by itself
    int32_t groups[GF_VIEW_GROUP_WORDS]; // bits 2 n and 2 n + 1 of all: 1 if group n is elastic, 2 if it is rigid
} gfParticleView;

#endif
