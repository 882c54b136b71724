// Computes what particles bring into pairs that push each other. Needs gaussian/state.glsl and gaussian/pressure.glsl;
// with SOLIDS gaussian/ghosts.glsl, too.
uniform float u_softPressure;

const float DRIFT_RATIO = 4.0; // most that a pair counts over the mass of the thinner one

// If particles already push each other by a cell in a step, those that come nearer are thrown back too far: above
// u_softPressure (mass times pressure) a pair pushes more softly, by the root of the one's factor times the other's.
vec4 softness(vec4 mass, vec4 pressure)
{
    return min(inversesqrt(max(mass * abs(pressure), vec4(1e-20)) / u_softPressure), vec4(1.0));
}

// The values that particles bring into pairs but for place and velocity. What pushes: mass, and its pressure times
// that, softened. How viscosity counts them. For the drift: the fourth root of their mass, the root, and DRIFT_RATIO
// times it.
struct Pairing {
    vec4 pushing;
    vec4 pressure;
    vec4 thinness;
    vec4 fourthRoot;
    vec4 root;
    vec4 most;
};

Pairing pairingOf(vec4 mass, vec4 pressing)
{
    vec4 root = sqrt(mass);
    vec4 pressure = pressureOf(pressing);
    vec4 pushing = pressing;
    int hard = any(greaterThan(pressing * abs(pressure), vec4(u_softPressure))) ? 1 : 0;
    for (int k = 0; k < hard; k++) {
        pushing *= softness(pressing, pressure);
    }
    return Pairing(pushing, pressure, inversesqrt(max(mass, vec4(u_restDensity))), sqrt(root), root,
                   DRIFT_RATIO * mass);
}

// Returns what solids cover of the cells of a texel, where `near` is 1.
vec4 coverOf(ivec2 texel, int near)
{
    vec4 cover = vec4(0.0);
#ifdef SOLIDS
    for (int n = 0; n < near; n++) {
        mat4 ghosts = transpose(mat4(ghostAt(2 * texel), ghostAt(2 * texel + ivec2(1, 0)),
                                     ghostAt(2 * texel + ivec2(0, 1)), ghostAt(2 * texel + 1)));
        cover = ghosts[3] * vec4(equal(ghosts[2], vec4(0.0)));
    }
#endif
    return cover;
}
