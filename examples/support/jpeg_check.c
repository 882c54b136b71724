#include "support/jpeg_check.h"

#define CODES_MAX 256
#define LENGTHS 16

enum { MARKER_NONE = 0xFF, MARKER_SOI = 0xD8, MARKER_EOI = 0xD9, MARKER_SOS = 0xDA, MARKER_DHT = 0xC4 };

typedef struct Reader {
    const uint8_t *bytes;
    size_t count;
    size_t at;
} Reader;

// Zeros follow the end, as stb_image reads them.
static int readByte(Reader *reader)
{
    return reader->at < reader->count ? reader->bytes[reader->at++] : 0;
}

// A segment's length counts its own two bytes.
static long readLength(Reader *reader)
{
    int high = readByte(reader);
    return (long)high * 256 + readByte(reader) - 2;
}

// The next marker. What is between segments, fill bytes or the data of a scan, is passed over.
static int findMarker(Reader *reader)
{
    while (reader->at < reader->count) {
        if (readByte(reader) != 0xFF) {
            continue;
        }
        int marker = 0xFF;
        while (marker == 0xFF && reader->at < reader->count) {
            marker = readByte(reader);
        }
        bool restart = marker >= 0xD0 && marker <= 0xD7;
        if (marker != 0 && marker != 0xFF && !restart) {
            return marker;
        }
    }
    return MARKER_NONE;
}

// stb_image goes on to the next table until the length is used up, even if the last one reaches beyond it.
static bool areTablesSafe(Reader *reader)
{
    for (long left = readLength(reader); left > 0;) {
        int codes = 0;
        readByte(reader); // class and number
        for (int i = 0; i < LENGTHS; i++) {
            codes += readByte(reader);
        }
        if (codes > CODES_MAX) {
            return false;
        }
        for (int i = 0; i < codes; i++) {
            readByte(reader);
        }
        left -= 1 + LENGTHS + codes;
    }
    return true;
}

bool JpegCheck_IsSafe(const uint8_t *bytes, size_t count)
{
    Reader reader = {bytes, count, 0};
    // As stb_image has it, any number of fill bytes may come before the first marker.
    if (count == 0 || bytes[0] != 0xFF || findMarker(&reader) != MARKER_SOI) {
        return true;
    }
    int marker = findMarker(&reader);
    while (marker != MARKER_NONE && marker != MARKER_EOI) {
        if (marker == MARKER_DHT) {
            if (!areTablesSafe(&reader)) {
                return false;
            }
        } else {
            long length = readLength(&reader);
            for (long i = 0; i < length; i++) {
                readByte(&reader);
            }
        }
        marker = findMarker(&reader);
    }
    return true;
}
