// Draws a scene of LiquidFun's testbed, as it is with this library, into a picture.
//
//     from_liquidfun SCENE [--frames N] [--discs] [--out FILE.png]
//
// A frame is 1/60 s. With --discs each particle is a disc, as LiquidFun's testbed draws them.
#include "port.h"

#include "support/offscreen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 640 // px
#define FRAME_TIME (1.0f / 60.0f)

typedef struct Options {
    const Port *port;
    int frames;
    bool discs;
    const char *out;
} Options;

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "from_liquidfun: %s (%s)\n", message, gfErrorText(code));
    }
}

static bool draw(const Options *options, gfFluid *fluid, float aspect)
{
    gfDrawDef look = gfDefaultDrawDefFor(fluid);
    static const float paper[4] = {0.86f, 0.86f, 0.83f, 1.0f}, wall[4] = {0.117f, 0.122f, 0.138f, 1.0f};
    look.alpha = GF_ALPHA_OPAQUE;
    memcpy(look.background, paper, sizeof paper);
    memcpy(look.solids.color, wall, sizeof wall);
    const Port *port = options->port;
    gfVec2 middle = {0.5f * (port->low.x + port->high.x), 0.5f * (port->low.y + port->top)};
    look.view = gfMakeView(middle, port->high.x - port->low.x, aspect);
    if (options->discs) {
        look.style = GF_DRAW_PARTICLES;
        look.particles.color = GF_PARTICLE_OWN;
        look.particles.size = 1.33f; // LiquidFun's diameter over the distance of particles
    }
    return gfFluid_Draw(fluid, &look);
}

static bool run(const Options *options)
{
    const Port *port = options->port;
    float aspect = (port->high.x - port->low.x) / (port->top - port->low.y);
    Offscreen *screen = Offscreen_Create(WIDTH, (int)lroundf((float)WIDTH / aspect));
    if (screen == NULL) {
        return false;
    }
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Offscreen_GetProcAddress;
    def.log = logFluid;
    gfDevice *device = gfCreateDevice(&def);
    gfFluid *fluid = device != NULL ? port->begin(device) : NULL;
    bool good = fluid != NULL;
    for (int i = 0; i < options->frames && good; i++) {
        good = (port->frame == NULL || port->frame(fluid, FRAME_TIME)) && gfFluid_Step(fluid, FRAME_TIME);
    }
    good = good && draw(options, fluid, aspect) && Offscreen_Save(screen, options->out);
    gfDestroyDevice(device);
    Offscreen_Destroy(screen);
    return good;
}

static const Port *findPort(const char *name)
{
    int i = 0;
    while (ports[i] != NULL && strcmp(ports[i]->name, name) != 0) {
        i++;
    }
    return ports[i];
}

static bool readOptions(Options *options, int count, char **words)
{
    bool good = true;
    for (int i = 1; i < count && good; i++) {
        bool more = i + 1 < count;
        if (strcmp(words[i], "--frames") == 0 && more) {
            options->frames = (int)strtol(words[++i], NULL, 10);
            good = options->frames > 0;
        } else if (strcmp(words[i], "--out") == 0 && more) {
            options->out = words[++i];
        } else if (strcmp(words[i], "--discs") == 0) {
            options->discs = true;
        } else {
            options->port = findPort(words[i]);
            good = options->port != NULL;
        }
    }
    return good && options->port != NULL;
}

int main(int argc, char **argv)
{
    Options options = {.frames = 300, .out = "from_liquidfun.png"};
    if (!readOptions(&options, argc, argv)) {
        fprintf(stderr, "usage: from_liquidfun SCENE [--frames N] [--discs] [--out FILE.png]\nscenes:");
        for (int i = 0; ports[i] != NULL; i++) {
            fprintf(stderr, " %s", ports[i]->name);
        }
        fprintf(stderr, "\n");
        return 2;
    }
    return run(&options) ? 0 : 1;
}
