// Links an installed gpufluid, from C and, by consumer.cpp, from C++. No context is needed: the device is refused for
// want of a loader.
#include <gpufluid/gpufluid.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    if (strcmp(gfGetVersion(), GF_VERSION_STRING) != 0) {
        fprintf(stderr, "library %s, headers %s\n", gfGetVersion(), GF_VERSION_STRING);
        return 1;
    }
    gfDeviceDef def = gfDefaultDeviceDef();
    gfDevice *device = gfCreateDevice(&def);
    const char *message = NULL;
    if (device != NULL || gfGetLastError(&message) != GF_ERROR_NULL_ARGUMENT || message == NULL) {
        fprintf(stderr, "a device without a loader was not refused as it should be\n");
        return 1;
    }
    const gfSolidId none = gfFluid_AddSolid(NULL, NULL);
    if (!GF_IS_NULL(none) || !GF_ID_EQUALS(none, none)) {
        fprintf(stderr, "the handle of nothing is something\n");
        return 1;
    }
    puts(gfGetVersion());
    return 0;
}
