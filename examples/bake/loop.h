/// A loop out of a run of pictures: the pictures after its end fade into those before its beginning, so that the last
/// picture is followed by the first as by any other.
#ifndef BAKE_LOOP_H
#define BAKE_LOOP_H

#include "support/image.h"

#include <stdbool.h>

/// Frames of a loop that are mixed of two, of so many frames in all.
int Loop_CountMixed(int frames);

/// The share of the later picture in mixed frame `i` of `mixed`: from 1 to nearly 0.
float Loop_GetLaterShare(int i, int mixed);

/// The loop begins with picture `mixed` of the run and ends with mixed ones, so that only the first `mixed` pictures
/// are kept.
typedef struct Loop {
    int frames, mixed;
    Image *heads;                   ///< pictures 0 to mixed - 1
    Image result;                   ///< of a mixed frame
    double least, largest, closing; ///< differences of neighbours, and of the last frame to the first
    Image first, before;            ///< frames that were given
    int given;
} Loop;

/// False without memory.
bool Loop_Create(Loop *loop, int frames, int width, int height);
void Loop_Destroy(Loop *loop);

/// Takes picture `number` of the run, from 0 to frames + mixed - 1. The loop's next frame in `frame`, which is valid
/// until the next call, or null: the run has not come that far.
void Loop_Add(Loop *loop, int number, const Image *picture, const Image **frame);

#endif
