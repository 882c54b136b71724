/// The ways in which fluid_demo runs a scene. Both return the exit status.
#ifndef DEMO_WAYS_H
#define DEMO_WAYS_H

#include "player/controls.h"

int Demo_RunHeadless(Controls *controls);
int Demo_RunWindow(Controls *controls);

#endif
