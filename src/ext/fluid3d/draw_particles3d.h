// Drawing particles in three dimensions: as water (draw_water3d.c), spheres or points.
#ifndef GF_PARTICLES3D_H
#define GF_PARTICLES3D_H

#include "gpufluid/draw3d.h"

#include "fluid/field.h"

// Textures of the viewport's size, made when a style first needs them. Zero is "none".
typedef struct gfTargets3D {
    gfDepth depth;       // of the water's front
    gfDepth fineDepth;   // of spheres and points
    gfPair surface;      // z of the water's front in the eye's space, and how much it is smoothed
    gfTexture thickness; // half as large each way: thickness (m), foam
    gfTexture spheres;   // twice as large each way: light, coverage
} gfTargets3D;

// Makes the depth unless it is there in this size. False and reported on failure.
bool gfTargets3D_CreateDepth(gfDevice *device, gfDepth *depth, int width, int height);

// The arguments and textures of one drawing.
typedef struct gfScene3D {
    gfDevice *device;
    gfTargets3D *targets;
    const gfParticleView *particles;
    const gfDraw3DDef *def;
    gfHostTarget host;
    gfRegion viewport;
    float toEye[16];       // from position in cells, column-major
    float projection[16];  // with y towards higher rows of the picture
    float light[4], up[4]; // directions, eye
    float sky[4][4];       // as in shaders/draw/sky.glsl
    float depthBy[4];      // as in shaders/draw/hidden.glsl
    float palette[GF_PALETTE_MAX][4];
    int paletteCount;
    float sinceStep; // s since the last step
} gfScene3D;

// A pass that draws all particles as spheres into textures of the library's own.
typedef struct gfSprites {
    const char *label, *file, *defines;
    const gfTexture *target;
    const gfDepth *depth; // null: none, and all are added up
    float bulk, drop;     // radius of particles within the fluid, and of drops, m
    float least;          // radius, px
    float foamDepth;      // in which foam is seen, m
    GLuint surface;       // texture that the shader reads besides; 0: none
} gfSprites;

bool gfScene3D_DrawSprites(const gfScene3D *scene, const gfSprites *sprites);
bool gfScene3D_DrawWater(const gfScene3D *scene);

// Draws into the framebuffer that the host has bound, in its viewport and scissor. The definition has been checked, and
// the view is of three dimensions. False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfParticles3D_Draw(gfDevice *device, const gfParticleView *particles, const gfDraw3DDef *def);

#endif
