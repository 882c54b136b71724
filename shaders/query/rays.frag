// Casts rays against the surface of liquid, a texel each, from row u_firstRow on: where mass, linear between cell
// centres, crosses u_wet. In: u_questions, from texel u_firstTexel on: both ends of a ray, in cells, within the domain;
// u_mass. Out: fraction of the way up to the surface, -1 without one; 1 if it began in liquid; outward normal.
#include "common/placed.glsl"
#include "common/request.glsl"
#include "query/answer.glsl"

uniform sampler2D u_mass;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_wet;
uniform int u_firstTexel;

// The mass between four cell centres: at the lower left, its growth right and up, and the mixed second difference.
struct Square {
    float own;
    vec2 slope;
    float twist;
};

float massAt(ivec2 cell)
{
    return texelFetch(u_mass, placedAt(cell, u_cells, 0, u_wrap), 0).x;
}

Square squareAt(ivec2 cell)
{
    float own = massAt(cell);
    float right = massAt(cell + ivec2(1, 0)), above = massAt(cell + ivec2(0, 1));
    return Square(own, vec2(right - own, above - own), massAt(cell + 1) - right - above + own);
}

// Returns the mass at `p`, from 0 to 1 within the square.
float massOf(Square square, vec2 p)
{
    return square.own + dot(square.slope, p) + square.twist * p.x * p.y;
}

// Returns the first fraction from `a` to `b` where `wet` changes; -1: nowhere. Mass along the way is a parabola.
float crossingOf(Square square, vec2 a, vec2 b, bool wet)
{
    vec2 way = b - a;
    float start = massOf(square, a) - u_wet;
    float bend = square.twist * way.x * way.y;
    float slope = massOf(square, b) - u_wet - start - bend;
    float high = 1.0;
    if ((start + slope + bend >= 0.0) == wet) {
        float turn = bend != 0.0 ? -0.5 * slope / bend : -1.0; // the parabola's extreme, maybe beyond u_wet
        bool crosses = turn > 0.0 && turn < 1.0 && (start + turn * (slope + turn * bend) >= 0.0) != wet;
        high = crosses ? turn : -1.0;
    }
    float low = 0.0;
    for (int i = 0; i < 24 && high > 0.0; i++) {
        float middle = 0.5 * (low + high);
        bool same = (start + middle * (slope + middle * bend) >= 0.0) == wet;
        low = same ? middle : low;
        high = same ? high : middle;
    }
    return high;
}

vec4 castRay(vec2 from, vec2 way)
{
    ivec2 cell = ivec2(floor(from));
    Square square = squareAt(cell);
    bool wet = massOf(square, from - vec2(cell)) >= u_wet;
    int steps = int(abs(way.x)) + int(abs(way.y)) + 4;
    float before = 0.0;
    for (int i = 0; i < steps; i++) {
        // The point where the ray leaves the square.
        vec2 next = vec2(cell) + step(0.0, way);
        vec2 ends = vec2(way.x != 0.0 ? (next.x - from.x) / way.x : 2.0,
                         way.y != 0.0 ? (next.y - from.y) / way.y : 2.0);
        float after = clamp(min(ends.x, ends.y), before, 1.0);
        vec2 a = from + before * way - vec2(cell), b = from + after * way - vec2(cell);
        float share = crossingOf(square, a, b, wet);
        if (share >= 0.0) {
            vec2 p = mix(a, b, share);
            vec2 slope = square.slope + square.twist * p.yx;
            float steep = length(slope);
            return vec4(mix(before, after, share), wet ? 1.0 : 0.0, steep > 0.0 ? -slope / steep : vec2(0.0));
        }
        if (after >= 1.0) {
            break;
        }
        before = after;
        cell += ends.x < ends.y ? ivec2(way.x > 0.0 ? 1 : -1, 0) : ivec2(0, way.y > 0.0 ? 1 : -1);
        square = squareAt(cell);
    }
    return vec4(-1.0, wet ? 1.0 : 0.0, 0.0, 0.0);
}

void main()
{
    vec4 ray = uintBitsToFloat(requestAt(u_firstTexel + answerNumber()));
    o_answer = floatBitsToUint(castRay(ray.xy - 0.5, ray.zw - ray.xy));
}
