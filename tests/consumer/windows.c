// A host on Windows: a window that is not shown, a context of OpenGL 3.3 by WGL, and a fluid drawn into a framebuffer
// of the library's own, whose picture is looked at. Prints the renderer's name.
#include <gpufluid/gpufluid.h>

#include <windows.h>

#include <GL/gl.h>

#include <stdio.h>

typedef HGLRC(WINAPI *CreateContext)(HDC, HGLRC, const int *);

static int fail(const char *why)
{
    const char *message = "";
    gfGetLastError(&message);
    printf("%s: %s\n", why, message);
    return 1;
}

// As WGL wants it: a context of any version tells where the call is that makes one of this version.
static HGLRC makeContext(HDC window)
{
    static const int wanted[] = {0x2091, 3, 0x2092, 3, 0x9126, 1, 0}; // major, minor, core profile
    HGLRC first = wglCreateContext(window), context = NULL;
    if (first != NULL && wglMakeCurrent(window, first)) {
        CreateContext create = (CreateContext)(void (*)(void))wglGetProcAddress("wglCreateContextAttribsARB");
        context = create != NULL ? create(window, NULL, wanted) : NULL;
        wglMakeCurrent(NULL, NULL);
    }
    wglDeleteContext(first);
    return context != NULL && wglMakeCurrent(window, context) ? context : NULL;
}

// Functions that are newer than OpenGL 1.1 are the driver's, the others are the system's.
static gfGLProc getProc(const char *name)
{
    PROC proc = wglGetProcAddress(name);
    return (gfGLProc)(proc != NULL ? proc : GetProcAddress(GetModuleHandleA("opengl32.dll"), name));
}

static int drawFluid(void)
{
    static unsigned char pixels[64 * 64 * 4];
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = getProc;
    gfDevice *device = gfCreateDevice(&deviceDef);
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 32;
    def.cellSize = 1.0f / 32.0f;
    gfFluid *fluid = gfCreateFluid(device, &def);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f);
    source.velocity.x = source.dye[0] = source.dye[3] = 1.0f;
    if (fluid == NULL || !gfFluid_Splat(fluid, &source)) {
        return fail("no fluid");
    }
    for (int i = 0; i < 30; i++) {
        if (!gfFluid_StepOnce(fluid)) {
            return fail("no step");
        }
    }
    gfDrawDef draw = gfDefaultDrawDef();
    gfFluidStats stats;
    unsigned texture = gfFluid_DrawToTexture(fluid, &draw, 64, 64);
    if (texture == 0 || !gfFluid_MeasureBlocking(fluid, &stats) || stats.nonfinite > 0 || !(stats.speedMax > 0.01)) {
        return fail("no picture");
    }
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    int red = 0;
    for (int i = 0; i < 64 * 64; i++) {
        red += pixels[4 * i] > 100 && pixels[4 * i + 1] < 50 ? 1 : 0;
    }
    printf("%d texels are red, speed %.3f m/s, %s\n", red, stats.speedMax, (const char *)glGetString(GL_RENDERER));
    gfDestroyDevice(device);
    return red > 50 && red < 2000 && glGetError() == GL_NO_ERROR ? 0 : fail("another picture");
}

int main(void)
{
    HWND window = CreateWindowA("STATIC", "fluid", WS_POPUP, 0, 0, 64, 64, NULL, NULL, NULL, NULL);
    HDC context = GetDC(window);
    PIXELFORMATDESCRIPTOR format = {.nSize = sizeof format, .nVersion = 1, .cColorBits = 32};
    format.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL | PFD_DOUBLEBUFFER;
    if (!SetPixelFormat(context, ChoosePixelFormat(context, &format), &format) || makeContext(context) == NULL) {
        return fail("no context of OpenGL 3.3");
    }
    return drawFluid();
}
