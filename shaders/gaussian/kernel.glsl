// The weight of CONSERVING along one axis; `x` is scaled by ROOT_LOG2E.
vec4 weight(vec4 x)
{
    return max(exp2(-(x * x)) - REACH_WEIGHT, 0.0);
}

// What walls keep from spreading arrives in the cell nearest to where the particle does: (x, y), relative to the first
// of the four cells.
mat4 blockedArrivals(vec4 x, vec4 y, vec4 blocked)
{
    return arrivals(vec4(equal(x, vec4(0.0))), vec4(equal(x, vec4(1.0))), blocked * vec4(equal(y, vec4(0.0))),
                    blocked * vec4(equal(y, vec4(1.0))));
}
