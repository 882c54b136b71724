// Light that spills over, at half the size: what is above a threshold, with a soft knee. Bright single pixels are
// tamed (Karis' average), so that they don't flicker. In: u_scene (linear light), u_bloom (threshold, knee as a share of
// it). Out: linear light.
uniform sampler2D u_scene;
uniform vec4 u_bloom;
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_color;

vec3 above(vec3 light)
{
    light = min(max(light, 0.0), 64.0);
    float brightest = max(max(light.r, light.g), light.b);
    float knee = u_bloom.x * u_bloom.y + 1e-5;
    float soft = clamp(brightest - u_bloom.x + knee, 0.0, 2.0 * knee);
    soft = soft * soft / (4.0 * knee);
    return light * max(soft, brightest - u_bloom.x) / max(brightest, 1e-5);
}

void main()
{
    vec2 texel = 1.0 / vec2(textureSize(u_scene, 0));
    vec2 centre = gl_FragCoord.xy * u_scale;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        vec2 offset = vec2(float(i & 1), float(i >> 1)) * 2.0 - 1.0;
        vec3 light = above(textureLod(u_scene, centre + offset * texel, 0.0).rgb);
        sum += vec4(light, 1.0) / (1.0 + max(max(light.r, light.g), light.b));
    }
    o_color = vec4(sum.rgb / sum.w, 1.0);
}
