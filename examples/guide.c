// The program of docs/guide.md: smoke on a torch that moves, the velocity at a point, and another look.
#include <gpufluid/gpufluid.h>

#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>

// The library calls this with every message. Without it mistakes are silent.
static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)code;
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s\n", message);
    }
}

int main(void)
{
    // The game opens a window with OpenGL 3.3.
    glfwInit();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    GLFWwindow *window = glfwCreateWindow(640, 640, "guide", NULL, NULL);
    if (window == NULL) {
        return 1;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);

    // The device is the library's side of that window's context.
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = glfwGetProcAddress;
    deviceDef.log = logFluid;
    gfDevice *device = gfCreateDevice(&deviceDef);
    if (device == NULL) {
        return 1;
    }

    // The fluid is a box of air, 1 m wide and 1 m high.
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = 256;
    fluidDef.gridHeight = 256;
    fluidDef.cellSize = 1.0f / 256.0f;   // m
    fluidDef.grid.dyeDissipation = 0.5f; // smoke thins out, 1/s

    // The look is glowing gas before black.
    gfDrawDef look = gfDefaultDrawDef();
    look.alpha = GF_ALPHA_OPAQUE;   // covers all with `background`, which is black
    look.ink = GF_INK_LIGHT;        // dye gives light
    look.bloom.enabled = true;      // light spills over
    look.tone.map = GF_TONE_FILMIC; // bright light turns white

    // A query will ask for the velocity at a point.
    gfQueryDef queryDef = gfDefaultQueryDef();

    // Shaders are compiled first, a few at a time, so that the window stays responsive.
    gfPrepareDef prepareDef = gfDefaultPrepareDef();
    prepareDef.fluids = &fluidDef;
    prepareDef.fluidCount = 1;
    prepareDef.uses = GF_USE_SOURCES | GF_USE_QUERIES | GF_USE_DRAWING;
    prepareDef.draws = &look;
    prepareDef.drawCount = 1;
    prepareDef.queries = &queryDef;
    prepareDef.queryCount = 1;
    const gfPrepareDef *asked = &prepareDef;
    gfPrepareProgress progress;
    while (gfDevice_Prepare(device, asked, 20.0f, &progress) == GF_PREPARE_PENDING) {
        char title[32];
        snprintf(title, sizeof title, "%d of %d shaders", (int)progress.done, (int)progress.total);
        glfwSetWindowTitle(window, title);
        glfwPollEvents();
        asked = NULL; // null goes on with the same request
    }
    glfwSetWindowTitle(window, "guide");
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);

    // The torch is an emitter.
    gfSourceDef torch = gfDefaultSourceDef();
    torch.shape = gfMakeCircle((gfVec2){0.8f, 0.3f}, 0.03f); // centre and radius, m
    torch.softness = 0.02f;                                  // width of its soft edge, m
    torch.temperature = 100.0f;                              // K each second; warm smoke rises
    torch.dye[0] = 12.0f;                                    // red times the amount, added each second
    torch.dye[1] = 6.0f;                                     // green
    torch.dye[2] = 2.0f;                                     // blue
    torch.dye[3] = 12.0f;                                    // the amount
    torch.sweeps = true;                                     // acts along its way since the last frame
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &torch);

    // The query asks about one point.
    gfQuery *query = gfCreateQuery(fluid, &queryDef);
    gfVec2 point = {0.5f, 0.7f};

    glfwSetTime(0.0);
    double last = 0.0;
    for (int frame = 0; !glfwWindowShouldClose(window); frame++) {
        double now = glfwGetTime();
        float dt = (float)(now - last);
        last = now;

        int width, height;
        glfwGetFramebufferSize(window, &width, &height);
        gfDevice_BeginFrame(device);
        gfDevice_SetTarget(device, 0, 0, 0, width, height); // the whole window

        // To move the torch, give it the same definition at another place.
        gfVec2 place = {0.5f + 0.3f * (float)cos(2.0 * now), 0.3f};
        torch.shape = gfMakeCircle(place, 0.03f);
        torch.zone.velocity = (gfVec2){-0.6f * (float)sin(2.0 * now), 0.0f}; // m/s, the torch's own velocity
        torch.zone.drag = 30.0f;                                             // 1/s, the rate at which air takes it on
        gfFluid_SetEmitter(fluid, emitter, &torch);

        gfFluid_Step(fluid, dt);

        // Ask in each frame, and take an answer to an earlier one if it has come.
        gfQuery_SetPoints(query, &point, 1);
        gfQuery_Request(query);
        gfQueryAnswer answer;
        if (gfQuery_Poll(query, &answer) == GF_POLL_READY && frame % 60 == 0) {
            gfVec2 v = answer.points[0].velocity;
            printf("at (0.5, 0.7) the smoke goes %.2f m/s to the right and %.2f m/s up\n", (double)v.x, (double)v.y);
        }

        gfFluid_Draw(fluid, &look);
        gfDevice_EndFrame(device);
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    gfDestroyDevice(device); // frees all that was made on it
    glfwTerminate();
    return 0;
}
