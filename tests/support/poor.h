/// Devices under poor conditions: with hooks between the library and the GL, and with damaged shaders.
#pragma once

#include "support/fixture.h"
#include "support/gl_hooks.h"

/// A definition whose loader has these hooks; counts of GL objects start at 0.
gfDeviceDef Poor_DeviceDef(Fixture *fixture, GlHooks hooks);

/// Fails the test if there is no device.
gfDevice *Poor_MakeDevice(Fixture *fixture, GlHooks hooks);

/// Forgets GL errors, as KHR_debug reports one for a shader that is meant not to compile.
void Poor_ForgiveGlErrors(Fixture *fixture);

/// Fails unless the device holds as much as `counts` says.
void Poor_ExpectMemory(const gfDevice *device, const gfMemoryCounts *counts);

/// A copy of shaders/ in a folder of its own.
typedef struct ShaderCopy {
    char dir[512];
} ShaderCopy;

ShaderCopy ShaderCopy_Make(void);
void ShaderCopy_Free(const ShaderCopy *copy);

/// Puts this text in place of a file; null: removes it.
void ShaderCopy_Overwrite(const ShaderCopy *copy, const char *name, const char *text);

/// Edits a file as sed does; fails the test if that changes nothing.
void ShaderCopy_Edit(const ShaderCopy *copy, const char *name, const char *expression);
