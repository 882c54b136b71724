/// A device, the scene on it, and its picture: what a window, a run without one and the page share.
#ifndef PLAYER_DEMO_H
#define PLAYER_DEMO_H

#include "cache.h"
#include "gl.h"
#include "options.h"

#include "scenes/scene.h"
#include "tunables/settings.h"

/// A device, the scene on it, and what the log has said.
typedef struct Demo {
    const Options *options;
    SceneConfig config;      ///< its tuning is that of `settings`
    Settings settings;       ///< what was set on top of the scene
    const GladGLContext *gl; ///< of the context that is current, set before Demo_Open
    Cache cache;             ///< of compiled programs
    gfDevice *device;
    Pace pace;
    Scene scene;
    struct Stage *stage; ///< of scenes in perspective, see scenes/stage.h
    int opened;          ///< scenes so far
    bool saidTimeLost;
    bool plain;        ///< without shade, shafts of light, detail below a cell, and what water gathers and mirrors
    bool ownsState;    ///< whoever draws sets all GL state that it needs: none is kept for it
    bool betweenSteps; ///< what is drawn goes on to the time of the picture: of a display that may be faster than steps
} Demo;

/// Makes the device of the context that is current, and the scene. False after a message.
bool Demo_Open(Demo *demo, gfGetProcAddressFn getProcAddress, bool profiling);

/// Another scene in place of the one that runs. False after a message.
bool Demo_OpenScene(Demo *demo, const SceneInfo *info);
void Demo_CloseScene(Demo *demo);

/// Says so if a quality was asked for that the scene does not have.
void Demo_NoteQuality(const Demo *demo);

/// Frees what Demo_Open made. The context must still be current.
void Demo_Close(Demo *demo);

/// Puts the scene's fluid where a file says, or writes it. False after a message.
bool Demo_LoadFluid(Demo *demo, const char *path);
bool Demo_SaveFluid(const Demo *demo, const char *path);

/// How the scene is drawn: by the setting, or in its own look where it has no such view.
gfDrawStyle Demo_GetView(const Demo *demo);

/// Clears the picture of this size that is bound and draws the scene, undistorted. False after a message.
bool Demo_Draw(Demo *demo, int width, int height);

/// How a scene in two dimensions is drawn into a picture of this size.
gfDrawDef Demo_GetDrawDef(Demo *demo, int width, int height);

/// Lets the picture's detail below a cell drift along in frames that are not drawn: it begins anew after a while
/// without a drawing. To be called in each of the last DEMO_DETAIL_FRAMES frames before a picture.
void Demo_KeepDetail(Demo *demo);
#define DEMO_DETAIL_FRAMES 90

/// Steps and time of the scene's fluid, of two or three dimensions.
gfStepInfo Demo_GetStepInfo(const Demo *demo);

/// Seconds from some moment on.
double Demo_GetSeconds(void);

#endif
