// Computes the numbers of the scheme from tame parameters: kernel radius, sums at rest, stiffness, time steps.
#ifndef GF_SCALES_H
#define GF_SCALES_H

#include "gpufluid/particle_params.h"

typedef struct gfSphScales {
    float radius;   // of the kernels, m: the side of a cell
    float spacing;  // m
    float cellFill; // particles a cell at rest
    float norm2;    // one over the sums of the kernels at rest, in cells, each counting itself
    float norm3;
    float balance;        // pressure at rest that makes up for near pressure 1
    float wantedSpeed;    // of sound, m/s, before it is lowered to what is stable
    float soundSpeed;     // m/s
    float stiffness;      // 1/s^2, see forces.frag
    float friction;       // of kinematic viscosity (cells^2/s), likewise
    float predictionTime; // s, see gfParticleParams.lookAhead
    float substep;        // s
    int substeps;
    double wantedSubsteps;
    bool softened;      // maxSubsteps are too few: pressure or viscosity is less than asked for
    float viscosityMax; // m^2/s: what substeps of this length stay stable with
} gfSphScales;

// `gravity`: size of the acceleration, m/s^2; `depth`: of the liquid, m.
void gfSphScales_Compute(gfSphScales *scales, const gfParticleParams *params, int dimensions, const float size[3],
                         float step);

// Returns the kernel radius that the parameters ask for, m.
float gfSphScales_GetRadius(const gfParticleParams *params, int dimensions);

#endif
