// Forces of the fluid on rigid bodies, as far as they are alike in two and in three dimensions. Numbers were measured,
// see docs/bodies.md.
#ifndef GF_LOADS_H
#define GF_LOADS_H

#include "ext/bodies/rigid_bodies.h"

#define GF_LOAD_SLOPE_MAX 0.5
#define GF_LOAD_ROLL_RATIO 0.25        // damping of rolling at a surface, by the waves that it makes, of critical
#define GF_LOAD_ADDED_INERTIA 0.392699 // of the square of the difference of the squares of a body's radii

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

// Returns how strongly a body makes waves, of which a fraction is under water: 0 to 1.
static inline double gfLoad_GetWaves(double fraction)
{
    return fmin(4.0 * fraction * (1.0 - fraction), 1.0);
}

// --- surroundings.c

typedef struct gfSeen gfSeen;

// Takes in the surface of a liquid, or the ground; `weight`: of what was seen.
typedef void gfSeeSurface(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight);

// An answer to a body's request.
struct gfSeen {
    const gfAsked *asked; // when it was made
    const gfSpot *spots;
    int first, count;      // those from `first` on tell of the flow
    double elapsed;        // s since the answer before
    gfSeeSurface *surface; // null: there is none
};

void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen);

typedef struct gfPlanePoint {
    double x, y, value;
    bool counts;
} gfPlanePoint;

// Fits a plane through values at points: the value at (0, 0), and its slopes, of at most `most`. Without slopes if
// points lie along a line, the more of them the larger `thin`. False: no point counts, and all is 0.
bool gfPlane_Fit(const gfPlanePoint *points, int count, double thin, double most, double plane[3]);

// --- loads.c

// The state of a body in a fluid.
typedef struct gfBodyLoad {
    const gfLoadScene *scene;
    double fraction;      // of it in the fluid
    double depth;         // along the third axis in two dimensions, m; else 1
    double across, along; // masses across and along gravity with the fluid that moves along, kg
} gfBodyLoad;

// Tells the host to hold a body, as long as the fluid around it is not known, lest it get speed that nothing takes from
// it.
void gfRigidBody_Bear(gfRigidBody *b, const double gravity[3]);
// Applies the forces of the fluid and the body's own weight as motion: drag changes its velocity at once, the rest is
// acceleration. The mover's mass has the fluid that moves with it.
void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Finds the force and torque that act on a body besides the fluid and its contacts.
void gfRigidBody_GetOtherForce(const gfRigidBody *b, const gfLoadScene *scene, double force[3], double moment[3]);
// Returns the height of the surface over a body at `height`, which was at `seen` when the surface was seen. As the body
// rises the surface beside it sinks by `backlash` of that. *fades: the share of the surface's slope that is felt.
double gfRigidBody_GetLevel(const gfRigidBody *b, double height, double seen, double backlash, double *fades);
// Accelerates a mover whose inertia is set.
void gfRigidBody_Accelerate(const gfBodyLoad *load, const double force[3], const double moment[3], gfMover *mover);
// Damps heaving and rolling, whose energy the waves that a body makes carry away. `area`: of its section at the
// surface, or its width; `roll`: rate of rolling's damping, 1/s.
void gfRigidBody_Radiate(gfRigidBody *b, const gfBodyLoad *load, double area, double roll, gfMover *mover);
// Applies quadratic drag towards the flow, solved for the end of the step; `masses`: along the axes. Returns the
// coefficient of drag against turning.
double gfRigidBody_Drag(gfRigidBody *b, const gfBodyLoad *load, const double masses[3], gfMover *mover);

#endif
