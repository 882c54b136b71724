/// Fluids in three dimensions, and a reference of their particles' scheme, summed pair by pair on the CPU.
#pragma once

#include "support/fixture.h"

/// A definition of a box of this size and particles of this spacing, `capacity` of them at most.
gfFluid3DDef Fluid3D_Def(gfVec3 size, float spacing, int capacity);
/// Fails the test on error.
gfFluid3D *Fluid3D_Make(Fixture *fixture, const gfFluid3DDef *def);

/// gfFluid3D_MeasureBlocking.
gfFluid3DStats Fluid3D_Measure(gfFluid3D *fluid);

/// Runs `count` fixed steps.
void Fluid3D_Steps(gfFluid3D *fluid, int count);

/// A splat's definition as that of an emitter that adds as much a second: velocities become accelerations.
gfSource3DDef Fluid3D_Emitting(gfSource3DDef def);

/// Fills particles into a box of the world, on a grid of `spacing`, each shifted by up to `jitter` of it; returns how
/// many, at most `count`.
int Fluid3D_FillBox(gfParticle3D *particles, int count, gfVec3 low, gfVec3 high, float spacing, float jitter);

/// Returns all particles in the order of their ids, to be freed with free(); fails the test unless they are `count`.
gfParticle3D *Fluid3D_Read(gfFluid3D *fluid, int count);

/// The largest difference between velocities (m/s) of two readings.
double Fluid3D_Difference(const gfParticle3D *a, const gfParticle3D *b, int count);

/// Velocities after one substep from `particles`, in a box from the origin that does not move, without solids.
/// *largest: the largest change of a velocity.
void Fluid3D_Reference(const gfFluid3DDef *def, gfParticle3D *particles, int count, double *largest);

/// Pseudo-random numbers from 0 to 1, the same in each run.
float Fluid3D_Random(uint32_t *seed);
