#include "support/poor.h"

gfDeviceDef Poor_DeviceDef(Fixture *fixture, GlHooks hooks)
{
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = GlHooks_GetProcAddress;
    GlHooks_Set(hooks);
    return def;
}

gfDevice *Poor_MakeDevice(Fixture *fixture, GlHooks hooks)
{
    gfDeviceDef def = Poor_DeviceDef(fixture, hooks);
    gfDevice *device = gfCreateDevice(&def);
    if (device == NULL) {
        fail_msg("no device: %s", fixture->lastMessage);
    }
    return device;
}

static void *scarceAlloc(size_t size, void *user)
{
    Scarce *scarce = user;
    scarce->calls++;
    if (scarce->calls == scarce->failAt || (scarce->failFrom > 0 && scarce->calls >= scarce->failFrom)) {
        return NULL;
    }
    scarce->live++;
    return malloc(size);
}

static void scarceFree(void *memory, void *user)
{
    ((Scarce *)user)->live--;
    free(memory);
}

gfAllocator Scarce_Allocator(Scarce *scarce)
{
    return (gfAllocator){scarceAlloc, scarceFree, scarce};
}

void Poor_Allow(Scarce *scarce, int count)
{
    if (scarce == NULL) {
        GlHooks_LimitFramebuffers(count);
    } else {
        scarce->failFrom = count < 0 ? 0 : scarce->calls + count + 1;
    }
}

void Poor_ExpectMemory(const gfDevice *device, const gfMemoryCounts *counts)
{
    gfMemoryCounts now = gfDevice_GetMemory(device);
    assert_int_equal(now.textures, counts->textures);
    assert_int_equal(now.framebuffers, counts->framebuffers);
    assert_int_equal(now.buffers, counts->buffers);
    assert_int_equal(now.gpuBytes, counts->gpuBytes);
}
