// The pressure of particles over the stiffness: negative below u_restDensity, where liquid contracts, times u_tension.
uniform float u_restDensity;
uniform float u_tension;

vec4 pressureOf(vec4 mass)
{
    vec4 p = mass * (mass - u_restDensity);
    return p * mix(vec4(u_tension), vec4(1.0), vec4(greaterThanEqual(mass, vec4(u_restDensity))));
}
