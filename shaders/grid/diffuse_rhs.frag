// The right-hand side of diffusion: minus the sum of weight * (neighbour - own) over the weights of a field's lattice
// (multigrid/lattice.glsl). Out: packed, in units of the field.
//   AXIS n  of u_velocity (m/s, faces); faces in solids have u_wallVelocity; faces beyond sides that hold the fluid
//           have u_wallSpeed (left, right, bottom, top)
//   SCALAR  of the u_channels-weighted channels of u_source; u_wallSpeed is the value that the sides hold
//
// With AXIS there are two more inputs: u_pressure, the change of the last step, and u_alpha, h^2 / (viscosity dt). The
// matrix gives each face the mass of a whole cell. Beside walls a face stands for less fluid (grid/width.glsl), so that
// the same friction changes it more: the excess mass is moved to the right-hand side, times the last step's change.
// Without this, layers one cell thick are slowed too little.
#include "multigrid/weights.glsl"
#include "multigrid/lattice.glsl"
#include "grid/width.glsl"

uniform highp usampler2D u_weights;
uniform vec4 u_wallSpeed;
uniform sampler2D u_velocity;
uniform sampler2D u_wallVelocity;
uniform sampler2D u_pressure;
uniform float u_alpha;
uniform sampler2D u_source;
uniform vec4 u_channels;
layout(location = 0) out vec4 o_rhs;

// Returns in x a cell's value; in y 1 if a solid holds it.
vec2 valueAt(ivec2 cell)
{
    cell = wrapped(cell);
    if (!isInside(cell)) {
        int axis = cell.x < 0 || cell.x >= u_cells.x ? 0 : 1;
        return vec2(u_wallSpeed[2 * axis + (cell[axis] < 0 ? 0 : 1)], 0.0);
    }
#if defined(AXIS)
    return texelFetch(u_faces, cell, 0)[AXIS] > 0.01 ? vec2(texelFetch(u_velocity, cell, 0)[AXIS], 0.0)
                                                     : vec2(texelFetch(u_wallVelocity, cell, 0)[AXIS], 1.0);
#else
#ifdef HEAT
    if (isHeld(cell)) {
        return vec2(solidAt(texelFetch(u_distance, cell, 0).y).place.z, 0.0);
    }
#endif
    return vec2(dot(u_channels, texelFetch(u_source, cell, 0)), 0.0);
#endif
}

#ifdef AXIS
// Returns the velocity that the wall would have at the face.
float wallAt(ivec2 cell)
{
    cell = wrapped(cell);
    return isInside(cell) ? texelFetch(u_wallVelocity, cell, 0)[AXIS] : 0.0;
}
#endif

// Returns the diffusive flux of a block's cells to neighbours. `wall`: the wall's velocity at the cell. Towards a held
// neighbour the wall lies 1 / weight along the way, and its velocity is interpolated between both.
vec4 through(vec4 weight, vec4 value, vec4 held, vec4 own, vec4 wall)
{
#ifdef AXIS
    return mix(weight * (value - own), weight * (wall - own) + min(weight, 1.0) * (value - wall), held);
#else
    return weight * (value - own);
#endif
}

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    ivec2 c = 2 * block;
    uvec4 bits = texelFetch(u_weights, block, 0);
    Weights l = ownWeights(bits);
    vec2 v00 = valueAt(c);
    vec2 v10 = valueAt(c + ivec2(1, 0)), v01 = valueAt(c + ivec2(0, 1));
    vec2 v11 = valueAt(c + ivec2(1, 1));
    vec4 own = vec4(v00.x, v10.x, v01.x, v11.x), ownHeld = vec4(v00.y, v10.y, v01.y, v11.y);
#ifdef AXIS
    vec4 wall = vec4(wallAt(c), wallAt(c + ivec2(1, 0)), wallAt(c + ivec2(0, 1)), wallAt(c + ivec2(1, 1)));
#else
    vec4 wall = vec4(0.0);
#endif
    vec4 left = vec4(valueAt(c + ivec2(-1, 0)), valueAt(c + ivec2(-1, 1)));
    vec4 right = vec4(valueAt(c + ivec2(2, 0)), valueAt(c + ivec2(2, 1)));
    vec4 below = vec4(valueAt(c + ivec2(0, -1)), valueAt(c + ivec2(1, -1)));
    vec4 above = vec4(valueAt(c + ivec2(0, 2)), valueAt(c + ivec2(1, 2)));
    vec4 sum =
        through(l.left, vec4(left.x, own.x, left.z, own.z), vec4(left.y, ownHeld.x, left.w, ownHeld.z), own, wall) +
        through(l.right, vec4(own.y, right.x, own.w, right.z), vec4(ownHeld.y, right.y, ownHeld.w, right.w), own,
                wall) +
        through(l.bottom, vec4(below.xz, own.xy), vec4(below.yw, ownHeld.xy), own, wall) +
        through(l.top, vec4(own.zw, above.xz), vec4(ownHeld.zw, above.yw), own, wall);
#ifdef AXIS
    sum += u_alpha * (1.0 - widthsBetween(l.left, l.right, l.bottom, l.top)) * texelFetch(u_pressure, block, 0);
#endif
    o_rhs = -ownFree(bits) * sum;
}
