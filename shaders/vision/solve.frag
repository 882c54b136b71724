// Corrects the flow by least squares over the window. In: u_copied0 (mismatch along rows, see mismatch.frag),
// u_products0 and u_products1 (means of gradients), u_flow (texels). u_noise: square of the noise of brightness.
// u_unit: one over its range. Out: flow, right and up; remaining difference of the pictures (of 1); confidence.
#include "vision/window.glsl"

uniform sampler2D u_copied0;
uniform sampler2D u_products0;
uniform sampler2D u_products1;
uniform sampler2D u_flow;
uniform float u_noise;
uniform float u_unit;
layout(location = 0) out vec4 o_flow;

const float FARTHEST = 1.5; // texels, of one correction

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int last = textureSize(u_copied0, 0).y - 1;
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (int i = -RADIUS; i <= RADIUS; i++) {
        float weight = windowWeight(i);
        sum += weight * texelFetch(u_copied0, ivec2(texel.x, clamp(texel.y + i, 0, last)), 0);
        total += weight;
    }
    sum /= total;
    // Means over the window are subtracted, so that a change of brightness is not taken for motion.
    vec4 g = texelFetch(u_products0, texel, 0);
    float gy = texelFetch(u_products1, texel, 0).x;
    float xx = max(g.x - g.w * g.w, 0.0);
    float xy = g.y - g.w * gy;
    float yy = max(g.z - gy * gy, 0.0);
    vec2 b = sum.xy - vec2(g.w, gy) * sum.z;
    float apart = max(sum.w - sum.z * sum.z, 0.0);

    float a = xx + u_noise, d = yy + u_noise;
    vec2 change = vec2(d * b.x - xy * b.y, a * b.y - xy * b.x) / max(a * d - xy * xy, 1e-12);
    change *= min(1.0, FARTHEST / max(length(change), 1e-6));
    vec2 flow = texelFetch(u_flow, texel, 0).xy + change;

    // The least eigenvalue tells whether both components are determined; the remaining difference, whether right.
    float mean = 0.5 * (xx + yy);
    float least = max(mean - sqrt(max(mean * mean - xx * yy + xy * xy, 0.0)), 0.0);
    float seen = least * least / (least * least + 4.0 * u_noise * u_noise);
    float fits = 1.0 / (1.0 + apart / (2.0 * u_noise + 0.5 * (xx + yy)));
    o_flow = vec4(flow, u_unit * sqrt(apart), seen * fits);
}
