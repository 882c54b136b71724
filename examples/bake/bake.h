/// Products of fluid_bake: films, flip-books, maps, loops and fields of a run, sheets of all scenes, a report.
#ifndef BAKE_BAKE_H
#define BAKE_BAKE_H

#include "player/run.h"

typedef struct Assets Assets;

/// Begins the files that an open run's options ask for, and sets the run's number of frames. Null after a message;
/// there is nothing to free then.
Assets *Assets_Create(Run *run);
void Assets_Destroy(Assets *assets);

/// After frame `number`, from 1 on, of a run whose `user` they are: for Run.afterFrame. False after a message.
bool Assets_AddFrame(Run *run, int number);

/// Writes the remaining files, and prints the names of all. False after a message.
bool Assets_Finish(Assets *assets);

/// Writes a field of the scene's fluid as it is now, as EXR or PNG by the name's end: for Run.write. False after a
/// message.
bool Assets_WriteField(Run *run, const char *path);

/// Writes the picture of --sheet with an open run: each scene when it looks best, or at moments side by side.
/// False after a message.
bool Overview_Draw(Run *run);

/// Prints a report for questions: for each kind of context its renderer, extensions, formats, tier and the
/// times of a short bench. Takes some seconds, and needs no display.
void Report_Print(void);

#endif
