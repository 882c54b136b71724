// The pressure of still water on solids, over its depth, see solid/loads.glsl. In: u_flow (shallow/state.glsl).
#include "common/exact.glsl"

uniform ExactSampler u_flow;

float pressureAt(ivec2 cell)
{
    float depth = exactFetch(u_flow, cell).x;
    return 0.5 * depth * depth;
}

#include "solid/loads.glsl"
