/// Counts what a device makes: GL objects, calls that change their size or kind, and blocks of memory.
#pragma once

#include "support/fixture.h"

/// Counts since the test set them to 0.
typedef struct Making {
    int objects;      ///< textures, framebuffers, renderbuffers, buffers, queries, vertex arrays, samplers, shaders,
                      ///< attachments
    int blocks;       ///< of memory
    int programs;     ///< shaders that were compiled and programs that were linked
    int framebuffers; ///< made
} Making;

extern Making making;

/// Puts counting functions between the GL and devices that are made from here on, beside what GlSpy_Replace has put
/// there.
void Making_Watch(void);

/// A device that counts into `making` what it allocates; fails the test if there is none.
gfDevice *Making_MakeDevice(Fixture *fixture);

/// Prepares a device by gfDevice_Prepare, then sets the counts of `making` to 0.
void Making_Prepare(gfDevice *device, const gfPrepareDef *def);

/// Makes all pending programs of the device, which steps would make one by one.
void Making_Finish(gfDevice *device);
