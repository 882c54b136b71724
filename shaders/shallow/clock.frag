// Decides on the GPU how long the next CFL substep is, so that nothing waits for a reading. In: u_source (fastest wave
// over the domain, m/s, in its one texel), u_clock (this texel as of the substep before). u_time: seconds added to
// those left (in the first substep of a step), substeps that still come in this step, CFL number times cell size,
// longest substep that viscosity allows. u_limits: most seconds that may be left over from the step before; fastest
// wave that comes in through a side, m/s. Out: substeps that the whole step needs, seconds of this substep, seconds
// left after it, fastest wave.
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
