/// How a run of frames goes on: a line for the log. Not part of the library.
#ifndef SUPPORT_PROGRESS_H
#define SUPPORT_PROGRESS_H

#include <stdbool.h>

typedef struct Progress {
    int frames;      ///< of the whole run
    double interval; ///< between lines, s
    double begun;    ///< when the run began, s
    double first;    ///< when the first frame ended, s
    double said;     ///< when the last line was given, or the run began, s
    bool any;        ///< a line was given
} Progress;

/// `now`: seconds from some moment on, as in the other calls.
Progress Progress_Start(int frames, double interval, double now);

/// To be called after each frame, with the frames done. True if it is time for the line in `text`; short runs have
/// none. The first line comes within a second or with the first frame after it. What is to go is estimated from the
/// frames after the first, which compiles shaders; before there are some the line does not tell.
bool Progress_Say(Progress *progress, int done, double now, char *text, int textSize);

#endif
