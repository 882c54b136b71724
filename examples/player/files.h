/// The files of the command line: checked before anything is opened, so that no run is lost to a wrong path.
#ifndef PLAYER_FILES_H
#define PLAYER_FILES_H

#include "options.h"

#include <stddef.h>
#include <stdint.h>

/// False after a message if an output file would be another file of the command line, by whatever spelling or link.
bool Files_AreApart(const Options *options);

/// False after a message if an output file cannot be written where it is to be.
bool Files_AreWritable(const Options *options);

/// All of a file, to be freed; null after a message that names the option `flag`.
uint8_t *Files_Read(const char *flag, const char *path, size_t *size);

/// What POSIX's cksum prints of these bytes.
uint32_t Files_Sum(const void *bytes, size_t size);

#endif
