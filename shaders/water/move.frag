// Moves the particles with the flow (midpoint rule), and adds the flow's change to their velocity. In: the particles;
// water/flow.glsl; u_reach of water/reach.frag; u_depth (water/surface.frag). Out: place and velocity; the mark of the
// cell that each enters (particles/moves.glsl).
//   STRESS  particles carry the slope of the velocity, too (water/gather.frag)
//   VALVES  there are one-way sources (gfZone.oneWay)
#include "common/loops.glsl"
#include "common/turning.glsl"
#include "water/flow.glsl"
#include "particles/moves.glsl"
#include "particles/walls.glsl"
#ifdef VALVES
#include "particles/valves.glsl"
#endif

uniform sampler2D u_place;
uniform sampler2D u_depth;
uniform vec4 u_carrying; // step, s; fraction of FLIP; factor of the speed of spray; 0
layout(location = 0) out vec4 o_place;
layout(location = 1) out uint o_move;
#ifdef STRESS
layout(location = 2) out vec4 o_stress;
#endif

const float CLEAR = 0.02;      // cells that particles stay away from walls
const float SPRAY_DEPTH = -0.3; // in a cell with no more liquid than this a particle is alone in the air

// Moves a place off closed sides.
vec2 keptWithin(vec2 place)
{
    vec2 low = mix(vec2(-1e6), vec2(CLEAR), u_closedSides.xz);
    vec2 high = mix(vec2(1e6), vec2(u_cells) - CLEAR, u_closedSides.yw);
    return clamp(place, low, high);
}

// Moves a place out of solids, where these will be after the step, and off closed sides.
vec2 keptOut(vec2 place)
{
#ifdef SOLIDS
    for (int i = 0; i < TURNS(2); i++) {
        Wall wall = nearestSolid(place);
        ONLY_IF(dot(wall.velocity, wall.velocity) > 0.0) {
            wall = nearestSolid(place - u_carrying.x * wall.velocity);
        }
        place += max(CLEAR - wall.distance, 0.0) * wall.normal;
    }
#endif
    return keptWithin(place);
}

#ifdef SOLIDS
// Returns the place `to`, or `from` if a thin wall lies between both: there both look away from each other, and solids
// are nearer half-way.
vec2 heldBack(vec2 from, vec2 to)
{
    const float NEAR = 1.0; // a move ends no farther than this beyond a wall
    Wall end = nearestSolid(to);
    ONLY_IF(end.distance < NEAR) {
        Wall start = nearestSolid(from);
        float between = nearestSolid(0.5 * (from + to)).distance;
        bool isApart = dot(start.normal, end.normal) < -0.5;
        bool isThrough = isApart && between < min(min(start.distance, end.distance), CLEAR);
        to = isThrough ? from + max(CLEAR - start.distance, 0.0) * start.normal : to;
    }
    return to;
}
#endif

#ifdef STRESS
// Returns the slope of a component of the velocity at a place, 1/s.
vec2 slopeAt(vec2 place, int axis)
{
    Corner k = cornerAt(place, axis);
    float a = velocityOf(k.low, axis), b = velocityOf(k.low + ivec2(1, 0), axis);
    float c = velocityOf(k.low + ivec2(0, 1), axis), d = velocityOf(k.low + 1, axis);
    return vec2(mix(b - a, d - c, k.way.y), mix(c - a, d - b, k.way.x));
}
#endif

// Returns where a particle is after the step. `velocity`: of the flow at its place; `shift`: the displacement there.
vec2 moved(vec2 place, vec2 velocity, vec2 shift, int parts)
{
    float dt = u_carrying.x / float(parts);
    vec2 next = place;
    for (int i = 0; i < parts; i++) {
        if (i > 0) {
            velocity = vec2(velocityAt(next, 0), velocityAt(next, 1));
        }
        vec2 middle = next + clamp(0.5 * dt * velocity, -0.5, 0.5);
        vec2 free = next + clamp(dt * vec2(velocityAt(middle, 0), velocityAt(middle, 1)), -0.99, 0.99);
        free = keptOut(i == parts - 1 ? free + shift : free);
#ifdef SOLIDS
        free = heldBack(next, free);
#endif
        next = free;
    }
    return next;
}

void main()
{
    int self = particleHere();
    vec4 particle = texelFetch(u_place, particleTexel(self), 0);
    vec2 place = particle.xy;
    ONLY_IF(!(dot(place, place) < 1e12)) {
        place = middleOfCellOf(self);
        particle.zw = vec2(0.0);
    }
    particle.zw = dot(particle.zw, particle.zw) < 1e30 ? particle.zw : vec2(0.0);
    vec2 reach = texelFetch(u_reach, ivec2(0), 0).xy;
    Flow x = flowAt(place, 0), y = flowAt(place, 1);
    vec2 flow = vec2(x.velocity, y.velocity), change = vec2(x.change, y.change) + u_push;
    bool spray = texelFetch(u_depth, ivec2(place), 0).x < SPRAY_DEPTH;
    vec2 own = particle.zw;
    ONLY_IF(u_turning.z != 0.0 || u_turning.w != 0.0) {
        own = turnedBack(own, u_carrying.x) + u_carrying.x * turningAcceleration(place);
    }
    vec2 velocity = mix(flow, own + change, spray ? 1.0 : u_carrying.y);
    velocity *= spray ? u_carrying.z : 1.0;
    vec2 next = moved(place, flow, vec2(x.shift, y.shift), int(reach.y));
#ifdef VALVES
    holdBack(place, next, velocity);
#endif
    next = keptWithin(next); // a solid or a one-way source may have pushed it out
    next = clamp(next, place - reach.x + 0.01, place + reach.x - 0.01);
    bool gone = any(lessThan(next, vec2(0.0))) || any(greaterThan(next, vec2(u_cells)));
    uint mark = enter(place, next);
    o_place = vec4(next, velocity);
    o_move = gone ? uint(GF_MOVE_GONE) : mark;
#ifdef STRESS
    o_stress = spray ? vec4(0.0) : vec4(slopeAt(place, 0), slopeAt(place, 1));
#endif
}
