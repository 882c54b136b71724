// Values of particles in pairs that push. Needs gaussian/state.glsl, gaussian/pressure.glsl, with SOLIDS ghosts.glsl.
uniform float u_softPressure;

const float DRIFT_RATIO = 4.0; // largest weight of a pair, over the mass of the thinner one

// Particles that already move a cell in a step would overshoot if nearer: above u_softPressure (mass times pressure) a
// pair's force is softened, by the square root of the product of both particles' factors.
vec4 softness(vec4 mass, vec4 pressure)
{
    return min(inversesqrt(max(mass * abs(pressure), vec4(1e-20)) / u_softPressure), vec4(1.0));
}

// The values of four particles that pair forces need beside place and velocity.
struct Pairing {
    vec4 pushing, pressure;      // mass for the pressure force, softened, and pressure
    vec4 thinness;               // weight in velocity averaging
    vec4 fourthRoot, root, most; // for the drift: roots of the mass, and DRIFT_RATIO times it
};

Pairing pairingOf(vec4 mass, vec4 pressing)
{
    vec4 root = sqrt(mass), pressure = pressureOf(pressing);
    vec4 pushing = pressing;
    int hard = any(greaterThan(pressing * abs(pressure), vec4(u_softPressure))) ? 1 : 0;
    for (int k = 0; k < hard; k++) {
        pushing *= softness(pressing, pressure);
    }
    return Pairing(pushing, pressure, inversesqrt(max(mass, vec4(u_restDensity))), sqrt(root), root,
                   DRIFT_RATIO * mass);
}

// Returns the covered parts of a texel's cells, as mass (gaussian/ghosts.frag); 0 unless `near` is 1.
vec4 coverOf(ivec2 texel, int near)
{
    vec4 cover = vec4(0.0);
#ifdef SOLIDS
    for (int n = 0; n < near; n++) {
        mat4 ghosts = ghostsAt(texel);
        cover = ghosts[3] * vec4(equal(ghosts[2], vec4(0.0)));
    }
#endif
    return cover;
}
