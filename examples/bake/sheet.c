#include "sheet.h"

#include "support/deep_image.h"
#include "support/image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANNELS 4
#define SIDE_MAX 32768
#define REACH_SHARE 0.125f // of a tile's longer side, that a distance map tells
#define COLORED 32.0f      // 1 over the alpha from which on a pixel's colour is all its own
#define LEVELS_MAX 16
#define FAR 1e9f

bool Sheet_Create(Sheet *s, SheetKind kind, const char *path, int columns, int rows, int width, int height)
{
    *s = (Sheet){.kind = kind, .path = path, .columns = columns, .rows = rows, .width = width, .height = height};
    bool fits = columns * (width + 2 * SHEET_RIM) <= SIDE_MAX && rows * (height + 2 * SHEET_RIM) <= SIDE_MAX;
    if (fits) {
        s->values = calloc((size_t)columns * (size_t)rows * (size_t)width * (size_t)height, CHANNELS * sizeof(float));
    }
    return s->values != NULL;
}

void Sheet_Destroy(Sheet *sheet)
{
    free(sheet->values);
    *sheet = (Sheet){0};
}

static float *getTile(const Sheet *s, int tile)
{
    return s->values + (size_t)tile * (size_t)s->width * (size_t)s->height * CHANNELS;
}

void Sheet_Add(Sheet *s, int tile, const float *values, float weight)
{
    float *to = getTile(s, tile);
    for (size_t i = 0; i < (size_t)s->width * (size_t)s->height * CHANNELS; i++) {
        to[i] += weight * values[i];
    }
}

// --- colours ---------------------------------------------------------------------------------------------------------

static uint8_t toByte(float value)
{
    return (uint8_t)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

void Sheet_FromPicture(const uint8_t *pixels, int count, float *values)
{
    float light[256];
    for (int i = 0; i < 256; i++) {
        light[i] = Image_DecodeSrgb((float)i / 255.0f);
    }
    for (int i = 0; i < CHANNELS * count; i += CHANNELS) {
        float alpha = (float)pixels[i + 3] / 255.0f;
        for (int c = 0; c < 3; c++) {
            values[i + c] = alpha * light[pixels[i + c]];
        }
        values[i + 3] = alpha;
    }
}

// --- normals ---------------------------------------------------------------------------------------------------------

// A blur along rows or columns by a box of 2 radius + 1 values, what is outside as at the edge.
static void blur(const float *from, float *to, int width, int height, int radius, bool rows)
{
    int length = rows ? width : height, lines = rows ? height : width;
    size_t step = rows ? 1 : (size_t)width, next = rows ? (size_t)width : 1;
    for (int line = 0; line < lines; line++) {
        const float *in = from + (size_t)line * next;
        double sum = (radius + 1) * (double)in[0];
        for (int i = 1; i <= radius; i++) {
            sum += (double)in[(size_t)(i < length ? i : length - 1) * step];
        }
        for (int i = 0; i < length; i++) {
            to[(size_t)line * next + (size_t)i * step] = (float)(sum / (2 * radius + 1));
            int enters = i + radius + 1 < length ? i + radius + 1 : length - 1, leaves = i > radius ? i - radius : 0;
            sum += (double)in[(size_t)enters * step] - (double)in[(size_t)leaves * step];
        }
    }
}

// Twice by a box, both ways: nearly round.
static void blurAll(float *values, float *room, int width, int height, int radius)
{
    for (int i = 0; i < 2; i++) {
        blur(values, room, width, height, radius, true);
        blur(room, values, width, height, radius, false);
    }
}

// Large forms and folds are both wanted: heights of three widths are added, each as steep as it is wide.
bool Sheet_MakeNormals(const float *amounts, int width, int height, float *values)
{
    size_t count = (size_t)width * (size_t)height;
    float *heights = calloc(3 * count, sizeof *heights);
    if (heights == NULL) {
        return false;
    }
    float *level = heights + count, *room = level + count;
    int longer = width > height ? width : height;
    static const float shares[3] = {0.0f, 0.012f, 0.04f}; // of the longer side
    for (int i = 0; i < 3; i++) {
        int radius = i == 0 ? 1 : (int)fmaxf(2.0f, shares[i] * (float)longer);
        for (size_t k = 0; k < count; k++) {
            level[k] = sqrtf(fmaxf(amounts[k], 0.0f));
        }
        blurAll(level, room, width, height, radius);
        float steepness = 1.0f + 1.2f * (float)radius;
        for (size_t k = 0; k < count; k++) {
            heights[k] += steepness * level[k];
        }
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int left = x > 0 ? x - 1 : 0, right = x + 1 < width ? x + 1 : x;
            int above = y > 0 ? y - 1 : 0, below = y + 1 < height ? y + 1 : y;
            const float *row = heights + (size_t)y * (size_t)width;
            float nx = 0.5f * (row[left] - row[right]);
            float ny = 0.5f * (heights[(size_t)below * (size_t)width + (size_t)x] -
                               heights[(size_t)above * (size_t)width + (size_t)x]);
            float length = sqrtf(nx * nx + ny * ny + 1.0f);
            float *to = values + CHANNELS * ((size_t)y * (size_t)width + (size_t)x);
            to[0] = nx / length;
            to[1] = ny / length;
            to[2] = 1.0f / length;
            to[3] = amounts[(size_t)y * (size_t)width + (size_t)x];
        }
    }
    free(heights);
    return true;
}

// --- distances -------------------------------------------------------------------------------------------------------

// The nearest place on the outline that a pixel knows of, from the picture's corner.
typedef struct Nearest {
    float x, y;
} Nearest;

static float squareTo(const Nearest *n, int x, int y)
{
    float dx = n->x - (float)x, dy = n->y - (float)y;
    return dx * dx + dy * dy;
}

// Where the outline crosses the lines to the right and lower neighbours: both ends know it.
static void markOutline(const float *amounts, int width, int height, Nearest *nearest)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            for (int axis = 0; axis < 2; axis++) {
                if ((axis == 0 ? x + 1 >= width : y + 1 >= height)) {
                    continue;
                }
                size_t other = at + (axis == 0 ? 1 : (size_t)width);
                float a = amounts[at] - 0.5f, b = amounts[other] - 0.5f;
                if ((a < 0.0f) == (b < 0.0f)) {
                    continue;
                }
                float way = a / (a - b);
                const Nearest place = {(float)x + (axis == 0 ? way : 0.0f), (float)y + (axis == 1 ? way : 0.0f)};
                if (squareTo(&place, x, y) < squareTo(&nearest[at], x, y)) {
                    nearest[at] = place;
                }
                if (squareTo(&place, x + 1 - axis, y + axis) < squareTo(&nearest[other], x + 1 - axis, y + axis)) {
                    nearest[other] = place;
                }
            }
        }
    }
}

// One sweep of Danielsson's propagation, down and right or up and left.
static void sweep(Nearest *nearest, int width, int height, int way)
{
    static const int around[4][2] = {{-1, 0}, {0, -1}, {-1, -1}, {1, -1}};
    for (int j = 0; j < height; j++) {
        int y = way > 0 ? j : height - 1 - j;
        for (int pass = 0; pass < 2; pass++) { // there and back along the row
            for (int i = 0; i < width; i++) {
                int x = (pass == 0) == (way > 0) ? i : width - 1 - i;
                Nearest *own = &nearest[(size_t)y * (size_t)width + (size_t)x];
                for (int k = 0; k < 4; k++) {
                    int dx = (pass == 0) == (way > 0) ? around[k][0] : -around[k][0], dy = way * around[k][1];
                    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) {
                        continue;
                    }
                    const Nearest *other = &nearest[(size_t)(y + dy) * (size_t)width + (size_t)(x + dx)];
                    if (squareTo(other, x, y) < squareTo(own, x, y)) {
                        *own = *other;
                    }
                }
            }
        }
    }
}

bool Sheet_MakeDistances(const float *amounts, int width, int height, float *values)
{
    size_t count = (size_t)width * (size_t)height;
    Nearest *nearest = malloc(count * sizeof *nearest);
    if (nearest == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        nearest[i] = (Nearest){FAR, FAR};
    }
    markOutline(amounts, width, height, nearest);
    sweep(nearest, width, height, 1);
    sweep(nearest, width, height, -1);
    for (size_t i = 0; i < count; i++) {
        float distance = sqrtf(squareTo(&nearest[i], (int)(i % (size_t)width), (int)(i / (size_t)width)));
        distance = fminf(distance, (float)(width + height)); // where there is no outline at all
        values[CHANNELS * i] = amounts[i] >= 0.5f ? distance : -distance;
        values[CHANNELS * i + 1] = values[CHANNELS * i + 2] = 0.0f;
        values[CHANNELS * i + 3] = 1.0f;
    }
    free(nearest);
    return true;
}

// --- files -----------------------------------------------------------------------------------------------------------

float Sheet_Sample(const SheetPixels *p, int channel, float x, float y)
{
    x = fminf(fmaxf(x, 0.0f), (float)(p->width - 1));
    y = fminf(fmaxf(y, 0.0f), (float)(p->height - 1));
    int x0 = (int)x, x1 = x0 + 1 < p->width ? x0 + 1 : x0, y0 = (int)y, y1 = y0 + 1 < p->height ? y0 + 1 : y0;
    const float *v = p->values + channel;
    float low = v[p->channels * (y0 * p->width + x0)], high = v[p->channels * (y1 * p->width + x0)];
    low += (x - (float)x0) * (v[p->channels * (y0 * p->width + x1)] - low);
    high += (x - (float)x0) * (v[p->channels * (y1 * p->width + x1)] - high);
    return low + (y - (float)y0) * (high - low);
}

// The sums of 2 x 2 pixels over those that there are.
static void shrink(const SheetPixels *from, const SheetPixels *to)
{
    for (int i = 0; i < to->width * to->height; i++) {
        int x = 2 * (i % to->width), y = 2 * (i / to->width);
        for (int c = 0; c < CHANNELS; c++) {
            float sum = 0.0f, count = 0.0f;
            for (int k = 0; k < 4; k++) {
                int px = x + k % 2, py = y + k / 2;
                if (px < from->width && py < from->height) {
                    sum += from->values[CHANNELS * (py * from->width + px) + c];
                    count += 1.0f;
                }
            }
            to->values[CHANNELS * i + c] = sum / count;
        }
    }
}

// Straight colours: of what covers little, from the coarser level, whose colours are straight already.
static void fillFrom(const SheetPixels *coarse, const SheetPixels *own)
{
    for (int i = 0; i < own->width * own->height; i++) {
        float *p = own->values + CHANNELS * i;
        float share = fminf(1.0f, COLORED * p[3]);
        for (int c = 0; c < 3; c++) {
            float straight = p[3] > 0.0f ? p[c] / p[3] : 0.0f, around = straight;
            if (coarse != NULL && share < 1.0f) {
                around = Sheet_Sample(coarse, c, 0.5f * (float)(i % own->width) - 0.25f,
                                      0.5f * (float)(i / own->width) - 0.25f);
            }
            p[c] = around + share * (straight - around);
        }
    }
}

// A tile's colours straight, and continued smoothly to where it is clear: a pyramid, up and down.
static bool bleed(float *tile, int width, int height)
{
    SheetPixels levels[LEVELS_MAX] = {{tile, width, height, CHANNELS}};
    int count = 1;
    bool good = true;
    while (good && count < LEVELS_MAX && (levels[count - 1].width > 1 || levels[count - 1].height > 1)) {
        const SheetPixels *below = &levels[count - 1];
        levels[count] = (SheetPixels){NULL, (below->width + 1) / 2, (below->height + 1) / 2, CHANNELS};
        levels[count].values = malloc((size_t)(levels[count].width * levels[count].height) * CHANNELS * sizeof(float));
        good = levels[count].values != NULL;
        if (good) {
            shrink(below, &levels[count]);
        }
        count++;
    }
    for (int i = count - 1; good && i >= 0; i--) {
        fillFrom(i + 1 < count ? &levels[i + 1] : NULL, &levels[i]);
    }
    for (int i = 1; i < count; i++) {
        free(levels[i].values);
    }
    return good;
}

// What 127 steps from 128 stand for.
static float getScale(const Sheet *s)
{
    if (s->kind == SHEET_DISTANCE) {
        return fmaxf(4.0f, REACH_SHARE * (float)(s->width > s->height ? s->width : s->height));
    }
    float largest = 0.0f;
    for (size_t i = 0; s->kind == SHEET_FLOW && i < (size_t)(s->columns * s->rows) * (size_t)(s->width * s->height);
         i++) {
        largest = fmaxf(largest, fmaxf(fabsf(s->values[CHANNELS * i]), fabsf(s->values[CHANNELS * i + 1])));
    }
    return largest > 0.0f ? largest : 1.0f;
}

static void encodePixel(const Sheet *s, const float *v, float scale, uint8_t *to)
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    scale = s->kind == SHEET_NORMALS && length > 0.0f ? length : scale; // of two that were mixed, too
    for (int c = 0; c < 3; c++) {
        float signedShare = fminf(fmaxf(v[c] / scale, -1.0f), 1.0f);
        to[c] = s->kind == SHEET_COLOR ? toByte(Image_EncodeSrgb(v[c])) : (uint8_t)(128.5f + 127.0f * signedShare);
    }
    if (s->kind == SHEET_FLOW) {
        to[2] = 0;
    } else if (s->kind == SHEET_DISTANCE) {
        to[1] = to[2] = to[0];
    }
    to[3] = s->kind == SHEET_COLOR ? toByte(v[3]) : 255;
}

// A tile and the rim around it, which continues its outermost pixels.
static void putTile(const Sheet *s, int tile, int rim, float scale, uint8_t *pixels, int stride)
{
    const float *values = getTile(s, tile);
    int left = tile % s->columns * (s->width + 2 * rim), top = tile / s->columns * (s->height + 2 * rim);
    for (int y = -rim; y < s->height + rim; y++) {
        int fromY = y < 0 ? 0 : y < s->height ? y : s->height - 1;
        for (int x = -rim; x < s->width + rim; x++) {
            int fromX = x < 0 ? 0 : x < s->width ? x : s->width - 1;
            uint8_t *to = pixels + CHANNELS * ((size_t)(top + rim + y) * (size_t)stride + (size_t)(left + rim + x));
            encodePixel(s, values + CHANNELS * ((size_t)fromY * (size_t)s->width + (size_t)fromX), scale, to);
        }
    }
}

// Opaque sheets have no alpha.
static void dropAlpha(uint8_t *pixels, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        memmove(pixels + 3 * i, pixels + CHANNELS * i, 3);
    }
}

static int getRim(const Sheet *s)
{
    return s->columns * s->rows > 1 ? SHEET_RIM : 0;
}

int Sheet_GetWidth(const Sheet *s)
{
    return s->columns * (s->width + 2 * getRim(s));
}

int Sheet_GetHeight(const Sheet *s)
{
    return s->rows * (s->height + 2 * getRim(s));
}

static int describe(const Sheet *s, float scale, PngText texts[6], char room[6][64], char *said, int saidSize)
{
    int count = 0, rim = getRim(s);
    texts[count++] = (PngText){"Software", "fluid_bake"};
    said[0] = '\0';
    if (s->columns * s->rows > 1) {
        snprintf(room[0], sizeof room[0], "%dx%d", s->columns, s->rows);
        snprintf(room[1], sizeof room[1], "%dx%d", s->width, s->height);
        snprintf(room[2], sizeof room[2], "%d", rim);
        texts[count++] = (PngText){"tiles", room[0]};
        texts[count++] = (PngText){"tile size", room[1]};
        texts[count++] = (PngText){"rim", room[2]};
        snprintf(said, (size_t)saidSize, ", %d x %d pixels: %s tiles of %s, each with a rim of %d", Sheet_GetWidth(s),
                 Sheet_GetHeight(s), room[0], room[1], rim);
    }
    size_t length = strlen(said);
    if (s->kind == SHEET_FLOW) {
        snprintf(room[3], sizeof room[3], "%.9g m/s", (double)scale);
        texts[count++] = (PngText){"scale", room[3]};
        snprintf(said + length, (size_t)saidSize - length, ", velocity = (value - 128) / 127 x %s", room[3]);
    } else if (s->kind == SHEET_DISTANCE) {
        snprintf(room[3], sizeof room[3], "%.9g pixels", (double)scale);
        texts[count++] = (PngText){"scale", room[3]};
        snprintf(said + length, (size_t)saidSize - length, ", distance = (value - 128) / 127 x %s", room[3]);
    }
    return count;
}

bool Sheet_Write(Sheet *s, char *said, int saidSize, char *error, int errorSize)
{
    int tiles = s->columns * s->rows, rim = getRim(s), width = Sheet_GetWidth(s), height = Sheet_GetHeight(s);
    uint8_t *pixels = malloc((size_t)width * (size_t)height * CHANNELS);
    bool good = pixels != NULL;
    for (int i = 0; good && s->kind == SHEET_COLOR && i < tiles; i++) {
        good = bleed(getTile(s, i), s->width, s->height);
    }
    if (!good) {
        snprintf(error, (size_t)errorSize, "%s: no memory for a sheet of %d x %d pixels", s->path, width, height);
        free(pixels);
        return false;
    }
    float scale = getScale(s);
    for (int i = 0; i < tiles; i++) {
        putTile(s, i, rim, scale, pixels, width);
    }
    int channels = s->kind == SHEET_COLOR ? 4 : 3;
    if (channels == 3) {
        dropAlpha(pixels, (size_t)width * (size_t)height);
    }
    PngText texts[6];
    char room[6][64];
    const PngSource source = {.width = width,
                              .height = height,
                              .channels = channels,
                              .bits = 8,
                              .values = pixels,
                              .texts = texts,
                              .textCount = describe(s, scale, texts, room, said, saidSize)};
    good = DeepImage_WritePng(&source, s->path, error, errorSize);
    free(pixels);
    return good;
}
