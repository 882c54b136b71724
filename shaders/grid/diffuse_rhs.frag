// What diffusion is solved for: less the sum over weights of weight * (neighbour - own), of a field on its lattice
// (multigrid/lattice.glsl). AXIS n: of u_velocity, whose faces in solids and beyond sides that hold the fluid are those
// of u_wallVelocity and u_wallSpeed (of the sides left, right, bottom, top). SCALAR: of the u_channels-weighted channels
// of u_source; u_wallSpeed is what the sides hold it at. Out: packed.
#include "multigrid/weights.glsl"
#include "multigrid/lattice.glsl"

uniform highp usampler2D u_weights;
uniform vec4 u_wallSpeed;
#ifdef AXIS
uniform sampler2D u_velocity;
uniform sampler2D u_wallVelocity;
#else
uniform sampler2D u_source;
uniform vec4 u_channels;
#endif
layout(location = 0) out vec4 o_rhs;

float valueAt(ivec2 cell)
{
    cell = wrapped(cell);
    if (!isInside(cell)) {
        int axis = cell.x < 0 || cell.x >= u_cells.x ? 0 : 1;
        return u_wallSpeed[2 * axis + (cell[axis] < 0 ? 0 : 1)];
    }
#if defined(AXIS)
    return texelFetch(u_faces, cell, 0)[AXIS] > 0.01 ? texelFetch(u_velocity, cell, 0)[AXIS]
                                                     : texelFetch(u_wallVelocity, cell, 0)[AXIS];
#else
#ifdef HEAT
    if (isHeld(cell)) {
        return solidAt(texelFetch(u_distance, cell, 0).y).place.z;
    }
#endif
    return dot(u_channels, texelFetch(u_source, cell, 0));
#endif
}

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    ivec2 c = 2 * block;
    uvec4 bits = texelFetch(u_weights, block, 0);
    Weights l = ownWeights(bits);
    vec4 own = vec4(valueAt(c), valueAt(c + ivec2(1, 0)), valueAt(c + ivec2(0, 1)), valueAt(c + ivec2(1, 1)));
    vec2 left = vec2(valueAt(c + ivec2(-1, 0)), valueAt(c + ivec2(-1, 1)));
    vec2 right = vec2(valueAt(c + ivec2(2, 0)), valueAt(c + ivec2(2, 1)));
    vec2 below = vec2(valueAt(c + ivec2(0, -1)), valueAt(c + ivec2(1, -1)));
    vec2 above = vec2(valueAt(c + ivec2(0, 2)), valueAt(c + ivec2(1, 2)));
    vec4 sum = l.left * (vec4(left.x, own.x, left.y, own.z) - own) +
        l.right * (vec4(own.y, right.x, own.w, right.y) - own) +
               l.bottom * (vec4(below, own.xy) - own) + l.top * (vec4(own.zw, above) - own);
    o_rhs = -ownFree(bits) * sum;
}
