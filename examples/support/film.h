/// Frames on their way to a film: to the program ffmpeg, which makes one of them, or into a GIF.
#ifndef SUPPORT_FILM_H
#define SUPPORT_FILM_H

#include "ffmpeg.h"

#include "support/gif.h"
#include "support/image.h"
#include "support/output.h"

#include <stdbool.h>

#define FILM_RATE 60 ///< frames a second

/// A film that is being written. All zero: none.
typedef struct Film {
    Output output; ///< where the file goes: whole or not at all
    const char *path;
    Ffmpeg ffmpeg;
    Gif *gif; ///< in place of it
    int width, height;
    int frames; ///< that were given
    bool open, failed;
} Film;

/// Whether what makes a film of this name, .mp4, .webm or .gif, is there. False after a message.
bool Film_HasMaker(const char *path);

/// Begins a film. False after a message.
bool Film_Open(Film *film, const char *path, int width, int height);

/// The next frame, of FILM_RATE a second, of which a GIF takes every third; first row at the top; one of another size
/// is cut, or has black around it. False after a message.
bool Film_Add(Film *film, const Image *picture);

/// How many frames the film has so far.
int Film_CountFrames(const Film *film);

/// Ends the film. Unless `complete` nothing is left of it. False after a message: it is not there.
bool Film_Close(Film *film, bool complete);

#endif
