// Reads shaders from gfDeviceDef.shaderDir. Web builds, without files, take bindings/js/wasm/system.c instead.
#include "gl/program_cache.h"

#include <stdio.h>

char *gfShaderFolder_Read(gfDevice *device, const char *name)
{
    char path[1024];
    char *text = NULL;
    snprintf(path, sizeof path, "%s/%s", device->shaderDir, name);
    FILE *file = fopen(path, "rb");
    GF_REQUIRE(&device->core, file != NULL, SHADER_FILE, "cannot read shader '%s'", path);
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    GF_REQUIRE_OR_UNDO(&device->core, size >= 0 && fseek(file, 0, SEEK_SET) == 0, SHADER_FILE,
                       "cannot read shader '%s'", path);
    text = gfAlloc(&device->core, (size_t)size + 1);
    if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER_FILE, "cannot read shader '%s'", path);
        gfFree(&device->core, text);
        text = NULL;
    }

error:
    fclose(file);
    return text;
}
