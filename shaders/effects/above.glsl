// Light for bloom: what exceeds a threshold, with a soft knee. u_threshold: threshold, and knee as a fraction of it.
uniform vec4 u_threshold;

vec3 above(vec3 light)
{
    light = min(max(light, 0.0), 64.0);
    float brightest = max(max(light.r, light.g), light.b);
    float knee = u_threshold.x * u_threshold.y + 1e-5;
    float soft = clamp(brightest - u_threshold.x + knee, 0.0, 2.0 * knee);
    soft = soft * soft / (4.0 * knee);
    return light * max(soft, brightest - u_threshold.x) / max(brightest, 1e-5);
}
