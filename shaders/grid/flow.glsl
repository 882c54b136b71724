// The volume that crosses faces, m/s: u_carrier (grid/carrier.frag) within u_carried, its first texel and that beyond its
// last, elsewhere u_velocity; what it was before by u_carrierBefore, u_carriedBefore and u_earlier. u_ahead as in
// grid/ahead.glsl, 0: as it is.
#include "grid/ahead.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_earlier;
uniform sampler2D u_carrier;
uniform sampler2D u_carrierBefore;
uniform ivec4 u_carried;
uniform ivec4 u_carriedBefore;

bool within(ivec2 face, ivec4 region)
{
    return all(greaterThanEqual(face, region.xy)) && all(lessThan(face, region.zw));
}

vec2 flowNow(ivec2 face)
{
    if (within(face, u_carried)) {
        return texelFetch(u_carrier, face, 0).xy;
    }
    return texelFetch(u_velocity, face, 0).xy;
}

vec2 flowThrough(ivec2 face)
{
    vec2 flow = flowNow(face);
    if (u_ahead != 0.0) {
        vec2 before;
        if (within(face, u_carriedBefore)) {
            before = texelFetch(u_carrierBefore, face, 0).xy;
        } else {
            before = texelFetch(u_earlier, face, 0).xy;
        }
        flow += OWN_AHEAD * u_ahead * (flow - before);
    }
    return flow;
}
