// A fluid's fade near its sides. u_fade: one over its width at left, right, bottom and top, in domain sizes, or 0.
uniform vec4 u_fade;

// Returns the factor of the fade at `place`, 0 to 1 over the domain.
float fadeAt(vec2 place)
{
    vec4 t = clamp(vec4(place.x, 1.0 - place.x, place.y, 1.0 - place.y) * u_fade, 0.0, 1.0);
    vec4 shown = mix(vec4(1.0), t * t * (3.0 - 2.0 * t), greaterThan(u_fade, vec4(0.0)));
    return shown.x * shown.y * shown.z * shown.w;
}
