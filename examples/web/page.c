// The demo on a page: all but what the page itself does is as in a window.
#include "web/page.h"

#include "wasm/web.h"

#include "demo/gauges.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The most fingers that stir at once.
#define POINTERS_MAX 10
#define SHORTEST_SIDE 64 // cells

typedef struct Page {
    Options options;
    Demo demo;
    Controls controls; // but pointers, of which it has one
    GladGLContext gl;
    InputSize size;
    Mouse mice[POINTERS_MAX];
    Pointer pointers[POINTERS_MAX];
    int strokes; // of all fingers
    Gauges gauges;
    GaugeWants wants;
    Pointer probe; // that values are shown at
    bool running;
    char *table;
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

WEB_EXPORT(Page_Resize) void Page_Resize(int width, int height)
{
    page.size = (InputSize){width, height, width, height};
}

WEB_EXPORT(Page_Open) const char *Page_Open(int scene, int cells, float dyeScale)
{
    Web_LoadGL(&page.gl);
    page.options = (Options){.scene = &Scene_GetAll(&(int){0})[isScene(scene) ? scene : 0], .noCache = true};
    page.demo = (Demo){.options = &page.options,
                       .config = Scene_DefaultConfig(),
                       .gl = &page.gl,
                       .betweenSteps = true,
                       .ownsState = true};
    Settings_Init(&page.demo.settings);
    page.demo.config.tuning = Settings_GetTuning(&page.demo.settings);
    page.controls = Controls_Make(&page.demo, NULL, NULL);
    setGrid(cells, dyeScale);
    setState();
    page.running = Demo_Open(&page.demo, Web_FindCall, false);
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

WEB_EXPORT(Page_OpenScene) bool Page_OpenScene(int scene, int cells, float dyeScale)
{
    if (!isScene(scene)) {
        return false;
    }
    setGrid(cells, dyeScale);
    setState();
    memset(page.mice, 0, sizeof page.mice);
    page.controls.failed = false;
    Controls_OpenScene(&page.controls, &Scene_GetAll(&(int){0})[scene]);
    page.running = !page.controls.failed;
    return page.running;
}

WEB_EXPORT(Page_Refit) bool Page_Refit(int cells)
{
    gfFluid *fluid = page.running ? page.demo.scene.fluid : NULL;
    if (fluid == NULL || page.demo.scene.solver == GF_SOLVER_PARTICLES) {
        return false;
    }
    gfFluidDef def = gfFluid_GetDef(fluid);
    int longest = def.gridWidth > def.gridHeight ? def.gridWidth : def.gridHeight;
    float coarser = (float)longest / (float)cells;
    int width = (int)lroundf((float)def.gridWidth / coarser), height = (int)lroundf((float)def.gridHeight / coarser);
    return gfFluid_Resize(fluid, width > SHORTEST_SIDE ? width : SHORTEST_SIDE,
                          height > SHORTEST_SIDE ? height : SHORTEST_SIDE, coarser * def.cellSize, def.origin);
}

WEB_EXPORT(Page_Point) void Page_Point(int number, double x, double y, unsigned buttons)
{
    if (number >= 0 && number < POINTERS_MAX) {
        page.pointers[number] = (Pointer){x * page.size.windowWidth, y * page.size.windowHeight, buttons};
    }
}

WEB_EXPORT(Page_Zoom) void Page_Zoom(float notches)
{
    if (page.running) {
        Controls_Zoom(&page.controls, notches);
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

static bool isStirring(void)
{
    bool any = false;
    for (int i = 0; i < POINTERS_MAX; i++) {
        any = any || page.mice[i].stirring;
    }
    return any;
}

WEB_EXPORT(Page_Watch) void Page_Watch(unsigned wants, double x, double y)
{
    page.wants = (GaugeWants){.passes = (wants & 1) != 0, .plots = (wants & 2) != 0, .probe = (wants & 4) != 0};
    page.probe = (Pointer){x * page.size.windowWidth, y * page.size.windowHeight, 0};
}

WEB_EXPORT(Page_Frame) bool Page_Frame(float dt, float passed)
{
    Controls *controls = &page.controls;
    if (!page.running || controls->failed) {
        return false;
    }
    Controls_BeginFrame(controls, dt, isStirring());
    movePointers(dt, dt > 0.0f);
    if (dt > 0.0f) {
        Controls_EndFrame(controls, dt);
    }
    controls->size = page.size;
    if (!controls->failed) {
        Gauges_Update(&page.gauges, controls, passed, &page.probe, page.wants);
    }
    setState();
    controls->failed = controls->failed || !Demo_Draw(&page.demo, page.size.width, page.size.height);
    return !controls->failed;
}

WEB_EXPORT(Page_Press) void Page_Press(int key)
{
    if (page.running && key >= 0 && key < INPUT_KEY_COUNT) {
        Controls_Press(&page.controls, (InputKey)key);
    }
}

WEB_EXPORT(Page_GetTable) const char *Page_GetTable(void)
{
    free(page.table);
    page.table =
        page.running ? Settings_PrintTable(&page.demo.settings, &page.demo.scene, Demo_GetView(&page.demo)) : NULL;
    return page.table != NULL ? page.table : "[]";
}

WEB_EXPORT(Page_GetSceneValues) const char *Page_GetSceneValues(void)
{
    free(page.table);
    page.table = page.running ? Settings_PrintSceneValues(&page.demo.settings, &page.demo.scene) : NULL;
    return page.table != NULL ? page.table : "{}";
}

WEB_EXPORT(Page_Set) const char *Page_Set(const char *name, const char *value)
{
    if (Controls_SetText(&page.controls, name, value)) {
        return NULL;
    }
    snprintf(page.text, sizeof page.text, "%s", Controls_GetMessage(&page.controls));
    return page.text;
}

WEB_EXPORT(Page_Unset) void Page_Unset(const char *name)
{
    int index = Tunables_Find(name);
    if (index >= 0) {
        Controls_Unset(&page.controls, index);
    }
}

WEB_EXPORT(Page_TakePalette) void Page_TakePalette(const char *name, int kind)
{
    int index = Tunables_Find(name);
    if (index >= 0 && kind >= 0 && kind < GF_PALETTE_COUNT) {
        Controls_TakePalette(&page.controls, index, kind);
    }
}

WEB_EXPORT(Page_GetMessage) const char *Page_GetMessage(void)
{
    return Controls_GetMessage(&page.controls);
}

static int addText(int length, const char *format, ...)
{
    int left = (int)sizeof page.text - length;
    va_list values;
    va_start(values, format);
    int added = left > 0 ? vsnprintf(page.text + length, (size_t)left, format, values) : 0;
    va_end(values);
    return length + added;
}

static const char *getGroup(const SceneInfo *info)
{
    static const char *const groups[] = {[GF_SOLVER_GRID] = "smoke and ink",
                                         [GF_SOLVER_GAUSSIAN] = "liquid",
                                         [GF_SOLVER_PARTICLES] = "particles",
                                         [GF_SOLVER_SHALLOW] = "landscapes",
                                         [GF_SOLVER_WATER] = "liquid"};
    return groups[Scene_GetSolver(info)];
}

WEB_EXPORT(Page_GetScenes) const char *Page_GetScenes(void)
{
    int count = 0, length = addText(0, "[");
    const SceneInfo *scenes = Scene_GetAll(&count);
    for (int i = 0; i < count; i++) {
        length = addText(length, "%s{\"name\":\"%s\",\"summary\":\"%s\",\"group\":\"%s\",\"turns\":%s,\"views\":[",
                         i > 0 ? "," : "", scenes[i].name, scenes[i].summary, getGroup(&scenes[i]),
                         scenes[i].diorama != NULL ? "true" : "false");
        for (int view = 0; view < GF_DRAW_STYLE_COUNT; view++) {
            bool has = Scene_HasView(&scenes[i], (gfDrawStyle)view);
            length = addText(length, has ? "%s\"%s\"" : "%snull", view > 0 ? "," : "", tunableViews[view]);
        }
        length = addText(length, "]}");
    }
    addText(length, "]");
    return page.text;
}

WEB_EXPORT(Page_GetPresets) const char *Page_GetPresets(void)
{
    int length = addText(0, "["), count = Presets_GetCount();
    for (int i = 0; i < count; i++) {
        length = addText(length, "%s{\"name\":\"%s\",\"preset\":%s}", i > 0 ? "," : "", Presets_GetName(i),
                         Presets_GetText(i));
    }
    addText(length, "]");
    return page.text;
}

WEB_EXPORT(Page_GetPalettes) const char *Page_GetPalettes(void)
{
    int length = addText(0, "[");
    for (int i = 0; i < GF_PALETTE_COUNT; i++) {
        length = addText(length, "%s\"%s\"", i > 0 ? "," : "", Presets_GetPaletteName(i));
    }
    addText(length, "]");
    return page.text;
}

// --- measures --------------------------------------------------------------------------------------------------------

static int addPlots(int length, const GaugeRow *rows, int count)
{
    length = addText(length, "\"plots\":[");
    for (int i = 0; i < count; i++) {
        const GaugeRow *row = &rows[i];
        length = addText(length, "%s{\"label\":\"%s\",\"newest\":\"%s\",\"largest\":%.9g,\"at\":%u,\"count\":%d}",
                         i > 0 ? "," : "", row->label, row->newest, isfinite(row->largest) ? (double)row->largest : 0.0,
                         (unsigned)(uintptr_t)row->plot->values, row->plot->count);
    }
    return addText(length, "]");
}

static int addNote(int length, const char *note)
{
    return note != NULL ? addText(length, ",\"note\":\"%s\"", note) : addText(length, ",\"note\":null");
}

static int addPasses(int length)
{
    GaugePass passes[GF_PROFILE_MAX];
    float others_ms = 0.0f;
    int count = Gauges_ListPasses(&page.gauges, passes, &others_ms);
    length = addText(length, ",\"passes\":[");
    for (int i = 0; i < count; i++) {
        length = addText(length, "%s{\"label\":\"%s\",\"ms\":%.4f}", i > 0 ? "," : "", passes[i].label,
                         (double)passes[i].ms);
    }
    return addText(length, "],\"others\":%.4f", (double)others_ms);
}

static int addLines(int length)
{
    GaugeLine lines[GAUGE_LINES];
    int count = Gauges_ListProbe(&page.gauges, &page.demo.scene, lines);
    length = addText(length, "\"lines\":[");
    for (int i = 0; i < count; i++) {
        length = addText(length, "%s[\"%s\",\"%s\"]", i > 0 ? "," : "", lines[i].label, lines[i].text);
    }
    return addText(length, "]");
}

WEB_EXPORT(Page_GetMeasures) const char *Page_GetMeasures(void)
{
    const Gauges *gauges = &page.gauges;
    const Scene *scene = &page.demo.scene;
    if (!page.running) {
        return "null";
    }
    GaugeRow rows[GAUGE_ROWS];
    int length = addText(0, "{\"times\":{");
    length = addPlots(length, rows, Gauges_ListTimes(gauges, scene, rows));
    length = addNote(addPasses(length), Gauges_GetTimesNote(gauges, scene));
    length = addText(length, "},\"sums\":{");
    length = addPlots(length, rows, Gauges_ListSums(gauges, scene, rows));
    length = addText(length, "},\"probe\":{");
    length = addNote(addLines(length), Gauges_GetProbeNote(gauges, scene));
    addText(length, "}}");
    return page.text;
}

WEB_EXPORT(Page_GetInfo) const char *Page_GetInfo(void)
{
    snprintf(page.text, sizeof page.text, "%d x %d cells, %d x %d pixels, %s", page.demo.config.gridWidth,
             page.demo.config.gridHeight, page.size.width, page.size.height,
             page.demo.device != NULL ? gfDevice_GetRenderer(page.demo.device) : "no device");
    return page.text;
}
