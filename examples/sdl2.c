// A game with SDL2: its own window, multisampled OpenGL 3.3 core context and event loop. The mouse stirs.
//
//     example_sdl2 [--frames N] [--out FILE.png]      R starts again, Escape ends
//
// With --frames N it draws N frames of 1/60 s, stirs by itself and ends; SDL_VIDEODRIVER=offscreen needs no display.
#include <gpufluid/gpufluid.h>

#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Game {
    SDL_Window *window;
    SDL_GLContext context;
    gfDevice *device;
    gfFluid *fluid;
    int width, height; // size of the window's buffer, px
} Game;

static bool fail(const char *what, const char *why)
{
    fprintf(stderr, "example_sdl2: %s: %s\n", what, why);
    return false;
}

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s (%s)\n", message, gfErrorText(code));
    }
}

static bool openWindow(Game *game)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return fail("SDL", SDL_GetError());
    }
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, 1);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 4);
    game->window = SDL_CreateWindow("gpufluid and SDL2", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 960, 540,
                                    SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    game->context = game->window != NULL ? SDL_GL_CreateContext(game->window) : NULL;
    if (game->context == NULL) {
        return fail("window", SDL_GetError());
    }
    SDL_GL_SetSwapInterval(1); // may fail; the game's clock does not depend on it
    return true;
}

static bool createFluid(Game *game)
{
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = (gfGetProcAddressFn)SDL_GL_GetProcAddress; // SDL's returns a void *
    deviceDef.log = logFluid;
    game->device = gfCreateDevice(&deviceDef);
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = 256;
    def.gridHeight = 144;
    def.cellSize = 1.6f / 256.0f; // 1.6 m x 0.9 m
    def.grid.vorticityConfinement = 4.0f;
    def.grid.dyeDissipation = 0.3f;
    game->fluid = game->device != NULL ? gfCreateFluid(game->device, &def) : NULL;
    if (game->fluid == NULL) {
        return false; // the log has the reason
    }
    gfSourceDef fire = gfDefaultSourceDef();
    fire.shape = gfMakeCircle((gfVec2){0.8f, 0.1f}, 0.05f);
    fire.softness = 0.04f;
    fire.temperature = 60.0f;
    memcpy(fire.dye, (float[4]){6.0f, 2.0f, 0.5f, 3.0f}, sizeof fire.dye); // red, green and blue times the amount
    gfSolidDef ball = gfDefaultSolidDef();
    ball.shape = gfMakeCircle((gfVec2){0.86f, 0.5f}, 0.07f);
    return !GF_IS_NULL(gfFluid_AddEmitter(game->fluid, &fire)) && !GF_IS_NULL(gfFluid_AddSolid(game->fluid, &ball));
}

// The look for a window of this size: the whole fluid, blended over the scene.
static gfDrawDef getLook(const Game *game, int width, int height)
{
    gfDrawDef look = gfDefaultDrawDef();
    look.view = gfFluid_GetFitView(game->fluid, (float)width / (float)height);
    return look;
}

// Paints and pushes along the way that the pointer went in this frame.
static void stir(Game *game, gfVec2 from, gfVec2 to, float dt)
{
    float rate = 0.2f / fmaxf(dt, 0.002f); // the fluid gets a fifth of the pointer's speed
    gfSourceDef stroke = gfDefaultSourceDef();
    stroke.shape = gfMakeCapsule(from, to, 0.03f);
    stroke.softness = 0.03f;
    stroke.velocity = (gfVec2){rate * (to.x - from.x), rate * (to.y - from.y)};
    memcpy(stroke.dye, (float[4]){0.02f, 0.10f, 0.20f, 0.15f}, sizeof stroke.dye);
    gfFluid_Splat(game->fluid, &stroke); // may fail if too many wait for a step
}

static bool drawFrame(Game *game, float dt)
{
    SDL_GL_GetDrawableSize(game->window, &game->width, &game->height); // all that a resize needs
    glViewport(0, 0, game->width, game->height);
    glClearColor(0.10f, 0.11f, 0.15f, 1.0f); // the game's own scene
    glClear(GL_COLOR_BUFFER_BIT);

    gfDrawDef look = getLook(game, game->width, game->height);
    // Within a frame the library saves and restores the game's GL state once for all calls.
    if (!gfDevice_BeginFrame(game->device)) {
        return false;
    }
    bool drawn = gfFluid_Step(game->fluid, dt) && gfFluid_Draw(game->fluid, &look);
    return gfDevice_EndFrame(game->device) && drawn;
}

// Saves the last frame as it went to the screen. Reading waits for the GPU: for screenshots only.
static bool save(const Game *game, const char *path)
{
    unsigned char *pixels = malloc((size_t)game->width * (size_t)game->height * 4);
    if (pixels == NULL) {
        return fail(path, "out of memory");
    }
    glReadPixels(0, 0, game->width, game->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    stbi_flip_vertically_on_write(1); // GL's first row is at the bottom
    bool written = stbi_write_png(path, game->width, game->height, 4, pixels, game->width * 4) != 0;
    free(pixels);
    return written || fail(path, "cannot be written");
}

// Converts from the window's points, which may be larger than its pixels.
static gfVec2 toWorld(const Game *game, int x, int y)
{
    int width = 1;
    int height = 1;
    SDL_GetWindowSize(game->window, &width, &height);
    gfDrawDef look = getLook(game, width, height);
    return gfFluid_PixelToWorld(game->fluid, &look, width, height, (gfVec2){(float)x, (float)y});
}

// Returns false when the player quits.
static bool handleEvents(Game *game, float dt)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        bool key = event.type == SDL_KEYDOWN;
        if (event.type == SDL_QUIT || (key && event.key.keysym.sym == SDLK_ESCAPE)) {
            return false;
        }
        if (key && event.key.keysym.sym == SDLK_r) {
            gfFluid_Reset(game->fluid);
        } else if (event.type == SDL_MOUSEMOTION) {
            const SDL_MouseMotionEvent *motion = &event.motion;
            stir(game, toWorld(game, motion->x - motion->xrel, motion->y - motion->yrel),
                 toWorld(game, motion->x, motion->y), dt);
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    int frames = 0; // 0: until the player ends it
    const char *out = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        frames = strcmp(argv[i], "--frames") == 0 ? atoi(argv[i + 1]) : frames;
        out = strcmp(argv[i], "--out") == 0 ? argv[i + 1] : out;
    }
    Game game = {0};
    bool running = openWindow(&game) && createFluid(&game);
    bool failed = !running;
    Uint64 last = SDL_GetPerformanceCounter();
    for (int frame = 0; running && (frames == 0 || frame < frames); frame++) {
        Uint64 now = SDL_GetPerformanceCounter();
        float dt = (float)((double)(now - last) / (double)SDL_GetPerformanceFrequency());
        last = now;
        if (frames > 0) {
            dt = 1.0f / 60.0f;
            float t = 0.1f * (float)frame;
            stir(&game, (gfVec2){0.3f + 0.1f * sinf(t - 0.1f), 0.195f + 0.05f * t},
                 (gfVec2){0.3f + 0.1f * sinf(t), 0.2f + 0.05f * t}, dt);
        }
        running = handleEvents(&game, dt);
        failed = !drawFrame(&game, dt);
        running = running && !failed;
        if (frame + 1 == frames && out != NULL) {
            failed = !save(&game, out) || failed; // before the swap, which loses the buffer
        }
        SDL_GL_SwapWindow(game.window);
    }
    // The device goes first, while its context is current, and frees its fluids.
    gfDestroyDevice(game.device);
    if (game.context != NULL) {
        SDL_GL_DeleteContext(game.context);
    }
    if (game.window != NULL) {
        SDL_DestroyWindow(game.window);
    }
    SDL_Quit();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
