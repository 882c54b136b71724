/// A loader that returns a test's own functions in place of the GL's. It comes before GlHooks.
#pragma once

#include "support/fixture.h"
#include "support/gl_hooks.h"

/// Forgets all replacements: what is loaded from here on is GlHooks' or the GL's own.
void GlSpy_Clear(void);

/// Devices made from now on call `proc` in place of this function; null: they find no such function.
void GlSpy_Replace(const char *name, gfGLProc proc);

/// A function and what replaces it: GL_SPY_ENTRY(Finish, finish).
typedef struct GlSpyEntry {
    const char *name;
    gfGLProc proc;
} GlSpyEntry;

#define GL_SPY_ENTRY(function, replacement) ((GlSpyEntry){"gl" #function, (gfGLProc)(replacement)})

/// GlSpy_Replace of each.
void GlSpy_ReplaceAll(const GlSpyEntry *entries, size_t count);

/// Whether a loader asked for a replaced function of this name since GlSpy_Clear.
bool GlSpy_WasAsked(const char *name);

/// The original function, for a replacement to call.
#define GL_SPY_NEXT(type, name) ((type)GlHooks_GetProcAddress(name))

/// A definition with this loader, without lies of GlHooks.
gfDeviceDef GlSpy_DeviceDef(Fixture *fixture);

/// Fails the test if there is no device.
gfDevice *GlSpy_MakeDevice(Fixture *fixture);

/// Destroys a device, of whose GL objects none may be left, and forgets all replacements.
void GlSpy_EndDevice(Fixture *fixture, gfDevice *device);
