// Another look: the same smoke as glowing gas, as ink on paper, and its speed through a palette, one after the other.
#include "recipe.h"

static gfFluid *air;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    def.grid.vorticityConfinement = 4.0f; // livelier: it puts back small curls
    air = gfCreateFluid(device, &def);
    gfSourceDef smoke = gfDefaultSourceDef();
    smoke.shape = gfMakeCircle((gfVec2){0.5f, 0.12f}, 0.05f);
    smoke.softness = 0.03f;
    smoke.temperature = 80.0f;
    smoke.dye[0] = 0.6f, smoke.dye[1] = 1.2f, smoke.dye[2] = 4.0f, smoke.dye[3] = 4.0f; // blue
    return !GF_IS_NULL(gfFluid_AddEmitter(air, &smoke));
}

static gfDrawDef makeGlow(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE; // over `background`, which is black
    def.ink = GF_INK_LIGHT;      // dye gives light and covers nothing
    def.bloom.enabled = true;    // light spills over
    def.bloom.threshold = 0.3f;
    def.tone.map = GF_TONE_FILMIC; // bright places roll off to white
    def.tone.dither = true;
    return def;
}

static gfDrawDef makePaper(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.background[0] = 0.86f, def.background[1] = 0.83f, def.background[2] = 0.76f; // linear light
    def.ink = GF_INK_ABSORB;                                                         // dye takes light away
    return def;
}

static gfDrawDef makeSpeeds(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.style = GF_DRAW_LIC; // noise smeared along the flow, coloured by speed
    def.palette = gfGetPalette(GF_PALETTE_MAGMA);
    def.range = 0.8f; // m/s at the palette's end
    return def;
}

static bool frame(const Frame *now)
{
    int kind = (int)(now->time / 2.0f) % 3;
    gfDrawDef picture = kind == 0 ? makeGlow() : kind == 1 ? makePaper() : makeSpeeds();
    return gfFluid_Step(air, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe look = {"look", begin, frame};
