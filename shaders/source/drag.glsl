// Drag: media that fill shapes change the velocity of the fluid in them.
//   DIMENSIONS  for particles, whose vectors are vecD (particles/layout.glsl)
#ifdef DIMENSIONS
#define VEC_PULL vecD
#else
#define VEC_PULL vec2
#endif

// The effect of zones at a place in a step.
struct Pull {
    float linear;      // linear drag times the step
    float quadratic;   // quadratic drag at the fluid's speed, times the step
    VEC_PULL velocity; // of the medium, m/s
    VEC_PULL stir;     // change of velocity, m/s
};

// Returns two fractions: the fraction of the velocity relative to the medium that is left after the step, and the
// fraction of the driving forces that takes effect. The first solves du/dt = -(a + b |u|) u. The second makes drag and
// driving forces balance in a steady flow, whatever the step.
vec2 dragFractions(Pull pull)
{
    float x = pull.linear;
    float mean = x > 0.01 ? (1.0 - exp(-x)) / x : 1.0 - x * (0.5 - x / 6.0);
    float left = exp(-x) / (1.0 + pull.quadratic * mean);
    float all = x + pull.quadratic;
    return vec2(left, all > 0.01 ? (1.0 - left) / all : 1.0 - 0.5 * all);
}

// Applies zones to a velocity, for fluids whose pressure acts in another pass.
VEC_PULL pulled(VEC_PULL velocity, Pull pull)
{
    return mix(pull.velocity, velocity, dragFractions(pull).x) + pull.stir;
}
