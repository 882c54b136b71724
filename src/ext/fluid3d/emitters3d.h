// Sources of a gfFluid3D.
#ifndef GF_EMITTERS3D_H
#define GF_EMITTERS3D_H

#include "solvers/particles/sph.h"
#include "ext/fluid3d/volume.h"

// What sources do in a fixed step, before its substeps; solids are drawn. `shift`: of the lattice of what is held full,
// m. *pours becomes true if one may have poured. False and reported: a pass was not drawn.
bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *sph, const gfSphDomain *domain, const double shift[3],
                           bool *pours);

#endif
