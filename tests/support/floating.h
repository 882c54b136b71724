/// Floating bodies: tanks, crates, and how deep they lie.
#pragma once

#include "support/flow.h"

#define FLOATING_GRAVITY 0.5f ///< of Floating_MakeTank, m/s^2

/// A tank of 1 m x 1 m for water, empty.
gfFluid *Floating_MakeTank(Fixture *f, int cells, float step);

/// The same for particles, with a domain 0.6 m deep.
gfFluid *Floating_MakeParticleTank(Fixture *f, double spacing, float step);

/// Returns a square crate of half side `half`, m, and this density.
gfRigidBodyDef Floating_GetCrate(float x, float y, float half, float density);

/// These add a body and fail the test on error, or read a body and fail it if a number is not finite.
gfRigidBodyId Floating_Add(gfFluid *fluid, const gfRigidBodyDef *def);
gfRigidBodyId Floating_AddCrate(gfFluid *fluid, double x, double y, double half, double density);
gfRigidBodyState Floating_GetState(const gfFluid *fluid, gfRigidBodyId id);

/// A solid rectangle at rest.
gfSolidId Floating_AddWall(gfFluid *fluid, double x, double y, double halfWidth, double halfHeight, double angle);

/// Height of the surface over columns from `from` to `to`, m: up from the bottom to where mass crosses a half.
double Floating_GetLevel(gfFluid *fluid, double from, double to);

/// Fails the test unless a crate floats nearly at rest with the fraction `share` of it under water.
void Floating_Expect(const char *where, gfFluid *fluid, gfRigidBodyId id, double half, double share, double within);

/// Fills particles up to a level, except in a rectangle.
void Floating_PourParticles(gfFluid *fluid, double spacing, double level, double left, double right, double low,
                            double high);
