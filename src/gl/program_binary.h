// Programs as the driver keeps them, by way of callbacks of the host's (gfDeviceDef.loadProgramBinary).
#ifndef GF_PROGRAM_BINARY_H
#define GF_PROGRAM_BINARY_H

#include "gl/device.h"

// Computes a number of 128 bits for these bytes, never zero (FNV-1a by two starting values).
void gfProgramBinary_Hash(const void *bytes, size_t size, uint64_t hash[2]);

// Tells whether the context has binaries, and the host keeps them.
bool gfProgramBinary_Works(const gfDevice *device);

// Fills a program, not linked yet, whose sources have these hashes. False: there is no binary, or it is not what it
// was, or the context refuses it.
bool gfProgramBinary_Load(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

// Says before a program is linked that its binary will be asked for.
void gfProgramBinary_Prepare(const gfDevice *device, GLuint program);
// Hands the host the binary of a program that has been linked.
void gfProgramBinary_Store(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2]);

#endif
