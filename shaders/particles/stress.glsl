// Shear stress of particles, in 2D. u_stress has for each particle the deviator (xx, xy) of its stress over density, in
// the units of the record's pressures; and in z and w the deviator that acts in the next substep. The flow strains it
// elastically (Jaumann rate); stress above the limit by friction, pressure and cohesion makes it flow (Mohr-Coulomb in
// the plane: Drucker and Prager 1952; Bui, Fukagawa, Sako and Ohno 2008). The acting deviator is extrapolated by some
// substeps, which damps shear waves.
uniform sampler2D u_stress;

const float AHEAD = 2.0; // extrapolation, in gfSphScales.predictionTime

// Limits a stress to what a material can bear under a pressure.
vec2 borne(vec2 stress, float pressure, vec4 strength)
{
    return stress * min(1.0, (strength.x * pressure + strength.y) / max(length(stress), 1e-20));
}

// Returns a deviator times a vector.
vec2 deviated(vec2 stress, vec2 v)
{
    return vec2(dot(stress, v), stress.y * v.x - stress.x * v.y);
}

// Updates a stress over a time `dt` by the velocity gradient (x by x, x by y, y by x, y by y). `ahead`: s.
vec4 strained(vec2 stress, vec4 gradient, float pressure, vec4 strength, float dt, float ahead)
{
    float turn = dt * (gradient.z - gradient.y); // twice the rotation angle
    vec2 turned = vec2(stress.x - turn * stress.y, stress.y + turn * stress.x) * inversesqrt(1.0 + turn * turn);
    vec2 rate = 0.5 * strength.z * vec2(gradient.x - gradient.w, gradient.y + gradient.z);
    return vec4(borne(turned + dt * rate, pressure, strength),
                borne(turned + (dt + AHEAD * ahead) * rate, pressure, strength));
}
