// A game that draws with the CPU and has no GL of its own: it makes a context without a window (EGL, OpenGL ES 3.0),
// lets the fluid be drawn into a framebuffer there, copies that without ever waiting, and lays it over its own picture.
//
//     example_software [--frames N] [--out FILE.png]      the last frame as the player would see it
//
// The copy goes into a pixel buffer with a fence behind it. A later frame finds the fence passed and takes the pixels.
// The smoke is a frame or two old, and neither CPU nor GPU waits for the other.
#include <gpufluid/gpufluid.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 640
#define HEIGHT 360
#define PICTURE_BYTES ((size_t)WIDTH * HEIGHT * 4)
#define COPIES 3 // most copies in progress

// A picture on its way from the GPU.
typedef struct Copy {
    GLuint buffer;
    GLsync fence; // null: no copy is in progress
} Copy;

typedef struct Game {
    EGLDisplay display;
    EGLContext context;
    Copy copies[COPIES];
    int next;               // next copy to make, which is the oldest one
    int taken, skipped;     // pictures that came; frames without a copy, because all were busy
    unsigned char *smoke;   // newest picture that came, premultiplied alpha, first row at the bottom
    unsigned char *picture; // the picture on the screen
    gfDevice *device;
    gfFluid *fluid;
} Game;

static bool fail(const char *what)
{
    fprintf(stderr, "example_software: %s\n", what);
    return false;
}

// Prints the error of the library's last failed call.
static bool failFluid(void)
{
    const char *why = NULL;
    gfGetLastError(&why);
    return fail(why);
}

static bool makeContext(Game *game)
{
    // Mesa needs no window system for this platform; elsewhere the default display offers small buffers (pbuffers).
    const char *client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    bool mesa = client != NULL && strstr(client, "EGL_MESA_platform_surfaceless") != NULL;
    game->display = mesa ? eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL)
                         : eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (game->display == EGL_NO_DISPLAY || !eglInitialize(game->display, NULL, NULL)) {
        return fail("EGL has no display");
    }
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_ES_API) || !eglChooseConfig(game->display, wanted, &config, 1, &count) || count == 0) {
        return fail("EGL has no config for OpenGL ES 3.0");
    }
    game->context = eglCreateContext(game->display, config, EGL_NO_CONTEXT, version);
    EGLSurface surface = eglCreatePbufferSurface(game->display, config, size);
    return (game->context != EGL_NO_CONTEXT && eglMakeCurrent(game->display, surface, surface, game->context)) ||
           fail("EGL makes no OpenGL ES 3.0 context");
}

static bool makeTarget(Game *game)
{
    GLuint framebuffer = 0; // freed with the context, as all of this
    GLuint renderbuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, WIDTH, HEIGHT);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glViewport(0, 0, WIDTH, HEIGHT);
    for (int i = 0; i < COPIES; i++) {
        glGenBuffers(1, &game->copies[i].buffer);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, game->copies[i].buffer);
        glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)PICTURE_BYTES, NULL, GL_STREAM_READ);
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    game->smoke = calloc(1, PICTURE_BYTES); // transparent until the first picture comes
    game->picture = malloc(PICTURE_BYTES);
    return (game->smoke != NULL && game->picture != NULL && glGetError() == GL_NO_ERROR &&
            glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) ||
           fail("no framebuffer or memory");
}

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)code;
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s\n", message);
    }
}

static bool makeFluid(Game *game)
{
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = eglGetProcAddress;
    deviceDef.log = logFluid;
    game->device = gfCreateDevice(&deviceDef);
    gfFluidDef def = gfDefaultFluidDef(); // 1/256 m a cell: 0.625 m x 0.352 m
    def.gridWidth = WIDTH / 4;
    def.gridHeight = HEIGHT / 4;
    def.dyeScale = 2.0f; // the smoke finer than the flow
    game->fluid = game->device != NULL ? gfCreateFluid(game->device, &def) : NULL;
    gfSourceDef chimney = gfDefaultSourceDef();
    chimney.shape = gfMakeRectangle((gfVec2){0.2f, 0.1f}, (gfVec2){0.02f, 0.01f}, 0.0f);
    chimney.temperature = 40.0f;                 // warm smoke rises
    chimney.acceleration = (gfVec2){0.6f, 0.0f}; // into the wind
    memcpy(chimney.dye, (float[4]){5.0f, 5.0f, 6.0f, 6.0f}, sizeof chimney.dye);
    return (game->fluid != NULL && !GF_IS_NULL(gfFluid_AddEmitter(game->fluid, &chimney))) || failFluid();
}

// Starts a copy of the drawing, unless all are in progress.
static void startCopy(Game *game)
{
    Copy *copy = &game->copies[game->next];
    if (copy->fence != NULL) {
        game->skipped++;
        return;
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, copy->buffer);
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, NULL); // into the buffer: returns at once
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    copy->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush(); // a fence that waits in a queue of commands never passes
    game->next = (game->next + 1) % COPIES;
}

// Takes the pictures that have come, oldest first. With a `time` of 0 it never waits.
static void takeCopies(Game *game, GLuint64 timeout_ns)
{
    for (int i = 0; i < COPIES; i++) {
        Copy *copy = &game->copies[(game->next + i) % COPIES];
        if (copy->fence == NULL) {
            continue;
        }
        GLenum status = glClientWaitSync(copy->fence, 0, timeout_ns);
        if (status != GL_ALREADY_SIGNALED && status != GL_CONDITION_SATISFIED) {
            return; // later copies are not done either
        }
        glDeleteSync(copy->fence);
        copy->fence = NULL;
        glBindBuffer(GL_PIXEL_PACK_BUFFER, copy->buffer);
        const void *pixels = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr)PICTURE_BYTES, GL_MAP_READ_BIT);
        if (pixels != NULL) {
            memcpy(game->smoke, pixels, PICTURE_BYTES);
            game->taken += glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
        }
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    }
}

// Composes the game's picture, a sky with a house, and the smoke over it: smoke + (1 - alpha) * picture.
static void compose(Game *game)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            size_t at = ((size_t)y * WIDTH + (size_t)x) * 4;
            bool house = (y < 80 && x > 60 && x < 240) || (y < 100 && x > 185 && x < 225);
            const int sky[3] = {140 - y / 3, 150 - y / 4, 170 - y / 8};
            const int brick[3] = {110 + 16 * (y / 8 % 2), 60, 50};
            for (int c = 0; c < 3; c++) {
                int behind = house ? brick[c] : sky[c];
                int sum = game->smoke[at + (size_t)c] + behind * (255 - game->smoke[at + 3]) / 255;
                game->picture[at + (size_t)c] = (unsigned char)(sum < 255 ? sum : 255);
            }
            game->picture[at + 3] = 255;
        }
    }
}

int main(int argc, char **argv)
{
    int frames = 120;
    const char *out = "software.png";
    for (int i = 1; i + 1 < argc; i += 2) {
        frames = strcmp(argv[i], "--frames") == 0 ? atoi(argv[i + 1]) : frames;
        out = strcmp(argv[i], "--out") == 0 ? argv[i + 1] : out;
    }
    Game game = {.display = EGL_NO_DISPLAY};
    bool good = makeContext(&game) && makeTarget(&game) && makeFluid(&game);
    gfDrawDef look = gfDefaultDrawDef(); // premultiplied alpha, encoded for a screen
    for (int frame = 0; good && frame < frames; frame++) {
        takeCopies(&game, 0);
        compose(&game); // here the game shows its picture
        glClear(GL_COLOR_BUFFER_BIT);
        good = (gfFluid_Step(game.fluid, 1.0f / 60.0f) && gfFluid_Draw(game.fluid, &look)) || failFluid();
        startCopy(&game);
    }
    if (good) {
        printf("%d pictures taken, %d frames skipped\n", game.taken, game.skipped);
        takeCopies(&game, 1000000000); // only the screenshot waits for the last copy
        compose(&game);
        stbi_flip_vertically_on_write(1);
        good = stbi_write_png(out, WIDTH, HEIGHT, 4, game.picture, WIDTH * 4) != 0 || fail("the PNG cannot be written");
    }
    gfDestroyDevice(game.device); // frees the fluid, too; the context must still be current
    if (game.display != EGL_NO_DISPLAY) {
        eglMakeCurrent(game.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(game.display);
    }
    free(game.smoke);
    free(game.picture);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
