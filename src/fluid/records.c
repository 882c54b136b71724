#include "fluid/records.h"

#include "gpufluid/moving.h"
#include "gpufluid/rigid_body.h"
#include "gpufluid/rigid_body3d.h"
#include "gpufluid/tracers.h"

static const gfMember shapeMembers[] = {
    GF_MEMBER(gfShape, kind),  GF_MEMBER(gfShape, a),          GF_MEMBER(gfShape, b),      GF_MEMBER(gfShape, radius),
    GF_MEMBER(gfShape, angle), GF_MEMBER(gfShape, pointCount), GF_MEMBER(gfShape, points),
};
const gfRecord gf_shapeRecord = GF_RECORD(gfShape, shapeMembers);

static const gfMember boundaryMembers[] = {
    GF_MEMBER(gfBoundary, kind),          GF_MEMBER(gfBoundary, wallSpeed), GF_MEMBER(gfBoundary, inflowSpeed),
    GF_MEMBER(gfBoundary, inflowProfile), GF_MEMBER(gfBoundary, table),     GF_MEMBER(gfBoundary, fixedTemperature),
    GF_MEMBER(gfBoundary, temperature),   GF_MEMBER(gfBoundary, dye),       GF_MEMBER(gfBoundary, inflowDepth),
    GF_MEMBER(gfBoundary, holdsLevel),    GF_MEMBER(gfBoundary, level),
};
static const gfRecord boundaryRecord = GF_RECORD(gfBoundary, boundaryMembers);

static const gfMember boundariesMembers[] = {
    GF_MEMBER_OF(gfBoundaries, left, boundaryRecord),
    GF_MEMBER_OF(gfBoundaries, right, boundaryRecord),
    GF_MEMBER_OF(gfBoundaries, bottom, boundaryRecord),
    GF_MEMBER_OF(gfBoundaries, top, boundaryRecord),
};
const gfRecord gf_boundariesRecord = GF_RECORD(gfBoundaries, boundariesMembers);

static const gfMember gridParamsMembers[] = {
    GF_MEMBER(gfGridParams, advection),
    GF_MEMBER(gfGridParams, scheme),
    GF_MEMBER(gfGridParams, velocityPrecision),
    GF_MEMBER(gfGridParams, dyePrecision),
    GF_MEMBER(gfGridParams, temperaturePrecision),
    GF_MEMBER(gfGridParams, pressureMethod),
    GF_MEMBER(gfGridParams, pressureCycles),
    GF_MEMBER(gfGridParams, pressureTolerance),
    GF_MEMBER(gfGridParams, pressureIterations),
    GF_MEMBER(gfGridParams, pressureWarmStart),
    GF_MEMBER(gfGridParams, pressureGradientScale),
    GF_MEMBER(gfGridParams, cflLimit),
    GF_MEMBER(gfGridParams, cflSubsteps),
    GF_MEMBER(gfGridParams, viscosity),
    GF_MEMBER(gfGridParams, dyeDiffusivity),
    GF_MEMBER(gfGridParams, temperatureDiffusivity),
    GF_MEMBER(gfGridParams, diffusionCycles),
    GF_MEMBER(gfGridParams, vorticityConfinement),
    GF_MEMBER(gfGridParams, velocityDissipation),
    GF_MEMBER(gfGridParams, dyeDissipation),
    GF_MEMBER(gfGridParams, temperatureDissipation),
    GF_MEMBER(gfGridParams, conserveDye),
    GF_MEMBER(gfGridParams, gravity),
    GF_MEMBER(gfGridParams, acceleration),
    GF_MEMBER(gfGridParams, ambientTemperature),
    GF_MEMBER(gfGridParams, thermalExpansion),
    GF_MEMBER(gfGridParams, dyeDensity),
};
static const gfRecord gridParamsRecord = GF_RECORD(gfGridParams, gridParamsMembers);

static const gfMember gaussianParamsMembers[] = {
    GF_MEMBER(gfGaussianParams, mode),           GF_MEMBER(gfGaussianParams, plain),
    GF_MEMBER(gfGaussianParams, restDensity),    GF_MEMBER(gfGaussianParams, stiffness),
    GF_MEMBER(gfGaussianParams, surfaceTension), GF_MEMBER(gfGaussianParams, viscosity),
    GF_MEMBER(gfGaussianParams, contactAngle),   GF_MEMBER(gfGaussianParams, gravity),
    GF_MEMBER(gfGaussianParams, massCorrection), GF_MEMBER(gfGaussianParams, force),
    GF_MEMBER(gfGaussianParams, radius),         GF_MEMBER(gfGaussianParams, splashPeriod),
    GF_MEMBER(gfGaussianParams, splashMass),     GF_MEMBER(gfGaussianParams, splashSpeed),
};
static const gfRecord gaussianParamsRecord = GF_RECORD(gfGaussianParams, gaussianParamsMembers);

static const gfMember particleMaterialMembers[] = {
    GF_MEMBER(gfParticleMaterial, density),       GF_MEMBER(gfParticleMaterial, viscosity),
    GF_MEMBER(gfParticleMaterial, tension),       GF_MEMBER(gfParticleMaterial, pull),
    GF_MEMBER(gfParticleMaterial, nearStiffness), GF_MEMBER(gfParticleMaterial, expansion),
    GF_MEMBER(gfParticleMaterial, color),         GF_MEMBER(gfParticleMaterial, friction),
    GF_MEMBER(gfParticleMaterial, cohesion),      GF_MEMBER(gfParticleMaterial, fixed),
    GF_MEMBER(gfParticleMaterial, barrier),       GF_MEMBER(gfParticleMaterial, mixing),
    GF_MEMBER(gfParticleMaterial, repulsion),
};
static const gfRecord particleMaterialRecord = GF_RECORD(gfParticleMaterial, particleMaterialMembers);

static const gfMember particleParamsMembers[] = {
    GF_MEMBER(gfParticleParams, capacity),
    GF_MEMBER(gfParticleParams, spacing),
    GF_MEMBER(gfParticleParams, radius),
    GF_MEMBER(gfParticleParams, compression),
    GF_MEMBER(gfParticleParams, depth),
    GF_MEMBER(gfParticleParams, speed),
    GF_MEMBER(gfParticleParams, gravity),
    GF_MEMBER(gfParticleParams, wallDamping),
    GF_MEMBER(gfParticleParams, drag),
    GF_MEMBER(gfParticleParams, lookAhead),
    GF_MEMBER(gfParticleParams, stiffness),
    GF_MEMBER(gfParticleParams, substeps),
    GF_MEMBER(gfParticleParams, maxSubsteps),
    GF_MEMBER(gfParticleParams, search),
    GF_MEMBER(gfParticleParams, slotBlock),
    GF_MEMBER(gfParticleParams, slotPages),
    GF_MEMBER(gfParticleParams, unbounded),
    GF_MEMBER(gfParticleParams, plain),
    GF_MEMBER(gfParticleParams, groups),
    GF_MEMBER(gfParticleParams, lifetimes),
    GF_MEMBER(gfParticleParams, replacesOldest),
    GF_MEMBER(gfParticleParams, materialCount),
    GF_MEMBER_OF(gfParticleParams, materials, particleMaterialRecord),
};
const gfRecord gf_particleParamsRecord = GF_RECORD(gfParticleParams, particleParamsMembers);

static const gfMember rippleParamsMembers[] = {
    GF_MEMBER(gfRippleParams, enabled), GF_MEMBER(gfRippleParams, speed),      GF_MEMBER(gfRippleParams, damping),
    GF_MEMBER(gfRippleParams, drops),   GF_MEMBER(gfRippleParams, dropHeight), GF_MEMBER(gfRippleParams, stirring),
};
static const gfRecord rippleParamsRecord = GF_RECORD(gfRippleParams, rippleParamsMembers);

static const gfMember shallowParamsMembers[] = {
    GF_MEMBER(gfShallowParams, gravity),
    GF_MEMBER(gfShallowParams, manning),
    GF_MEMBER(gfShallowParams, linearFriction),
    GF_MEMBER(gfShallowParams, filmViscosity),
    GF_MEMBER(gfShallowParams, yieldStress),
    GF_MEMBER(gfShallowParams, viscosity),
    GF_MEMBER(gfShallowParams, wind),
    GF_MEMBER(gfShallowParams, windDrag),
    GF_MEMBER(gfShallowParams, rain),
    GF_MEMBER(gfShallowParams, evaporation),
    GF_MEMBER(gfShallowParams, cflLimit),
    GF_MEMBER(gfShallowParams, cflSubsteps),
    GF_MEMBER_OF(gfShallowParams, ripples, rippleParamsRecord),
    GF_MEMBER(gfShallowParams, foam),
    GF_MEMBER(gfShallowParams, foamLife),
    GF_MEMBER(gfShallowParams, foamSpeed),
    GF_MEMBER(gfShallowParams, dryingTime),
};
static const gfRecord shallowParamsRecord = GF_RECORD(gfShallowParams, shallowParamsMembers);

static const gfMember fluidDefMembers[] = {
    GF_MEMBER(gfFluidDef, solver),
    GF_MEMBER(gfFluidDef, gridWidth),
    GF_MEMBER(gfFluidDef, gridHeight),
    GF_MEMBER(gfFluidDef, cellSize),
    GF_MEMBER(gfFluidDef, origin),
    GF_MEMBER(gfFluidDef, dyeScale),
    GF_MEMBER(gfFluidDef, precision),
    GF_MEMBER(gfFluidDef, fixedStep),
    GF_MEMBER(gfFluidDef, maxSubsteps),
    GF_MEMBER_OF(gfFluidDef, boundaries, gf_boundariesRecord),
    GF_MEMBER_OF(gfFluidDef, grid, gridParamsRecord),
    GF_MEMBER_OF(gfFluidDef, gaussian, gaussianParamsRecord),
    GF_MEMBER_OF(gfFluidDef, particles, gf_particleParamsRecord),
    GF_MEMBER_OF(gfFluidDef, shallow, shallowParamsRecord),
};
const gfRecord gf_fluidDefRecord = GF_RECORD(gfFluidDef, fluidDefMembers);

static const gfMember shape3DMembers[] = {
    GF_MEMBER(gfShape3D, kind),   GF_MEMBER(gfShape3D, a),        GF_MEMBER(gfShape3D, b),
    GF_MEMBER(gfShape3D, radius), GF_MEMBER(gfShape3D, rotation),
};
static const gfRecord shape3DRecord = GF_RECORD(gfShape3D, shape3DMembers);

static const gfMember fluid3DDefMembers[] = {
    GF_MEMBER(gfFluid3DDef, size),
    GF_MEMBER(gfFluid3DDef, sizeMax),
    GF_MEMBER(gfFluid3DDef, position),
    GF_MEMBER(gfFluid3DDef, rotation),
    GF_MEMBER(gfFluid3DDef, openSides),
    GF_MEMBER(gfFluid3DDef, surface),
    GF_MEMBER(gfFluid3DDef, collisionTexels),
    GF_MEMBER(gfFluid3DDef, collisionThickness),
    GF_MEMBER(gfFluid3DDef, fixedStep),
    GF_MEMBER(gfFluid3DDef, maxSubsteps),
    GF_MEMBER_OF(gfFluid3DDef, particles, gf_particleParamsRecord),
};
const gfRecord gf_fluid3DDefRecord = GF_RECORD(gfFluid3DDef, fluid3DDefMembers);

static const gfMember turbulenceMembers[] = {
    GF_MEMBER(gfTurbulence, strength),
    GF_MEMBER(gfTurbulence, scale),
    GF_MEMBER(gfTurbulence, rate),
    GF_MEMBER(gfTurbulence, seed),
};
static const gfRecord turbulenceRecord = GF_RECORD(gfTurbulence, turbulenceMembers);

static const gfMember zoneMembers[] = {
    GF_MEMBER(gfZone, velocity),
    GF_MEMBER(gfZone, angularVelocity),
    GF_MEMBER(gfZone, drag),
    GF_MEMBER(gfZone, quadraticDrag),
    GF_MEMBER_OF(gfZone, turbulence, turbulenceRecord),
    GF_MEMBER(gfZone, oneWay),
};
static const gfRecord zoneRecord = GF_RECORD(gfZone, zoneMembers);

static const gfMember sourceDefMembers[] = {
    GF_MEMBER_OF(gfSourceDef, shape, gf_shapeRecord),
    GF_MEMBER(gfSourceDef, softness),
    GF_MEMBER(gfSourceDef, mode),
    GF_MEMBER(gfSourceDef, fields),
    GF_MEMBER(gfSourceDef, velocity),
    GF_MEMBER(gfSourceDef, dye),
    GF_MEMBER(gfSourceDef, temperature),
    GF_MEMBER(gfSourceDef, divergence),
    GF_MEMBER(gfSourceDef, mass),
    GF_MEMBER(gfSourceDef, attraction),
    GF_MEMBER(gfSourceDef, material),
    GF_MEMBER(gfSourceDef, particleLifetime),
    GF_MEMBER(gfSourceDef, texture),
    GF_MEMBER(gfSourceDef, textureRole),
    GF_MEMBER(gfSourceDef, angularVelocity),
    GF_MEMBER_OF(gfSourceDef, zone, zoneRecord),
    GF_MEMBER(gfSourceDef, sweeps),
    GF_MEMBER(gfSourceDef, lifetime),
};
const gfRecord gf_sourceDefRecord = GF_RECORD(gfSourceDef, sourceDefMembers);

static const gfMember zone3DMembers[] = {
    GF_MEMBER(gfZone3D, velocity),
    GF_MEMBER(gfZone3D, angularVelocity),
    GF_MEMBER(gfZone3D, drag),
    GF_MEMBER(gfZone3D, quadraticDrag),
    GF_MEMBER_OF(gfZone3D, turbulence, turbulenceRecord),
};
static const gfRecord zone3DRecord = GF_RECORD(gfZone3D, zone3DMembers);

static const gfMember source3DDefMembers[] = {
    GF_MEMBER_OF(gfSource3DDef, shape, shape3DRecord),
    GF_MEMBER(gfSource3DDef, softness),
    GF_MEMBER(gfSource3DDef, mode),
    GF_MEMBER(gfSource3DDef, fields),
    GF_MEMBER(gfSource3DDef, velocity),
    GF_MEMBER(gfSource3DDef, mass),
    GF_MEMBER(gfSource3DDef, dye),
    GF_MEMBER(gfSource3DDef, attraction),
    GF_MEMBER(gfSource3DDef, material),
    GF_MEMBER(gfSource3DDef, angularVelocity),
    GF_MEMBER_OF(gfSource3DDef, zone, zone3DRecord),
};
const gfRecord gf_source3DDefRecord = GF_RECORD(gfSource3DDef, source3DDefMembers);

static const gfMember frameDefMembers[] = {
    GF_MEMBER(gfFrameDef, velocity),        GF_MEMBER(gfFrameDef, acceleration),        GF_MEMBER(gfFrameDef, angle),
    GF_MEMBER(gfFrameDef, angularVelocity), GF_MEMBER(gfFrameDef, angularAcceleration), GF_MEMBER(gfFrameDef, pivot),
    GF_MEMBER(gfFrameDef, inertia),         GF_MEMBER(gfFrameDef, goesAlong),
};
const gfRecord gf_frameDefRecord = GF_RECORD(gfFrameDef, frameDefMembers);

static const gfMember solidDefMembers[] = {
    GF_MEMBER_OF(gfSolidDef, shape, gf_shapeRecord),
    GF_MEMBER(gfSolidDef, velocity),
    GF_MEMBER(gfSolidDef, angularVelocity),
    GF_MEMBER(gfSolidDef, velocityFromMotion),
    GF_MEMBER(gfSolidDef, surface),
    GF_MEMBER(gfSolidDef, fixedTemperature),
    GF_MEMBER(gfSolidDef, temperature),
    GF_MEMBER(gfSolidDef, contactAngle),
    GF_MEMBER(gfSolidDef, texture),
    GF_MEMBER(gfSolidDef, invert),
};
const gfRecord gf_solidDefRecord = GF_RECORD(gfSolidDef, solidDefMembers);

static const gfMember rigidBodyDefMembers[] = {
    GF_MEMBER_OF(gfRigidBodyDef, shape, gf_shapeRecord),
    GF_MEMBER(gfRigidBodyDef, density),
    GF_MEMBER(gfRigidBodyDef, mass),
    GF_MEMBER(gfRigidBodyDef, inertia),
    GF_MEMBER(gfRigidBodyDef, fluidDensity),
    GF_MEMBER(gfRigidBodyDef, height),
    GF_MEMBER(gfRigidBodyDef, velocity),
    GF_MEMBER(gfRigidBodyDef, angularVelocity),
    GF_MEMBER(gfRigidBodyDef, friction),
    GF_MEMBER(gfRigidBodyDef, restitution),
    GF_MEMBER(gfRigidBodyDef, gravityScale),
    GF_MEMBER(gfRigidBodyDef, drag),
    GF_MEMBER(gfRigidBodyDef, angularDrag),
    GF_MEMBER(gfRigidBodyDef, hostDriven),
    GF_MEMBER(gfRigidBodyDef, surface),
};
const gfRecord gf_rigidBodyDefRecord = GF_RECORD(gfRigidBodyDef, rigidBodyDefMembers);

static const gfMember solid3DDefMembers[] = {
    GF_MEMBER_OF(gfSolid3DDef, shape, shape3DRecord),
    GF_MEMBER(gfSolid3DDef, velocity),
    GF_MEMBER(gfSolid3DDef, angularVelocity),
    GF_MEMBER(gfSolid3DDef, surface),
};
const gfRecord gf_solid3DDefRecord = GF_RECORD(gfSolid3DDef, solid3DDefMembers);

static const gfMember rigidBody3DDefMembers[] = {
    GF_MEMBER_OF(gfRigidBody3DDef, shape, shape3DRecord),
    GF_MEMBER(gfRigidBody3DDef, density),
    GF_MEMBER(gfRigidBody3DDef, mass),
    GF_MEMBER(gfRigidBody3DDef, inertia),
    GF_MEMBER(gfRigidBody3DDef, fluidDensity),
    GF_MEMBER(gfRigidBody3DDef, velocity),
    GF_MEMBER(gfRigidBody3DDef, angularVelocity),
    GF_MEMBER(gfRigidBody3DDef, friction),
    GF_MEMBER(gfRigidBody3DDef, restitution),
    GF_MEMBER(gfRigidBody3DDef, gravityScale),
    GF_MEMBER(gfRigidBody3DDef, drag),
    GF_MEMBER(gfRigidBody3DDef, angularDrag),
    GF_MEMBER(gfRigidBody3DDef, hostDriven),
    GF_MEMBER(gfRigidBody3DDef, surface),
};
const gfRecord gf_rigidBody3DDefRecord = GF_RECORD(gfRigidBody3DDef, rigidBody3DDefMembers);

static const gfMember turnMembers[] = {
    GF_MEMBER_WITHIN(gfTurn, x, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, y, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, z, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, w, -1.01, 1.01),
};
const gfRecord gf_turnRecord = GF_RECORD(gfTurn, turnMembers);

void gfArchive_CheckTurn(gfArchive *archive, gfTurn t, const char *what)
{
    if (gfArchive_Reads(archive) && !gfInRange(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w, 0.99, 1.01)) {
        gfArchive_Fail(archive, what);
    }
}

static const gfMember tracersDefMembers[] = {
    GF_MEMBER(gfTracersDef, count),
    GF_MEMBER(gfTracersDef, lifetime),
    GF_MEMBER(gfTracersDef, seed),
};
const gfRecord gf_tracersDefRecord = GF_RECORD(gfTracersDef, tracersDefMembers);
