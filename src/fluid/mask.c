#include "fluid/mask.h"

bool gfMask_Check(gfDevice *device, const gfMask *mask, const char *caller)
{
    const gfCore *core = &device->core;
    int most = gfMin(16384, device->gl.maxTextureSize);
    GF_REQUIRE(core, mask->pixels != NULL, NULL_ARGUMENT, "%s: the mask's pixels are null", caller);
    GF_REQUIRE(core, gfInRange(mask->width, 1, most) && gfInRange(mask->height, 1, most) && mask->stride >= mask->width,
               OUT_OF_RANGE,
               "%s: the mask is %d x %d, stride %d; 1 to %d a side and a stride of the width or more are "
               "expected",
               caller, (int)mask->width, (int)mask->height, (int)mask->stride, most);
    return true;

error:
    return false;
}

uint8_t *gfMask_Pack(gfDevice *device, const gfMask *mask)
{
    size_t width = (size_t)mask->width, height = (size_t)mask->height;
    uint8_t *pixels = gfAlloc(&device->core, 2 * width * height);
    for (size_t y = 0; y < height && pixels != NULL; y++) {
        const uint8_t *row = mask->pixels + (height - 1 - y) * (size_t)mask->stride;
        for (size_t x = 0; x < width; x++) {
            pixels[2 * (y * width + x)] = row[x];
        }
    }
    return pixels;
}

bool gfMask_Upload(gfDevice *device, gfTexture *texture, const gfMask *mask)
{
    const gfRegion whole = {0, 0, mask->width, mask->height};
    bool fits = texture->width == mask->width && texture->height == mask->height;
    gfTexture made = {0};
    uint8_t *pixels = gfMask_Pack(device, mask);
    bool ok = pixels != NULL && (fits || gfTexture_Create(device, &made, GF_FORMAT_RG8, mask->width, mask->height)) &&
              (fits ? gfTexture_UploadPart(device, texture, &whole, pixels) : gfTexture_Upload(device, &made, pixels));
    gfFree(&device->core, pixels);
    if (!fits) {
        gfTexture_Destroy(device, ok ? texture : &made);
        *texture = ok ? made : *texture;
    }
    return ok;
}
