#include "solvers/state.h"

#include "gl/readback.h"

#include <math.h>
#include <stdlib.h>

static void *memberOf(const void *state, const gfStateRow *row)
{
    return (char *)state + row->offset;
}

static bool memberExists(const gfStateRow *row, const void *member)
{
    switch (row->kind) {
    case GF_STATE_PAIR:
        return gfPair_Exists(member);
    case GF_STATE_TEXTURE:
        return ((const gfTexture *)member)->id != 0;
    case GF_STATE_REDUCTION:
        return ((const gfPyramid *)member)->levels > 0;
    }
    return false;
}

static void clearMember(gfDevice *device, const gfStateRow *row, void *member, const float rest[4])
{
    if (row->kind == GF_STATE_PAIR) {
        gfPair_Clear(device, member, rest);
    } else if (row->kind == GF_STATE_TEXTURE) {
        gfTexture_Clear(device, member, rest);
    }
}

static bool makeMember(gfDevice *device, const gfStatePlan *plan, const gfStateRow *row, void *member)
{
    const int *size = plan->extents[row->extent];
    gfFormat format = plan->half ? row->halfFormat : row->format;
    switch (row->kind) {
    case GF_STATE_PAIR:
        return gfPair_Create(device, member, format, size[0], size[1]);
    case GF_STATE_TEXTURE:
        return gfTexture_Create(device, member, format, size[0], size[1]);
    case GF_STATE_REDUCTION:
        return gfPyramid_Create(device, member, &GF_REDUCTION_SHAPE, size[0], size[1]);
    }
    return false;
}

static void destroyMember(gfDevice *device, const gfStateRow *row, void *member)
{
    switch (row->kind) {
    case GF_STATE_PAIR:
        gfPair_Destroy(device, member);
        break;
    case GF_STATE_TEXTURE:
        gfTexture_Destroy(device, member);
        break;
    case GF_STATE_REDUCTION:
        gfPyramid_Destroy(device, member);
        break;
    }
}

bool gfState_Create(gfDevice *device, const gfStatePlan *plan, void *state)
{
    const gfStateTable *table = plan->table;
    bool made[GF_STATE_ROWS_MAX] = {false};
    for (int i = 0; i < table->count; i++) {
        const gfStateRow *row = &table->rows[i];
        void *member = memberOf(state, row);
        if ((row->when & plan->conditions) != row->when || memberExists(row, member)) {
            continue;
        }
        made[i] = makeMember(device, plan, row, member);
        if (!made[i]) {
            goto error;
        }
        if (row->rest != 0) {
            clearMember(device, row, member, plan->rest[row->rest]);
        }
    }
    if (plan->warm == NULL || plan->warm(device, state, plan->conditions)) {
        return true;
    }

error:
    for (int i = 0; i < table->count; i++) {
        if (made[i]) {
            destroyMember(device, &table->rows[i], memberOf(state, &table->rows[i]));
        }
    }
    return false;
}

void gfState_Destroy(gfDevice *device, const gfStateTable *table, void *state)
{
    for (int i = 0; i < table->count; i++) {
        destroyMember(device, &table->rows[i], memberOf(state, &table->rows[i]));
    }
}

void gfState_Reset(gfDevice *device, const gfStatePlan *plan, void *state)
{
    for (int i = 0; i < plan->table->count; i++) {
        const gfStateRow *row = &plan->table->rows[i];
        void *member = memberOf(state, row);
        if (row->persists && memberExists(row, member)) {
            clearMember(device, row, member, plan->rest[row->rest]);
        }
    }
}

// --- resizing --------------------------------------------------------------------------------------------------------

static const char *const resampleDefines[] = {
    [GF_RESAMPLE_CELLS] = "",
    [GF_RESAMPLE_FACES] = "FACES",
    [GF_RESAMPLE_PACKED] = "PACKED",
};

static const gfTexture *textureOf(const gfStateRow *row, const void *member)
{
    return row->kind == GF_STATE_PAIR ? &((const gfPair *)member)->read : member;
}

int gfState_CountTaps(float oldPerNew)
{
    return gfClamp((int)ceilf(fminf(oldPerNew, 8.0f) - 0.01f), 1, 8);
}

static bool resampleRow(gfDevice *device, const gfStatePlan *plan, const gfStateRow *row, const gfTexture *to,
                        const gfFluidDef *def, const gfTexture *from, const gfFluidDef *oldDef)
{
    // Texels a cell: only cell-centred fields may have another number than 1.
    bool cells = row->resample == GF_RESAMPLE_CELLS;
    float newX = cells ? (float)to->width / (float)def->gridWidth : 1.0f;
    float newY = cells ? (float)to->height / (float)def->gridHeight : 1.0f;
    float oldX = cells ? (float)from->width / (float)oldDef->gridWidth : 1.0f;
    float oldY = cells ? (float)from->height / (float)oldDef->gridHeight : 1.0f;
    float ratio = def->cellSize / oldDef->cellSize, factor = 1.0f;
    float scaleX = ratio * oldX / newX, scaleY = ratio * oldY / newY;
    float limitX = cells ? (float)from->width : (float)oldDef->gridWidth;
    float limitY = cells ? (float)from->height : (float)oldDef->gridHeight;
    for (int i = 0; i < abs(row->cellSizePower); i++) {
        factor *= row->cellSizePower > 0 ? ratio : oldDef->cellSize / def->cellSize;
    }
    return gfPass_Run(
        device,
        &(gfPass){
            .label = "resample",
            .program = gfProgram_Get(device, GF_VERTEX_COVER, "common/resample.frag", resampleDefines[row->resample]),
            .writes = {to},
            .inputs = {GF_IN(source, from->id)},
            .uniforms = {GF_I2(cells, oldDef->gridWidth, oldDef->gridHeight),
                         GF_F2(newCells, (float)def->gridWidth, (float)def->gridHeight), GF_F2(scale, scaleX, scaleY),
                         GF_F2(offset, oldX * (def->origin.x - oldDef->origin.x) / oldDef->cellSize,
                               oldY * (def->origin.y - oldDef->origin.y) / oldDef->cellSize),
                         GF_F4(limits, 0.0f, 0.0f, limitX, limitY), GF_F4V(outside, 1, plan->rest[row->rest]),
                         GF_F1(factor, factor), GF_I1(taps, gfState_CountTaps(fmaxf(scaleX, scaleY)))}});
}

bool gfState_Resample(gfDevice *device, const gfStatePlan *plan, void *state, const gfFluidDef *def, const void *old,
                      const gfFluidDef *oldDef)
{
    for (int i = 0; i < plan->table->count; i++) {
        const gfStateRow *row = &plan->table->rows[i];
        const void *to = memberOf(state, row), *from = memberOf(old, row);
        if (row->resample == GF_RESAMPLE_NONE || row->resample == GF_RESAMPLE_SOLVER || !memberExists(row, to) ||
            !memberExists(row, from)) {
            continue;
        }
        if (!resampleRow(device, plan, row, textureOf(row, to), def, textureOf(row, from), oldDef)) {
            return false;
        }
    }
    return true;
}

// --- checks and counts -----------------------------------------------------------------------------------------------

static bool countTexture(gfDevice *device, const gfTexture *texture, uint64_t *count)
{
    int channels = device->gl.formats[texture->format].channels;
    size_t values = (size_t)texture->width * (size_t)texture->height * (size_t)channels;
    float *read = gfAlloc(&device->core, values * sizeof *read);
    bool ok = read != NULL &&
              gfReadback_Blocking(device, &(gfReadSource){texture, texture->width, texture->height, channels}, read);
    for (size_t i = 0; ok && i < values; i++) {
        *count += isfinite(read[i]) ? 0 : 1;
    }
    gfFree(&device->core, read);
    return ok;
}

const gfTexture *gfState_GetPersistent(const gfStateTable *table, int number, const void *state)
{
    const gfStateRow *row = &table->rows[number];
    const void *member = memberOf(state, row);
    bool is = row->persists && row->kind != GF_STATE_REDUCTION && memberExists(row, member);
    return is ? textureOf(row, member) : NULL;
}

bool gfState_CountNonfinite(gfDevice *device, const gfStateTable *table, const void *state, uint64_t *count)
{
    for (int i = 0; i < table->count; i++) {
        const gfTexture *texture = gfState_GetPersistent(table, i, state);
        if (texture != NULL && !countTexture(device, texture, count)) {
            return false;
        }
    }
    return true;
}

static void archiveRow(gfArchive *archive, const gfStateRow *row, void *member)
{
    uint32_t made = memberExists(row, member) ? 1 : 0, expected = made;
    gfArchive_Bytes(archive, &made, sizeof made);
    if (gfArchive_Reads(archive) && made != expected) {
        gfArchive_Fail(archive, row->name);
    }
    if (made == 0 || archive->failed) {
        return;
    }
    gfArchive_Texture(archive, row->name, textureOf(row, member), row->persists);
    if (row->saved == GF_SAVED_BOTH) {
        gfArchive_Texture(archive, row->name, &((gfPair *)member)->write, row->persists);
    }
}

void gfState_Archive(gfArchive *archive, const gfStateTable *table, void *state)
{
    for (int i = 0; i < table->count; i++) {
        const gfStateRow *row = &table->rows[i];
        if (row->saved != GF_SAVED_NOT) {
            archiveRow(archive, row, memberOf(state, row));
        }
    }
}

size_t gfState_GetBytes(const gfDevice *device, const gfStateTable *table, const void *state)
{
    size_t bytes = 0;
    for (int i = 0; i < table->count; i++) {
        const gfStateRow *row = &table->rows[i];
        const void *member = memberOf(state, row);
        if (row->kind == GF_STATE_PAIR) {
            bytes += 2 * gfTexture_Bytes(device, &((const gfPair *)member)->read);
        } else if (row->kind == GF_STATE_TEXTURE) {
            bytes += gfTexture_Bytes(device, member);
        } else {
            const gfPyramid *pyramid = member;
            for (int level = 0; level < pyramid->levels; level++) {
                bytes += gfTexture_Bytes(device, &pyramid->texture[level]);
            }
        }
    }
    return bytes;
}
