// Which float formats the context really draws to, reads back and filters: tried, not taken from extension strings.
#ifndef GF_PROBE_H
#define GF_PROBE_H

#include "gl/device.h"

// Fills device->gl.formats. Reports NO_FLOAT_RENDERING if there is none, SHADER if even the probe does not compile.
bool gfProbe_Formats(gfDevice *device);

#endif
