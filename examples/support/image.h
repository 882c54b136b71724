/// 8-bit RGBA images, first row at the top: reading and writing files (stb), comparing. Not part of the library.
#ifndef SUPPORT_IMAGE_H
#define SUPPORT_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Image {
    int width;
    int height;
    uint8_t *pixels; ///< RGBA, width * height * 4 bytes; null if empty
} Image;

/// How far two images are apart, on 0 to 255.
typedef struct ImageDifference {
    bool sameSize;
    double mean;  ///< mean absolute difference over colour channels
    int largest;  ///< largest absolute difference of a channel
    double share; ///< share of pixels in which a channel differs by more than 16
} ImageDifference;

/// An image of transparent black. Empty (null pixels) without memory.
Image Image_Create(int width, int height);
void Image_Destroy(Image *image);

/// Reads PNG, JPEG, BMP or TGA. False with a line in `error` (file name and reason).
bool Image_Read(Image *image, const char *path, char *error, int errorSize);

/// Makes it width x height where that is smaller both ways, in linear light; false without the memory.
bool Image_Shrink(Image *image, int width, int height);

/// Writes a PNG, whole or not at all (see output.h). False with a line in `error`; a folder that does not exist is not
/// made.
bool Image_WritePng(const Image *image, const char *path, char *error, int errorSize);

/// The same as a JPEG; and as one of that quality, 1 to 100, in place of 80.
bool Image_WriteJpeg(const Image *image, const char *path, char *error, int errorSize);
bool Image_WriteJpegOf(const Image *image, const char *path, int quality, char *error, int errorSize);

/// Turns upside down in place (GL rows start at the bottom).
void Image_FlipRows(Image *image);

/// Light, linear, as a screen's sRGB, and back; 0 to 1.
float Image_EncodeSrgb(float light);
float Image_DecodeSrgb(float shown);

ImageDifference Image_Compare(const Image *a, const Image *b);

/// The absolute difference, times `gain`, opaque. Empty unless the sizes agree.
Image Image_Subtract(const Image *a, const Image *b, int gain);

#endif
