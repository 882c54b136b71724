// tracers: motes of glowing dust, which show the flow and nothing else. A stream passes posts that hold the fluid;
// eddies leave each by turns and roll up the dust behind it.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define SPEED 0.6f // m/s
#define DIAMETER 0.11f
#define REYNOLDS 320.0f
#define POSTS 3

void Tracers_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = SPEED;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->grid.viscosity = SPEED * DIAMETER / REYNOLDS;
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
}

// Across the stream, none behind another.
static gfVec2 getPost(const Scene *scene, int i)
{
    static const float places[POSTS][2] = {{0.30f, 0.50f}, {0.16f, 0.76f}, {0.16f, 0.24f}};
    return Scene_Vec(places[i][0] * fminf(scene->width, 1.8f), places[i][1]);
}

static float getSize(int i)
{
    return i == 0 ? DIAMETER : 0.7f * DIAMETER;
}

static bool addPosts(Scene *scene)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.surface = GF_WALL_NO_SLIP;
    for (int i = 0; i < POSTS; i++) {
        def.shape = gfMakeCircle(getPost(scene, i), 0.5f * getSize(i));
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    return true;
}

// Bent behind the posts: without that, eddies would take half a minute to begin.
static gfVec2 getStream(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    (void)cell;
    (void)user;
    float up = 0.0f;
    for (int i = 0; i < POSTS; i++) {
        gfVec2 post = getPost(scene, i);
        float x = (corner.x - post.x) / getSize(i) - 1.5f, y = (corner.y - post.y) / getSize(i);
        up += (i == 1 ? -0.7f : 0.7f) * SPEED * expf(-(x * x + y * y));
    }
    return Scene_Vec(SPEED, up);
}

bool Tracers_SetUp(Scene *scene)
{
    gfTracersDef def = gfDefaultTracersDef();
    // With the grid, as pictures are mostly larger where that is finer.
    def.count = (int32_t)fminf(0.3f * (float)scene->config.gridWidth * (float)scene->config.gridHeight, 200000.0f);
    def.seed = scene->config.seed;
    if (!Scene_SetUpSolids(scene, addPosts) || !Scene_WriteFlow(scene, getStream, NULL)) {
        return false;
    }
    scene->tracers = gfCreateTracers(scene->fluid, &def);
    return scene->tracers != NULL;
}

void Tracers_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.0012f, 0.0016f, 0.0040f, 1.0f}, solid[4] = {0.010f, 0.012f, 0.020f, 1.0f},
                       outline[4] = {0.05f, 0.08f, 0.14f, 1.0f};
    def->style = GF_DRAW_SOLIDS;
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
    memcpy(def->solids.outlineColor, outline, sizeof outline);
    def->solids.outlineWidth = 1.5f;
    def->tracers.size = 1.6f;
    def->tracers.trail = 0.09f;
    def->tracers.speedRange = 1.9f * SPEED;
    def->tracers.palette = (gfPalette){6,
                                       {{0.10f, 0.015f, 0.28f, 1.0f},
                                        {0.035f, 0.05f, 0.42f, 1.0f},
                                        {0.012f, 0.09f, 0.34f, 1.0f},
                                        {0.02f, 0.17f, 0.25f, 1.0f},
                                        {0.70f, 0.26f, 0.05f, 1.0f},
                                        {1.60f, 0.62f, 0.16f, 1.0f}}};
    def->bloom.threshold = 0.35f;
    def->bloom.intensity = 0.8f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->bloom.enabled = true;
}
