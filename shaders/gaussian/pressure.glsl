// Pressure of particles of these masses, in units of the stiffness; what is thinner than u_restDensity draws together,
// u_tension times as strongly.
uniform float u_restDensity;
uniform float u_tension;

vec4 pressureOf(vec4 mass)
{
    vec4 p = mass * (mass - u_restDensity);
    return p * mix(vec4(u_tension), vec4(1.0), vec4(greaterThanEqual(mass, vec4(u_restDensity))));
}

// Where particles already push each other by a cell in a step, those that come nearer are thrown back too far: above
// u_softPressure (mass times pressure) a pair pushes more softly, by the root of the one's factor times the other's.
uniform float u_softPressure;

vec4 softness(vec4 mass, vec4 pressure)
{
    return min(inversesqrt(max(mass * abs(pressure), vec4(1e-20)) / u_softPressure), vec4(1.0));
}
