// Computes what media that shapes are filled with do to the velocity of a fluid in them, in 2D or 3D (DIMENSIONS).
#ifdef DIMENSIONS
#if DIMENSIONS == 3
#define VEC_PULL vec3
#endif
#endif
#ifndef VEC_PULL
#define VEC_PULL vec2
#endif

// The effect of zones at a place in a step.
struct Pull {
    float linear;      // drag times the step
    float quadratic;   // likewise, at the speed there
    VEC_PULL velocity; // of the medium, m/s
    VEC_PULL stir;     // change of velocity, m/s
};

// Returns how much of a velocity off the medium's is left after the step, and which fraction of what drives the fluid
// it takes on. The first is the solution of du/dt = -(a + b |u|) u; the ratio of the two is such that in a steady flow
// the drag is what drives it, whatever the step.
vec2 dragFractions(Pull pull)
{
    float x = pull.linear;
    float mean = x > 0.01 ? (1.0 - exp(-x)) / x : 1.0 - x * (0.5 - x / 6.0);
    float left = exp(-x) / (1.0 + pull.quadratic * mean);
    float all = x + pull.quadratic;
    return vec2(left, all > 0.01 ? (1.0 - left) / all : 1.0 - 0.5 * all);
}

// Applies zones to the velocity of a fluid that feels its pressure elsewhere.
VEC_PULL pulled(VEC_PULL velocity, Pull pull)
{
    return mix(pull.velocity, velocity, dragFractions(pull).x) + pull.stir;
}
