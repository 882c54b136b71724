// A game that draws with SDL_Renderer has the library's smoke between its sprites, in the renderer's own GL context.
//
//     example_sdl_renderer [--frames N] [--out FILE.png]      Escape ends
//
// With --frames N it draws N frames of 1/60 s and ends; SDL_VIDEODRIVER=offscreen needs no display.
#include <gpufluid/gpufluid.h>

#include <SDL2/SDL.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540 }; // size of the window, in its points

typedef struct Game {
    SDL_Window *window;
    SDL_Renderer *renderer;
    gfDevice *device;
    gfFluid *smoke;
    gfEmitterId torch;
    SDL_Point mouse;
} Game;

static bool fail(const char *what, const char *why)
{
    fprintf(stderr, "example_sdl_renderer: %s: %s\n", what, why);
    return false;
}

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s (%s)\n", message, gfErrorText(code));
    }
}

// The library needs one of the renderers that draw with OpenGL, and makes its device in their context.
static bool openWindow(Game *game)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return fail("SDL", SDL_GetError());
    }
    static const char *const drivers[] = {"opengl", "opengles2"};
    for (int i = 0; i < 2 && game->device == NULL; i++) {
        SDL_SetHint(SDL_HINT_RENDER_DRIVER, drivers[i]);
        game->window = SDL_CreateWindow("gpufluid and SDL_Renderer", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                                        WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
        game->renderer = game->window != NULL ? SDL_CreateRenderer(game->window, -1, SDL_RENDERER_PRESENTVSYNC) : NULL;
        if (game->renderer != NULL && SDL_GL_GetCurrentContext() != NULL) {
            gfDeviceDef def = gfDefaultDeviceDef();
            def.getProcAddress = (gfGetProcAddressFn)SDL_GL_GetProcAddress; // SDL's returns a void *
            def.log = logFluid;
            game->device = gfCreateDevice(&def);
        }
        if (game->device == NULL) {
            SDL_DestroyRenderer(game->renderer);
            SDL_DestroyWindow(game->window);
            game->renderer = NULL;
            game->window = NULL;
        }
    }
    return game->device != NULL || fail("renderer", "none that draws with OpenGL 3.3 or OpenGL ES 3.0");
}

static gfSourceDef torchAt(gfVec2 place)
{
    gfSourceDef torch = gfDefaultSourceDef();
    torch.shape = gfMakeCircle(place, 0.04f);
    torch.softness = 0.03f;
    torch.temperature = 400.0f;
    torch.sweeps = true;                                                     // it follows the mouse
    memcpy(torch.dye, (float[4]){6.0f, 2.0f, 0.5f, 3.0f}, sizeof torch.dye); // red, green and blue times the amount
    return torch;
}

static bool createSmoke(Game *game)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = 256;
    def.gridHeight = 144;
    def.cellSize = 1.6f / 256.0f; // 1.6 m x 0.9 m
    def.grid.vorticityConfinement = 4.0f;
    def.grid.dyeDissipation = 0.4f;
    game->smoke = gfCreateFluid(game->device, &def);
    gfSourceDef torch = torchAt((gfVec2){0.8f, 0.2f});
    game->torch = game->smoke != NULL ? gfFluid_AddEmitter(game->smoke, &torch) : (gfEmitterId){0};
    return !GF_IS_NULL(game->torch);
}

static void drawBoxes(const Game *game, int count, int y, SDL_Color color)
{
    SDL_SetRenderDrawColor(game->renderer, color.r, color.g, color.b, color.a);
    for (int i = 0; i < count; i++) {
        const SDL_Rect box = {80 + i * (WIDTH - 160) / count, y, 60, 90};
        SDL_RenderFillRect(game->renderer, &box);
    }
}

static bool drawFrame(Game *game, float dt)
{
    int width = WIDTH;
    int height = HEIGHT;
    SDL_GetRendererOutputSize(game->renderer, &width, &height); // pixels
    SDL_SetRenderDrawColor(game->renderer, 24, 26, 36, 255);
    SDL_RenderClear(game->renderer);
    drawBoxes(game, 5, 260, (SDL_Color){60, 70, 110, 255}); // behind the smoke
    gfDrawDef look = gfDefaultDrawDef();
    gfVec2 mouse = {(float)game->mouse.x, (float)game->mouse.y};
    gfSourceDef torch = torchAt(gfFluid_PixelToWorld(game->smoke, &look, WIDTH, HEIGHT, mouse));
    // SDL queues its drawings: flush them first. It sets its viewport when it draws, so name one of our own.
    bool good = SDL_RenderFlush(game->renderer) == 0 && gfDevice_BeginFrame(game->device);
    if (good) {
        good = gfDevice_SetTarget(game->device, 0, 0, 0, width, height) &&
               gfFluid_SetEmitter(game->smoke, game->torch, &torch) && gfFluid_Step(game->smoke, dt) &&
               gfFluid_Draw(game->smoke, &look);
        good = gfDevice_EndFrame(game->device) && good; // restores all that SDL had set
    }
    drawBoxes(game, 3, 420, (SDL_Color){180, 190, 200, 255}); // in front of the smoke
    return good;
}

// Saves what was drawn to the window. Reading waits for the GPU: for screenshots only.
static bool save(const Game *game, const char *path)
{
    int width = 0;
    int height = 0;
    SDL_GetRendererOutputSize(game->renderer, &width, &height);
    unsigned char *pixels = malloc((size_t)width * (size_t)height * 4);
    bool good = pixels != NULL &&
                SDL_RenderReadPixels(game->renderer, NULL, SDL_PIXELFORMAT_RGBA32, pixels, width * 4) == 0 &&
                stbi_write_png(path, width, height, 4, pixels, width * 4) != 0;
    free(pixels);
    return good || fail(path, "cannot be written");
}

// Returns false when the player quits.
static bool handleEvents(Game *game)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)) {
            return false;
        }
        if (event.type == SDL_MOUSEMOTION) {
            game->mouse = (SDL_Point){event.motion.x, event.motion.y};
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
    Game game = {.mouse = {WIDTH / 2, 3 * HEIGHT / 4}};
    bool good = openWindow(&game) && createSmoke(&game);
    Uint64 last = SDL_GetPerformanceCounter();
    for (int frame = 0; good && (frames == 0 || frame < frames) && handleEvents(&game); frame++) {
        Uint64 now = SDL_GetPerformanceCounter();
        float dt = (float)((double)(now - last) / (double)SDL_GetPerformanceFrequency());
        last = now;
        if (frames > 0) {
            dt = 1.0f / 60.0f;
            game.mouse.x = WIDTH / 2 + (int)(200.0f * sinf(0.1f * (float)frame));
        }
        good = drawFrame(&game, dt) && (frame + 1 != frames || out == NULL || save(&game, out));
        SDL_RenderPresent(game.renderer);
    }
    gfDestroyDevice(game.device); // frees its fluids, too; the context must still exist
    SDL_DestroyRenderer(game.renderer);
    SDL_DestroyWindow(game.window);
    SDL_Quit();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
