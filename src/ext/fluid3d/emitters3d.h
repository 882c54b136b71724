// Sources of a gfFluid3D.
#ifndef GF_EMITTERS3D_H
#define GF_EMITTERS3D_H

#include "ext/fluid3d/volume.h"
#include "solvers/particles/sph.h"

// Lets sources act at the start of a fixed step, after solids are drawn. `shift`: of the lattice on which sources that
// hold their shape full add particles, m. *pours becomes true if one may have poured. False and reported: a pass was
// not drawn.
bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *sph, const gfSphDomain *domain, const double shift[3],
                           bool *pours);

#endif
