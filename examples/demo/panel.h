/// The panel of the window: scene, brush, every tunable, presets, measures. Drawn by Dear ImGui into the same context.
#ifndef DEMO_PANEL_H
#define DEMO_PANEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "gauges.h"

struct GLFWwindow;

typedef struct Panel Panel;

/// Keys of the window, and what they do.
typedef struct PanelKey {
    const char *keys, *text;
    int key, other; ///< of GLFW; 0: none
    InputKey input; ///< INPUT_KEY_COUNT: the window itself acts
} PanelKey;
extern const PanelKey panelKeys[];
extern const int panelKeyCount;

/// What the window does for the panel.
typedef struct PanelAsks {
    bool fullScreen;      ///< in: it is so; out: it is to be
    bool shot;            ///< out: a screenshot, without the panel
    bool hide;            ///< out: the panel
    bool keepsUp;         ///< in: cells and drawing follow the machine; out: they are to
    const char *fineness; ///< what they have come to
} PanelAsks;

/// Null where the demo was built without one. The context is current, and the window's own callbacks are set.
Panel *Panel_Create(struct GLFWwindow *window, bool es);

/// Null is allowed. The context must be current.
void Panel_Destroy(Panel *panel);

/// What it covers at the right of the window, in the window's units; 0 for null.
int Panel_GetWidth(const Panel *panel);

/// Whether something of it that is open beside it has the pointer now; and whether it takes text. Null is allowed.
bool Panel_TakesMouse(const Panel *panel);
bool Panel_TakesKeys(const Panel *panel);

/// What it shows of the measures.
GaugeWants Panel_GetWants(const Panel *panel);

/// One frame of it. It leaves the GL state as it was.
void Panel_Draw(Panel *panel, Controls *controls, const Gauges *gauges, PanelAsks *asks);

#ifdef __cplusplus
}
#endif

#endif
