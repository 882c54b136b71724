/// What dioramas are painted with: noise, colours, and light that falls on ground and things from above. Not part of
/// the library.
#ifndef SCENES_LAND_H
#define SCENES_LAND_H

#include "scenes/scene.h"

/// Uniform in [0, 1) by a place of a lattice.
float Land_Hash(int x, int y, unsigned seed);

/// Smooth noise of wave length 1, -1 to 1.
float Land_Noise(float x, float y, unsigned seed);

/// Noise of several octaves, each half as strong and half as long as the one before; about -1 to 1.
float Land_Fractal(float x, float y, int octaves, unsigned seed);

/// 0 below `from`, 1 above `to`, smooth between; `from` may be above `to`.
float Land_Step(float from, float to, float x);

/// From `a` to `b` by `share`.
float Land_Blend(float a, float b, float share);
gfVec3 Land_BlendColor(gfVec3 a, gfVec3 b, float share);
gfVec3 Land_ScaleColor(gfVec3 a, float factor);

/// A place on ground that is strewn with pebbles of size 1.
typedef struct LandPebble {
    float height; ///< 0 between pebbles, 1 on top of one
    float tone;   ///< 0 to 1, each pebble's own
    float hue;    ///< likewise
} LandPebble;

LandPebble Land_GetPebble(float x, float y, unsigned seed);

/// Distance to the outline of a polygon, m, negative inside.
float Land_GetDistance(const gfShape *polygon, gfVec2 place);

/// Heights of all that stands in a scene, as seen from above: what throws shadows.
typedef struct LandRelief {
    gfVec2 low, high; ///< corners of what it covers, m
    int width, height;
    float *heights;
} LandRelief;

/// Height of a scene's ground at a place, m.
typedef float LandGroundFn(const Scene *scene, float x, float y);

/// Texels of a ground's picture or relief across, for a scene's grid: coarse grids, as tests and weak machines have,
/// take small ones, for it is the CPU that paints them.
static inline int Land_GetWidth(const Scene *scene, int perCell, int most)
{
    int width = perCell * scene->config.gridWidth;
    return width < most ? width : most;
}

/// Of ground alone. False: no memory.
bool Land_MakeRelief(LandRelief *relief, const Scene *scene, gfVec2 low, gfVec2 high, int width, LandGroundFn *ground);
void Land_FreeRelief(LandRelief *relief);

/// Raises it to the triangles of a mesh.
void Land_AddToRelief(LandRelief *relief, const SceneMesh *mesh);

/// Share of sunlight and of the light of the sky that reach a place, as one factor; `light` is towards the sun.
float Land_GetShade(const LandRelief *relief, gfVec3 place, const float light[3]);

/// Darkens the vertices of a mesh that lie in shadow.
void Land_ShadeMesh(const LandRelief *relief, SceneMesh *mesh, const float light[3]);

/// Colour of the ground, linear.
typedef gfVec3 LandColorFn(const Scene *scene, float x, float y, float height, float slope);

/// Writes the ground into the fluid, and paints it, in the relief's shade, into scene->ground, `width` pixels wide.
bool Land_SetGround(Scene *scene, LandGroundFn *ground, LandColorFn *color, const LandRelief *relief,
                    const float light[3], int width);

#endif
