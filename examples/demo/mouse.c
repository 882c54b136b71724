// Strokes of the mouse, and the camera that it turns.
#include "mouse.h"

#include <math.h>

#define ORBIT_SPEED 3.4f // radians, over the window's height
#define ZOOM_STEP 0.9f   // of the distance, a notch of the wheel

typedef struct Size {
    int width, height;
} Size;

static Size getSize(GLFWwindow *window)
{
    Size size = {1, 1};
    glfwGetWindowSize(window, &size.width, &size.height);
    size.width = size.width > 0 ? size.width : 1; // minimised
    size.height = size.height > 0 ? size.height : 1;
    return size;
}

// The mouse in the world: window coordinates to clip space, then back through the view. A scene in perspective has no
// such view: there it stays in clip space.
static gfVec2 getCursor(const Scene *scene, Size size, double x, double y)
{
    gfTransform2D view = {{1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}};
    if (!Scene_IsPerspective(scene->info)) {
        view = gfFluid_GetFitView(scene->fluid, (float)size.width / (float)size.height);
    }
    const float *m = view.m;
    float clipX = 2.0f * (float)(x / size.width) - 1.0f - m[4];
    float clipY = 1.0f - 2.0f * (float)(y / size.height) - m[5];
    float determinant = m[0] * m[3] - m[1] * m[2];
    return (gfVec2){(m[3] * clipX - m[2] * clipY) / determinant, (m[0] * clipY - m[1] * clipX) / determinant};
}

static bool isPressed(GLFWwindow *window, int button)
{
    return glfwGetMouseButton(window, button) == GLFW_PRESS;
}

static bool hasShift(GLFWwindow *window)
{
    return glfwGetKey(window, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS ||
           glfwGetKey(window, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
}

void Mouse_Move(Mouse *mouse, GLFWwindow *window, Scene *scene, float dt, bool stirs)
{
    double x = 0.0, y = 0.0;
    Size size = getSize(window);
    glfwGetCursorPos(window, &x, &y);
    gfVec2 cursor = getCursor(scene, size, x, y);
    bool left = isPressed(window, GLFW_MOUSE_BUTTON_LEFT);
    // A stroke that has begun goes on, whatever key is pressed then.
    bool orbiting = scene->info->diorama != NULL &&
                    (isPressed(window, GLFW_MOUSE_BUTTON_RIGHT) || (left && !mouse->stirring && hasShift(window)));
    bool stirring = left && !orbiting;
    if (orbiting && mouse->orbiting) {
        float turn = ORBIT_SPEED / (float)size.height;
        Scene_Orbit(scene, -turn * (float)(x - mouse->x), turn * (float)(y - mouse->y), 1.0f);
    }
    if (stirring && !mouse->stirring) {
        mouse->stroke++;
        mouse->cursor = cursor;
    }
    if (stirring && stirs) {
        Scene_Stir(scene, mouse->cursor, cursor, (float)size.width / (float)size.height, dt, mouse->stroke);
    }
    mouse->orbiting = orbiting;
    mouse->stirring = stirring;
    mouse->cursor = cursor;
    mouse->x = x;
    mouse->y = y;
}

void Mouse_Zoom(Scene *scene, float notches)
{
    Scene_Orbit(scene, 0.0f, 0.0f, powf(ZOOM_STEP, notches));
}
