// What other modules call of a governor. (gpufluid/governor.h is the public header.)
#ifndef GF_GOVERNOR_IMPL_H
#define GF_GOVERNOR_IMPL_H

#include "gpufluid/governor.h"

gfFluid *gfGovernor_GetFluid(const gfGovernor *governor);

#endif
