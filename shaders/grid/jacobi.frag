// One Jacobi iteration of the pressure equation: over a cell's open faces, the sum of (neighbour - own) equals u_rhs.
// In: u_pressure and u_rhs (packed, m/s), u_faceBits. Out: pressure (packed). u_warmStart: factor on u_pressure, 1 but
// in the first iteration. Seven fetches serve four cells.
#include "common/packed.glsl"

uniform sampler2D u_pressure;
uniform sampler2D u_rhs;
uniform highp usampler2D u_faceBits;
uniform float u_warmStart;
layout(location = 0) out vec4 o_pressure;

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(u_pressure, 0) - 1;
    vec4 own = texelFetch(u_pressure, block, 0);
    vec4 l = texelFetch(u_pressure, ivec2(max(block.x - 1, 0), block.y), 0);
    vec4 r = texelFetch(u_pressure, ivec2(min(block.x + 1, last.x), block.y), 0);
    vec4 b = texelFetch(u_pressure, ivec2(block.x, max(block.y - 1, 0)), 0);
    vec4 t = texelFetch(u_pressure, ivec2(block.x, min(block.y + 1, last.y)), 0);
    vec4 left = vec4(l.y, own.x, l.w, own.z);
    vec4 right = vec4(own.y, r.x, own.w, r.z);
    vec4 bottom = vec4(b.zw, own.xy);
    vec4 top = vec4(own.zw, t.xy);
    vec4 rhs = texelFetch(u_rhs, block, 0);
    uint bits = texelFetch(u_faceBits, block, 0).x;
    if (bits == ALL_OPEN) {
        o_pressure = 0.25 * (u_warmStart * (left + right + bottom + top) - rhs);
        return;
    }
    OpenFaces f = openFaces(bits);
    vec4 count = f.left + f.right + f.bottom + f.top;
    vec4 sum = f.left * left + f.right * right + f.bottom * bottom + f.top * top;
    o_pressure = min(count, 1.0) * (u_warmStart * sum - rhs) / max(count, 1.0);
}
