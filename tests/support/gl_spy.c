#include "support/gl_spy.h"

#include "support/poor.h"

#define REPLACED_MAX 32

typedef struct Replaced {
    const char *name;
    gfGLProc proc;
    bool asked;
} Replaced;

// One list for the whole program, as a loader is told nothing but a name.
static Replaced replaced[REPLACED_MAX];
static int replacedCount;

void GlSpy_Clear(void)
{
    replacedCount = 0;
}

void GlSpy_Replace(const char *name, gfGLProc proc)
{
    assert_in_range(replacedCount, 0, REPLACED_MAX - 1);
    replaced[replacedCount++] = (Replaced){name, proc, false};
}

void GlSpy_ReplaceAll(const GlSpyEntry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        GlSpy_Replace(entries[i].name, entries[i].proc);
    }
}

static Replaced *findReplaced(const char *name)
{
    for (int i = 0; i < replacedCount; i++) {
        if (strcmp(replaced[i].name, name) == 0) {
            return &replaced[i];
        }
    }
    return NULL;
}

bool GlSpy_WasAsked(const char *name)
{
    const Replaced *found = findReplaced(name);
    return found != NULL && found->asked;
}

static gfGLProc getFunction(const char *name)
{
    Replaced *found = findReplaced(name);
    if (found == NULL) {
        return GlHooks_GetProcAddress(name);
    }
    found->asked = true;
    return found->proc;
}

gfDeviceDef GlSpy_DeviceDef(Fixture *fixture)
{
    gfDeviceDef def = Poor_DeviceDef(fixture, (GlHooks){0});
    def.getProcAddress = getFunction;
    return def;
}

gfDevice *GlSpy_MakeDevice(Fixture *fixture)
{
    const gfDeviceDef def = GlSpy_DeviceDef(fixture);
    return Fixture_MakeDeviceOf(fixture, &def);
}

void GlSpy_EndDevice(Fixture *fixture, gfDevice *device)
{
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    GlSpy_Clear();
    Fixture_ExpectNoGlError(fixture);
}
