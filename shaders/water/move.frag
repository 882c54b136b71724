// Moves the particles with the flow (midpoint rule), and adds the flow's change to their velocity. In: the particles;
// u_velocity of water/finish.frag; u_shift, the displacement that evens out the density; u_reach of water/reach.frag.
// Out: place and velocity; the mark of the cell that each enters (particles/moves.glsl).
//   STRESS  particles carry the slope of the velocity, too (water/gather.frag)
//   VALVES  one-way sources
#include "common/loops.glsl"
#include "water/cells.glsl"
#include "particles/moves.glsl"
#include "particles/walls.glsl"

uniform sampler2D u_place;
uniform sampler2D u_velocity;
uniform sampler2D u_shift;
uniform sampler2D u_reach;
uniform vec4 u_flow; // step, s; fraction of FLIP; factor of the speed of spray; 0
layout(location = 0) out vec4 o_place;
layout(location = 1) out uint o_move;
#ifdef STRESS
layout(location = 2) out vec4 o_stress;
#endif

const float CLEAR = 0.02; // cells that particles stay away from walls

// The four texels around a place on faces of one axis, and the way between them.
struct Corner {
    ivec2 low, high;
    vec2 way;
};

Corner cornerAt(vec2 place, int axis)
{
    vec2 most = vec2(u_cells) - (axis == 0 ? vec2(0.0, 1.0) : vec2(1.0, 0.0));
    vec2 at = clamp(place - (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0)), vec2(0.0), most);
    vec2 low = min(floor(at), most - 1.0);
    return Corner(ivec2(low), ivec2(low) + 1, at - low);
}

// Returns a component of the velocity, and its change, at a place.
vec2 between(vec4 a, vec4 b, vec4 c, vec4 d, vec2 way, int axis)
{
    vec4 found = mix(mix(a, b, way.x), mix(c, d, way.x), way.y);
    return axis == 0 ? found.xz : found.yw;
}

vec2 componentAt(sampler2D field, vec2 place, int axis)
{
    Corner k = cornerAt(place, axis);
    return between(texelFetch(field, k.low, 0), texelFetch(field, ivec2(k.high.x, k.low.y), 0),
                   texelFetch(field, ivec2(k.low.x, k.high.y), 0), texelFetch(field, k.high, 0), k.way, axis);
}

vec4 flowAt(vec2 place)
{
    vec2 x = componentAt(u_velocity, place, 0), y = componentAt(u_velocity, place, 1);
    return vec4(x.x, y.x, x.y, y.y);
}

// Returns whether a particle is alone in the air: there is no liquid in the cells around.
bool isSpray(vec2 place)
{
    ivec2 cell = ivec2(place);
    bool wet = false;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            wet = wet || isLiquid(cell + ivec2(x, y));
        }
    }
    return !wet;
}

// Moves a place out of solids, where these will be after the step, and into closed sides.
vec2 keptOut(vec2 place)
{
#ifdef SOLIDS
    for (int i = 0; i < TURNS(2); i++) {
        Wall wall = nearestSolid(place);
        ONLY_IF(dot(wall.velocity, wall.velocity) > 0.0) {
            wall = nearestSolid(place - u_flow.x * wall.velocity);
        }
        place += max(CLEAR - wall.distance, 0.0) * wall.normal;
    }
#endif
    vec2 low = mix(vec2(-1e6), vec2(CLEAR), u_closedSides.xz);
    vec2 high = mix(vec2(1e6), vec2(u_cells) - CLEAR, u_closedSides.yw);
    return clamp(place, low, high);
}

#ifdef STRESS
// Returns the slope of the velocity at a place: du/dx, du/dy, dv/dx, dv/dy, 1/s.
vec4 slopeAt(vec2 place)
{
    vec4 slope;
    for (int axis = 0; axis < 2; axis++) {
        Corner k = cornerAt(place, axis);
        float a = texelFetch(u_velocity, k.low, 0)[axis];
        float b = texelFetch(u_velocity, ivec2(k.high.x, k.low.y), 0)[axis];
        float c = texelFetch(u_velocity, ivec2(k.low.x, k.high.y), 0)[axis];
        float d = texelFetch(u_velocity, k.high, 0)[axis];
        slope[2 * axis] = mix(b - a, d - c, k.way.y);
        slope[2 * axis + 1] = mix(c - a, d - b, k.way.x);
    }
    return slope;
}
#endif

vec2 moved(vec2 place, vec2 flow)
{
    int parts = int(texelFetch(u_reach, ivec2(0), 0).y);
    float dt = u_flow.x / float(parts);
    vec2 shift = vec2(componentAt(u_shift, place, 0).x, componentAt(u_shift, place, 1).x);
    vec2 next = place;
    for (int i = 0; i < parts; i++) {
        vec2 first = i == 0 ? flow : flowAt(next).xy;
        next += clamp(dt * flowAt(next + 0.5 * dt * first).xy, -0.99, 0.99);
        next = keptOut(i == parts - 1 ? next + shift : next);
    }
    return next;
}

void main()
{
    int self = particleHere();
    vec4 particle = texelFetch(u_place, particleTexel(self), 0);
    vec2 place = particle.xy;
    float reach = texelFetch(u_reach, ivec2(0), 0).x;
    vec4 flow = flowAt(place);
    bool spray = isSpray(place);
    vec2 velocity = mix(flow.xy, particle.zw + flow.zw, spray ? 1.0 : u_flow.y);
    velocity *= spray ? u_flow.z : 1.0;
    vec2 next = moved(place, flow.xy);
    next = clamp(next, place - reach + 0.01, place + reach - 0.01);
    bool gone = any(lessThan(next, vec2(0.0))) || any(greaterThan(next, vec2(u_cells)));
    next = clamp(next, vec2(0.0), vec2(u_cells) * 0.9999999);
    ivec2 cell = clamp(cellOf(next), cellOf(place) - int(reach), cellOf(place) + int(reach));
    o_place = vec4(next, velocity);
    o_move = gone ? uint(GF_MOVE_GONE) : markOf(cell);
#ifdef STRESS
    o_stress = slopeAt(place);
#endif
}
