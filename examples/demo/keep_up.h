/// A window that keeps up with its machine: it tells a governor of the library's how long frames take, which lowers the
/// scene's cells and steps, and applies what that says of the drawing's size, its look and the speed of time. Scenes of
/// particles begin anew with fewer of them as the last resort. On by default, but not where what is shown is kept or
/// was chosen by hand.
#ifndef DEMO_KEEP_UP_H
#define DEMO_KEEP_UP_H

#include "player/canvas.h"
#include "player/controls.h"

#define KEEP_UP_SPARED 6 ///< frames after a change that say nothing: shaders may be compiled in them

typedef struct KeepUp {
    Demo *demo;
    bool on;
    gfGovernor *frames; ///< of what is drawn, where the scene's fluid has none of its own (Scene.pacer); or null
    gfGovernorStatus status;
    Canvas canvas;
    bool drawsSmaller; ///< the frame that is being drawn
    int opened;        ///< of the demo, to see when the scene is another, or begins anew
    const SceneInfo *info;
    bool qualified;         ///< a quality was chosen, to see when one is
    uint32_t levers;        ///< of the fluid, to see when they are others
    int fixedStep;          ///< the tunable's index
    int width, height;      ///< of the picture
    int since;              ///< frames since the last change
    int particles, changes; ///< how far particles are lowered; changes so far
} KeepUp;

/// Whether it is on is what the options say.
KeepUp KeepUp_Make(Demo *demo);
void KeepUp_Free(KeepUp *keepUp, const GladGLContext *gl);

/// Switched off all is as fine again as it was asked for. True: the scene's cells are others now.
bool KeepUp_Switch(KeepUp *keepUp, bool on);

/// A frame of a picture of this size came `interval` s after the last one; `rests`: that says nothing, as while a film
/// is made. True: the scene's cells are others now.
bool KeepUp_Frame(KeepUp *keepUp, Controls *controls, float interval, InputSize size, bool rests);

/// How far the scene goes on in a frame that took `interval` s: never so far that the next takes longer still.
float KeepUp_GetStep(const KeepUp *keepUp, float interval);

/// Binds what the scene is to be drawn into for a picture of this size, and changes that to its own.
void KeepUp_BeginDrawing(KeepUp *keepUp, const GladGLContext *gl, int *width, int *height);
/// Shows it in the window at the picture's size.
void KeepUp_EndDrawing(KeepUp *keepUp, const GladGLContext *gl, int width, int height);

/// What it has come to, as "192 x 108 cells, drawn at 640 x 360".
void KeepUp_Describe(const KeepUp *keepUp, char *text, int size);

#endif
