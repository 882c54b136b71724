/// What a headless run makes for films and games, see asset_options.h.
#ifndef DEMO_ASSETS_H
#define DEMO_ASSETS_H

#include "demo.h"

#include <stdio.h>

typedef struct Assets Assets;

/// How a frame is drawn into an image that the callee owns; `cutOut`: what lies behind it stays clear. Null after a
/// message.
typedef const Image *(*AssetDrawFn)(void *user, bool cutOut);

/// Null after a message. `frames`: of the command line, -1: not given; `bestFrame`: of the scene. There is nothing to
/// free then.
Assets *Assets_Create(const AssetOptions *options, Demo *demo, int frames, int bestFrame, int width, int height,
                      AssetDrawFn draw, void *drawUser);
void Assets_Destroy(Assets *assets);

/// Frames that the run has to step.
int Assets_CountFrames(const Assets *assets);

/// After frame `number`, from 1 on. False after a message.
bool Assets_AddFrame(Assets *assets, int number);

/// Writes what is not written yet, and says what there is, in `log`. False after a message.
bool Assets_Finish(Assets *assets, FILE *log);

/// Writes a field of the scene's fluid as it is now, as EXR or PNG by the name's end. False after a message.
bool Assets_WriteField(Demo *demo, gfField field, const char *path, FILE *log);

#endif
