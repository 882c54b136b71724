// Light that a surface of water gathers on the ground, and the tiles of fine waves and patterns.
#include "draw/effects.h"
#include "ext/surface/surface.h"

// The vertex stage of a mesh whose vertices move to where light falls that comes through water.
static const gfVertexStage causticMesh = {"surface/caustics.vert", "", 0, NULL};

#define RIPPLE_TEXELS 192
#define PATTERN_TEXELS 512
#define CRESTS_A_TILE 8.5f  // mean of the fine waves in surface/ripples.frag
#define FLOW_TURN 1.6       // s, after which a pattern that drifts starts anew
#define RIPPLE_REPEATS 64.0 // how often a wave of one crest a tile runs until all waves repeat

#define FINE_CELLS 512      // light has two texels a cell up to so many cells a side
#define FINE_MESH_CELLS 200 // light falls through two quads a cell up to so many cells a side

static const float dark[4] = {0}, evenLight[4] = {1.0f, 1.0f, 1.0f, 1.0f};

void gfSurface_GetMicro(float slope, float length, float micro[4])
{
    micro[0] = 1.0f / (CRESTS_A_TILE * length);
    micro[1] = slope;
    micro[2] = 0.3f * length;
    micro[3] = length;
}

void gfSurface_GetDrift(double time_s, float drift[4])
{
    double turns = time_s / FLOW_TURN, first = turns - floor(turns), second = first + 0.5 - floor(first + 0.5);
    drift[0] = (float)((first - 0.5) * FLOW_TURN);
    drift[1] = (float)((second - 0.5) * FLOW_TURN);
    drift[2] = (float)fabs(2.0 * first - 1.0);
    drift[3] = (float)FLOW_TURN;
}

// Draws the waves of one moment, which repeat after some time, so that a float can hold that time for ever.
bool gfSurface_DrawRipples(gfDevice *device, const gfTexture *ripples, double time_s, const float micro[4])
{
    const double gravity = 9.81, turn = 6.283185307179586;
    double tile = 1.0 / (double)micro[0];
    double period = RIPPLE_REPEATS * sqrt(turn * tile / gravity), times = time_s / period;
    return gfPass_Run(device, &(gfPass){.label = "surface ripples",
                                        .shader = GF_SHADER("surface/ripples.frag", NULL),
                                        .writes = {ripples},
                                        .uniforms = {GF_F4(wavesAt, (float)(times - floor(times)),
                                                           (float)RIPPLE_REPEATS, (float)ripples->width, 0.0f)}});
}

bool gfSurface_DrawTiles(const gfSurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    int ripples = RIPPLE_TEXELS + GF_TILE_RIM, patterns = PATTERN_TEXELS + GF_TILE_RIM;
    if (!gfEffects_CreateTexture(device, &t->ripples, GF_FORMAT_RGBA16F, ripples, ripples) ||
        !gfEffects_CreateTexture(device, &t->patterns, GF_FORMAT_RGBA16F, patterns, patterns) ||
        !gfSurface_DrawRipples(device, &t->ripples, s->def->time_s, s->micro)) {
        return false;
    }
    t->hasPatterns = t->hasPatterns || gfPass_Run(device, &(gfPass){.label = "surface patterns",
                                                                    .shader = GF_SHADER("surface/patterns.frag", NULL),
                                                                    .writes = {&t->patterns},
                                                                    .uniforms = {GF_F1(texels, (float)patterns)}});
    bool drawn = t->hasPatterns;
    t->hasPatterns = drawn && !device->dryRun;
    return drawn;
}

// Makes the texture of light: two texels a cell show how waves of few cells gather it.
static bool createCaustics(gfDevice *device, gfSurfaceTargets *t, int cellsX, int cellsY)
{
    int times = gfMax(cellsX, cellsY) <= FINE_CELLS ? 2 : 1;
    if (!gfEffects_CreateTexture(device, &t->caustics, GF_FORMAT_RGBA16F, times * cellsX, times * cellsY)) {
        goto error;
    }
    const gfFormatInfo *format = &device->gl.formats[t->caustics.format];
    GF_REQUIRE(&device->core, format->bytes < format->channels * 4 || device->gl.blendsFloats, UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return true;

error:
    gfTexture_Destroy(device, &t->caustics);
    return false;
}

// Draws light through the mesh; each quad is drawn for red, green and blue, which are bent a little differently.
static bool drawCausticMesh(const gfSurfaceScene *s)
{
    const gfSurfaceTargets *t = s->targets;
    // Fine waves fade out where the mesh can't follow them, as they would only make noise.
    float seen = fminf(fmaxf((s->micro[3] / s->cellSize - 2.0f) / 4.0f, 0.0f), 1.0f);
    int times = gfMax(s->cellsX, s->cellsY) <= FINE_MESH_CELLS ? 2 : 1;
    int quadsX = times * s->quadsX, quadsY = times * s->quadsY;
    gfTexture_Clear(s->device, &t->caustics, dark);
    return gfPass_Run(s->device,
                      &(gfPass){.label = "surface caustics",
                                .shader = {.stage = &causticMesh, .file = "surface/caustics.frag", .defines = NULL},
                                .writes = {&t->caustics},
                                .triangles = 3 * 2 * (quadsX + 2) * (quadsY + 2),
                                .blend = GF_BLEND_ADD,
                                .inputs = {GF_IN(shape, t->shape.id),
                                           {"motion", t->motion.id, gfSurface_Sampler(s->device, &t->motion)},
                                           {"waves", t->ripples.id, gfSurface_Sampler(s->device, &t->ripples)}},
                                .uniforms = {GF_I2(cells, s->cellsX, s->cellsY), GF_F2(domainSize, s->width, s->height),
                                             GF_I2(mesh, quadsX, quadsY),
                                             GF_F4(micro, s->micro[0], seen * s->micro[1], s->micro[2], s->micro[3]),
                                             GF_F4V(light, 1, s->light),
                                             GF_F2(texelsPerMetre, (float)t->caustics.width / s->width,
                                                   (float)t->caustics.height / s->height),
                                             GF_F1(upright, s->host.upsideDown ? -1.0f : 1.0f)}});
}

// Sets even light, in place of gathered light.
static bool setEvenLight(gfDevice *device, gfSurfaceTargets *t)
{
    t->lit = &t->evenLight;
    if (t->evenLight.id != 0) {
        return true;
    }
    if (!gfTexture_Create(device, &t->evenLight, GF_FORMAT_RGBA16F, 1, 1)) {
        return false;
    }
    gfTexture_Clear(device, &t->evenLight, evenLight);
    return true;
}

bool gfSurface_DrawCaustics(const gfSurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    bool wanted =
        s->def->kind == GF_SURFACE_CLEAR && s->def->ground.shown && s->def->caustics > 0.0f && s->light[2] > 0.0f;
    t->lit = &t->caustics;
    return (wanted && gfFailure_Try(&t->causticsFailed, device, "light that water gathers is",
                                    createCaustics(device, t, s->cellsX, s->cellsY) && drawCausticMesh(s))) ||
           setEvenLight(device, t);
}
