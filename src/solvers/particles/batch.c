// The part of sources that two and three dimensions share: when they act, and how a batch of them is run.
#include "solvers/particles/inflow.h"

uint32_t gfSph_GetPhaseFields(gfSphPhase phase, uint32_t fields, gfSourceMode mode, float mass)
{
    bool drains = mode == GF_SOURCE_SET ? mass <= 0.0f : mass < 0.0f;
    if (phase == GF_SPH_STIR) {
        return fields & (GF_SOURCE_VELOCITY | GF_SOURCE_DYE | GF_SOURCE_ATTRACTION | GF_SOURCE_ZONE);
    }
    if (!(fields & GF_SOURCE_MASS) || drains != (phase == GF_SPH_DRAIN)) {
        return 0;
    }
    return fields & (GF_SOURCE_MASS | GF_SOURCE_VELOCITY | GF_SOURCE_DYE); // what is poured has these
}

bool gfSphBatch_Overlaps(const gfSphBatch *batch, const gfSphSource *source, float spacing)
{
    for (int i = 0; i < batch->count; i++) {
        const gfSphSource *other = &batch->sources[i];
        bool apart = false;
        for (int axis = 0; axis < 3; axis++) {
            apart = apart || source->low[axis] - spacing > other->high[axis] ||
                    source->high[axis] + spacing < other->low[axis];
        }
        if (!apart) {
            return true;
        }
    }
    return false;
}

bool gfSph_RunBatch(gfSph *s, const gfSphDomain *domain, gfSphPhase phase, const gfSphBatch *batch)
{
    static bool (*const run[GF_SPH_PHASES])(gfSph *, const gfSphDomain *, const gfSphBatch *) = {
        [GF_SPH_DRAIN] = gfSph_Drain, [GF_SPH_POUR] = gfSph_Pour, [GF_SPH_STIR] = gfSph_Stir};
    return batch->count == 0 || run[phase](s, domain, batch);
}

void gfSphBatch_AddTo(const gfSphBatch *batch, gfPass *pass)
{
    int input = 0, uniform = 0;
    while (pass->inputs[input].name != NULL) {
        input++;
    }
    while (pass->uniforms[uniform].name != NULL) {
        uniform++;
    }
    pass->inputs[input] = (gfInput)GF_IN_LINEAR(hostTexture, batch->texture);
    for (int i = 0; i < GF_SPH_BATCH_UNIFORMS && batch->uniforms[i].name != NULL; i++) {
        pass->uniforms[uniform + i] = batch->uniforms[i];
    }
}
