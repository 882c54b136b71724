// The scene's fluid in a file. What the scene itself does goes by the number of its frame, which is the fluid's steps.
#include "demo.h"
#include "files.h"

#include "support/complain.h"
#include "support/output.h"

#include <stdlib.h>

bool Demo_LoadFluid(Demo *demo, const char *path)
{
    Scene *scene = &demo->scene;
    gfSnapshotInfo info;
    size_t size = 0;
    uint8_t *bytes = Files_Read("load", path, &size);
    if (bytes == NULL) {
        return false;
    }
    bool loaded = gfSnapshot_Inspect(bytes, size, &info) &&
                  (scene->fluid3d != NULL ? gfFluid3D_Load(scene->fluid3d, bytes, size, NULL)
                                          : gfFluid_Load(scene->fluid, bytes, size, NULL));
    if (loaded) {
        scene->frame = (int)info.stepCount;
    } else {
        const char *message = NULL;
        gfErrorCode code = gfGetLastError(&message);
        Complain("--load %s: %s", path, message != NULL ? message : gfErrorText(code));
    }
    free(bytes);
    return loaded;
}

bool Demo_SaveFluid(const Demo *demo, const char *path)
{
    const Scene *scene = &demo->scene;
    size_t size =
        scene->fluid3d != NULL ? gfFluid3D_GetSnapshotSize(scene->fluid3d) : gfFluid_GetSnapshotSize(scene->fluid);
    uint8_t *bytes = malloc(size);
    bool saved = bytes != NULL && (scene->fluid3d != NULL ? gfFluid3D_SaveBlocking(scene->fluid3d, bytes, size)
                                                          : gfFluid_SaveBlocking(scene->fluid, bytes, size));
    if (!saved) {
        Complain("--save %s: %s", path, bytes == NULL ? "no memory for it" : gfErrorText(gfGetLastError(NULL)));
        free(bytes);
        return false;
    }
    char error[512];
    bool written = Output_WriteFile(path, bytes, size, error, (int)sizeof error) || Complain("--save %s", error);
    free(bytes);
    return written;
}
