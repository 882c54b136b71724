/// The demo's parts: what main hands to the window or to the headless run, and what both share.
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "cache.h"
#include "gl.h"
#include "options.h"

#include "scenes/scene.h"
#include "scenes/stage.h"
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
    Stage stage; ///< of scenes in perspective
    int opened;  ///< scenes so far
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

/// Whether the scene is shown as a diorama in this view, and not as a plan.
bool Demo_IsDiorama(const Demo *demo, gfDrawStyle view);

/// Clears the picture of this size that is bound and draws the scene in this view, undistorted. False after a message.
bool Demo_Draw(Demo *demo, gfDrawStyle view, int width, int height);

/// The same of the fluid alone: straight alpha, encoded as sRGB, clear where there is none; no solids. Unless the
/// options say otherwise it fades towards the domain's sides. Of scenes that are seen from above.
bool Demo_DrawCutOut(Demo *demo, gfDrawStyle view, int width, int height);

/// Lets the picture's detail below a cell drift along in frames that are not drawn: it begins anew after a while
/// without a drawing. To be called in each of the last DEMO_DETAIL_FRAMES frames before a picture.
void Demo_KeepDetail(Demo *demo, gfDrawStyle view);
#define DEMO_DETAIL_FRAMES 90

/// Seconds from some moment on.
double Demo_GetSeconds(void);

#endif
