/// The program ffmpeg, and a pipe to it or from it.
#ifndef SUPPORT_FFMPEG_H
#define SUPPORT_FFMPEG_H

#include <stdbool.h>
#include <sys/types.h>

#define FFMPEG_ARGUMENTS_MAX 64

/// A process that runs.
typedef struct Ffmpeg {
    pid_t process;
    int pipe; ///< to its standard input or from its standard output
} Ffmpeg;

/// Whether it is there. False after a message that names the option which needs it.
bool Ffmpeg_IsThere(const char *flag);

/// Appends arguments up to a null.
void Ffmpeg_Append(const char **arguments, int *count, const char *const *more);

/// Starts it, `arguments` ending in a null; `reads`: we read what it writes. False after a message.
bool Ffmpeg_Start(Ffmpeg *ffmpeg, const char *const *arguments, bool reads);

/// Closes the pipe and waits for its end. Its exit status; minus the signal that ended it.
int Ffmpeg_End(Ffmpeg *ffmpeg);

#endif
