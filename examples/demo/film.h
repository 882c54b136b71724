/// Frames on their way to ffmpeg, which makes a film of them.
#ifndef DEMO_FILM_H
#define DEMO_FILM_H

#include "ffmpeg.h"

#include "support/image.h"
#include "support/output.h"

#include <stdbool.h>

#define FILM_RATE 60 ///< frames a second

/// A film that is being written. All zero: none.
typedef struct Film {
    Output output; ///< where ffmpeg's file goes: whole or not at all
    const char *path;
    Ffmpeg ffmpeg;
    int width, height;
    int frames;
    bool open, failed;
} Film;

/// Whether a film can have this name, .mp4 or .webm. False after a message.
bool Film_CheckPath(const char *path);

/// Starts ffmpeg. False after a message.
bool Film_Open(Film *film, const char *path, int width, int height);

/// The next frame, first row at the top; one of another size is cut, or has black around it. False after a message.
bool Film_Add(Film *film, const Image *picture);

/// Ends the film. Unless `complete` nothing is left of it. False after a message: it is not there.
bool Film_Close(Film *film, bool complete);

#endif
