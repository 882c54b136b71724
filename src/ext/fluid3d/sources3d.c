// Sources in three dimensions: checks, and the fields that they act on. Lists of them are gfSources.
#include "ext/fluid3d/volume.h"

gfSource3DDef gfDefaultSource3DDef(void)
{
    return (gfSource3DDef){.shape = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
                           .mode = GF_SOURCE_ADD,
                           .fields = GF_SOURCE_ALL,
                           .zone = {.turbulence = {.scale = 0.1f, .rate = 1.0f}},
                           .cookie = GF_SOURCE3D_COOKIE};
}

static bool checkZone3D(const gfCore *core, const gfZone3D *zone, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"zone.velocity.x", (double)zone->velocity.x, -most, most},
        {"zone.velocity.y", (double)zone->velocity.y, -most, most},
        {"zone.velocity.z", (double)zone->velocity.z, -most, most},
        {"zone.angularVelocity.x", (double)zone->angularVelocity.x, -most, most},
        {"zone.angularVelocity.y", (double)zone->angularVelocity.y, -most, most},
        {"zone.angularVelocity.z", (double)zone->angularVelocity.z, -most, most},
    };
    const gfZoneDrags drags = {zone->drag, zone->quadraticDrag, &zone->turbulence};
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) && gfZoneDrags_Check(core, &drags, caller);
}

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_SOURCE3D_COOKIE, COOKIE, "%s: make the definition with gfDefaultSource3DDef()",
               caller);
    GF_REQUIRE(core, def->mode == GF_SOURCE_ADD || def->mode == GF_SOURCE_SET, OUT_OF_RANGE,
               "%s: mode is %d; GF_SOURCE_ADD or GF_SOURCE_SET is expected", caller, (int)def->mode);
    GF_REQUIRE(core, (def->fields & ~(uint32_t)GF_SOURCE_ALL) == 0, OUT_OF_RANGE,
               "%s: fields is 0x%x; an OR of gfSourceFields is expected", caller, def->fields);
    const gfRange ranges[] = {
        {"softness", (double)def->softness, 0.0, 1e9},
        {"velocity.x", (double)def->velocity.x, -most, most},
        {"velocity.y", (double)def->velocity.y, -most, most},
        {"velocity.z", (double)def->velocity.z, -most, most},
        {"mass", (double)def->mass, -most, most},
        {"dye[0]", (double)def->dye[0], -most, most},
        {"dye[1]", (double)def->dye[1], -most, most},
        {"dye[2]", (double)def->dye[2], -most, most},
        {"dye[3]", (double)def->dye[3], -most, most},
        {"attraction", (double)def->attraction, -most, most},
        {"angularVelocity.x", (double)def->angularVelocity.x, -most, most},
        {"angularVelocity.y", (double)def->angularVelocity.y, -most, most},
        {"angularVelocity.z", (double)def->angularVelocity.z, -most, most},
    };
    return gfShape3D_Check(core, &def->shape, caller) && gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) &&
           checkZone3D(core, &def->zone, caller);

error:
    return false;
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
