#include "support/image.h"
#include "support/jpeg_check.h"
#include "support/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_FAILURE_USERMSG
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#if defined(__GNUC__) // for the whole file: gcc looks for unused static functions at its end
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>
#include <stb/stb_image_resize.h>
#include <stb/stb_image_write.h>

#define SIDE_MAX 16384
#define BYTES_MAX ((size_t)1 << 28)
#define CHANNELS 4
#define JPEG_QUALITY 80
#define VISIBLE_DIFFERENCE 16

static bool isSize(int width, int height)
{
    return width >= 1 && width <= SIDE_MAX && height >= 1 && height <= SIDE_MAX;
}

static size_t byteCount(const Image *image)
{
    return (size_t)image->width * (size_t)image->height * CHANNELS;
}

// Always false, so that a caller can return it.
static bool fail(char *error, int errorSize, const char *path, const char *reason)
{
    if (error != NULL && errorSize > 0) {
        snprintf(error, (size_t)errorSize, "%s: %s", path, reason);
    }
    return false;
}

Image Image_Create(int width, int height)
{
    Image image = {0, 0, NULL};
    if (isSize(width, height)) {
        image.pixels = calloc((size_t)width * (size_t)height, CHANNELS);
    }
    if (image.pixels != NULL) {
        image.width = width;
        image.height = height;
    }
    return image;
}

void Image_Destroy(Image *image)
{
    free(image->pixels); // also what stb_image returned: it uses malloc
    *image = (Image){0, 0, NULL};
}

// All bytes of a file; null with a line in `error`. What was checked is then what is decoded.
static uint8_t *readBytes(FILE *file, const char *path, size_t *count, char *error, int errorSize)
{
    uint8_t *bytes = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t read = 1; read > 0; *count += read) {
        if (*count == room) {
            room = room > 0 ? 2 * room : 1 << 16;
            uint8_t *larger = room <= BYTES_MAX ? realloc(bytes, room) : NULL;
            if (larger == NULL) {
                fail(error, errorSize, path, room <= BYTES_MAX ? "no memory for it" : "too large a file for an image");
                free(bytes);
                return NULL;
            }
            bytes = larger;
        }
        errno = 0;
        read = fread(bytes + *count, 1, room - *count, file);
    }
    if (ferror(file) || *count == 0) { // a folder opens like a file and fails here
        fail(error, errorSize, path, errno != 0 ? strerror(errno) : "the file is empty");
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool decode(Image *image, const uint8_t *bytes, int count, const char *path, char *error, int errorSize)
{
    int width = 0;
    int height = 0;
    int channels = 0;
    if (!JpegCheck_IsSafe(bytes, (size_t)count)) {
        return fail(error, errorSize, path, "damaged image (a Huffman table of this JPEG has more than 256 codes)");
    }
    if (!stbi_info_from_memory(bytes, count, &width, &height, &channels)) {
        return fail(error, errorSize, path, "not a PNG, JPEG, BMP or TGA image");
    }
    char reason[96];
    if (!isSize(width, height)) {
        snprintf(reason, sizeof reason, "%d x %d pixels: each side must be 1 to %d", width, height, SIDE_MAX);
        return fail(error, errorSize, path, reason);
    }
    image->pixels = stbi_load_from_memory(bytes, count, &width, &height, &channels, CHANNELS);
    if (image->pixels == NULL) {
        snprintf(reason, sizeof reason, "damaged image (%s)", stbi_failure_reason());
        return fail(error, errorSize, path, reason);
    }
    image->width = width;
    image->height = height;
    return true;
}

bool Image_Read(Image *image, const char *path, char *error, int errorSize)
{
    *image = (Image){0, 0, NULL};
    // A pipe may have no end, and reading a device may do what nobody asked for.
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        return fail(error, errorSize, path, "a device or a pipe, not an image file");
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return fail(error, errorSize, path, strerror(errno));
    }
    size_t count = 0;
    uint8_t *bytes = readBytes(file, path, &count, error, errorSize);
    fclose(file);
    bool done = bytes != NULL && decode(image, bytes, (int)count, path, error, errorSize);
    free(bytes);
    return done;
}

static void writeBytes(void *context, void *data, int size)
{
    Output_Write(context, data, (size_t)size); // Output_Close tells if it failed
}

// A JPEG of so much of 100, or a PNG where that is 0.
static bool writeFile(const Image *image, const char *path, int jpegQuality, char *error, int errorSize)
{
    if (image->pixels == NULL || !isSize(image->width, image->height)) {
        return fail(error, errorSize, path, "there is no picture to write");
    }
    Output output;
    if (!Output_Open(&output, path, error, errorSize)) {
        return false;
    }
    int width = image->width, height = image->height;
    int encoded =
        jpegQuality > 0
            ? stbi_write_jpg_to_func(writeBytes, &output, width, height, CHANNELS, image->pixels, jpegQuality)
            : stbi_write_png_to_func(writeBytes, &output, width, height, CHANNELS, image->pixels, width * CHANNELS);
    return Output_Close(&output, encoded != 0, error, errorSize);
}

bool Image_Shrink(Image *image, int width, int height)
{
    if (width >= image->width || height >= image->height) {
        return true;
    }
    Image small = Image_Create(width, height);
    bool done =
        small.pixels != NULL && stbir_resize_uint8_srgb(image->pixels, image->width, image->height, 0, small.pixels,
                                                        width, height, 0, CHANNELS, CHANNELS - 1, 0);
    if (done) {
        Image_Destroy(image);
        *image = small;
    } else {
        Image_Destroy(&small);
    }
    return done;
}

bool Image_WritePng(const Image *image, const char *path, char *error, int errorSize)
{
    return writeFile(image, path, 0, error, errorSize);
}

bool Image_WriteJpeg(const Image *image, const char *path, char *error, int errorSize)
{
    return Image_WriteJpegOf(image, path, JPEG_QUALITY, error, errorSize);
}

bool Image_WriteJpegOf(const Image *image, const char *path, int quality, char *error, int errorSize)
{
    return writeFile(image, path, quality, error, errorSize);
}

void Image_FlipRows(Image *image)
{
    size_t rowBytes = (size_t)image->width * CHANNELS;
    for (int y = 0; y < image->height / 2; y++) {
        uint8_t *low = image->pixels + (size_t)y * rowBytes;
        uint8_t *high = image->pixels + (size_t)(image->height - 1 - y) * rowBytes;
        for (size_t i = 0; i < rowBytes; i++) {
            uint8_t swapped = low[i];
            low[i] = high[i];
            high[i] = swapped;
        }
    }
}

ImageDifference Image_Compare(const Image *a, const Image *b)
{
    ImageDifference difference = {false, 0.0, 0, 0.0};
    if (a->pixels == NULL || b->pixels == NULL || a->width != b->width || a->height != b->height) {
        return difference;
    }
    difference.sameSize = true;
    size_t bytes = byteCount(a);
    uint64_t sum = 0;
    size_t differing = 0;
    for (size_t i = 0; i < bytes; i += CHANNELS) {
        int largest = 0;
        for (size_t c = 0; c < CHANNELS; c++) {
            int distance = abs(a->pixels[i + c] - b->pixels[i + c]);
            sum += c < 3 ? (uint64_t)distance : 0;
            largest = distance > largest ? distance : largest;
        }
        difference.largest = largest > difference.largest ? largest : difference.largest;
        differing += largest > VISIBLE_DIFFERENCE ? 1 : 0;
    }
    double pixels = (double)(bytes / CHANNELS);
    difference.mean = (double)sum / (3.0 * pixels);
    difference.share = (double)differing / pixels;
    return difference;
}

Image Image_Subtract(const Image *a, const Image *b, int gain)
{
    Image result = {0, 0, NULL};
    if (a->pixels != NULL && b->pixels != NULL && a->width == b->width && a->height == b->height) {
        result = Image_Create(a->width, a->height);
    }
    size_t bytes = byteCount(&result);
    for (size_t i = 0; i < bytes; i++) {
        int amplified = abs(a->pixels[i] - b->pixels[i]) * gain;
        result.pixels[i] = (uint8_t)(i % CHANNELS == 3 || amplified > 255 ? 255 : amplified);
    }
    return result;
}

float Image_EncodeSrgb(float light)
{
    return light <= 0.0031308f ? 12.92f * light : 1.055f * powf(light, 1.0f / 2.4f) - 0.055f;
}

float Image_DecodeSrgb(float shown)
{
    return shown <= 0.04045f ? shown / 12.92f : powf((shown + 0.055f) / 1.055f, 2.4f);
}
