// Keeps the budget of the mass: the expected mean mass, by which the next step corrects rounding. In: u_mean, the mean
// mass now (common/reduce.frag); u_massBudget, the last result; u_unit: 1. Out: the expected mean mass; the factor that
// the next step applies to masses; the sum of (factor - 1) so far; the rounding error of the first value.
//   SOURCED  u_mean.y is the mean mass that sources should have brought in this step
//   START    takes the present mean for the expected one
uniform sampler2D u_mean;
uniform sampler2D u_massBudget;
#ifdef SOURCED
uniform float u_unit;
#endif
layout(location = 0) out vec4 o_entry;

void main()
{
    vec2 mean = texelFetch(u_mean, ivec2(0), 0).xy;
    vec4 entry = texelFetch(u_massBudget, ivec2(0), 0);
#if defined(START)
    o_entry = vec4(mean.x, 1.0, entry.z, 0.0);
#else
    bool isSane = all(lessThan(abs(entry), vec4(1e9)));
    entry = isSane ? entry : vec4(mean.x, 1.0, 0.0, 0.0); // begins anew
    float expected = entry.x, missing = entry.w;
#ifdef SOURCED
    // A little mass in each step would be lost to rounding: so the part that a sum loses is added in the next step
    // (Kahan summation). u_unit, unknown to compilers, keeps them from simplifying the difference to 0.
    float added = mean.y + missing;
    expected = u_unit * (entry.x + added);
    missing = added - (expected - entry.x);
    missing = expected > 0.0 ? missing : 0.0;
    expected = max(expected, 0.0);
#endif
    float factor = mean.x > 0.0 ? clamp(expected / mean.x, 0.99, 1.01) : 1.0;
    o_entry = vec4(expected, factor, entry.z + factor - 1.0, missing);
#endif
}
