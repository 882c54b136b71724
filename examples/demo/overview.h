/// All scenes in one picture: each when it looks best, or at moments side by side.
#ifndef DEMO_OVERVIEW_H
#define DEMO_OVERVIEW_H

#include "demo.h"

/// Draws the scene that runs, at the options' size. Null after a message.
typedef const Image *(*OverviewRender)(void *user);

/// Writes what --sheet asks for. False after a message.
bool Overview_Draw(Demo *demo, OverviewRender render, void *user);

#endif
