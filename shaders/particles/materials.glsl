// Materials, four vec4 each. Densities are number densities: particles of all materials have the same spacing, so that
// a denser material sinks without a change of pressure.
//   pressure  density over that of the fluid's first material, fraction of negative pressure that counts, near
//             stiffness, near pressure at rest, which pressure compensates
//   friction  dynamic viscosity (cells^2/s, times density), surface tension, an acceleration away from empty cells
//             (cells/s^2), pressure of thin fluid, 1 if the material stays in place
//   strength  friction: largest shear over pressure; cohesion, and twice the shear modulus, in units of pressures
//   contact   rate of mixing, 1/s; repulsion, cells/s^2; radius of a barrier's particle, cells
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

bool isFixed(int m)
{
    return materialFriction(m).w > 0.5;
}
