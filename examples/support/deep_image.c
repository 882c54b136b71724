#include "support/deep_image.h"
#include "support/output.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#if defined(__GNUC__) // for the whole file: of stb_image_write only the compressor is used
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>

#define ZLIB_QUALITY 8
#define EXR_HEADER_MAX 1024

// Always false, so that a caller can return it.
static bool fail(char *error, int errorSize, const char *path, const char *reason)
{
    if (error != NULL && errorSize > 0) {
        snprintf(error, (size_t)errorSize, "%s: %s", path, reason);
    }
    return false;
}

// --- PNG -------------------------------------------------------------------------------------------------------------

static void putBig(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)(value >> 24);
    to[1] = (uint8_t)(value >> 16);
    to[2] = (uint8_t)(value >> 8);
    to[3] = (uint8_t)value;
}

static uint32_t addToSum(uint32_t sum, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            sum = (sum & 1u) != 0 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
        }
    }
    return sum;
}

static void writeChunk(Output *output, const char *kind, const void *data, size_t size)
{
    uint8_t head[8], tail[4];
    putBig(head, (uint32_t)size);
    memcpy(head + 4, kind, 4);
    putBig(tail, ~addToSum(addToSum(0xffffffffu, head + 4, 4), data, size));
    Output_Write(output, head, sizeof head);
    Output_Write(output, data, size);
    Output_Write(output, tail, sizeof tail);
}

static void writeText(Output *output, const PngText *text)
{
    char chunk[512];
    int size = snprintf(chunk, sizeof chunk, "%s%c%s", text->keyword, '\0', text->text);
    writeChunk(output, "tEXt", chunk, size < (int)sizeof chunk ? (size_t)size : sizeof chunk - 1);
}

// Rows with the filter that takes the value of the row above, in the byte order of PNG: smooth pictures get small.
static uint8_t *filterRows(const PngSource *s, size_t rowBytes)
{
    size_t size = (rowBytes + 1) * (size_t)s->height;
    uint8_t *rows = size <= INT_MAX ? malloc(size) : NULL;
    for (int y = 0; rows != NULL && y < s->height; y++) {
        uint8_t *row = rows + (size_t)y * (rowBytes + 1);
        row[0] = 2;
        for (size_t i = 0; i < rowBytes; i++) {
            size_t at = (size_t)y * rowBytes + i, above = at - rowBytes;
            unsigned value, before = 0;
            if (s->bits == 16) {
                const uint16_t *values = s->values;
                int shift = i % 2 == 0 ? 8 : 0;
                value = (unsigned)values[at / 2] >> shift;
                before = y > 0 ? (unsigned)values[above / 2] >> shift : 0;
            } else {
                const uint8_t *values = s->values;
                value = values[at];
                before = y > 0 ? values[above] : 0;
            }
            row[1 + i] = (uint8_t)(value - before);
        }
    }
    return rows;
}

bool DeepImage_WritePng(const PngSource *s, const char *path, char *error, int errorSize)
{
    static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t kinds[5] = {0, 0, 0, 2, 6}; // of colours, by channels
    size_t rowBytes = (size_t)s->width * (size_t)s->channels * (size_t)(s->bits / 8);
    uint8_t *rows = filterRows(s, rowBytes);
    int size = 0;
    uint8_t *packed = NULL;
    if (rows != NULL) {
        packed = stbi_zlib_compress(rows, (int)((rowBytes + 1) * (size_t)s->height), &size, ZLIB_QUALITY);
        free(rows);
    }
    if (packed == NULL) {
        return fail(error, errorSize, path, "no memory for a picture of this size");
    }
    Output output;
    bool opened = Output_Open(&output, path, error, errorSize);
    if (opened) {
        uint8_t header[13] = {0};
        putBig(header, (uint32_t)s->width);
        putBig(header + 4, (uint32_t)s->height);
        header[8] = (uint8_t)s->bits;
        header[9] = kinds[s->channels];
        Output_Write(&output, magic, sizeof magic);
        writeChunk(&output, "IHDR", header, sizeof header);
        for (int i = 0; i < s->textCount; i++) {
            writeText(&output, &s->texts[i]);
        }
        writeChunk(&output, "IDAT", packed, (size_t)size);
        writeChunk(&output, "IEND", "", 0);
    }
    free(packed);
    return opened && Output_Close(&output, true, error, errorSize);
}

// --- OpenEXR ---------------------------------------------------------------------------------------------------------
// As "Technical Introduction to OpenEXR" lays the file out: one part, lines of the picture from the top down.

typedef struct Header {
    uint8_t bytes[EXR_HEADER_MAX];
    size_t size;
} Header;

static void putBytes(Header *h, const void *bytes, size_t size)
{
    if (size <= sizeof h->bytes - h->size) {
        memcpy(h->bytes + h->size, bytes, size);
        h->size += size;
    }
}

static void putLittle(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    to[2] = (uint8_t)(value >> 16);
    to[3] = (uint8_t)(value >> 24);
}

static void putInt(Header *h, uint32_t value)
{
    uint8_t bytes[4];
    putLittle(bytes, value);
    putBytes(h, bytes, sizeof bytes);
}

static void putFloat(Header *h, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    putInt(h, bits);
}

static void putAttribute(Header *h, const char *name, const char *type, uint32_t size)
{
    putBytes(h, name, strlen(name) + 1);
    putBytes(h, type, strlen(type) + 1);
    putInt(h, size);
}

static void putBox(Header *h, const char *name, int width, int height)
{
    putAttribute(h, name, "box2i", 16);
    putInt(h, 0);
    putInt(h, 0);
    putInt(h, (uint32_t)(width - 1));
    putInt(h, (uint32_t)(height - 1));
}

// In the order of their names, as the format asks for; `order` tells which of the values each is.
static const char *const channelNames[5][4] = {{NULL}, {"Y"}, {NULL}, {"B", "G", "R"}, {"A", "B", "G", "R"}};
static const int channelOrder[5][4] = {{0}, {0}, {0}, {2, 1, 0}, {3, 2, 1, 0}};

static void putHeader(Header *h, int width, int height, int channels, const char *comment)
{
    putInt(h, 20000630);
    putInt(h, 2);
    putAttribute(h, "channels", "chlist", (uint32_t)(18 * channels + 1));
    for (int i = 0; i < channels; i++) {
        putBytes(h, channelNames[channels][i], 2);
        putInt(h, 2); // 32-bit floats
        putInt(h, 0);
        putInt(h, 1);
        putInt(h, 1);
    }
    putBytes(h, "", 1);
    size_t length = strlen(comment);
    length = length < EXR_HEADER_MAX / 2 ? length : EXR_HEADER_MAX / 2;
    putAttribute(h, "comments", "string", (uint32_t)length);
    putBytes(h, comment, length);
    putAttribute(h, "compression", "compression", 1);
    putBytes(h, "", 1);
    putBox(h, "dataWindow", width, height);
    putBox(h, "displayWindow", width, height);
    putAttribute(h, "lineOrder", "lineOrder", 1);
    putBytes(h, "", 1);
    putAttribute(h, "pixelAspectRatio", "float", 4);
    putFloat(h, 1.0f);
    putAttribute(h, "screenWindowCenter", "v2f", 8);
    putFloat(h, 0.0f);
    putFloat(h, 0.0f);
    putAttribute(h, "screenWindowWidth", "float", 4);
    putFloat(h, 1.0f);
    putBytes(h, "", 1);
}

// `line`: room for the values of one line, channel after channel.
static void writeLines(Output *output, float *line, const float *values, int width, int height, int channels)
{
    size_t count = (size_t)width * (size_t)channels;
    for (int y = 0; y < height; y++) {
        uint8_t head[8];
        putLittle(head, (uint32_t)y);
        putLittle(head + 4, (uint32_t)(4 * count));
        Output_Write(output, head, sizeof head);
        for (size_t i = 0; i < count; i++) {
            size_t pixel = (size_t)y * (size_t)width + i % (size_t)width;
            size_t channel = (size_t)channelOrder[channels][i / (size_t)width];
            uint8_t bytes[4];
            uint32_t bits;
            memcpy(&bits, &values[pixel * (size_t)channels + channel], sizeof bits);
            putLittle(bytes, bits);
            memcpy(&line[i], bytes, sizeof bytes);
        }
        Output_Write(output, line, 4 * count);
    }
}

bool DeepImage_WriteExr(const float *values, int width, int height, int channels, const char *comment, const char *path,
                        char *error, int errorSize)
{
    Header header = {.size = 0};
    putHeader(&header, width, height, channels, comment);
    size_t lineBytes = (size_t)width * (size_t)channels * 4 + 8;
    float *line = malloc(lineBytes);
    Output output;
    if (line == NULL) {
        return fail(error, errorSize, path, "no memory for a picture of this size");
    }
    bool opened = Output_Open(&output, path, error, errorSize);
    if (opened) {
        Output_Write(&output, header.bytes, header.size);
        uint64_t at = header.size + 8 * (uint64_t)height;
        for (int y = 0; y < height; y++, at += lineBytes) {
            uint8_t place[8];
            putLittle(place, (uint32_t)at);
            putLittle(place + 4, (uint32_t)(at >> 32));
            Output_Write(&output, place, sizeof place);
        }
        writeLines(&output, line, values, width, height, channels);
    }
    free(line);
    return opened && Output_Close(&output, true, error, errorSize);
}
