// Rotates by unit quaternions.
vec3 turnBy(vec4 turn, vec3 v)
{
    vec3 t = 2.0 * cross(turn.xyz, v);
    return v + turn.w * t + cross(turn.xyz, t);
}
