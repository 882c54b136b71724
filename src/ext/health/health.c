#include "ext/health/health.h"

#include <string.h>

// Number of parts of a field along a side, see shaders/health/health.frag.
#define HEALTH_SIDE 8

gfHealthQuery *gfHealth_Create(gfDevice *device)
{
    gfHealthQuery *q = gfAlloc(&device->core, sizeof *q);
    if (q != NULL && (!gfTexture_Create(device, &q->parts, GF_FORMAT_RGBA32UI, HEALTH_SIDE, HEALTH_SIDE) ||
                      !gfTexture_Create(device, &q->answer, GF_FORMAT_RGBA32UI, GF_STATE_ROWS_MAX, 1) ||
                      !gfReadRing_Create(device, &q->ring, GF_STATE_ROWS_MAX, 1))) {
        gfHealth_Destroy(device, q);
        q = NULL;
    }
    return q;
}

void gfHealth_Destroy(gfDevice *device, gfHealthQuery *q)
{
    gfTexture_Destroy(device, &q->parts);
    gfTexture_Destroy(device, &q->answer);
    gfReadRing_Destroy(device, &q->ring);
    gfFree(&device->core, q);
}

// Of programs that read a texture: with it they take whole numbers for the bits of floats (common/exact.glsl).
static const char *bitsDefine(const gfDevice *device, const gfTexture *texture)
{
    return gfFormat_IsInteger(&device->gl.formats[texture->format]) ? "BITS;" : "";
}

static bool countRow(gfDevice *device, const gfHealthQuery *q, const gfTexture *texture, int row)
{
    int channels = device->gl.formats[texture->format].channels;
    return gfPass_Run(device, &(gfPass){.label = "health",
                                        .shader = gfShader_Format(device, &gf_vertexCover, "health/health.frag",
                                                                  "%sCHANNELS %d", bitsDefine(device, texture),
                                                                  channels > 3 ? 4 : 3),
                                        .writes = {&q->parts},
                                        .inputs = {GF_IN(source, texture->id)}}) &&
           gfPass_Run(device, &(gfPass){.label = "health",
                                        .shader = GF_SHADER("health/health.frag", "PARTS"),
                                        .writes = {&q->answer},
                                        .region = &(gfRegion){row, 0, 1, 1},
                                        .inputs = {GF_IN(counts, q->parts.id)}});
}

bool gfHealth_Request(gfHealthQuery *q, gfDevice *device, const gfStateTable *table, const void *state,
                      uint64_t stepCount)
{
    bool ok = true;
    if (q->ring.started - q->ring.taken == GF_READ_RING) {
        return true;
    }
    for (int i = 0; i < table->count && ok; i++) {
        const gfTexture *texture = gfState_GetPersistent(table, i, state);
        ok = texture == NULL || countRow(device, q, texture, i);
    }
    q->steps[q->ring.started % GF_READ_RING] = stepCount;
    return ok && gfReadRing_Start(device, &q->ring, &q->answer);
}

static void fillHealth(const gfHealthQuery *q, const gfStateTable *table, const void *state, uint64_t stepCount,
                       gfHealth *health)
{
    memset(health, 0, sizeof *health);
    health->stepCount = stepCount;
    for (int i = 0; i < table->count && health->fieldCount < GF_HEALTH_FIELDS; i++) {
        if (gfState_GetPersistent(table, i, state) != NULL) {
            gfFieldHealth *field = &health->fields[health->fieldCount++];
            field->name = table->rows[i].name;
            field->nonfinite = q->bits[i][0];
            memcpy(&field->largest, &q->bits[i][1], sizeof field->largest);
            health->nonfinite += field->nonfinite;
        }
    }
}

gfReadStatus gfHealth_Take(gfHealthQuery *q, gfDevice *device, const gfStateTable *table, const void *state, bool waits,
                           gfHealth *health)
{
    gfReadStatus result = GF_READ_PENDING, status = GF_READ_READY;
    while (status == GF_READ_READY) {
        uint64_t stepCount = q->steps[q->ring.taken % GF_READ_RING];
        status = gfReadRing_Take(device, &q->ring, waits, &q->bits[0][0]);
        if (status == GF_READ_READY) {
            fillHealth(q, table, state, stepCount, health);
        }
        result = status != GF_READ_PENDING ? status : result;
    }
    return result;
}

static bool repairTexture(gfDevice *device, const gfTexture *texture)
{
    static const float zero[4] = {0.0f};
    gfTexture repaired;
    if (!gfTexture_Create(device, &repaired, texture->format, texture->width, texture->height)) {
        return false;
    }
    const gfRegion whole = {0, 0, texture->width, texture->height};
    bool ok = gfPass_Run(device, &(gfPass){.label = "repair",
                                           .shader = GF_SHADER("health/repair.frag", bitsDefine(device, texture)),
                                           .writes = {&repaired},
                                           .inputs = {GF_IN(source, texture->id)},
                                           .uniforms = {GF_F4V(outside, 1, zero)}}) &&
              gfFramebuffer_Copy(device, &repaired, &whole, texture, 0, 0);
    gfTexture_Destroy(device, &repaired);
    return ok;
}

bool gfHealth_Repair(gfDevice *device, const gfStateTable *table, const void *state)
{
    bool ok = true;
    for (int i = 0; i < table->count && ok; i++) {
        const gfTexture *texture = gfState_GetPersistent(table, i, state);
        ok = texture == NULL || repairTexture(device, texture);
    }
    return ok;
}
