// Writes one bit, u_bit, of the stencil pattern with which routing (gl/routing.h) begins: texels without it are
// discarded. u_side: texels a side of a block of slots. u_limits: texels of a page's height; the first slot's value.
uniform int u_side;
uniform ivec2 u_limits;
uniform int u_bit;
layout(location = 0) out uint o_slot;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int page = texel.y / u_limits.x;
    int slot = texel.x % u_side + u_side * (texel.y % u_limits.x % u_side + u_side * page);
    if (((u_limits.y - slot) >> u_bit & 1) == 0) {
        discard;
    }
    o_slot = 0u;
}
