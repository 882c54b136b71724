#include "fluid/state.h"

#include "gl/readback.h"

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

// Returns the texture that holds a row's values: the `read` texture of a pair, or the last level of a reduction.
static const gfTexture *textureOf(const gfStateRow *row, const void *member)
{
    return row->kind == GF_STATE_PAIR        ? &((const gfPair *)member)->read
           : row->kind == GF_STATE_REDUCTION ? gfPyramid_Top(member)
                                             : member;
}

static void clearMember(gfDevice *device, const gfStateRow *row, void *member, const float rest[4])
{
    if (row->kind == GF_STATE_PAIR) {
        gfPair_Clear(device, member, rest);
    } else if (row->kind == GF_STATE_TEXTURE) {
        gfTexture_Clear(device, member, rest);
    }
}

static gfFormat formatOf(const gfStatePlan *plan, const gfStateRow *row)
{
    return (row->halves & plan->conditions) != 0 ? row->halfFormat : row->format;
}

static bool makeMember(gfDevice *device, const gfStatePlan *plan, const gfStateRow *row, void *member)
{
    const int *size = plan->extents[row->extent];
    gfFormat format = formatOf(plan, row);
    bool made = false;
    device->labelOwner = plan->table->owner;
    switch (row->kind) {
    case GF_STATE_PAIR:
        made = gfPair_CreateNamed(device, member, format, size[0], size[1], row->name);
        break;
    case GF_STATE_TEXTURE:
        made = gfTexture_CreateNamed(device, member, format, size[0], size[1], row->name);
        break;
    case GF_STATE_REDUCTION:
        made = gfPyramid_Create(device, member, &GF_REDUCTION_SHAPE, size[0], size[1]);
        break;
    }
    device->labelOwner = NULL;
    return made;
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

void gfState_Undo(gfDevice *device, const gfStateTable *table, void *state, bool made[])
{
    for (int i = 0; i < table->count; i++) {
        if (made[i]) {
            destroyMember(device, &table->rows[i], memberOf(state, &table->rows[i]));
        }
        made[i] = false;
    }
}

bool gfState_Create(gfDevice *device, const gfStatePlan *plan, void *state)
{
    const gfStateTable *table = plan->table;
    bool own[GF_STATE_ROWS_MAX], *made = plan->made != NULL ? plan->made : own;
    memset(made, 0, sizeof own);
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
        if (row->clear != 0) {
            clearMember(device, row, member, plan->clear[row->clear]);
        }
    }
    if (plan->warm == NULL || plan->warm(device, state, plan->conditions)) {
        return true;
    }

error:
    gfState_Undo(device, table, state, made);
    return false;
}

// A row's textures in another format, made before the old ones go. gfStateRow.kind tells which member of `now` is used.
typedef struct gfConverted {
    bool made;
    union {
        gfPair pair;
        gfTexture texture;
    } now;
} gfConverted;

static size_t sizeOfMember(const gfStateRow *row)
{
    return row->kind == GF_STATE_PAIR ? sizeof(gfPair) : sizeof(gfTexture);
}

static void exchangeMember(const gfStateRow *row, void *member, gfConverted *converted)
{
    gfConverted before = {0};
    memcpy(&before.now, member, sizeOfMember(row));
    memcpy(member, &converted->now, sizeOfMember(row));
    memcpy(&converted->now, &before.now, sizeOfMember(row));
}

// Returns the define with which a shader rounds what it writes to half floats; empty if the texture has another format.
static const char *roundingOf(const gfDevice *device, const gfTexture *to)
{
    const gfFormatInfo *info = &device->gl.formats[to->format];
    return info->bytes == 2 * info->channels ? "ROUND_DYE" : "";
}

static bool copyConverted(gfDevice *device, const gfTexture *from, const gfTexture *to)
{
    return gfPass_Run(device, &(gfPass){.label = "convert",
                                        .shader = GF_SHADER("common/copy.frag", roundingOf(device, to)),
                                        .writes = {to},
                                        .inputs = {GF_IN(copied0, from->id)},
                                        .uniforms = {GF_I1(seed, 1)}});
}

bool gfState_Convert(gfDevice *device, const gfStatePlan *plan, void *state)
{
    const gfStateTable *table = plan->table;
    gfConverted converted[GF_STATE_ROWS_MAX] = {{0}};
    bool ok = true, any = false;
    if (device->dryRun) { // a dry run has no textures to convert, so it only names the programs
        const gfShader copies[] = {GF_SHADER("common/copy.frag", NULL), GF_SHADER("common/copy.frag", "ROUND_DYE")};
        gfPrograms_Make(device, copies, GF_COUNT(copies));
    }
    for (int i = 0; i < table->count && ok; i++) {
        const gfStateRow *row = &table->rows[i];
        void *member = memberOf(state, row);
        if (row->halves == 0 || !memberExists(row, member) ||
            textureOf(row, member)->format == gfGL_ChooseFormat(&device->gl, formatOf(plan, row))) {
            continue;
        }
        ok = converted[i].made = makeMember(device, plan, row, &converted[i].now);
        ok = ok && copyConverted(device, textureOf(row, member), textureOf(row, &converted[i].now)) &&
             (row->kind != GF_STATE_PAIR ||
              copyConverted(device, &((gfPair *)member)->write, &converted[i].now.pair.write));
        any = any || converted[i].made;
    }
    for (int i = 0; i < table->count && ok; i++) {
        if (converted[i].made) {
            exchangeMember(&table->rows[i], memberOf(state, &table->rows[i]), &converted[i]);
        }
    }
    if (ok && any && plan->warm != NULL && !plan->warm(device, state, plan->conditions)) {
        for (int i = 0; i < table->count; i++) {
            if (converted[i].made) {
                exchangeMember(&table->rows[i], memberOf(state, &table->rows[i]), &converted[i]);
            }
        }
        ok = false;
    }
    for (int i = 0; i < table->count; i++) {
        if (converted[i].made) {
            destroyMember(device, &table->rows[i], &converted[i].now);
        }
    }
    return ok;
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
            clearMember(device, row, member, plan->clear[row->clear]);
        }
    }
}

// --- resizing --------------------------------------------------------------------------------------------------------

static const char *const resampleDefines[] = {
    [GF_RESAMPLE_CELLS] = "",
    [GF_RESAMPLE_FACES] = "FACES;",
    [GF_RESAMPLE_PACKED] = "PACKED;",
};

int gfState_CountTaps(float oldPerNew)
{
    return gfClamp((int)ceilf(fminf(oldPerNew, 8.0f) - 0.01f), 1, 8);
}

bool gfState_IsSameDomain(const gfFluidDef *a, const gfFluidDef *b)
{
    double cell = fmax((double)a->cellSize, (double)b->cellSize) * (1.0 + 1e-5);
    double acrossA = (double)a->gridWidth * (double)a->cellSize, upA = (double)a->gridHeight * (double)a->cellSize;
    double acrossB = (double)b->gridWidth * (double)b->cellSize, upB = (double)b->gridHeight * (double)b->cellSize;
    return a->origin.x == b->origin.x && a->origin.y == b->origin.y && fabs(acrossA - acrossB) <= cell &&
           fabs(upA - upB) <= cell;
}

// The textures of one row before and after a resize, and the definitions of the fluid that they belong to.
typedef struct Resampling {
    const gfTexture *to, *from;
    const gfFluidDef *def, *oldDef;
} Resampling;

static bool resampleRow(gfDevice *device, const gfStatePlan *plan, const gfStateRow *row, const Resampling *r)
{
    const gfTexture *to = r->to, *from = r->from;
    const gfFluidDef *def = r->def, *oldDef = r->oldDef;
    // Texels to a cell, in the new and in the old grid. Only fields with one value a texel may be finer than the cells.
    bool cells = row->resample == GF_RESAMPLE_CELLS;
    float newX = cells ? (float)to->width / (float)def->gridWidth : 1.0f;
    float newY = cells ? (float)to->height / (float)def->gridHeight : 1.0f;
    float oldX = cells ? (float)from->width / (float)oldDef->gridWidth : 1.0f;
    float oldY = cells ? (float)from->height / (float)oldDef->gridHeight : 1.0f;
    float ratio = def->cellSize / oldDef->cellSize, factor = 1.0f;
    float scaleX = ratio * oldX / newX, scaleY = ratio * oldY / newY;
    float limitX = cells ? (float)from->width : (float)oldDef->gridWidth;
    float limitY = cells ? (float)from->height : (float)oldDef->gridHeight;
    // If only the resolution changes, the new domain may be larger than the old one by a part of a cell. That part
    // takes the values beside it, not those of cells that come in.
    float past = gfState_IsSameDomain(def, oldDef) ? fmaxf(scaleX, scaleY) : 0.0f;
    for (int i = 0; i < abs(row->cellSizePower); i++) {
        factor *= row->cellSizePower > 0 ? ratio : oldDef->cellSize / def->cellSize;
    }
    return gfPass_Run(device,
                      &(gfPass){.label = "resample",
                                .shader = gfShader_Format(device, &gf_vertexCover, "common/resample.frag", "%s%s",
                                                          resampleDefines[row->resample],
                                                          row->halves != 0 ? roundingOf(device, to) : ""),
                                .writes = {to},
                                .inputs = {GF_IN(source, from->id)},
                                .uniforms = {GF_I2(cells, oldDef->gridWidth, oldDef->gridHeight),
                                             GF_F2(newCells, (float)def->gridWidth, (float)def->gridHeight),
                                             GF_F2(scale, scaleX, scaleY),
                                             GF_F2(offset, oldX * (def->origin.x - oldDef->origin.x) / oldDef->cellSize,
                                                   oldY * (def->origin.y - oldDef->origin.y) / oldDef->cellSize),
                                             GF_F4(limits, -past, -past, limitX + past, limitY + past),
                                             GF_F4V(outside, 1, plan->clear[row->clear]), GF_F1(factor, factor),
                                             GF_I1(seed, 2), GF_I1(taps, gfState_CountTaps(fmaxf(scaleX, scaleY)))}});
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
        const Resampling resampling = {textureOf(row, to), textureOf(row, from), def, oldDef};
        GF_TRY(resampleRow(device, plan, row, &resampling));
    }
    return true;
}

// --- scrolling -------------------------------------------------------------------------------------------------------

static gfShader getScrollShader(gfShift shift)
{
    static const char *const defines[GF_SHIFTS] = {
        [GF_SHIFT_CELLS] = NULL,
        [GF_SHIFT_FACES] = "FACES",
        [GF_SHIFT_PACKED] = "PACKED",
        [GF_SHIFT_PRESSURE] = "PACKED",
    };
    return (gfShader)GF_SHADER("common/scroll.frag", defines[shift]);
}

gfScroll gfScroll_Make(const gfBody *body, int cellsX, int cellsY)
{
    gfScroll scroll = {.cells = {cellsX, cellsY}, .grid = {body->def.gridWidth, body->def.gridHeight}};
    for (int axis = 0; axis < 2; axis++) {
        int *cells = &scroll.cells[axis], size = scroll.grid[axis];
        gfBoundaryKind entry = gfBoundaries_Get(&body->def.boundaries, 2 * axis + (*cells > 0 ? 1 : 0))->kind;
        scroll.wrap[axis] = gfBoundaries_Wrap(&body->def.boundaries, axis);
        scroll.continues[axis] = (entry == GF_BOUNDARY_OPEN || entry == GF_BOUNDARY_INFLOW) && abs(*cells) < size;
        // A move by more than the size of the domain has the result of a move by its size.
        *cells = scroll.wrap[axis] ? (*cells % size + size) % size : gfClamp(*cells, -size, size);
    }
    return scroll;
}

bool gfState_PrepareScroll(gfDevice *device, const gfStateTable *table)
{
    for (int i = 0; i < table->count; i++) {
        const gfShader shader = getScrollShader(table->rows[i].shift);
        GF_TRY(table->rows[i].shift == GF_SHIFT_NONE || gfPrograms_Make(device, &shader, 1));
    }
    return true;
}

// A move of the domain, as it concerns one texture.
typedef struct Move {
    const gfScroll *scroll;
    gfShift shift;
    const gfTexture *from, *to;
    const float (*clear)[4];
    // How far the texture's contents move, and the size of the domain, both in values of the texture.
    int cells[2], size[2];
} Move;

// Draws shifted contents to `part` of the texture `to`; null: to all of it.
static bool drawMove(gfDevice *device, const Move *m, const gfRegion *part)
{
    const gfScroll *scroll = m->scroll;
    int continues[2];
    for (int axis = 0; axis < 2; axis++) {
        continues[axis] = m->shift == GF_SHIFT_PRESSURE ? abs(scroll->cells[axis]) < scroll->grid[axis]
                                                        : m->shift == GF_SHIFT_FACES && scroll->continues[axis];
    }
    const gfUniform outside = GF_F4V(outside, 2, m->clear), none = {0};
    return gfPass_Run(
        device, &(gfPass){.label = "scroll",
                          .shader = getScrollShader(m->shift),
                          .writes = {m->to},
                          .region = part,
                          .inputs = {GF_IN(source, m->from->id)},
                          .uniforms = {GF_I2(scrolled, m->cells[0], m->cells[1]), GF_I2(cells, m->size[0], m->size[1]),
                                       GF_I2(wrap, scroll->wrap[0], scroll->wrap[1]),
                                       GF_I2(continues, continues[0], continues[1]),
                                       m->shift == GF_SHIFT_FACES ? none : outside}});
}

// Copies the texels that stay inside the domain, and draws only those that come in: cheaper than drawing all.
static bool copyMove(gfDevice *device, const Move *m)
{
    const gfTexture *to = m->to;
    const int *s = m->cells;
    const gfRegion kept = {gfMax(-s[0], 0), gfMax(-s[1], 0), m->size[0] - abs(s[0]), m->size[1] - abs(s[1])};
    const gfRegion from = {kept.x + s[0], kept.y + s[1], kept.width, kept.height};
    int right = kept.x + kept.width, top = kept.y + kept.height;
    const gfRegion parts[4] = {{0, 0, kept.x, to->height},
                               {right, 0, to->width - right, to->height},
                               {kept.x, 0, kept.width, kept.y},
                               {kept.x, top, kept.width, to->height - top}};
    GF_TRY(gfFramebuffer_Copy(device, m->from, &from, to, kept.x, kept.y));
    for (int i = 0; i < 4; i++) {
        GF_TRY(parts[i].width <= 0 || parts[i].height <= 0 || drawMove(device, m, &parts[i]));
    }
    return true;
}

bool gfScroll_Draw(gfDevice *device, const gfScroll *scroll, gfShift shift, const gfTexture *from, const gfTexture *to,
                   const float rest[2][4])
{
    Move m = {.scroll = scroll, .shift = shift, .from = from, .to = to, .clear = rest};
    const int texels[2] = {from->width, from->height};
    bool texelwise = (shift == GF_SHIFT_CELLS || shift == GF_SHIFT_FACES) && from->format == to->format;
    for (int axis = 0; axis < 2; axis++) {
        int grid = scroll->grid[axis];
        bool byTexels = shift == GF_SHIFT_CELLS; // such a texture may have more texels than the grid has cells
        m.size[axis] = byTexels ? texels[axis] : grid;
        m.cells[axis] = byTexels ? (int)((int64_t)scroll->cells[axis] * texels[axis] / grid) : scroll->cells[axis];
        texelwise = texelwise && scroll->wrap[axis] == 0 && abs(m.cells[axis]) < m.size[axis];
    }
    return texelwise ? copyMove(device, &m) : drawMove(device, &m, NULL);
}

static gfPair *findScrolled(const gfStateRow *row, void *state)
{
    gfPair *pair = memberOf(state, row);
    return row->shift != GF_SHIFT_NONE && memberExists(row, pair) ? pair : NULL;
}

static bool scrollRow(gfDevice *device, const gfStatePlan *plan, const gfStateRow *row, gfPair *pair,
                      const gfScroll *scroll)
{
    float rest[2][4];
    for (int axis = 0; axis < 2; axis++) {
        const float(*values)[4] = scroll->clear[axis] != NULL ? scroll->clear[axis] : plan->clear;
        memcpy(rest[axis], values[row->clear], sizeof rest[axis]);
    }
    GF_TRY(gfScroll_Draw(device, scroll, row->shift, &pair->read, &pair->write, (const float(*)[4])rest));
    gfPair_Swap(pair);
    return true;
}

bool gfState_Scroll(gfDevice *device, const gfStatePlan *plan, void *state, const gfScroll *scroll)
{
    const gfStateTable *table = plan->table;
    for (int i = 0; i < table->count; i++) {
        gfPair *pair = findScrolled(&table->rows[i], state);
        if (pair == NULL || scrollRow(device, plan, &table->rows[i], pair, scroll)) {
            continue;
        }
        for (int k = 0; k < i; k++) { // undo: the other texture of each pair still has the old values
            pair = findScrolled(&table->rows[k], state);
            if (pair != NULL) {
                gfPair_Swap(pair);
            }
        }
        return false;
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

int gfStateTable_Count(const gfStateTable *table)
{
    return table->count + (table->base != NULL ? gfStateTable_Count(table->base) : 0);
}

const gfStateRow *gfStateTable_GetRow(const gfStateTable *table, int number)
{
    int before = table->base != NULL ? gfStateTable_Count(table->base) : 0;
    return number < before ? gfStateTable_GetRow(table->base, number) : &table->rows[number - before];
}

const gfTexture *gfState_GetPersistent(const gfStateTable *table, int number, const void *state)
{
    const gfStateRow *row = gfStateTable_GetRow(table, number);
    const void *member = memberOf(state, row);
    bool is = row->persists && row->kind != GF_STATE_REDUCTION && memberExists(row, member);
    return is ? textureOf(row, member) : NULL;
}

bool gfState_CountNonfinite(gfDevice *device, const gfStateTable *table, const void *state, uint64_t *count)
{
    for (int i = 0; i < gfStateTable_Count(table); i++) {
        const gfTexture *texture = gfState_GetPersistent(table, i, state);
        GF_TRY(texture == NULL || countTexture(device, texture, count));
    }
    return true;
}

// Measures, writes or reads one row. A row whose textures exist is written even if the definition no longer asks for
// it, and reading makes its textures. A fluid that reads may also have more rows than the snapshot, which stay at rest.
static void archiveRow(gfArchive *archive, const gfStatePlan *plan, const gfStateRow *row, void *member)
{
    bool made = memberExists(row, member);
    gfArchive_Bool(archive, &made, row->name);
    if (gfArchive_Reads(archive) && made && !memberExists(row, member)) {
        if (plan->extents == NULL) {
            gfArchive_Fail(archive, row->name);
        } else {
            archive->failed = !makeMember(archive->device, plan, row, member);
        }
    }
    if (!made || archive->failed) {
        return;
    }
    gfArchive_Texture(archive, row->name, textureOf(row, member), row->persists);
    if (row->saved == GF_SAVED_BOTH) {
        gfArchive_Texture(archive, row->name, &((gfPair *)member)->write, row->persists);
    }
}

void gfState_Archive(gfArchive *archive, const gfStatePlan *plan, void *state)
{
    for (int i = 0; i < plan->table->count; i++) {
        const gfStateRow *row = &plan->table->rows[i];
        if (row->saved != GF_SAVED_NOT) {
            archiveRow(archive, plan, row, memberOf(state, row));
        }
    }
}
