// What C asks of its system, and a page has not or does itself. Theirs is the place of the C library's functions, whose
// code a page would load for nothing.
#include "gl/shader_source.h"

char *gfShaderFolder_Read(gfDevice *device, const char *name)
{
    gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER_FILE,
             "cannot read shader '%s/%s': a page has no files; null is expected for shaderDir", device->shaderDir, name);
    return NULL;
}
