// A small side-view game with SDL2: a figure walks through the smoke of a fire and into water, which splashes, pushes
// crates about and rides a raft.
//
//     example_game [--frames N] [--out FILE.png] [--load FILE] [--save FILE]
// Arrows walk and swim, Space jumps, F5 saves to game.sav, F9 loads it, Escape ends. With --frames it plays so many
// frames of 1/60 s by itself: SDL_VIDEODRIVER=offscreen needs no display.
#include <gpufluid/gpufluid.h>

#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540 }; // px
enum { FIGURE, RAFT, FIRST_CRATE, BODIES = FIRST_CRATE + 2 };

typedef struct Game {
    SDL_Window *window;
    SDL_GLContext context;
    gfDevice *device;
    gfFluid *water, *smoke;
    gfRigidBodyId bodies[BODIES]; // bodies in the water
    gfSolidId shadows[BODIES];    // their solids in the smoke
    float walk;                   // player's wish, -1 (left) to 1 (right)
    bool jump;
    int frame;
} Game;

static bool openWindow(Game *game)
{
    SDL_Init(SDL_INIT_VIDEO);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    game->window = SDL_CreateWindow("a game with gpufluid", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, WIDTH,
                                    HEIGHT, SDL_WINDOW_OPENGL);
    game->context = game->window != NULL ? SDL_GL_CreateContext(game->window) : NULL;
    return game->context != NULL;
}

static bool addBody(Game *game, int number, gfShape shape, float density)
{
    gfRigidBodyDef body = gfDefaultRigidBodyDef();
    body.shape = shape;
    body.density = density;                        // kg/m^3; water has 1000
    body.inertia = number == FIGURE ? 1e9f : 0.0f; // the figure stays upright
    gfSolidDef shadow = gfDefaultSolidDef();
    shadow.shape = shape;
    game->bodies[number] = gfFluid_AddRigidBody(game->water, &body);
    game->shadows[number] = gfFluid_AddSolid(game->smoke, &shadow);
    return !GF_IS_NULL(game->bodies[number]) && !GF_IS_NULL(game->shadows[number]);
}

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)code;
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s\n", message);
    }
}

static bool buildWorld(Game *game)
{
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = (gfGetProcAddressFn)SDL_GL_GetProcAddress;
    deviceDef.log = logFluid;
    game->device = gfCreateDevice(&deviceDef);
    gfFluidDef def = gfSuggestLiquid(9.0f, 9.81f, 108); // m, m/s^2 and cells: the world is 16 m by 9 m
    def.gridWidth = 192;
    game->water = game->device != NULL ? gfCreateFluid(game->device, &def) : NULL;
    def.solver = GF_SOLVER_GRID; // the smoke, on cells of the same size
    def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    def.grid.dyeDissipation = 0.3f;
    game->smoke = game->water != NULL ? gfCreateFluid(game->device, &def) : NULL;
    if (game->smoke == NULL) {
        return false;
    }
    const gfShape ground[] = {
        gfMakeRectangle((gfVec2){2.4f, 1.4f}, (gfVec2){2.6f, 1.5f}, 0.0f),   // the bank with the fire
        gfMakeRectangle((gfVec2){9.5f, 0.2f}, (gfVec2){7.0f, 0.4f}, 0.0f),   // the bottom of the pool
        gfMakeRectangle((gfVec2){14.8f, 1.4f}, (gfVec2){1.6f, 1.5f}, 0.0f),  // the other bank
        gfMakeRectangle((gfVec2){4.9f, 0.9f}, (gfVec2){1.8f, 0.35f}, -0.6f), // a way out of the water
    };
    bool ok = true;
    for (int i = 0; i < 4; i++) {
        gfSolidDef solid = gfDefaultSolidDef();
        solid.shape = ground[i];
        ok = ok && !GF_IS_NULL(gfFluid_AddSolid(game->water, &solid)) &&
             !GF_IS_NULL(gfFluid_AddSolid(game->smoke, &solid));
    }
    ok = ok && addBody(game, FIGURE, gfMakeCapsule((gfVec2){0.8f, 3.3f}, (gfVec2){0.8f, 4.0f}, 0.3f), 600.0f) &&
         addBody(game, RAFT, gfMakeRectangle((gfVec2){8.0f, 2.6f}, (gfVec2){1.3f, 0.2f}, 0.0f), 250.0f);
    for (int i = FIRST_CRATE; ok && i < BODIES; i++) {
        gfVec2 place = {10.4f + 1.6f * (float)(i - FIRST_CRATE), 2.6f};
        ok = addBody(game, i, gfMakeRectangle(place, (gfVec2){0.36f, 0.36f}, 0.0f), 450.0f);
    }
    gfShape pool = gfMakeRectangle((gfVec2){9.1f, 2.0f}, (gfVec2){4.1f, 2.0f}, 0.0f);
    gfSourceDef fire = gfDefaultSourceDef();
    fire.shape = gfMakeCircle((gfVec2){2.6f, 3.1f}, 0.3f);
    fire.softness = 0.3f;
    fire.temperature = 60.0f;
    fire.dye[3] = 2.0f; // black smoke
    return ok && gfFluid_FillToLevel(game->water, &pool, 2.6f) && !GF_IS_NULL(gfFluid_AddEmitter(game->smoke, &fire));
}

// Impulses move the figure as the player wants; contacts, buoyancy and drag are the library's.
static void moveFigure(const Game *game, float dt)
{
    gfRigidBodyState figure;
    gfFluid_GetRigidBody(game->water, game->bodies[FIGURE], &figure);
    bool swims = figure.submerged > 0.3f;
    float grip = figure.grounded ? 12.0f : swims ? 3.0f : 1.5f; // 1/s
    float up = !game->jump || figure.velocity.y > 1.0f ? 0.0f : figure.grounded ? 4.0f : swims ? 12.0f * dt : 0.0f;
    float along = (2.4f * game->walk - figure.velocity.x) * fminf(grip * dt, 1.0f);
    gfFluid_PushRigidBody(game->water, game->bodies[FIGURE], (gfVec2){figure.mass * along, figure.mass * up},
                          figure.position);
    for (int i = 0; i < BODIES; i++) { // moving bodies stir the smoke, too
        gfRigidBodyState body;
        gfSolidDef shadow = gfDefaultSolidDef();
        gfFluid_GetRigidBody(game->water, game->bodies[i], &body);
        shadow.shape = body.shape;
        shadow.velocity = body.velocity;
        shadow.angularVelocity = body.angularVelocity;
        gfFluid_SetSolid(game->smoke, game->shadows[i], &shadow);
    }
}

static bool playFrame(Game *game, float dt)
{
    glViewport(0, 0, WIDTH, HEIGHT);
    glClearColor(0.95f, 0.62f, 0.40f, 1.0f); // an evening sky
    glClear(GL_COLOR_BUFFER_BIT);
    moveFigure(game, dt);
    gfDrawDef smoke = gfDefaultDrawDef(), water = smoke;
    smoke.solids.shown = false;
    water.style = GF_DRAW_LIQUID;
    memcpy(water.solids.color, (float[4]){0.02f, 0.015f, 0.03f, 1.0f}, sizeof water.solids.color); // silhouettes
    bool ok = gfDevice_BeginFrame(game->device) && gfFluid_Step(game->water, dt) && gfFluid_Step(game->smoke, dt) &&
              gfFluid_Draw(game->smoke, &smoke) && gfFluid_Draw(game->water, &water);
    return gfDevice_EndFrame(game->device) && ok;
}

// A saved game holds the frame number and both fluids, which store all else. Handles stay valid after loading.
static bool transferGame(Game *game, const char *path, bool saves)
{
    FILE *file = fopen(path, saves ? "wb" : "rb");
    bool ok = file != NULL && (saves ? fwrite(&game->frame, sizeof(int), 1, file) == 1
                                     : fread(&game->frame, sizeof(int), 1, file) == 1);
    for (int i = 0; i < 2 && ok; i++) {
        gfFluid *fluid = i == 0 ? game->water : game->smoke;
        size_t size = gfFluid_GetSnapshotSize(fluid); // the same as long as nothing is added or removed
        void *data = malloc(size);
        ok = data != NULL && (saves ? gfFluid_SaveBlocking(fluid, data, size) && fwrite(data, size, 1, file) == 1
                                    : fread(data, size, 1, file) == 1 && gfFluid_Load(fluid, data, size, NULL));
        free(data);
    }
    return (file == NULL || fclose(file) == 0) && ok;
}

static bool saveScreen(const char *path)
{
    static unsigned char pixels[WIDTH * HEIGHT * 4];
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    stbi_flip_vertically_on_write(1); // GL's first row is at the bottom
    return stbi_write_png(path, WIDTH, HEIGHT, 4, pixels, WIDTH * 4) != 0;
}

// Returns false when the player quits.
static bool readInput(Game *game)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        SDL_Keycode key = event.type == SDL_KEYDOWN ? event.key.keysym.sym : SDLK_UNKNOWN;
        if (key == SDLK_F5 || key == SDLK_F9) {
            transferGame(game, "game.sav", key == SDLK_F5);
        } else if (event.type == SDL_QUIT || key == SDLK_ESCAPE) {
            return false;
        }
    }
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    game->walk = (float)keys[SDL_SCANCODE_RIGHT] - (float)keys[SDL_SCANCODE_LEFT];
    game->jump = keys[SDL_SCANCODE_SPACE] != 0;
    return true;
}

int main(int argc, char **argv)
{
    int frames = -1; // below 0: until the player ends it
    const char *out = NULL, *load = NULL, *save = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        frames = strcmp(argv[i], "--frames") == 0 ? atoi(argv[i + 1]) : frames;
        out = strcmp(argv[i], "--out") == 0 ? argv[i + 1] : out;
        load = strcmp(argv[i], "--load") == 0 ? argv[i + 1] : load;
        save = strcmp(argv[i], "--save") == 0 ? argv[i + 1] : save;
    }
    Game game = {.frame = 0};
    bool ok = openWindow(&game) && buildWorld(&game) && (load == NULL || transferGame(&game, load, false));
    Uint32 last = SDL_GetTicks();
    for (int i = 0; ok && i != frames && readInput(&game); i++, game.frame++) {
        float dt = (float)(SDL_GetTicks() - last) / 1000.0f;
        last = SDL_GetTicks();
        if (frames >= 0) {
            dt = 1.0f / 60.0f;
            game.walk = game.frame < 420 ? 1.0f : -1.0f;
            game.jump = game.frame % 80 > 60;
        }
        ok = playFrame(&game, dt) && (i + 1 != frames || out == NULL || saveScreen(out));
        SDL_GL_SwapWindow(game.window);
    }
    ok = ok && (save == NULL || transferGame(&game, save, true));
    const char *message = NULL;
    if (!ok && gfGetLastError(&message) != GF_ERROR_OK) {
        fprintf(stderr, "example_game: %s\n", message);
    }
    gfDestroyDevice(game.device); // frees its fluids, too; the context must still be current
    SDL_GL_DeleteContext(game.context);
    SDL_Quit();
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
