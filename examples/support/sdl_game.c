#include "support/sdl_game.h"

#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540 }; // px

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)code;
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s\n", message);
    }
}

static gfDevice *createDevice(void)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = (gfGetProcAddressFn)SDL_GL_GetProcAddress; // SDL's returns a void *
    def.log = logFluid;
    return gfCreateDevice(&def);
}

static bool savePicture(const char *path, int width, int height)
{
    unsigned char *pixels = malloc((size_t)width * (size_t)height * 4);
    if (pixels == NULL) {
        return false;
    }
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    stbi_flip_vertically_on_write(1); // GL's first row is at the bottom
    bool saved = stbi_write_png(path, width, height, 4, pixels, width * 4) != 0;
    free(pixels);
    return saved;
}

static bool goesOn(void)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)) {
            return false;
        }
    }
    return true;
}

// `frames`: below 0 until the player ends it, by the clock.
static bool runLoop(const SdlGame *game, SDL_Window *window, int frames, const char *out)
{
    bool ok = true;
    Uint32 last = SDL_GetTicks();
    for (int i = 0; ok && i != frames && goesOn(); i++) {
        Uint32 now = SDL_GetTicks();
        float dt = frames < 0 ? (float)(now - last) / 1000.0f : 1.0f / 60.0f;
        last = now;
        int width = WIDTH, height = HEIGHT;
        SDL_GL_GetDrawableSize(window, &width, &height); // a resize needs no more than this
        glViewport(0, 0, width, height);
        glClearColor(0.62f, 0.78f, 0.88f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        ok = game->play(game->game, dt < 0.05f ? dt : 0.05f, (float)width / (float)height) &&
             (i + 1 != frames || out == NULL || savePicture(out, width, height));
        SDL_GL_SwapWindow(window);
    }
    return ok;
}

int SdlGame_Run(const SdlGame *game, int argc, char **argv)
{
    int frames = -1;
    const char *out = NULL, *message = "";
    for (int i = 1; i + 1 < argc; i += 2) {
        frames = strcmp(argv[i], "--frames") == 0 ? atoi(argv[i + 1]) : frames;
        out = strcmp(argv[i], "--out") == 0 ? argv[i + 1] : out;
    }
    SDL_Init(SDL_INIT_VIDEO);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, 1); // smooth edges of what games paint themselves
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 4);
    SDL_Window *window = SDL_CreateWindow(game->name, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, WIDTH, HEIGHT,
                                          SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE);
    SDL_GLContext context = window != NULL ? SDL_GL_CreateContext(window) : NULL;
    gfDevice *device = context != NULL ? createDevice() : NULL;
    bool ok = device != NULL && game->build(game->game, device) && runLoop(game, window, frames, out);
    if (!ok) {
        gfErrorCode code = gfGetLastError(&message);
        fprintf(stderr, "%s: %s\n", game->name, code != GF_ERROR_OK ? message : SDL_GetError());
    }
    gfDestroyDevice(device); // while its context is current
    SDL_GL_DeleteContext(context);
    SDL_Quit();
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
