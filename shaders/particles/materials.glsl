// Materials, four vec4 each. First: density over that of the fluid's first material, the share of negative pressure
// that counts, near stiffness, the near pressure at rest which pressure makes up for. Second: dynamic viscosity
// (cells^2/s, times density), pull of the surface by empty cells (cells/s^2), pressure of thin fluid, 1 if it stays in
// place. Third: shear that friction bears of a pressure; cohesion, in units of pressures; twice the shear modulus,
// likewise. Fourth: rate of mixing, 1/s; repulsion, cells/s^2; how near a barrier lets others come, cells. Densities
// are of numbers: all materials are spaced alike, so that what is denser sinks without a change of pressure.
#include "shared.h"

uniform vec4 u_materials[4 * GF_MATERIALS];

vec4 materialPressure(int m)
{
    return u_materials[4 * m];
}

vec4 materialFriction(int m)
{
    return u_materials[4 * m + 1];
}

vec4 materialStrength(int m)
{
    return u_materials[4 * m + 2];
}

vec4 materialContact(int m)
{
    return u_materials[4 * m + 3];
}

// Tells whether particles of a material stay in place.
bool isFixed(int m)
{
    return materialFriction(m).w > 0.5;
}
