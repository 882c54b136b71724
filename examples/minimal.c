// The smallest program: a window, a fluid, and smoke that rises in it.
#include <gpufluid/gpufluid.h>

#include <GLFW/glfw3.h>

#include <stdio.h>

// The library explains every mistake here, also those that would only show as a black window.
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
    glfwInit();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    GLFWwindow *window = glfwCreateWindow(512, 512, "minimal", NULL, NULL);
    if (window == NULL) {
        return 1;
    }
    glfwMakeContextCurrent(window);

    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = glfwGetProcAddress;
    deviceDef.log = logFluid;
    gfDevice *device = gfCreateDevice(&deviceDef);

    gfFluidDef fluidDef = gfDefaultFluidDef(); // 1 m x 1 m, 256 x 256 cells
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);

    gfSourceDef smoke = gfDefaultSourceDef();
    smoke.shape = gfMakeCircle((gfVec2){0.5f, 0.1f}, 0.05f);
    smoke.temperature = 60.0f; // K each second; warm fluid rises
    smoke.dye[0] = smoke.dye[1] = smoke.dye[2] = smoke.dye[3] = 3.0f;
    gfFluid_AddEmitter(fluid, &smoke);

    gfDrawDef drawDef = gfDefaultDrawDef();
    drawDef.alpha = GF_ALPHA_OPAQUE;
    for (double last = glfwGetTime(); !glfwWindowShouldClose(window);) {
        double now = glfwGetTime();
        gfFluid_Step(fluid, (float)(now - last));
        last = now;
        gfFluid_Draw(fluid, &drawDef);
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    gfDestroyDevice(device); // frees the fluid, too
    glfwTerminate();
    return 0;
}
