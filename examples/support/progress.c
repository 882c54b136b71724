#include "support/progress.h"

#include <math.h>
#include <stdio.h>

// Later frames that an estimate needs: one alone may compile what the first did not use.
#define LATER_MIN 3
#define TIME_SIZE 32
// The first line, s: no one should wonder for longer whether anything goes on.
#define FIRST_INTERVAL 1.0

Progress Progress_Start(int frames, double interval, double now)
{
    return (Progress){.frames = frames, .interval = interval, .begun = now, .said = now};
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
    double interval = progress->any ? progress->interval : fmin(progress->interval, FIRST_INTERVAL);
    if (now - progress->said < interval && !(last && progress->any)) {
        return false;
    }
    progress->said = now;
    progress->any = true;
    int later = done - 1;
    double frame_s = (now - progress->first) / (later > 0 ? later : 1);
    char left[TIME_SIZE];
    formatTime(frame_s * (progress->frames - done), left);
    if (later < LATER_MIN) {
        snprintf(text, (size_t)textSize, "frame %d of %d", done, progress->frames);
    } else if (last) {
        snprintf(text, (size_t)textSize, "frame %d of %d, %.1f ms each", done, progress->frames, 1000.0 * frame_s);
    } else {
        snprintf(text, (size_t)textSize, "frame %d of %d, %.1f ms each, %s to go", done, progress->frames,
                 1000.0 * frame_s, left);
    }
    return true;
}
