// Stops displacements that lead the wrong way through one-way sources (gfZone.oneWay). Particles at rest beside a
// source are kept so far from it that their mass stays on their side when it is spread. In: u_velocityX, u_velocityY
// (cells a step), u_moveX, u_moveY (cells) and u_mass as gaussian/forces.frag leaves them. Out: velocity, displacement.
//   SOLIDS  there are solids
#define ZONES
#include "source/batch.glsl"
#include "source/zones.glsl"
#include "gaussian/state.glsl"
#include "gaussian/depart.glsl"

uniform sampler2D u_moveX;
uniform sampler2D u_moveY;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_moveX;
layout(location = 3) out vec4 o_moveY;

// In the open direction particles of this speed (cells a step) pass freely; slower ones are held by what they lack.
const float PASSING = 0.25;
// A particle passes a valve only if the near side has more mass than the far side, from LEAST_LEAD on partly, from
// MOST_LEAD on entirely: otherwise the smallest motions of liquid at rest would be pumped through. Speed also opens it
// for jets, see opening().
const float LEAST_LEAD = 0.05;
const float MOST_LEAD = 0.15;
const float SLOW_JET = 1.0;
const float FAST_JET = 2.0;
const float BACK_MOST = 2.5; // cells, in a step
const float ENDS = 0.3;      // cosine between valve and outline's normal; below it liquid flows around

struct Departure {
    vec2 velocity;
    vec2 move;
};

// Returns the signed distance of a place from the outline of a shape, in cells.
float toShape(int shape, vec2 place)
{
    return shapeDistance(shape, place * u_cellSize) / u_cellSize;
}

vec2 awayFrom(int shape, vec2 place)
{
    vec2 slope = vec2(toShape(shape, place + vec2(0.25, 0.0)) - toShape(shape, place - vec2(0.25, 0.0)),
                      toShape(shape, place + vec2(0.0, 0.25)) - toShape(shape, place - vec2(0.0, 0.25)));
    return slope / max(length(slope), 1e-6);
}

// Returns the least distance to a shape along a displacement.
float nearestOnWay(int shape, vec2 place, vec2 move)
{
    int looks = 1 + int(length(move));
    float nearest = toShape(shape, place);
    for (int i = 1; i <= looks; i++) {
        nearest = min(nearest, toShape(shape, place + float(i) / float(looks) * move));
    }
    return nearest;
}

// Returns the mean mass 2.5 and 3.5 cells from a place: nearer to the shape particles are held away.
float massBeside(vec2 place, vec2 away)
{
    return 0.5 * (cellAt(ivec2(floor(place + 2.5 * away))).mass + cellAt(ivec2(floor(place + 3.5 * away))).mass);
}

// Returns the fraction of a particle before a shape's near outline that may pass at speed `speed`.
float opening(int shape, vec2 outline, vec2 onwards, float speed, float mass)
{
    float thickness = max(2.5 - toShape(shape, outline + 2.5 * onwards), 0.0);
    float lead = max(mass, massBeside(outline, -onwards)) - massBeside(outline + thickness * onwards, onwards);
    return max(smoothstep(LEAST_LEAD, MOST_LEAD, lead), smoothstep(SLOW_JET, FAST_JET, speed));
}

Departure held(int shape, vec2 place, float mass, Departure d)
{
    float distance = toShape(shape, place);
    if (distance > length(d.move) + 2.0 * REACH) {
        return d;
    }
    float angle = u_zones[3 * shape + 2].w;
    vec2 through = vec2(cos(angle), sin(angle));
    vec2 away = awayFrom(shape, place);
    float side = dot(away, through);
    if (abs(side) < ENDS) {
        return d;
    }
    vec2 onwards = side > 0.0 ? away : -away;
    float clear = REACH * (abs(away.x) + abs(away.y)); // farther away no mass is spread across
    float speed = dot(d.velocity, onwards);
    float kept = 1.0 - smoothstep(0.0, PASSING, speed);
    if (side < 0.0 && kept < 1.0) {
        kept = max(kept, 1.0 - opening(shape, place + distance * onwards, onwards, speed, mass));
    }
    if (kept == 0.0 || nearestOnWay(shape, place, d.move) >= clear) {
        return d;
    }
    float back = clamp(clear - distance - dot(d.move, away), 0.0, length(d.move) + BACK_MOST);
    d.move += kept * back * away;
    d.velocity -= (side > 0.0 ? 1.0 : kept) * min(dot(d.velocity, away), 0.0) * away;
    return d;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 velocityX = texelFetch(u_velocityX, texel, 0), velocityY = texelFetch(u_velocityY, texel, 0);
    vec4 moveX = texelFetch(u_moveX, texel, 0), moveY = texelFetch(u_moveY, texel, 0);
    vec4 mass = texelFetch(u_mass, texel, 0);
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * texel + ivec2(k & 1, k >> 1);
        Departure before = Departure(vec2(velocityX[k], velocityY[k]), vec2(moveX[k], moveY[k]));
        Departure after = before;
        int shapes = mass[k] > 0.0 ? u_shapeCount : 0;
        for (int shape = 0; shape < shapes; shape++) {
            after = held(shape, vec2(cell) + 0.5, mass[k], after);
        }
        if (after.move != before.move) {
            after.move = besideWalls(cell, clamp(after.move, -SPEED_MAX, SPEED_MAX), wallDistance(cell));
        }
        velocityX[k] = after.velocity.x;
        velocityY[k] = after.velocity.y;
        moveX[k] = after.move.x;
        moveY[k] = after.move.y;
    }
    o_velocityX = velocityX; // WebGL indexes outputs by constants alone
    o_velocityY = velocityY;
    o_moveX = moveX;
    o_moveY = moveY;
}
