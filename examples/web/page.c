// The demo on a page: all but what the page itself does is as in a window.
#include "web/page.h"

#include "demo/demo.h"
#include "demo/gl.h"
#include "demo/mouse.h"

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#include <stdio.h>
#include <string.h>

// The most fingers that stir at once.
#define POINTERS_MAX 10
#define SHORTEST_SIDE 64 // cells

typedef struct Page {
    Options options;
    Demo demo;
    GladGLContext gl;
    InputSize size;
    gfDrawStyle view;
    Mouse mice[POINTERS_MAX];
    Pointer pointers[POINTERS_MAX];
    int strokes; // of all fingers
    bool running, failed;
    char text[32768];
} Page;

static Page page;

// What draws to the canvas, uploads or compiles: state is not kept for the page, and the library leaves its own.
static void setState(void)
{
    const GladGLContext *gl = &page.gl;
    static const GLenum off[] = {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_BLEND, GL_CULL_FACE, GL_SCISSOR_TEST};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        gl->Disable(off[i]);
    }
    for (GLuint unit = 0; unit < 16; unit++) {
        gl->BindSampler(unit, 0);
    }
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindVertexArray(0);
    gl->UseProgram(0);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl->DepthMask(GL_TRUE);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->Viewport(0, 0, page.size.width, page.size.height);
}

static gfGLProc findProc(const char *name)
{
    return (gfGLProc)emscripten_webgl_get_proc_address(name);
}

static bool makeContext(const char *canvas)
{
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = attributes.depth = attributes.stencil = attributes.antialias = false;
    attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas, &attributes);
    return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS &&
           Demo_LoadGL(&page.gl, true, findProc);
}

static bool isScene(int number)
{
    int count = 0;
    Scene_GetAll(&count);
    return number >= 0 && number < count;
}

// The grid has the canvas's shape.
static void setGrid(int cells, float dyeScale)
{
    int width = page.size.width, height = page.size.height;
    int longest = width > height ? width : height, shortest = width > height ? height : width;
    int across = cells * shortest / longest;
    across = across > SHORTEST_SIDE ? across : SHORTEST_SIDE;
    across = across < cells ? across : cells;
    page.demo.config.gridWidth = width > height ? cells : across;
    page.demo.config.gridHeight = width > height ? across : cells;
    page.demo.config.dyeScale = dyeScale;
}

EMSCRIPTEN_KEEPALIVE void Page_Resize(int width, int height)
{
    page.size = (InputSize){width, height, width, height};
}

EMSCRIPTEN_KEEPALIVE const char *Page_Open(const char *canvas, int scene, int cells, float dyeScale)
{
    if (!makeContext(canvas)) {
        return "webgl";
    }
    page.options =
        (Options){.scene = &Scene_GetAll(&(int){0})[isScene(scene) ? scene : 0], .es = true, .noCache = true};
    page.demo = (Demo){.options = &page.options,
                       .config = Scene_DefaultConfig(),
                       .gl = &page.gl,
                       .betweenSteps = true,
                       .ownsState = true};
    setGrid(cells, dyeScale);
    setState();
    page.running = Demo_Open(&page.demo, findProc, false);
    if (page.running) {
        return NULL;
    }
    const char *message = NULL;
    if (gfGetLastError(&message) == GF_ERROR_NO_FLOAT_RENDERING) {
        return "floats";
    }
    snprintf(page.text, sizeof page.text, "%s", message != NULL ? message : "the scene could not be made");
    return page.text;
}

EMSCRIPTEN_KEEPALIVE bool Page_OpenScene(int scene, int cells, float dyeScale)
{
    if (!isScene(scene)) {
        return false;
    }
    setGrid(cells, dyeScale);
    setState();
    memset(page.mice, 0, sizeof page.mice);
    page.failed = false;
    page.running = Demo_OpenScene(&page.demo, &Scene_GetAll(&(int){0})[scene]);
    if (page.running && !Options_HasView(page.demo.scene.info, page.view)) {
        page.view = GF_DRAW_DYE;
    }
    return page.running;
}

EMSCRIPTEN_KEEPALIVE void Page_Point(int number, double x, double y, unsigned buttons)
{
    if (number >= 0 && number < POINTERS_MAX) {
        page.pointers[number] = (Pointer){x * page.size.windowWidth, y * page.size.windowHeight, buttons};
    }
}

EMSCRIPTEN_KEEPALIVE void Page_Zoom(float notches)
{
    if (page.running) {
        Mouse_Zoom(&page.demo.scene, notches);
    }
}

// Each stroke has a colour of its own, whichever finger makes it.
static void movePointers(float dt, bool stirs)
{
    for (int i = 0; i < POINTERS_MAX; i++) {
        Mouse *mouse = &page.mice[i];
        if (page.pointers[i].buttons != 0 || mouse->stirring || mouse->orbiting) {
            bool began = mouse->stirring;
            mouse->stroke = began ? mouse->stroke : page.strokes;
            Mouse_Move(mouse, &page.pointers[i], &page.size, &page.demo.scene, dt, stirs);
            page.strokes += !began && mouse->stirring ? 1 : 0;
        }
    }
}

EMSCRIPTEN_KEEPALIVE bool Page_Frame(float dt)
{
    if (!page.running || page.failed) {
        return false;
    }
    movePointers(dt, dt > 0.0f);
    if (dt > 0.0f && !Scene_Step(&page.demo.scene, dt)) {
        fprintf(stderr, "fluid_demo: frame %d failed: %s\n", page.demo.scene.frame, gfErrorText(gfGetLastError(NULL)));
        page.failed = true;
        return false;
    }
    setState();
    page.failed = !Demo_Draw(&page.demo, page.view, page.size.width, page.size.height);
    return !page.failed;
}

EMSCRIPTEN_KEEPALIVE void Page_SetView(int view)
{
    if (view >= 0 && view < GF_DRAW_STYLE_COUNT && Options_HasView(page.demo.scene.info, (gfDrawStyle)view)) {
        page.view = (gfDrawStyle)view;
    }
}

EMSCRIPTEN_KEEPALIVE bool Page_SetQuality(int quality)
{
    SceneConfig *config = &page.demo.config;
    config->useQuality = quality >= 0 && quality <= GF_QUALITY_REFERENCE;
    config->quality = config->useQuality ? (gfQuality)quality : GF_QUALITY_LOW;
    return page.demo.scene.solver == GF_SOLVER_GRID &&
           Scene_SetQuality(&page.demo.scene, config->useQuality, config->quality);
}

static int addText(int length, const char *format, const char *a, const char *b)
{
    int left = (int)sizeof page.text - length;
    int added = left > 0 ? snprintf(page.text + length, (size_t)left, format, a, b) : 0;
    return length + added;
}

static const char *getGroup(const SceneInfo *info)
{
    static const char *const groups[] = {[GF_SOLVER_GRID] = "smoke and ink",
                                         [GF_SOLVER_GAUSSIAN] = "liquid",
                                         [GF_SOLVER_PARTICLES] = "particles",
                                         [GF_SOLVER_SHALLOW] = "landscapes"};
    return groups[Scene_GetSolver(info)];
}

EMSCRIPTEN_KEEPALIVE const char *Page_GetScenes(void)
{
    int count = 0, length = addText(0, "[", "", "");
    const SceneInfo *scenes = Scene_GetAll(&count);
    for (int i = 0; i < count; i++) {
        length = addText(length, i > 0 ? ",{\"name\":\"%s\",\"summary\":\"%s\"" : "{\"name\":\"%s\",\"summary\":\"%s\"",
                         scenes[i].name, scenes[i].summary);
        length = addText(length, ",\"group\":\"%s\",\"turns\":%s,\"views\":[", getGroup(&scenes[i]),
                         scenes[i].diorama != NULL ? "true" : "false");
        for (int view = 0; view < GF_DRAW_STYLE_COUNT; view++) {
            bool has = Options_HasView(&scenes[i], (gfDrawStyle)view);
            length = addText(length, has ? "%s\"%s\"" : "%snull", view > 0 ? "," : "",
                             Options_GetViewName((gfDrawStyle)view));
        }
        length = addText(length, "]}", "", "");
    }
    addText(length, "]", "", "");
    return page.text;
}

EMSCRIPTEN_KEEPALIVE const char *Page_GetInfo(void)
{
    snprintf(page.text, sizeof page.text, "%d x %d cells, %d x %d pixels, %s", page.demo.config.gridWidth,
             page.demo.config.gridHeight, page.size.width, page.size.height,
             page.demo.device != NULL ? gfDevice_GetRenderer(page.demo.device) : "no device");
    return page.text;
}
