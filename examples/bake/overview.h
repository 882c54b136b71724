/// All scenes in one picture: each when it looks best, or at moments side by side.
#ifndef BAKE_OVERVIEW_H
#define BAKE_OVERVIEW_H

#include "player/run.h"

/// Writes what --sheet asks for, with a run that is open. False after a message.
bool Overview_Draw(Run *run);

#endif
