/// What stb_image 2.27 trusts in a JPEG and must not. Not part of the library.
#ifndef SUPPORT_JPEG_CHECK_H
#define SUPPORT_JPEG_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether a decoder may be handed these bytes: true of all that is no JPEG, and of a JPEG none of whose Huffman tables
/// has more than 256 codes. stb_image writes such a table beyond its arrays.
bool JpegCheck_IsSafe(const uint8_t *bytes, size_t count);

#endif
