// One step of the tracers, one texel each. In: u_tracers (the step before), u_velocity (faces, m/s), u_distance
// (solids, m, at cell centres). u_scale, u_offset: from the domain of the step before to this one's, place = old *
// scale + offset. u_stepCells: time step over cell size. u_ageing: added to ages. u_openSides: 1 for open sides (left,
// right, bottom, top). u_seed: the tracers' and that of the step. u_wrap: as in common/grid.glsl. Out: place (0 to 1
// over the domain), age (mean lives; below 0: not born yet), speed (m/s); and velocity (m/s).
//   FIRST  there is no step before
//   MASS   u_velocity has the cell's mass in blue: tracers stay in fluid
#include "common/grid.glsl"
#include "common/hash.glsl"
#include "tracers/life.glsl"

#ifndef WRAP
const ivec2 u_wrap = ivec2(0);
#endif
#ifndef FIRST
uniform sampler2D u_tracers;
#endif
uniform sampler2D u_velocity;
uniform sampler2D u_distance;
uniform vec2 u_scale;
uniform vec2 u_offset;
uniform float u_cellSize;
uniform float u_stepCells;
uniform float u_ageing;
uniform vec4 u_openSides;
layout(location = 0) out vec4 o_tracer;
layout(location = 1) out vec2 o_velocity; // m/s

const int PARTS = 32;       // of a step, each about a cell long
const float FARTHEST = 1.5; // cells, of a part whose flow gets faster
const int TRIES = 32;       // to be born
const float CLEAR = 0.25;   // cells that are kept from solids
const float EDGE = 0.01;    // cells that are kept from walls
const float LEAST = 0.25;   // mass

uint state;

float random()
{
    state = scramble(state);
    return unitOf(state);
}

// Returns the distance to solids, cells.
float clearance(vec2 p)
{
    return sampleLinear(u_distance, p).x / u_cellSize;
}

// Returns the velocity, 0 if it is not finite.
vec2 flowAt(vec2 p)
{
    vec2 v = velocityAt(u_velocity, inDomain(p));
    return vec2(isnan(v.x) || isinf(v.x) ? 0.0 : v.x, isnan(v.y) || isinf(v.y) ? 0.0 : v.y);
}

// Returns the displacement in one part of the step, cells.
vec2 wayFor(vec2 v, float parts)
{
    vec2 way = clamp(u_stepCells * v, -1e6, 1e6) / parts;
    return way * FARTHEST / max(FARTHEST, length(way));
}

bool hasFluid(vec2 p)
{
#ifdef MASS
    return texelFetch(u_velocity, clamp(ivec2(p), ivec2(0), u_cells - 1), 0).z >= LEAST;
#else
    return true;
#endif
}

// Moves a tracer back into the domain; false if it left by an open side.
bool keepInside(inout vec2 p)
{
    vec2 size = vec2(u_cells), wraps = vec2(u_wrap);
    p = mix(p, min(p - size * floor(p / size), size * 0.9999999), wraps);
    vec4 beyond = u_openSides * vec4(1.0 - wraps.xx, 1.0 - wraps.yy) *
                  vec4(greaterThan(vec4(-p.x, p.x - size.x, -p.y, p.y - size.y), vec4(0.0)));
    p = mix(clamp(p, vec2(EDGE), size - EDGE), p, wraps);
    return dot(beyond, vec4(1.0)) == 0.0;
}

// Moves a tracer out of solids, along the slope of the distance; false if there is no way out.
bool keepClear(inout vec2 p)
{
    for (int i = 0; i < 4; i++) {
        float d = clearance(p);
        if (d >= CLEAR) {
            return true;
        }
        vec2 slope = vec2(clearance(p + vec2(0.5, 0.0)) - clearance(p - vec2(0.5, 0.0)),
                          clearance(p + vec2(0.0, 0.5)) - clearance(p - vec2(0.0, 0.5)));
        float steep = length(slope);
        if (steep < 1e-3) {
            return d >= 0.5 * CLEAR;
        }
        p += slope / steep * min((CLEAR - d) / min(steep, 1.0) + 0.01, 16.0);
        keepInside(p);
    }
    return clearance(p) >= 0.5 * CLEAR;
}

// Chooses a place where fluid enters, for a tracer that left at this speed (cells a step), most often fast inflow.
bool enter(float speed, inout vec2 p)
{
    vec2 size = vec2(u_cells);
    for (int i = 0; i < TRIES; i++) {
        float along = random() * 2.0 * (size.x + size.y);
        float depth = random(), chance = random();
        bool high = along >= size.x + size.y; // right or top
        along -= high ? size.x + size.y : 0.0;
        bool upright = along < size.y; // left or right
        vec2 inwards = (upright ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) * (high ? -1.0 : 1.0);
        vec2 q = upright ? vec2(high ? size.x : 0.0, along) : vec2(along - size.y, high ? size.y : 0.0);
        vec4 sides = upright ? vec4(u_openSides.xy, 0.0, 0.0) : vec4(0.0, 0.0, u_openSides.zw);
        bool open = (high ? sides.y + sides.w : sides.x + sides.z) > 0.5;
        float inflow = min(u_stepCells * dot(flowAt(q), inwards), float(PARTS));
        q = clamp(q + inwards * inflow * depth, vec2(EDGE), size - EDGE);
        if (open && inflow > chance * speed && clearance(q) >= CLEAR && hasFluid(q)) {
            p = q;
            return true;
        }
    }
    return false;
}

// Chooses a random place with fluid; if no try finds one, a place outside solids; otherwise p stays.
bool anywhere(inout vec2 p)
{
    for (int i = 0; i < TRIES; i++) {
        vec2 q = vec2(EDGE);
        q.x = mix(EDGE, float(u_cells.x) - EDGE, random());
        q.y = mix(EDGE, float(u_cells.y) - EDGE, random());
        if (clearance(q) >= CLEAR) {
            p = q;
            if (hasFluid(q)) {
                return true;
            }
        }
    }
    return false;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    uint own = ownOf(texel);
    state = scramble(own ^ uint(u_seed.y));
    float life = lifeOf(own);
    vec2 size = vec2(u_cells);
    vec2 p = 0.5 * size;
#ifdef FIRST
    float age = anywhere(p) ? random() * life : -1.0;
#else
    vec4 before = texelFetch(u_tracers, texel, 0);
    vec2 place = before.xy * u_scale + u_offset;
    float age = before.z >= 0.0 ? before.z + u_ageing : -1.0;
    bool within = all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, vec2(1.0)));
    p = clamp(place, 0.0, 1.0) * size;
    bool alive = age >= 0.0 && age < life && within;
    float leaving = 0.0; // speed at which it left, cells a step
    if (alive) {
        float far = length(clamp(u_stepCells * flowAt(p), -1e6, 1e6));
        int parts = int(clamp(ceil(far), 1.0, float(PARTS)));
        for (int i = 0; i < parts && alive; i++) {
            vec2 middle = p + 0.5 * wayFor(flowAt(p), float(parts));
            vec2 v = flowAt(middle);
            p += wayFor(v, float(parts));
            bool stays = keepInside(p);
            leaving = stays ? 0.0 : min(u_stepCells * max(abs(v.x), abs(v.y)), float(PARTS));
            alive = stays && keepClear(p);
        }
        alive = alive && hasFluid(p);
    }
    if (!alive) {
        bool entered = leaving > 0.0 && enter(leaving, p);
        // Tracers that enter keep their age, so that those that enter together do not die together.
        age = entered ? max(age, 0.0) : anywhere(p) ? 0.0 : -1.0;
        age = entered && age >= life ? 0.0 : age;
    }
#endif
    o_velocity = clamp(flowAt(p), -4e4, 4e4);
    o_tracer = vec4(p / size, age, length(o_velocity));
}
