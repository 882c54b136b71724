/// The files of the command line: checked before anything is opened, so that no run is lost to a wrong path.
#ifndef DEMO_FILES_H
#define DEMO_FILES_H

#include "options.h"

/// False after a message if an output file would be another file of the command line, by whatever spelling or link.
bool Files_AreApart(const Options *options);

/// False after a message if an output file cannot be written where it is to be.
bool Files_AreWritable(const Options *options);

#endif
