// Stock palettes: sRGB bytes of known maps, decoded to linear light.
#include "gpufluid/draw.h"

#include "base/core.h"

#include <math.h>

typedef struct Stock {
    int count;
    bool clear; // coverage rises from 0 over the first two stops
    uint32_t rgb[GF_PALETTE_MAX];
} Stock;

static const Stock stocks[GF_PALETTE_COUNT] = {
    [GF_PALETTE_VIRIDIS] = {8, false, {0x440154, 0x46327e, 0x365c8d, 0x277f8e, 0x1fa187, 0x4ac16d, 0xa0da39, 0xfde725}},
    [GF_PALETTE_MAGMA] = {8, false, {0x000004, 0x221150, 0x5f187f, 0x982d80, 0xd3436e, 0xf8765c, 0xfebb81, 0xfcfdbf}},
    [GF_PALETTE_ICE] = {7, true, {0x03061c, 0x0a1c4f, 0x10408c, 0x1f72c4, 0x4fa9e6, 0xa2dbf7, 0xf7fdff}},
    [GF_PALETTE_EMBER] = {7, true, {0x0a0203, 0x4a0808, 0x951505, 0xd94206, 0xfb8a18, 0xffc95e, 0xfff6d6}},
    [GF_PALETTE_NEON] = {7, true, {0x080216, 0x360a7a, 0x8a12c4, 0xee2bc0, 0xff74cc, 0x8fe4ff, 0xf6ffff}},
    [GF_PALETTE_INK] = {6, true, {0xdfe6f2, 0xb3c1de, 0x7488b8, 0x3d5391, 0x1c2c63, 0x080d26}},
    [GF_PALETTE_BLUE_RED] = {7, false, {0x2166ac, 0x67a9cf, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xef8a62, 0xb2182b}},
};

static float decodeSrgb(uint32_t byte)
{
    float v = (float)byte / 255.0f;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

gfPalette gfGetPalette(gfStockPalette kind)
{
    gfPalette palette = {0};
    GF_REQUIRE(NULL, (unsigned)kind < GF_PALETTE_COUNT, OUT_OF_RANGE, "gfGetPalette: there is no palette %d",
               (int)kind);
    const Stock *stock = &stocks[kind];
    palette.count = stock->count;
    for (int i = 0; i < stock->count; i++) {
        for (int c = 0; c < 3; c++) {
            palette.colors[i][c] = decodeSrgb(stock->rgb[i] >> (16 - 8 * c) & 0xff);
        }
        palette.colors[i][3] = stock->clear ? fminf(0.5f * (float)i, 1.0f) : 1.0f;
    }

error:
    return palette;
}
