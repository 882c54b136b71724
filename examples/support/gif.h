/// A film as an animated GIF, which every viewer opens, by giflib: 20 frames a second, of one set of colours for the
/// whole film, so that what stands still does not flicker. Not part of the library.
#ifndef SUPPORT_GIF_H
#define SUPPORT_GIF_H

#include "image.h"
#include "output.h"

#include <stdbool.h>

#define GIF_RATE 20 ///< frames a second: a GIF counts in 1/100 s

/// A film that is being written. Opaque.
typedef struct Gif Gif;

/// Whether this was built with giflib. Without it all below fails.
bool Gif_IsThere(void);

/// Null without memory. Colours are chosen from the frames of the first seconds, which are kept until then.
Gif *Gif_Create(Output *output, int width, int height);

/// The next frame, of this size, first row at the top. False without memory, or if the file cannot be written.
bool Gif_Add(Gif *gif, const Image *picture);

/// Writes what is left. False as Gif_Add.
bool Gif_Finish(Gif *gif);

/// Null is allowed.
void Gif_Destroy(Gif *gif);

#endif
