// Returns the weight of CONSERVING along one axis: the quadratic B-spline. Over cells its sum is 1 and its variance
// 1/4, wherever a particle arrives.
vec4 weight(vec4 x)
{
    vec4 outer = max(1.5 - abs(x), 0.0), inner = max(0.5 - abs(x), 0.0);
    return 0.5 * outer * outer - 1.5 * inner * inner;
}
