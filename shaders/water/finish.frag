// Ends the velocity: faces in solids and at closed sides get the flow along the solid, and the solid's own velocity
// through it. Out: what particles read of the left and the bottom face (water/flow.glsl).
//   JETS    jets may come out of walls (water/faces.glsl)
//   VALVES  u_faces: open fractions without one-way sources; nothing goes through faces that these shut
#include "water/cells.glsl"
#include "water/faces.glsl"
#include "particles/layout.glsl"
#include "particles/walls.glsl"
#include "water/packed_change.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_shift;
#ifdef VALVES
uniform sampler2D u_faces;
#endif
layout(location = 0) out uvec4 o_flow;

// Returns the mean of a component over the four of its faces around the middle of a face of the other component.
float across(ivec2 texel, int axis)
{
    ivec2 a = ivec2(axis, 1 - axis), b = ivec2(1 - axis, axis);
    ivec2 low = max(texel - a, ivec2(0));
    return 0.25 * (texelFetch(u_velocity, texel, 0)[axis] + texelFetch(u_velocity, low, 0)[axis] +
                   texelFetch(u_velocity, min(texel + b, u_cells), 0)[axis] +
                   texelFetch(u_velocity, min(low + b, u_cells), 0)[axis]);
}

#ifdef SOLIDS
float slipAt(ivec2 texel, int axis, float own)
{
    vec2 place = vec2(texel) + (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0));
    Wall wall = nearestSolid(place);
    vec2 flow = axis == 0 ? vec2(own, across(texel, 1)) : vec2(across(texel, 0), own);
    return own - dot(flow - wall.velocity, wall.normal) * wall.normal[axis];
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 velocity = texelFetch(u_velocity, texel, 0).xy;
    vec2 open = texelFetch(u_liquid, texel, 0).xy;
    vec2 walls = wallFlowAt(texel), mouth = vec2(0.0);
#ifdef JETS
    mouth = mouthAt(texel, velocity);
#endif
    for (int axis = 0; axis < 2; axis++) {
        if (open[axis] > 0.0 || mouth[axis] > 0.0) {
            continue;
        }
        bool isSide = texel[axis] == 0 || texel[axis] == u_cells[axis];
        if (isSide) {
            velocity[axis] = walls[axis];
        }
#ifdef SOLIDS
        if (!isSide) {
            velocity[axis] = slipAt(texel, axis, velocity[axis]);
        }
#endif
#ifdef VALVES
        velocity[axis] = texelFetch(u_faces, texel, 0)[axis] > 0.0 ? 0.0 : velocity[axis];
#endif
    }
    // The change besides the forces on free flight; where no particles were gathered there was none.
    vec2 isGathered = step(LEAST_WEIGHT, texelFetch(u_gathered, texel, 0).zw);
    vec2 change = mix(-u_push, velocity - flyingAt(texel), isGathered);
    o_flow = uvec4(floatBitsToUint(velocity), packedChange(change, u_push, texelFetch(u_shift, texel, 0).xy));
}
