// Tries which float formats the context really draws to, reads back and filters: extension strings do not always tell.
#ifndef GF_PROBE_H
#define GF_PROBE_H

#include "gl/device.h"

// Fills device->gl.formats. Reports NO_FLOAT_RENDERING if there is none, SHADER if even the probe does not compile.
bool gfProbe_Formats(gfDevice *device);

// Sets device->tier for all that is compiled from then on: the wanted one, or where that is AUTO what works. Comes
// after gfProbe_Formats. Reports UNSUPPORTED, OUT_OF_MEMORY.
bool gfProbe_Tier(gfDevice *device, gfTier wanted);

#endif
