#include "gif.h"

#include <gif_lib.h>

#include <stdlib.h>
#include <string.h>

#define COLORS 255       // and one that leaves a pixel as it was
#define UNCHANGED COLORS // its number
#define ROUNDS 16        // that bring colours to where pixels are
#define FINE_BITS 6      // of a channel, in the table of nearest colours
#define FINE_BINS (1 << 3 * FINE_BITS)
#define KEPT_BYTES 100000000u // of frames that colours are chosen from
#define KEPT_FRAMES (4 * GIF_RATE)

struct Gif {
    Output *output;
    int width, height;
    size_t pixels;
    Image *kept; // until there are colours
    int keptCount, keptMost;
    GifFileType *file; // null until then
    GifColorType colors[COLORS + 1];
    int colorCount;
    int16_t nearest[FINE_BINS];   // -1: not looked up yet
    uint8_t *shown, *next, *sent; // numbers of colours: the last frame, this one, and what is written of it
    bool any;                     // there is a last frame
};

// --- colours ---------------------------------------------------------------------------------------------------------

static uint8_t findNearest(Gif *gif, const int color[3])
{
    const int shift = 8 - FINE_BITS;
    int bin = (color[0] >> shift << 2 * FINE_BITS) + (color[1] >> shift << FINE_BITS) + (color[2] >> shift);
    if (gif->nearest[bin] < 0) {
        int best = 0, least = 1 << 30;
        for (int i = 0; i < gif->colorCount; i++) {
            const GifColorType *offered = &gif->colors[i];
            int apart = 0, offer[3] = {offered->Red, offered->Green, offered->Blue};
            for (int c = 0; c < 3; c++) {
                int d = (color[c] >> shift << shift) + (1 << shift) / 2 - offer[c];
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

// Each becomes the mean of the pixels that are nearest to it, but for those that have none.
static void centreColors(Gif *gif)
{
    uint64_t sums[COLORS][3] = {{0}}, counts[COLORS] = {0};
    memset(gif->nearest, -1, sizeof gif->nearest);
    for (int frame = 0; frame < gif->keptCount; frame++) {
        for (size_t i = 0; i < gif->pixels; i++) {
            const uint8_t *p = gif->kept[frame].pixels + 4 * i;
            int nearest = findNearest(gif, (const int[3]){p[0], p[1], p[2]});
            for (int c = 0; c < 3; c++) {
                sums[nearest][c] += p[c];
            }
            counts[nearest]++;
        }
    }
    for (int i = 0; i < gif->colorCount; i++) {
        uint64_t count = counts[i], half = count / 2;
        if (count > 0) {
            gif->colors[i] =
                (GifColorType){(GifByteType)((sums[i][0] + half) / count), (GifByteType)((sums[i][1] + half) / count),
                               (GifByteType)((sums[i][2] + half) / count)};
        }
    }
    memset(gif->nearest, -1, sizeof gif->nearest);
}

// giflib takes planes of red, green and blue. It looks at colours alone: few of its own are where most pixels are.
static bool chooseColors(Gif *gif)
{
    size_t count = gif->pixels * (size_t)gif->keptCount;
    uint8_t *planes = malloc(4 * count); // and the number of a colour for each pixel
    for (size_t i = 0; planes != NULL && i < count; i++) {
        const uint8_t *p = gif->kept[i / gif->pixels].pixels + 4 * (i % gif->pixels);
        for (size_t c = 0; c < 3; c++) {
            planes[c * count + i] = p[c];
        }
    }
    gif->colorCount = COLORS;
    bool good = planes != NULL && GifQuantizeBuffer((unsigned)gif->width, (unsigned)(gif->height * gif->keptCount),
                                                    &gif->colorCount, planes, planes + count, planes + 2 * count,
                                                    planes + 3 * count, gif->colors) == GIF_OK;
    free(planes);
    for (int i = 0; good && i < ROUNDS; i++) {
        centreColors(gif);
    }
    return good;
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

static int writeBytes(GifFileType *file, const GifByteType *bytes, int count)
{
    return Output_Write(file->UserData, bytes, (size_t)count) ? count : 0;
}

// Its size, that it has colours for all frames, these, and that it begins anew at its end.
static bool writeHead(Gif *gif)
{
    const GifByteType forever[] = {1, 0, 0};
    ColorMapObject *map = GifMakeMapObject(COLORS + 1, gif->colors);
    gif->file = map == NULL ? NULL : EGifOpen(gif->output, writeBytes, NULL);
    bool good = gif->file != NULL;
    if (good) {
        EGifSetGifVersion(gif->file, true);
        good = EGifPutScreenDesc(gif->file, gif->width, gif->height, 8, 0, map) == GIF_OK &&
               EGifPutExtensionLeader(gif->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
               EGifPutExtensionBlock(gif->file, 11, "NETSCAPE2.0") == GIF_OK &&
               EGifPutExtensionBlock(gif->file, (int)sizeof forever, forever) == GIF_OK &&
               EGifPutExtensionTrailer(gif->file) == GIF_OK;
    }
    GifFreeMapObject(map);
    return good;
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
    const GraphicsControlBlock control = {DISPOSE_DO_NOT, false, 100 / GIF_RATE, UNCHANGED};
    GifByteType bytes[4];
    int first[2], last[2];
    takeColors(gif, picture);
    findChanged(gif, first, last);
    int width = last[0] - first[0] + 1, height = last[1] - first[1] + 1;
    bool good = EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, (int)EGifGCBToExtension(&control, bytes), bytes) ==
                    GIF_OK &&
                EGifPutImageDesc(gif->file, first[0], first[1], width, height, false, NULL) == GIF_OK;
    for (int y = first[1]; good && y <= last[1]; y++) {
        for (int x = first[0]; x <= last[0]; x++) {
            size_t i = (size_t)y * (size_t)gif->width + (size_t)x;
            gif->sent[x - first[0]] = gif->any && gif->next[i] == gif->shown[i] ? UNCHANGED : gif->next[i];
        }
        good = EGifPutLine(gif->file, gif->sent, width) == GIF_OK;
    }
    memcpy(gif->shown, gif->next, gif->pixels);
    gif->any = true;
    return good;
}

// --- the film --------------------------------------------------------------------------------------------------------

bool Gif_IsThere(void)
{
    return true;
}

Gif *Gif_Create(Output *output, int width, int height)
{
    Gif *gif = calloc(1, sizeof *gif);
    if (gif == NULL) {
        return NULL;
    }
    gif->output = output;
    gif->width = width;
    gif->height = height;
    gif->pixels = (size_t)width * (size_t)height;
    size_t most = KEPT_BYTES / (4 * gif->pixels);
    gif->keptMost = most < 1 ? 1 : most < KEPT_FRAMES ? (int)most : KEPT_FRAMES;
    gif->kept = calloc((size_t)gif->keptMost, sizeof *gif->kept);
    gif->shown = malloc(gif->pixels);
    gif->next = malloc(gif->pixels);
    gif->sent = malloc((size_t)width);
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
    for (int i = 0; i < gif->keptCount; i++) {
        good = good && writeFrame(gif, &gif->kept[i]);
        Image_Destroy(&gif->kept[i]);
    }
    gif->keptCount = 0;
    return good;
}

bool Gif_Add(Gif *gif, const Image *picture)
{
    if (gif->file != NULL) {
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

// Ends the file, if it was begun.
static bool close(Gif *gif)
{
    bool good = gif->file != NULL && EGifCloseFile(gif->file, NULL) == GIF_OK;
    gif->file = NULL;
    return good;
}

bool Gif_Finish(Gif *gif)
{
    bool good = gif->file != NULL || begin(gif);
    return close(gif) && good;
}

void Gif_Destroy(Gif *gif)
{
    if (gif == NULL) {
        return;
    }
    close(gif);
    for (int i = 0; gif->kept != NULL && i < gif->keptCount; i++) {
        Image_Destroy(&gif->kept[i]);
    }
    free(gif->kept);
    free(gif->shown);
    free(gif->next);
    free(gif->sent);
    free(gif);
}
