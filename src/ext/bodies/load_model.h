// The model of what a fluid does to a rigid body, as far as two and three dimensions share it. Numbers were measured,
// see docs/bodies.md.
#ifndef GF_LOAD_MODEL_H
#define GF_LOAD_MODEL_H

#define GF_LOAD_LEVEL_TIME 0.06 // s, in which what a body knows follows what was seen
#define GF_LOAD_FLOW_TIME 0.05
#define GF_LOAD_SLOPE_MAX 0.5
#define GF_LOAD_WET 0.3          // least liquid of a point whose velocity counts
#define GF_LOAD_HEAVE_RATIO 0.35 // damping of rising and sinking at a surface, by the waves that it makes, of critical
#define GF_LOAD_ROLL_RATIO 0.25
#define GF_LOAD_SWELL_PERIODS 3.0      // of a radian: what is slower than that carries a body with it
#define GF_LOAD_ADDED_INERTIA 0.392699 // of the square of the difference of the squares of a body's radii
#define GF_LOAD_TURN_DRAG 0.3
#define GF_LOAD_SKIN_DRAG 0.02 // of a disc or ball that turns

// Moves a smoothed value towards what was seen, by `weight` of the difference.
static inline void gfLoad_Follow(double *value, double seen, double weight)
{
    *value += weight * (seen - *value);
}

// Returns a value drawn towards another one at a rate of any size, at the end of an implicit step.
static inline double gfLoad_Approach(double value, double towards, double rate)
{
    return value + (towards - value) * rate / (1.0 + rate);
}

#endif
