// Computes the length of the next CFL substep on the GPU, so that the CPU need not wait for a read-back. In: u_source
// (fastest wave over the domain, m/s, in its one texel), u_clock (this texel as of the substep before). u_time: seconds
// added to the remaining time (in the first substep of a step), number of substeps still to come in this step, CFL
// number times cell size, longest substep that viscosity allows. u_limits: largest time that may remain from the step
// before (s); fastest wave that enters through a side, m/s. Out: number of substeps that the whole step needs, length
// of this substep (s), remaining time after it (s), fastest wave.
#include "common/exact.glsl"

uniform sampler2D u_source;
uniform ExactSampler u_clock;
uniform vec4 u_time;
uniform vec4 u_limits;
layout(location = 0) out ExactVec4 o_clock;

void main()
{
    vec4 before = exactFetch(u_clock, ivec2(0));
    before = mix(vec4(0.0), before, lessThanEqual(abs(before - 1e9), vec4(1e9))); // 0 or above, and a number
    float fastest = max(texelFetch(u_source, ivec2(0), 0).x, u_limits.y);
    bool isFirst = u_time.x > 0.0;
    float left = isFirst ? min(before.z, u_limits.x) + u_time.x : before.z;
    float longest = min(u_time.z / max(fastest, 1e-20), u_time.w);
    float dt = min(longest, left / u_time.y);
    o_clock = exactly(vec4(isFirst ? min(left / longest, 1e6) : before.x, dt, max(left - dt, 0.0), fastest));
}
