/// Pictures of more than 8-bit colours: PNG of 8 or 16 bits a channel with lines of text, EXR of floats. Not part of
/// the library.
#ifndef SUPPORT_DEEP_IMAGE_H
#define SUPPORT_DEEP_IMAGE_H

#include <stdbool.h>

/// A line of text that a PNG keeps (tEXt).
typedef struct PngText {
    const char *keyword; ///< 1 to 79 characters
    const char *text;
} PngText;

/// What a PNG is written from; the first row is at the top.
typedef struct PngSource {
    int width;
    int height;
    int channels;         ///< 1 (grey), 3 or 4
    int bits;             ///< 8 or 16
    const void *values;   ///< uint8_t or uint16_t, channels of a pixel beside each other
    const PngText *texts; ///< `textCount` of them
    int textCount;
} PngSource;

/// Writes it, whole or not at all (see output.h). False with a line in `error`.
bool DeepImage_WritePng(const PngSource *source, const char *path, char *error, int errorSize);

/// Writes floats, 1, 3 or 4 channels, the first row at the top, as an OpenEXR file (32-bit floats, not compressed): Y,
/// or R, G, B and A as far as there are. `comment` is kept in it. False with a line in `error`.
bool DeepImage_WriteExr(const float *values, int width, int height, int channels, const char *comment, const char *path,
                        char *error, int errorSize);

#endif
