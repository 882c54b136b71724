// What the total mass ought to be. u_mean: mean mass now (common/reduce.frag); u_massBudget: last entry. Out: the mean that
// it should be, the factor that brings it there in the next step, the sum of (factor - 1) so far. With START the mean
// now is what it should be; with POURED (u_second: the mean before sources acted) what they put in is added.
uniform sampler2D u_mean;
uniform sampler2D u_massBudget;
#ifdef POURED
uniform sampler2D u_second;
#endif
layout(location = 0) out vec4 o_entry;

void main()
{
    float mean = texelFetch(u_mean, ivec2(0), 0).x;
    vec4 entry = texelFetch(u_massBudget, ivec2(0), 0);
#if defined(START)
    o_entry = vec4(mean, 1.0, entry.z, 0.0);
#else
    float expected = entry.x;
#ifdef POURED
    expected = max(expected + mean - texelFetch(u_second, ivec2(0), 0).x, 0.0);
#endif
    float factor = mean > 0.0 ? clamp(expected / mean, 0.99, 1.01) : 1.0;
    o_entry = vec4(expected, factor, entry.z + factor - 1.0, 0.0);
#endif
}
