// In place of panel.cpp where there is no Dear ImGui: no panel.
#include "panel.h"

#include <stddef.h>

Panel *Panel_Create(struct GLFWwindow *window, bool es)
{
    (void)window;
    (void)es;
    return NULL;
}

void Panel_Destroy(Panel *panel)
{
    (void)panel;
}

int Panel_GetWidth(const Panel *panel)
{
    (void)panel;
    return 0;
}

bool Panel_TakesMouse(const Panel *panel)
{
    (void)panel;
    return false;
}

bool Panel_TakesKeys(const Panel *panel)
{
    (void)panel;
    return false;
}

GaugeWants Panel_GetWants(const Panel *panel)
{
    (void)panel;
    return (GaugeWants){.passes = false};
}

void Panel_Draw(Panel *panel, Controls *controls, const Gauges *gauges, PanelAsks *asks)
{
    (void)panel;
    (void)controls;
    (void)gauges;
    (void)asks;
}
