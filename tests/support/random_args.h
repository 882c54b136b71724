/// Arguments for a random caller: a generator of its own, so that a seed means the same everywhere, and definitions in
/// which a few numbers are valid, at the ends of their range, or absurd.
#ifndef SUPPORT_RANDOM_ARGS_H
#define SUPPORT_RANDOM_ARGS_H

#include <gpufluid/gpufluid.h>

#include "base/slots.h"

/// `absurd`: the chance, of 100, of each number that is picked to be out of its range, NaN or infinite. `few`: what
/// needs shaders of its own is picked seldom, for a software renderer compiles longer than it draws.
typedef struct Random {
    uint64_t state;
    int absurd;
    bool few;
} Random;

Random Random_Make(uint64_t seed, int absurd, bool few);

/// 0 to count - 1.
int Random_Below(Random *r, int count);

/// True in `percent` of 100 cases.
bool Random_Chance(Random *r, int percent);

/// Within low and high, at one of them, or absurd.
float Random_Float(Random *r, double low, double high);
int32_t Random_Int(Random *r, int32_t low, int32_t high);

/// Cells across: 16 to 48, or absurd.
int32_t Random_Width(Random *r);

/// A handle: one of `known`, 0, or what never was one.
gfHandle Random_Handle(Random *r, const gfHandle *known, int count);

/// Definitions. Tiny grids; what would cost much time is kept small. `textures`: names that may be used.
gfFluidDef Random_FluidDef(Random *r);
void Random_GridParams(Random *r, gfGridParams *params);
void Random_GaussianParams(Random *r, gfGaussianParams *params);
void Random_ShallowParams(Random *r, gfShallowParams *params);
void Random_ParticleParams(Random *r, gfParticleParams *params);
gfFluid3DDef Random_Fluid3DDef(Random *r);
gfSolid3DDef Random_Solid3DDef(Random *r);
gfDraw3DDef Random_Draw3DDef(Random *r);
gfSurfaceDef Random_SurfaceDef(Random *r);
gfQuat Random_Turn(Random *r);
gfVec3 Random_Vec3(Random *r, double low, double high);
gfBoundaries Random_Edges(Random *r);
gfShape Random_Shape(Random *r);
gfSourceDef Random_SourceDef(Random *r, const uint32_t *textures, int count);
gfGroundDef Random_GroundDef(Random *r, const uint32_t *textures, int count);
gfSolidDef Random_SolidDef(Random *r, const uint32_t *textures, int count);
gfDrawDef Random_DrawDef(Random *r, const uint32_t *textures, int count);
gfTracersDef Random_TracersDef(Random *r);
gfQueryDef Random_QueryDef(Random *r);
gfQueryRegion Random_QueryRegion(Random *r);
gfRigidBodyDef Random_RigidBodyDef(Random *r);
gfRigidBody3DDef Random_RigidBody3DDef(Random *r);

#endif
