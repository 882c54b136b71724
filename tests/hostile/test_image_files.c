// Image files that are damaged, by design or by chance: each is read or refused with a reason, under the sanitizers
// too. GF_LONG=1 in the environment tries a hundred times as many.
#include "support/image.h"
#include "support/jpeg_check.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES_MAX 16384
#define ROUNDS 1500
#define ROUNDS_LONG 150000
#define HUFFMAN "Huffman"

typedef struct Bytes {
    uint8_t data[BYTES_MAX];
    size_t count;
} Bytes;

static char folder[] = "/tmp/gf_image_files_XXXXXX";
static char path[64];

// 20 x 12, grey, in several scans, which stb_image reads but does not write.
static const uint8_t progressive[] = {
    0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
    0x00, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x1b, 0x12, 0x14, 0x17, 0x14, 0x11, 0x1b, 0x17, 0x16, 0x17, 0x1e, 0x1c, 0x1b,
    0x20, 0x28, 0x42, 0x2b, 0x28, 0x25, 0x25, 0x28, 0x51, 0x3a, 0x3d, 0x30, 0x42, 0x60, 0x55, 0x65, 0x64, 0x5f, 0x55,
    0x5d, 0x5b, 0x6a, 0x78, 0x99, 0x81, 0x6a, 0x71, 0x90, 0x73, 0x5b, 0x5d, 0x85, 0xb5, 0x86, 0x90, 0x9e, 0xa3, 0xab,
    0xad, 0xab, 0x67, 0x80, 0xbc, 0xc9, 0xba, 0xa6, 0xc7, 0x99, 0xa8, 0xab, 0xa4, 0xff, 0xc2, 0x00, 0x0b, 0x08, 0x00,
    0x0c, 0x00, 0x14, 0x01, 0x01, 0x11, 0x00, 0xff, 0xc4, 0x00, 0x16, 0x00, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x05, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00,
    0x00, 0x00, 0x01, 0x81, 0xae, 0x7f, 0xff, 0xc4, 0x00, 0x17, 0x10, 0x01, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x12, 0x13, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00,
    0x01, 0x05, 0x02, 0xc9, 0x93, 0x25, 0x61, 0x58, 0x56, 0x1f, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01,
    0x00, 0x06, 0x3f, 0x02, 0x5f, 0xff, 0xc4, 0x00, 0x16, 0x10, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x61, 0x71, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x01, 0x3f,
    0x21, 0xc3, 0x0c, 0x20, 0x82, 0x0f, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x00, 0x10, 0x03, 0xff, 0xc4,
    0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x20, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x01, 0x3f, 0x10, 0x55, 0x24, 0xbf, 0xff, 0xd9};

static void readFile(Bytes *bytes)
{
    FILE *file = MADE(fopen(path, "rb"));
    bytes->count = fread(bytes->data, 1, BYTES_MAX, file);
    assert_true(bytes->count > 0 && bytes->count < BYTES_MAX);
    fclose(file);
}

static bool readImage(const Bytes *bytes, char error[256])
{
    unlink(path); // some file systems write to disk at once what is written over
    FILE *file = MADE(fopen(path, "wb"));
    assert_int_equal(fwrite(bytes->data, 1, bytes->count, file), bytes->count);
    assert_int_equal(fclose(file), 0);
    Image image;
    error[0] = '\0';
    bool read = Image_Read(&image, path, error, 256);
    if (read) {
        assert_true(image.width >= 1 && image.height >= 1 && image.pixels != NULL);
    } else {
        assert_true(strncmp(error, path, strlen(path)) == 0 && strlen(error) > strlen(path) + 2);
        assert_null(image.pixels);
    }
    Image_Destroy(&image);
    return read;
}

static Image makePicture(void)
{
    Image image = Image_Create(24, 18);
    assert_non_null(image.pixels);
    for (int i = 0; i < 24 * 18; i++) {
        const uint8_t pixel[4] = {(uint8_t)(10 * (i % 24)), (uint8_t)(14 * (i / 24)), (uint8_t)(i * i), 255};
        memcpy(image.pixels + 4 * i, pixel, sizeof pixel);
    }
    return image;
}

static Bytes writePicture(bool (*write)(const Image *image, const char *path, char *error, int errorSize))
{
    Bytes bytes;
    Image image = makePicture();
    assert_true(write(&image, path, NULL, 0));
    Image_Destroy(&image);
    readFile(&bytes);
    return bytes;
}

static Bytes makePng(void)
{
    return writePicture(Image_WritePng);
}

static Bytes makeJpeg(void)
{
    return writePicture(Image_WriteJpeg);
}

static Bytes makeProgressive(void)
{
    Bytes bytes = {.count = sizeof progressive};
    memcpy(bytes.data, progressive, sizeof progressive);
    return bytes;
}

// 9 x 7 pixels behind this header.
static Bytes makePlain(const void *header, size_t count, int channels)
{
    Bytes bytes = {.count = count + (size_t)(9 * 7 * channels)};
    memcpy(bytes.data, header, count);
    for (size_t i = count; i < bytes.count; i++) {
        bytes.data[i] = (uint8_t)(37 * i);
    }
    return bytes;
}

static Bytes makePpm(void)
{
    return makePlain("P6 9 7 255\n", 11, 3);
}

static Bytes makeTga(void)
{
    static const uint8_t header[18] = {[2] = 2, [12] = 9, [14] = 7, [16] = 24};
    return makePlain(header, sizeof header, 3);
}

static Bytes makeBmp(void)
{
    static const uint8_t header[54] = {
        'B', 'M', 0xC6, 1, [10] = 54, [14] = 40, [18] = 9, [22] = 7, [26] = 1, [28] = 24};
    return makePlain(header, sizeof header, 4);
}

static size_t find(const Bytes *bytes, uint8_t marker)
{
    for (size_t i = 0; i + 1 < bytes->count; i++) {
        if (bytes->data[i] == 0xFF && bytes->data[i + 1] == marker) {
            return i;
        }
    }
    fail_msg("no marker %02X", (unsigned)marker);
    return 0;
}

static void insert(Bytes *bytes, size_t at, const uint8_t *added, size_t count)
{
    assert_true(at <= bytes->count && bytes->count + count <= BYTES_MAX);
    memmove(bytes->data + at + count, bytes->data + at, bytes->count - at);
    memcpy(bytes->data + at, added, count);
    bytes->count += count;
}

// A segment with a good table and then one of as many codes, all of the greatest length. Returns its size.
static size_t makeTables(uint8_t *segment, int codes, size_t declared)
{
    static const uint8_t good[18] = {0x10, 0, 1, [17] = 1};
    size_t size = 4 + sizeof good + 17 + (size_t)codes;
    memset(segment, 0, size);
    segment[0] = 0xFF;
    segment[1] = 0xC4;
    segment[2] = (uint8_t)((declared > 0 ? declared : size - 2) >> 8);
    segment[3] = (uint8_t)((declared > 0 ? declared : size - 2) & 255);
    memcpy(segment + 4, good, sizeof good);
    uint8_t *table = segment + 4 + sizeof good;
    table[0] = 0x11;
    for (int i = 16, left = codes; i > 0; i--) {
        table[i] = (uint8_t)(left < 255 ? left : 255);
        left -= table[i];
    }
    return size;
}

static void expectRefused(const Bytes *base, size_t at, const uint8_t *added, size_t count)
{
    char error[256];
    Bytes bytes = *base;
    insert(&bytes, at, added, count);
    assert_false(JpegCheck_IsSafe(bytes.data, bytes.count));
    assert_false(readImage(&bytes, error));
    assert_non_null(strstr(error, HUFFMAN));
    // Cut off inside the table, after its lengths.
    bytes.count = at + 4 + 18 + 17 + 5;
    assert_false(readImage(&bytes, error));
    assert_non_null(strstr(error, HUFFMAN));
}

TEST(testTooManyCodes)
{
    uint8_t segment[8192];
    const Bytes bases[] = {makeJpeg(), makeProgressive()};
    for (int i = 0; i < 2; i++) {
        const Bytes *base = &bases[i];
        const size_t places[] = {2, find(base, 0xDB), find(base, 0xC4), find(base, 0xDA), base->count - 2};
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
            expectRefused(base, places[k], segment, makeTables(segment, 257, 0));
            expectRefused(base, places[k], segment, makeTables(segment, 16 * 255, 0));
            // stb_image reads a table whole even if the segment's length ends in it.
            expectRefused(base, places[k], segment, makeTables(segment, 600, 2 + 18 + 1));
        }
        uint8_t filled[8192] = {0xFF, 0xFF, 0xFF};
        expectRefused(base, base->count - 2, filled, 3 + makeTables(filled + 3, 300, 0));
    }
    // Fill bytes before the first marker are no way round.
    Bytes bytes = makeJpeg();
    insert(&bytes, find(&bytes, 0xDB), segment, makeTables(segment, 300, 0));
    insert(&bytes, 0, (const uint8_t[]){0xFF, 0xFF}, 2);
    assert_false(JpegCheck_IsSafe(bytes.data, bytes.count));
}

// What only looks like such a table refuses no picture.
TEST(testGoodTablesPass)
{
    char error[256];
    uint8_t segment[8192];
    const Bytes bases[] = {makeJpeg(), makeProgressive()};
    for (int i = 0; i < 2; i++) {
        assert_true(readImage(&bases[i], error));
        Bytes bytes = bases[i];
        insert(&bytes, 2, segment, makeTables(segment, 256, 0));
        assert_true(JpegCheck_IsSafe(bytes.data, bytes.count));
        // In a comment, as in the thumbnail of a camera's picture.
        bytes = bases[i];
        size_t size = makeTables(segment + 4, 4000, 0);
        const uint8_t comment[4] = {0xFF, 0xFE, (uint8_t)((size + 2) >> 8), (uint8_t)((size + 2) & 255)};
        memcpy(segment, comment, sizeof comment);
        insert(&bytes, 2, segment, size + 4);
        assert_true(readImage(&bytes, error));
        // After the picture's end.
        bytes = bases[i];
        insert(&bytes, bytes.count, segment + 4, size);
        assert_true(readImage(&bytes, error));
    }
    Bytes png = makePng();
    insert(&png, png.count, segment + 4, makeTables(segment + 4, 4000, 0));
    assert_true(readImage(&png, error));
    assert_true(JpegCheck_IsSafe(NULL, 0));
}

static unsigned pick(unsigned *random, size_t below)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return (unsigned)(*random % below);
}

static void damage(Bytes *bytes, unsigned *random)
{
    static const uint8_t extremes[] = {0, 1, 0x7F, 0x80, 0xC4, 0xFE, 0xFF};
    size_t at = pick(random, bytes->count);
    size_t length = 1 + pick(random, 12);
    switch (pick(random, 6)) {
    case 0:
        bytes->data[at] ^= (uint8_t)(1u << pick(random, 8));
        break;
    case 1:
        bytes->data[at] = extremes[pick(random, sizeof extremes)];
        break;
    case 2:
        bytes->data[at] = (uint8_t)pick(random, 256);
        break;
    case 3: // cut off, now and then
        bytes->count = pick(random, 4) == 0 ? at + 1 : bytes->count;
        break;
    case 4: // a part is lost
        length = at + length < bytes->count ? length : bytes->count - at - 1;
        memmove(bytes->data + at, bytes->data + at + length, bytes->count - at - length);
        bytes->count -= length;
        break;
    default: // a part comes twice
        length = at + length < bytes->count ? length : 0;
        insert(bytes, at, bytes->data + at, length);
        break;
    }
}

TEST(testDamage)
{
    Bytes (*const makers[])(void) = {makePng, makeJpeg, makeProgressive, makePpm, makeTga, makeBmp};
    const char *extended = getenv("GF_LONG");
    int rounds = extended != NULL && extended[0] == '1' ? ROUNDS_LONG : ROUNDS;
    int read = 0, refused = 0;
    for (size_t k = 0; k < sizeof makers / sizeof makers[0]; k++) {
        const Bytes good = makers[k]();
        char error[256];
        assert_int_equal(readImage(&good, error), makers[k] != makePpm);
        unsigned random = 2463534242u + (unsigned)k;
        for (int i = 0; i < rounds; i++) {
            Bytes bytes = good;
            for (unsigned n = 1 + pick(&random, 4); n > 0; n--) {
                damage(&bytes, &random);
            }
            *(readImage(&bytes, error) ? &read : &refused) += 1;
        }
    }
    // Neither is what happens to nearly all of them.
    assert_true(read > rounds / 2 && refused > rounds / 2);
}

static int makeFolder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/image", folder);
    return 0;
}

static int removeFolder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder); // nothing else is in it
}

TESTS_START_FROM(makeFolder, removeFolder)
