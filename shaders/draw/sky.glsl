// Sky and sun around the water, in the eye's space: u_up, u_light (directions), u_sky (zenith, horizon, ground, sun).
uniform vec4 u_up;
uniform vec4 u_light;
uniform vec4 u_sky[4];

vec3 skyAt(vec3 direction)
{
    float height = dot(direction, u_up.xyz);
    vec3 above = mix(u_sky[1].rgb, u_sky[0].rgb, pow(clamp(height, 0.0, 1.0), 0.55));
    vec3 below = mix(u_sky[1].rgb, u_sky[2].rgb, smoothstep(0.0, 0.25, -height));
    float near = max(dot(direction, u_light.xyz), 0.0);
    float glow = 0.22 * pow(near, 12.0) + 0.35 * pow(near, 90.0);
    return (height > 0.0 ? above : below) + u_sky[3].rgb * glow * smoothstep(-0.1, 0.1, height);
}
