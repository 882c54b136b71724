/// What floats: tanks, crates, and how deep they lie.
#pragma once

#include "support/flow.h"

#define FLOATING_GRAVITY 0.5f ///< of Floating_MakeTank, m/s^2

/// A tank of 1 m x 1 m for a liquid of GF_SOLVER_GAUSSIAN, empty.
gfFluid *Floating_MakeTank(Fixture *f, int cells, float step);

/// The same for particles, half a metre deep; empty.
gfFluid *Floating_MakeParticleTank(Fixture *f, double spacing, float step);

/// A square of so much half a side, m, and this density.
gfRigidBodyDef Floating_GetCrate(float x, float y, float half, float density);

/// What follows fails the test if that cannot be; what is told of a body is finite.
gfRigidBodyId Floating_Add(gfFluid *fluid, const gfRigidBodyDef *def);
gfRigidBodyId Floating_AddCrate(gfFluid *fluid, double x, double y, double half, double density);
gfRigidBodyState Floating_GetState(const gfFluid *fluid, gfRigidBodyId id);

/// A solid rectangle at rest.
gfSolidId Floating_AddWall(gfFluid *fluid, double x, double y, double halfWidth, double halfHeight, double angle);

/// Height of the surface over columns from `from` to `to`, m: up from the bottom to where mass crosses a half.
double Floating_GetLevel(gfFluid *fluid, double from, double to);

/// Fails the test unless a crate floats with this share of it under water, nearly at rest.
void Floating_Expect(const char *where, gfFluid *fluid, gfRigidBodyId id, double half, double share, double within);

/// Particles up to a level, but for a rectangle.
void Floating_PourParticles(gfFluid *fluid, double spacing, double level, double left, double right, double low,
                            double high);
