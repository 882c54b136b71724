// Strokes of the mouse, and the camera that it turns.
#include "mouse.h"

#include "scenes/scene_parts.h"

#include <math.h>

#define ORBIT_SPEED 3.4f // radians, over the window's height
#define ZOOM_STEP 0.9f   // of the distance, a notch of the wheel

// The mouse in the world. A scene in perspective has no view that leads there: it stays in clip space.
static gfVec2 getCursor(const Scene *scene, const InputSize *size, double x, double y)
{
    int width = size->windowWidth, height = size->windowHeight;
    if (Scene_IsPerspective(scene->info)) {
        return (gfVec2){2.0f * (float)(x / width) - 1.0f, 1.0f - 2.0f * (float)(y / height)};
    }
    gfDrawDef look = gfDefaultDrawDef();
    look.view = gfFluid_GetFitView(scene->fluid, (float)width / (float)height);
    return gfFluid_PixelToWorld(scene->fluid, &look, width, height, (gfVec2){(float)x, (float)y});
}

void Mouse_Move(Mouse *mouse, const Pointer *pointer, const InputSize *size, Scene *scene, float dt, bool stirs)
{
    double x = pointer->x, y = pointer->y;
    gfVec2 cursor = getCursor(scene, size, x, y);
    bool left = (pointer->buttons & POINTER_LEFT) != 0, right = (pointer->buttons & POINTER_RIGHT) != 0;
    bool shift = (pointer->buttons & POINTER_SHIFT) != 0;
    // A stroke that has begun goes on, whatever key is pressed then.
    bool orbiting = scene->info->diorama != NULL && (right || (left && !mouse->stirring && shift));
    bool stirring = left && !orbiting;
    if (orbiting && mouse->orbiting) {
        float turn = ORBIT_SPEED / (float)size->windowHeight;
        Scene_Orbit(scene, -turn * (float)(x - mouse->x), turn * (float)(y - mouse->y), 1.0f);
    }
    if (stirring && !mouse->stirring) {
        mouse->stroke++;
        mouse->cursor = cursor;
    }
    if (stirring && stirs) {
        Scene_Stir(scene, mouse->cursor, cursor, (float)size->windowWidth / (float)size->windowHeight, dt,
                   mouse->stroke);
    }
    mouse->orbiting = orbiting;
    mouse->stirring = stirring;
    mouse->cursor = cursor;
    mouse->x = x;
    mouse->y = y;
}

bool Mouse_FindPlace(const Scene *scene, const InputSize *size, double x, double y, gfVec2 *place)
{
    if (scene->fluid3d != NULL || x < 0.0 || y < 0.0 || x >= size->windowWidth || y >= size->windowHeight) {
        return false;
    }
    *place = getCursor(scene, size, x, y);
    if (scene->info->diorama == NULL) {
        return place->x >= 0.0f && place->x <= scene->width && place->y >= 0.0f && place->y <= 1.0f;
    }
    return Diorama_Pick(scene, *place, (float)size->windowWidth / (float)size->windowHeight, place);
}

void Mouse_Zoom(Scene *scene, float notches)
{
    Scene_Orbit(scene, 0.0f, 0.0f, powf(ZOOM_STEP, notches));
}
