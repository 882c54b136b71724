#include "gif.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLORS 255       // and one that leaves a pixel as it was
#define UNCHANGED COLORS // its number
#define BITS 5           // of a channel, in the histogram that colours are chosen from
#define BINS (1 << 3 * BITS)
#define FINE_BITS 6 // of a channel, in the table of nearest colours
#define FINE_BINS (1 << 3 * FINE_BITS)
#define KEPT_BYTES 100000000u // of frames that colours are chosen from
#define KEPT_FRAMES (4 * GIF_RATE)
#define CODES 4096  // of LZW, 12 bits
#define CODE_BITS 8 // of a pixel
#define SLOTS 16384 // of the table of strings; a power of two, far more than codes
#define BLOCK 255   // bytes, the longest that a GIF has

typedef struct Bin {
    double count, sums[3];
} Bin;

// A part of the histogram, whose mean is a colour.
typedef struct Box {
    int first[3], last[3];
    double count, sums[3], spread; // spread: of its longest side, weighted
    int axis;
} Box;

typedef struct Slot {
    uint32_t key; // the string before, and the pixel after it; 0: none
    uint16_t code;
} Slot;

// Codes on their way to the file.
typedef struct Codes {
    Output *output;
    uint32_t waiting;
    int waitingBits;
    uint8_t block[BLOCK + 1]; // its length comes first
    Slot slots[SLOTS];
    bool failed;
} Codes;

struct Gif {
    int width, height;
    size_t pixels;
    Image *kept; // until there are colours
    int keptCount, keptMost;
    bool begun;
    uint8_t colors[COLORS + 1][3];
    int colorCount;
    int16_t nearest[FINE_BINS];   // -1: not looked up yet
    uint8_t *shown, *next, *sent; // numbers of colours: the last frame, this one, and what is written of it
    bool any;                     // there is a last frame
    Codes codes;
};

// --- colours ---------------------------------------------------------------------------------------------------------

static int getBin(const int place[3])
{
    return (place[0] << 2 * BITS) + (place[1] << BITS) + place[2];
}

static void addPicture(Bin *bins, const Image *picture)
{
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = picture->pixels + 4 * i;
        const int place[3] = {p[0] >> (8 - BITS), p[1] >> (8 - BITS), p[2] >> (8 - BITS)};
        Bin *bin = &bins[getBin(place)];
        bin->count += 1.0;
        for (int c = 0; c < 3; c++) {
            bin->sums[c] += (double)p[c];
        }
    }
}

// Shrinks a box to what is in it, and measures that. Rare colours count more than their share, so that a small flame
// in a dark picture has its own.
static void measureBox(Box *box, const Bin *bins)
{
    Box whole = *box;
    *box = (Box){.first = {1 << BITS, 1 << BITS, 1 << BITS}, .last = {-1, -1, -1}};
    int place[3];
    for (place[0] = whole.first[0]; place[0] <= whole.last[0]; place[0]++) {
        for (place[1] = whole.first[1]; place[1] <= whole.last[1]; place[1]++) {
            for (place[2] = whole.first[2]; place[2] <= whole.last[2]; place[2]++) {
                const Bin *bin = &bins[getBin(place)];
                for (int c = 0; c < 3 && bin->count > 0.0; c++) {
                    box->first[c] = place[c] < box->first[c] ? place[c] : box->first[c];
                    box->last[c] = place[c] > box->last[c] ? place[c] : box->last[c];
                    box->sums[c] += bin->sums[c];
                }
                box->count += bin->count;
            }
        }
    }
    int longest = 0;
    for (int c = 0; c < 3 && box->count > 0.0; c++) {
        int length = box->last[c] - box->first[c];
        if (length > longest) {
            longest = length;
            box->axis = c;
        }
    }
    box->spread = (double)longest * (double)longest * sqrt(box->count);
}

// Cuts a box where half of its pixels are on either side.
static Box cutBox(Box *box, const Bin *bins)
{
    double counts[1 << BITS] = {0.0}, below = 0.0;
    int place[3], axis = box->axis;
    for (place[0] = box->first[0]; place[0] <= box->last[0]; place[0]++) {
        for (place[1] = box->first[1]; place[1] <= box->last[1]; place[1]++) {
            for (place[2] = box->first[2]; place[2] <= box->last[2]; place[2]++) {
                counts[place[axis]] += bins[getBin(place)].count;
            }
        }
    }
    int at = box->first[axis];
    for (below = counts[at]; at + 1 < box->last[axis] && below + counts[at + 1] <= 0.5 * box->count; at++) {
        below += counts[at + 1];
    }
    Box upper = *box;
    box->last[axis] = at;
    upper.first[axis] = at + 1;
    measureBox(box, bins);
    measureBox(&upper, bins);
    return upper;
}

// Median cut.
static bool chooseColors(Gif *gif)
{
    Bin *bins = calloc(BINS, sizeof *bins);
    Box boxes[COLORS] = {{.last = {(1 << BITS) - 1, (1 << BITS) - 1, (1 << BITS) - 1}}};
    if (bins == NULL) {
        return false;
    }
    for (int i = 0; i < gif->keptCount; i++) {
        addPicture(bins, &gif->kept[i]);
    }
    measureBox(&boxes[0], bins);
    gif->colorCount = 1;
    while (gif->colorCount < COLORS) {
        int widest = 0;
        for (int i = 1; i < gif->colorCount; i++) {
            widest = boxes[i].spread > boxes[widest].spread ? i : widest;
        }
        if (boxes[widest].spread <= 0.0) {
            break;
        }
        boxes[gif->colorCount++] = cutBox(&boxes[widest], bins);
    }
    for (int i = 0; i < gif->colorCount; i++) {
        for (int c = 0; c < 3 && boxes[i].count > 0.0; c++) {
            gif->colors[i][c] = (uint8_t)(boxes[i].sums[c] / boxes[i].count + 0.5);
        }
    }
    free(bins);
    for (int i = 0; i < FINE_BINS; i++) {
        gif->nearest[i] = -1;
    }
    return true;
}

static uint8_t findNearest(Gif *gif, const int color[3])
{
    const int shift = 8 - FINE_BITS;
    int bin = (color[0] >> shift << 2 * FINE_BITS) + (color[1] >> shift << FINE_BITS) + (color[2] >> shift);
    if (gif->nearest[bin] < 0) {
        int best = 0, least = 1 << 30;
        for (int i = 0; i < gif->colorCount; i++) {
            int apart = 0;
            for (int c = 0; c < 3; c++) {
                int d = (color[c] >> shift << shift) + (1 << shift) / 2 - gif->colors[i][c];
                apart += d * d;
            }
            if (apart < least) {
                least = apart;
                best = i;
            }
        }
        gif->nearest[bin] = (int16_t)best;
    }
    return (uint8_t)gif->nearest[bin];
}

// In an ordered pattern, which stays where it is: what does not change is the same in the next frame.
static void takeColors(Gif *gif, const Image *picture)
{
    static const int pattern[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    for (int y = 0; y < gif->height; y++) {
        for (int x = 0; x < gif->width; x++) {
            size_t i = (size_t)y * (size_t)gif->width + (size_t)x;
            int more = (pattern[y & 3][x & 3] - 8) / 2, color[3];
            for (int c = 0; c < 3; c++) {
                int value = picture->pixels[4 * i + (size_t)c] + more;
                color[c] = value < 0 ? 0 : value > 255 ? 255 : value;
            }
            gif->next[i] = findNearest(gif, color);
        }
    }
}

// --- the file --------------------------------------------------------------------------------------------------------

static void putShort(uint8_t *bytes, int value)
{
    bytes[0] = (uint8_t)(value & 255);
    bytes[1] = (uint8_t)(value >> 8 & 255);
}

// Its size, that it has colours for all frames, these, and that it begins anew at its end.
static bool writeHead(Gif *gif)
{
    uint8_t head[13] = "GIF89a";
    putShort(head + 6, gif->width);
    putShort(head + 8, gif->height);
    head[10] = 0xF7; // 256 colours of 8 bits
    static const uint8_t repeats[] = {0x21, 0xFF, 11,  'N', 'E', 'T', 'S', 'C', 'A', 'P',
                                      'E',  '2',  '.', '0', 3,   1,   0,   0,   0};
    Output *output = gif->codes.output;
    return Output_Write(output, head, sizeof head) && Output_Write(output, gif->colors, sizeof gif->colors) &&
           Output_Write(output, repeats, sizeof repeats);
}

static void writeBlock(Codes *codes)
{
    if (codes->block[0] > 0) {
        codes->failed = !Output_Write(codes->output, codes->block, 1 + (size_t)codes->block[0]) || codes->failed;
        codes->block[0] = 0;
    }
}

static void putCode(Codes *codes, int code, int bits)
{
    codes->waiting |= (uint32_t)code << codes->waitingBits;
    codes->waitingBits += bits;
    while (codes->waitingBits >= 8) {
        codes->block[++codes->block[0]] = (uint8_t)(codes->waiting & 255u);
        codes->waiting >>= 8;
        codes->waitingBits -= 8;
        if (codes->block[0] == BLOCK) {
            writeBlock(codes);
        }
    }
}

// The place of a string in the table, or the free one where it belongs.
static Slot *findSlot(Codes *codes, uint32_t key)
{
    uint32_t at = key * 2654435761u >> 18 & (SLOTS - 1);
    while (codes->slots[at].key != 0 && codes->slots[at].key != key) {
        at = (at + 1) & (SLOTS - 1);
    }
    return &codes->slots[at];
}

// LZW with codes that grow from 9 to 12 bits.
static bool writePixels(Codes *codes, const uint8_t *pixels, size_t count)
{
    const int clear = 1 << CODE_BITS, end = clear + 1;
    const uint8_t start = CODE_BITS;
    int used = end, bits = CODE_BITS + 1, string = pixels[0];
    codes->failed = !Output_Write(codes->output, &start, 1);
    codes->waiting = 0;
    codes->waitingBits = 0;
    memset(codes->slots, 0, sizeof codes->slots);
    putCode(codes, clear, bits);
    for (size_t i = 1; i < count; i++) {
        uint32_t key = 1u + ((uint32_t)string << 8 | pixels[i]);
        Slot *slot = findSlot(codes, key);
        if (slot->key != 0) {
            string = slot->code;
            continue;
        }
        putCode(codes, string, bits);
        string = pixels[i];
        if (used == CODES - 1) {
            putCode(codes, clear, bits);
            memset(codes->slots, 0, sizeof codes->slots);
            used = end;
            bits = CODE_BITS + 1;
            continue;
        }
        *slot = (Slot){key, (uint16_t)++used};
        bits += used == 1 << bits ? 1 : 0;
    }
    putCode(codes, string, bits);
    bits += used + 1 == 1 << bits && bits < 12 ? 1 : 0; // the reader has taken one string more by then
    putCode(codes, end, bits);
    putCode(codes, 0, 7); // what is left of the last byte
    writeBlock(codes);
    const uint8_t none = 0;
    return Output_Write(codes->output, &none, 1) && !codes->failed;
}

// The part of the frame that differs from the last one; a frame that does not differ has a pixel.
static void findChanged(const Gif *gif, int first[2], int last[2])
{
    first[0] = gif->width;
    first[1] = gif->height;
    last[0] = last[1] = -1;
    for (int y = 0; y < gif->height; y++) {
        for (int x = 0; x < gif->width; x++) {
            size_t i = (size_t)y * (size_t)gif->width + (size_t)x;
            if (!gif->any || gif->next[i] != gif->shown[i]) {
                first[0] = x < first[0] ? x : first[0];
                last[0] = x > last[0] ? x : last[0];
                first[1] = y < first[1] ? y : first[1];
                last[1] = y;
            }
        }
    }
    if (last[1] < 0) {
        first[0] = first[1] = last[0] = last[1] = 0;
    }
}

static bool writeFrame(Gif *gif, const Image *picture)
{
    int first[2], last[2];
    takeColors(gif, picture);
    findChanged(gif, first, last);
    size_t count = 0;
    for (int y = first[1]; y <= last[1]; y++) {
        for (int x = first[0]; x <= last[0]; x++) {
            size_t i = (size_t)y * (size_t)gif->width + (size_t)x;
            gif->sent[count++] = gif->any && gif->next[i] == gif->shown[i] ? UNCHANGED : gif->next[i];
        }
    }
    // The picture stays under the next one; then how long it is shown, and the colour that changes nothing.
    uint8_t head[18] = {0x21, 0xF9, 4, 0x05, 0, 0, UNCHANGED, 0, 0x2C};
    putShort(head + 4, 100 / GIF_RATE);
    putShort(head + 9, first[0]);
    putShort(head + 11, first[1]);
    putShort(head + 13, last[0] - first[0] + 1);
    putShort(head + 15, last[1] - first[1] + 1);
    memcpy(gif->shown, gif->next, gif->pixels);
    gif->any = true;
    return Output_Write(gif->codes.output, head, sizeof head) && writePixels(&gif->codes, gif->sent, count);
}

// --- the film --------------------------------------------------------------------------------------------------------

Gif *Gif_Create(Output *output, int width, int height)
{
    Gif *gif = calloc(1, sizeof *gif);
    if (gif == NULL) {
        return NULL;
    }
    gif->width = width;
    gif->height = height;
    gif->pixels = (size_t)width * (size_t)height;
    gif->codes.output = output;
    size_t most = KEPT_BYTES / (4 * gif->pixels);
    gif->keptMost = most < 1 ? 1 : most < KEPT_FRAMES ? (int)most : KEPT_FRAMES;
    gif->kept = calloc((size_t)gif->keptMost, sizeof *gif->kept);
    gif->shown = malloc(gif->pixels);
    gif->next = malloc(gif->pixels);
    gif->sent = malloc(gif->pixels);
    if (gif->kept == NULL || gif->shown == NULL || gif->next == NULL || gif->sent == NULL) {
        Gif_Destroy(gif);
        return NULL;
    }
    return gif;
}

// Chooses the colours, and writes the frames that were kept for that.
static bool begin(Gif *gif)
{
    bool good = chooseColors(gif) && writeHead(gif);
    gif->begun = true;
    for (int i = 0; i < gif->keptCount; i++) {
        good = good && writeFrame(gif, &gif->kept[i]);
        Image_Destroy(&gif->kept[i]);
    }
    gif->keptCount = 0;
    return good;
}

bool Gif_Add(Gif *gif, const Image *picture)
{
    if (gif->begun) {
        return writeFrame(gif, picture);
    }
    Image *kept = &gif->kept[gif->keptCount];
    *kept = Image_Create(gif->width, gif->height);
    if (kept->pixels == NULL) {
        return false;
    }
    memcpy(kept->pixels, picture->pixels, 4 * gif->pixels);
    gif->keptCount++;
    return gif->keptCount < gif->keptMost || begin(gif);
}

bool Gif_Finish(Gif *gif)
{
    const uint8_t end = 0x3B;
    return (gif->begun || begin(gif)) && Output_Write(gif->codes.output, &end, 1);
}

void Gif_Destroy(Gif *gif)
{
    if (gif == NULL) {
        return;
    }
    for (int i = 0; gif->kept != NULL && i < gif->keptCount; i++) {
        Image_Destroy(&gif->kept[i]);
    }
    free(gif->kept);
    free(gif->shown);
    free(gif->next);
    free(gif->sent);
    free(gif);
}
