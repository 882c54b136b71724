#include "support/progress.h"

#include <math.h>
#include <stdio.h>

// Later frames that an estimate needs: one alone may compile what the first did not use.
#define LATER_MIN 3
#define TIME_SIZE 32

Progress Progress_Start(int frames, double interval, double now)
{
    return (Progress){.frames = frames, .interval = interval, .said = now};
}

// Coarser where it is longer, for it is an estimate.
static void formatTime(double seconds, char text[TIME_SIZE])
{
    if (seconds < 99.5) {
        snprintf(text, TIME_SIZE, "%.0f s", ceil(seconds));
    } else if (seconds < 99.5 * 60.0) {
        snprintf(text, TIME_SIZE, "%.0f min", seconds / 60.0);
    } else {
        snprintf(text, TIME_SIZE, "%.0f h", seconds / 3600.0);
    }
}

bool Progress_Say(Progress *progress, int done, double now, char *text, int textSize)
{
    if (done == 1) {
        progress->first = now;
    }
    bool last = done == progress->frames;
    if (now - progress->said < progress->interval && !(last && progress->any)) {
        return false;
    }
    progress->said = now;
    progress->any = true;
    int later = done - 1;
    double frame_s = later >= LATER_MIN ? (now - progress->first) / later : 0.0;
    if (later < LATER_MIN) {
        snprintf(text, (size_t)textSize, "frame %d of %d", done, progress->frames);
    } else if (last) {
        snprintf(text, (size_t)textSize, "frame %d of %d, %.1f ms each", done, progress->frames, 1000.0 * frame_s);
    } else {
        char left[TIME_SIZE];
        formatTime(frame_s * (progress->frames - done), left);
        snprintf(text, (size_t)textSize, "frame %d of %d, %.1f ms each, %s to go", done, progress->frames,
                 1000.0 * frame_s, left);
    }
    return true;
}
