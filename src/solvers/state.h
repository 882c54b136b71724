// A solver's textures as a table: making, resizing, resetting, checking and counting them are loops over its rows.
#ifndef GF_STATE_H
#define GF_STATE_H

#include "gl/archive.h"
#include "gl/pyramid.h"
#include "solvers/body.h"

// Most rows of a table.
#define GF_STATE_ROWS_MAX 48

typedef enum gfStateKind {
    GF_STATE_PAIR,     // gfPair
    GF_STATE_TEXTURE,  // gfTexture
    GF_STATE_REDUCTION // gfPyramid that reduces a field of the row's extent
} gfStateKind;

// How a row's values are taken over into a domain of another size, place or resolution (common/resample.frag).
typedef enum gfResample {
    GF_RESAMPLE_NONE,   // not: it is drawn anew before it is read, or starts at rest
    GF_RESAMPLE_CELLS,  // one value a texel, at its centre
    GF_RESAMPLE_FACES,  // velocity on faces
    GF_RESAMPLE_PACKED, // 2 x 2 cells a texel
    GF_RESAMPLE_SOLVER  // by the solver itself
} gfResample;

// What a snapshot has of a row.
typedef enum gfSaved {
    GF_SAVED_NOT, // it is drawn anew before it is read
    GF_SAVED_READ,
    GF_SAVED_BOTH // a pair of which both sides are read later
} gfSaved;

typedef struct gfStateRow {
    const char *name; // of the field, in messages
    size_t offset;    // of what `kind` says, in the solver's state
    gfStateKind kind;
    gfFormat format, halfFormat; // with GF_PRECISION_32F and GF_PRECISION_16F
    int extent;                  // index into gfStatePlan.extents
    uint32_t when;               // conditions that must all hold; what is made stays
    bool persists;               // it decides the future: reset and checks are of it; floats only
    gfResample resample;
    int rest;          // index into gfStatePlan.rest, whose first must be zeros: its value at rest
    int cellSizePower; // a resampled value is scaled by this power of new over old cell size
    gfSaved saved;
} gfStateRow;

typedef struct gfStateTable {
    const gfStateRow *rows;
    int count;
} gfStateTable;

// What the rows mean for one fluid.
typedef struct gfStatePlan {
    const gfStateTable *table;
    const int (*extents)[2]; // width and height, texels
    const float (*rest)[4];  // values at rest
    uint32_t conditions;     // bits of the solver's own
    bool half;               // GF_PRECISION_16F
    // Makes the framebuffers of the sets that passes draw to, as these conditions ask for; null: there are none.
    bool (*warm)(gfDevice *device, const void *state, uint32_t conditions);
} gfStatePlan;

// Makes what the plan asks for and is not there, at rest. On false, which is reported, what was there before is there.
bool gfState_Create(gfDevice *device, const gfStatePlan *plan, void *state);
void gfState_Destroy(gfDevice *device, const gfStateTable *table, void *state);
// Sets all that persists to its value at rest.
void gfState_Reset(gfDevice *device, const gfStatePlan *plan, void *state);
// Fills the rows of `state` from those of `old`, where both are made. False and reported: a shader could not be made.
bool gfState_Resample(gfDevice *device, const gfStatePlan *plan, void *state, const gfFluidDef *def, const void *old,
                      const gfFluidDef *oldDef);
// Samples along a side of a new texel, so that each of the old texels that it covers counts. Eight are enough for an
// eighth of the size.
int gfState_CountTaps(float oldPerNew);
// Adds the values that are NaN or infinite in all that persists. Waits for the GPU. False and reported: OUT_OF_MEMORY.
bool gfState_CountNonfinite(gfDevice *device, const gfStateTable *table, const void *state, uint64_t *count);
// The texture of a row that persists, if it is made; null else.
const gfTexture *gfState_GetPersistent(const gfStateTable *table, int row, const void *state);
// The rows that are saved, of which the same must be made when they are read as when they were written.
void gfState_Archive(gfArchive *archive, const gfStateTable *table, void *state);
size_t gfState_GetBytes(const gfDevice *device, const gfStateTable *table, const void *state);

#endif
