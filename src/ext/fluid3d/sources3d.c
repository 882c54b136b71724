// Sources in three dimensions: checks, and the fields that they act on. Lists of them are gfSources.
#include "ext/fluid3d/volume.h"

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_source3DDefRecord, def, caller) && gfShape3D_Check(core, &def->shape, caller);
}

uint32_t gfSource3D_GetFields(const gfSource3DDef *def)
{
    uint32_t fields = def->mass != 0.0f ? GF_SOURCE_MASS : 0;
    const gfVec3 *v = &def->velocity, *spin = &def->angularVelocity;
    if (v->x != 0.0f || v->y != 0.0f || v->z != 0.0f || spin->x != 0.0f || spin->y != 0.0f || spin->z != 0.0f) {
        fields |= GF_SOURCE_VELOCITY;
    }
    for (int i = 0; i < 4; i++) {
        fields |= def->dye[i] != 0.0f ? GF_SOURCE_DYE : 0;
    }
    if (def->mode == GF_SOURCE_SET) {
        fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE | GF_SOURCE_MASS;
    }
    const gfZoneDrags drags = {def->zone.drag, def->zone.quadraticDrag, &def->zone.turbulence};
    bool moves = (def->fields & GF_SOURCE_VELOCITY) != 0, attracts = def->attraction != 0.0f && moves;
    return (fields & def->fields) | (attracts ? GF_SOURCE_ATTRACTION : 0) |
           (moves && gfZoneDrags_Pull(&drags) ? GF_SOURCE_ZONE : 0);
}
