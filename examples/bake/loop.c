#include "loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIXED_MAX 60 // a second

int Loop_CountMixed(int frames)
{
    int half = frames / 2;
    return half < 1 ? 1 : half < MIXED_MAX ? half : MIXED_MAX;
}

// Without a kink at either end.
float Loop_GetLaterShare(int i, int mixed)
{
    float t = ((float)i + 0.5f) / (float)mixed;
    return 1.0f - t * t * (3.0f - 2.0f * t);
}

static void copyPixels(Image *to, const Image *from)
{
    memcpy(to->pixels, from->pixels, 4 * (size_t)to->width * (size_t)to->height);
}

bool Loop_Create(Loop *loop, int frames, int width, int height)
{
    *loop = (Loop){.frames = frames, .mixed = Loop_CountMixed(frames), .least = 1e9};
    loop->result = Image_Create(width, height);
    loop->first = Image_Create(width, height);
    loop->before = Image_Create(width, height);
    loop->heads = calloc((size_t)loop->mixed, sizeof *loop->heads);
    bool good =
        loop->heads != NULL && loop->result.pixels != NULL && loop->first.pixels != NULL && loop->before.pixels != NULL;
    for (int i = 0; good && i < loop->mixed; i++) {
        loop->heads[i] = Image_Create(width, height);
        good = loop->heads[i].pixels != NULL;
    }
    return good;
}

void Loop_Destroy(Loop *loop)
{
    for (int i = 0; loop->heads != NULL && i < loop->mixed; i++) {
        Image_Destroy(&loop->heads[i]);
    }
    free(loop->heads);
    Image_Destroy(&loop->result);
    Image_Destroy(&loop->first);
    Image_Destroy(&loop->before);
    *loop = (Loop){0};
}

// In linear light, near enough: squares.
static void mix(Image *result, const Image *early, const Image *late, float share)
{
    size_t bytes = 4 * (size_t)result->width * (size_t)result->height;
    for (size_t i = 0; i < bytes; i++) {
        float a = (float)early->pixels[i], b = (float)late->pixels[i];
        result->pixels[i] = (uint8_t)(sqrtf(a * a + share * (b * b - a * a)) + 0.5f);
    }
}

// Every frame is measured against the one before it; the last one against the first, too.
static void measure(Loop *loop, const Image *frame)
{
    if (loop->given == 0) {
        copyPixels(&loop->first, frame);
    } else {
        double apart = Image_Compare(&loop->before, frame).mean;
        loop->least = fmin(loop->least, apart);
        loop->largest = fmax(loop->largest, apart);
    }
    copyPixels(&loop->before, frame);
    loop->given++;
    if (loop->given == loop->frames) {
        loop->closing = Image_Compare(frame, &loop->first).mean;
    }
}

void Loop_Add(Loop *loop, int number, const Image *picture, const Image **frame)
{
    *frame = NULL;
    if (number < loop->mixed) {
        copyPixels(&loop->heads[number], picture);
        return;
    }
    *frame = picture;
    if (number >= loop->frames) {
        int i = number - loop->frames;
        mix(&loop->result, &loop->heads[i], picture, Loop_GetLaterShare(i, loop->mixed));
        *frame = &loop->result;
    }
    measure(loop, *frame);
}
