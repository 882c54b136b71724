// The volume that crosses faces (grid/carrier.frag), m/s. In: u_carrier as it is and u_carrierBefore as it was before;
// u_ahead as in grid/midway.frag, 0: as it is.
uniform sampler2D u_carrier;
uniform sampler2D u_carrierBefore;
uniform float u_ahead;
#ifdef ATLAS
#define OWN_AHEAD memberValue(1).z
#else
#define OWN_AHEAD 1.0
#endif

vec2 flowThrough(ivec2 face)
{
    vec2 flow = texelFetch(u_carrier, face, 0).xy;
    if (u_ahead != 0.0) {
        flow += OWN_AHEAD * u_ahead * (flow - texelFetch(u_carrierBefore, face, 0).xy);
    }
    return flow;
}
