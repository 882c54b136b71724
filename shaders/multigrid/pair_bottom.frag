// Solves the coarsest level with two components (multigrid/components.glsl), one block of at most 2 x 2 cells, from 0
// in one pass by sweeps in registers. In: u_rhs, u_rhsB, from the texel RHS_FIRST on, u_weights. Out: the solution of
// both, from TO on. Unless u_bounded, the right-hand side's mean is subtracted: without fixed values it must be 0.
#include "multigrid/places.glsl"
#include "multigrid/pair.glsl"

uniform sampler2D u_rhs;
uniform sampler2D u_rhsB;
uniform float u_bounded;
layout(location = 0) out vec4 o_pressure;
layout(location = 1) out vec4 o_pressureB;

const int SWEEPS = 16;
const float STIFFNESS = 1.001;

void main()
{
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    ivec2 zero = ivec2(0);
    Cross a = crossAt(zero, cellAt(zero), cellAt(-x), cellAt(-y));
    Cross b = crossAt(x, cellAt(x), cellAt(zero), cellAt(x - y));
    Cross c = crossAt(y, cellAt(y), cellAt(y - x), cellAt(zero));
    Cross d = crossAt(x + y, cellAt(x + y), cellAt(y), cellAt(x));
    vec4 rhsA = texelFetch(u_rhs, RHS_FIRST, 0), rhsB = texelFetch(u_rhsB, RHS_FIRST, 0);
    vec4 existsA = vec4(existing(a).x, existing(b).x, existing(c).x, existing(d).x);
    vec4 existsB = vec4(existing(a).y, existing(b).y, existing(c).y, existing(d).y);
    vec4 one = vec4(1.0);
    // Components whose right-hand side is 0, as in closed rooms at rest, keep it: the mean would set them in motion.
    vec4 sharesA = existsA * sign(abs(rhsA)), sharesB = existsB * sign(abs(rhsB));
    float mean = (dot(existsA, rhsA) + dot(existsB, rhsB)) / max(dot(sharesA, one) + dot(sharesB, one), 1.0);
    rhsA -= (1.0 - u_bounded) * mean * sharesA;
    rhsB -= (1.0 - u_bounded) * mean * sharesB;
    vec2 round = vec2(u_wrap); // 1: the axis is periodic, so that the other cell is on both sides
    vec2 pa = vec2(0.0), pb = vec2(0.0), pc = vec2(0.0), pd = vec2(0.0);
    for (int i = 0; i < SWEEPS; i++) {
        pa = solved(a, Sides(round.x * pb, pb, round.y * pc, pc), vec2(rhsA.x, rhsB.x), STIFFNESS);
        pd = solved(d, Sides(pc, round.x * pc, pb, round.y * pb), vec2(rhsA.w, rhsB.w), STIFFNESS);
        pb = solved(b, Sides(pa, round.x * pa, round.y * pd, pd), vec2(rhsA.y, rhsB.y), STIFFNESS);
        pc = solved(c, Sides(round.x * pd, pd, pa, round.y * pa), vec2(rhsA.z, rhsB.z), STIFFNESS);
    }
    o_pressure = vec4(markedA(a, pa.x), markedA(b, pb.x), markedA(c, pc.x), markedA(d, pd.x));
    o_pressureB = vec4(pa.y, pb.y, pc.y, pd.y);
}
