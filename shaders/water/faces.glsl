// Velocities on the left and the bottom face of a texel's cell, as gathered from particles (water/gather.frag).
//   JETS  there are sources that set water in motion, as shapes. A wall in one is the mouth of a pipe: what flows away
//         from it is poured in the next step
#include "common/loops.glsl"
#include "common/turning.glsl"
#include "common/shapes.glsl"
#include "water/sides.glsl"

const float LEAST_WEIGHT = 1e-3; // a face with less has no particles around
uniform sampler2D u_gathered;
uniform sampler2D u_wallVelocity; // of solids and inflows, m/s
uniform float u_cellSize;         // m
uniform float u_step;             // s
uniform vec2 u_push;              // change of velocity by gravity in this step, cells/s

// Returns the velocity at the middle of a face, of which `own` is the component through it.
vec2 fullVelocity(ivec2 texel, int axis, float own)
{
    ivec2 across = ivec2(axis, 1 - axis), back = ivec2(axis - 1, -axis);
    vec2 sum = vec2(0.0);
    for (int i = 0; i < TURNS(4); i++) {
        ivec2 at = texel + (i & 1) * across + (i >> 1) * back;
        vec4 other = texelFetch(u_gathered, clamp(at, ivec2(0), u_cells), 0);
        sum += axis == 0 ? other.yw * vec2(other.w, 1.0) : other.xz * vec2(other.z, 1.0);
    }
    float mean = sum.x / max(sum.y, 1e-6);
    return axis == 0 ? vec2(own, mean) : vec2(mean, own);
}

// Returns the gathered velocity after gravity and the other forces of inertia, with which water flies freely.
vec2 flyingAt(ivec2 texel)
{
    vec2 own = texelFetch(u_gathered, texel, 0).xy;
    vec2 pushed = own + u_push;
    ONLY_IF(u_turning.z != 0.0 || u_turning.w != 0.0) {
        vec2 left = vec2(texel) + vec2(0.0, 0.5), bottom = vec2(texel) + vec2(0.5, 0.0);
        vec2 turned = vec2(turnedBack(fullVelocity(texel, 0, own.x), u_step).x,
                           turnedBack(fullVelocity(texel, 1, own.y), u_step).y);
        pushed = turned + u_push + u_step * vec2(turningAcceleration(left).x, turningAcceleration(bottom).y);
    }
    return pushed;
}

// Returns the same; 0 where there are no particles.
vec2 pushedAt(ivec2 texel)
{
    return step(LEAST_WEIGHT, texelFetch(u_gathered, texel, 0).zw) * flyingAt(texel);
}

// Returns the speed of solids and inflows through both faces, cells/s.
vec2 wallFlowAt(ivec2 texel)
{
    vec2 speed = texelFetch(u_wallVelocity, texel, 0).xy / u_cellSize;
    for (int axis = 0; axis < 2; axis++) {
        int side = sideOfFace(texel, u_cells, axis);
        ONLY_IF(side >= 0) {
            speed[axis] *= shareUnder(depthAtSide(texel, side), side, 1.0);
        }
    }
    return speed;
}

#ifdef JETS
uniform vec4 u_jets[GF_SHAPES_PER_BATCH]; // velocity of the shape's jet, cells/s; 0, 0

// Returns 1 for a face, left or bottom, that is a wall behind a jet, and puts the jet's velocity through it to `flow`.
vec2 mouthAt(ivec2 texel, inout vec2 flow)
{
    const float REACH = 1.5; // cells from the middle of a closed face to where a jet beside the wall has begun
    vec2 found = vec2(0.0), isClosed = 1.0 - step(1.0, texelFetch(u_liquid, texel, 0).xy);
    for (int i = 0; i < (isClosed.x + isClosed.y > 0.0 ? u_shapeCount : 0); i++) {
        vec2 way = REACH * u_jets[i].xy / max(length(u_jets[i].xy), 1e-6);
        for (int axis = 0; axis < 2; axis++) {
            vec2 middle = vec2(texel) + (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0));
            bool isBehind = isClosed[axis] > 0.0 && shapeDistance(i, (middle + way) * u_cellSize) < 0.0;
            found[axis] = isBehind ? 1.0 : found[axis];
            flow[axis] = isBehind ? u_jets[i][axis] : flow[axis];
        }
    }
    return found;
}
#endif

// Returns how much flows through both faces, of liquid and of solids.
vec2 flowThrough(ivec2 texel)
{
    vec2 open = texelFetch(u_liquid, texel, 0).xy;
    vec2 flow = mix(wallFlowAt(texel), pushedAt(texel), open);
#ifdef JETS
    mouthAt(texel, flow);
#endif
    return flow;
}

// Returns the pressure outside a face of an open side, times the step and over density, cells^2/s: that of still water,
// and of the waves by which it yields.
float pressureOutside(ivec2 texel, int axis, int side)
{
    float outwards = (side & 1) == 1 ? pushedAt(texel)[axis] : -pushedAt(texel)[axis];
    return max(-dot(u_push, u_up), 0.0) * max(depthAtSide(texel, side), 0.0) + u_yields[side] * outwards;
}
