#include "gl/depth.h"

#include "gl/framebuffer.h"
#include "gl/label.h"
#include "gl/pass.h"

#include <string.h>

static size_t depthBytes(const gfDepth *depth)
{
    return (size_t)depth->width * (size_t)depth->height * 4;
}

bool gfDepth_Create(gfDevice *device, gfDepth *depth, int width, int height)
{
    const GladGLContext *fn = &device->gl.fn;
    int most = device->gl.maxTextureSize;
    memset(depth, 0, sizeof *depth);
    GF_REQUIRE(&device->core, width >= 1 && height >= 1 && gfMax(width, height) <= most, OUT_OF_RANGE,
               "a depth of %d x %d texels is needed and the context allows 1 to %d a side", width, height, most);
    depth->width = width;
    depth->height = height;
    gfDevice_DropHostErrors(device);
    fn->GenTextures(1, &depth->id);
    gfDevice_BindToChange(device, depth->id);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    fn->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, width, height, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    gfLabel_Set(device, GF_LABEL_TEXTURE, depth->id, "depth", NULL);
    device->counts.textures++;
    device->counts.gpuBytes += depthBytes(depth);
    if (gfDevice_CheckGL(device, "making a depth")) {
        return true;
    }
    gfDepth_Destroy(device, depth);

error:
    return false;
}

void gfDepth_Destroy(gfDevice *device, gfDepth *depth)
{
    if (depth->id != 0) {
        gfFramebuffers_Forget(device, depth->id);
        gfDevice_ForgetBindings(device);
        if (!device->lost) {
            device->gl.fn.DeleteTextures(1, &depth->id);
        }
        device->counts.textures--;
        device->counts.gpuBytes -= depthBytes(depth);
    }
    memset(depth, 0, sizeof *depth);
}
