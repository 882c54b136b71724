// Returns the pressure of still water on solids, over its depth, see solid/loads.glsl. In: u_flow (shallow/state.glsl).
uniform sampler2D u_flow;

float pressureAt(ivec2 cell)
{
    float depth = texelFetch(u_flow, cell, 0).x;
    return 0.5 * depth * depth;
}

#include "solid/loads.glsl"
