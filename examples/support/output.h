/// A file to write that is there whole or not at all. Not part of the library.
#ifndef SUPPORT_OUTPUT_H
#define SUPPORT_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/// A file that is being written.
typedef struct Output {
    FILE *file;
    const char *path; ///< as the caller named it, for messages; must outlive the Output
    char *target;     ///< what the finished file replaces, links resolved; null: written straight
    char *temporary;  ///< the unfinished file, in the target's folder; null: written straight
    int reason;       ///< errno of the first write that failed
} Output;

/// Opens `path`. A regular or new file is written under another name in the same folder until Output_Close renames it.
/// Anything else (a device, a pipe, where standard output goes) is written straight and never removed. False with a
/// line in `error`.
bool Output_Open(Output *output, const char *path, char *error, int errorSize);

/// Adds to the file. After a false, which Output_Close explains, nothing more is worth writing.
bool Output_Write(Output *output, const void *data, size_t size);

/// Ends the file: true if all of it is where it belongs. Otherwise, or if not `complete`, what was at `path` before is
/// still there. False with a line in `error`.
bool Output_Close(Output *output, bool complete, char *error, int errorSize);

/// All of a file. False with a line in `error`.
bool Output_WriteFile(const char *path, const void *data, size_t size, char *error, int errorSize);

/// From now on a signal that ends the process (SIGINT, SIGTERM, SIGHUP, SIGQUIT) first removes the unfinished file of
/// the last Output_Open. A pipe without a reader and a file over its limit become errors instead of signals.
void Output_CatchSignals(void);

#endif
