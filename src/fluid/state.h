// A solver's textures as a table: making, resizing, resetting, checking and counting them are loops over its rows.
#ifndef GF_STATE_H
#define GF_STATE_H

#include "fluid/body.h"
#include "gl/archive.h"

// Limit on the rows of a table.
#define GF_STATE_ROWS_MAX 48

typedef enum gfStateKind {
    GF_STATE_PAIR,     // gfPair
    GF_STATE_TEXTURE,  // gfTexture
    GF_STATE_REDUCTION // gfPyramid that reduces a field of the row's extent
} gfStateKind;

// Ways to take a row's values over into a domain of another size, place or resolution (common/resample.frag).
typedef enum gfResample {
    GF_RESAMPLE_NONE,   // not: it is drawn anew before it is read, or starts at rest
    GF_RESAMPLE_CELLS,  // one value a texel, at its centre
    GF_RESAMPLE_FACES,  // velocity on faces
    GF_RESAMPLE_PACKED, // 2 x 2 cells a texel
    GF_RESAMPLE_SOLVER  // by the solver itself
} gfResample;

// Layouts of a row's values in the domain, by which a move of the domain shifts them (common/scroll.frag).
typedef enum gfShift {
    GF_SHIFT_NONE,     // values are drawn anew before they are read, or the solver moves them
    GF_SHIFT_CELLS,    // as GF_RESAMPLE_CELLS; the domain moves by whole texels of the row's
    GF_SHIFT_FACES,    // as GF_RESAMPLE_FACES
    GF_SHIFT_PACKED,   // as GF_RESAMPLE_PACKED
    GF_SHIFT_PRESSURE, // as GF_SHIFT_PACKED, but cells that come in take the nearest value
    GF_SHIFTS
} gfShift;
// Textures of a row that a snapshot has.
typedef enum gfSaved {
    GF_SAVED_NOT, // it is drawn anew before it is read
    GF_SAVED_READ,
    GF_SAVED_BOTH // a pair of which both sides are read later
} gfSaved;

typedef struct gfStateRow {
    const char *name; // of the field, in messages
    size_t offset;    // of what `kind` says, in the solver's state
    gfStateKind kind;
    // In 32 bits; the other while one of the conditions of `halves` holds: in 16, or the bits of floats where the
    // context renders to no 32-bit floats (shaders/common/exact.glsl).
    gfFormat format, halfFormat;
    int extent;    // index into gfStatePlan.extents
    uint32_t when; // conditions that must all hold; a texture that was made stays
    bool persists; // later steps depend on it, so that it is reset and checked; floats only, or their bits
    gfResample resample;
    int clear;         // index into gfStatePlan.clear, whose first must be zeros: its value at rest
    int cellSizePower; // a resampled value is scaled by this power of new over old cell size
    gfShift shift;     // of pairs only
    gfSaved saved;
    uint32_t halves;
} gfStateRow;

typedef struct gfStateTable {
    const gfStateRow *rows;
    int count;
    const char *owner; // in labels of its textures
} gfStateTable;

// The values that a table's rows refer to, for one fluid.
typedef struct gfStatePlan {
    const gfStateTable *table;
    const int (*extents)[2]; // width and height, texels
    const float (*clear)[4]; // values at rest
    uint32_t conditions;     // bits of the solver's own
    // Makes the framebuffers of the sets of textures that passes draw to under these conditions; null: there are none.
    bool (*warm)(gfDevice *device, const void *state, uint32_t conditions);
    bool *made; // of each row, whether gfState_Create made it, for gfState_Undo; null: of no interest
} gfStatePlan;

// Makes the textures that the plan asks for and that are missing, at rest. False and reported: only those made before
// are there.
bool gfState_Create(gfDevice *device, const gfStatePlan *plan, void *state);
// Destroys what it made, where what follows failed.
void gfState_Undo(gfDevice *device, const gfStatePlan *plan, void *state);
// Converts the textures that there are, with their values, to the formats that the plan asks for now. False and
// reported: nothing changed.
bool gfState_Convert(gfDevice *device, const gfStatePlan *plan, void *state);
void gfState_Destroy(gfDevice *device, const gfStateTable *table, void *state);
// Sets all that persists to its value at rest.
void gfState_Reset(gfDevice *device, const gfStatePlan *plan, void *state);
// Returns whether two definitions have the same domain at two resolutions: to within a cell, as both have whole cells.
bool gfState_IsSameDomain(const gfFluidDef *a, const gfFluidDef *b);
// Fills the rows of `state` from those of `old`, where both are made. False and reported: a shader could not be made.
bool gfState_Resample(gfDevice *device, const gfStatePlan *plan, void *state, const gfFluidDef *def, const void *old,
                      const gfFluidDef *oldDef);

// A move of the domain by whole cells.
typedef struct gfScroll {
    int cells[2];     // by how many
    int grid[2];      // cells of the domain
    int wrap[2];      // 1: periodic
    int continues[2]; // 1: velocity goes on through the side that comes in
    // Values of cells that come in along each axis, as gfStatePlan.clear; null: those.
    const float (*clear[2])[4];
} gfScroll;

// Returns a scroll with what the kinds of the domain's sides ask for.
gfScroll gfScroll_Make(const gfBody *body, int cellsX, int cellsY);
// Compiles the programs that the table's rows need. False and reported on failure.
bool gfState_PrepareScroll(gfDevice *device, const gfStateTable *table);
// Moves the contents of all rows; both sides of a pair may change. Makes nothing. False and reported: nothing changed.
bool gfState_Scroll(gfDevice *device, const gfStatePlan *plan, void *state, const gfScroll *scroll);
// Fills a texture from another of the same size. `clear`: values of cells that come in along x and along y.
bool gfScroll_Draw(gfDevice *device, const gfScroll *scroll, gfShift shift, const gfTexture *from, const gfTexture *to,
                   const float clear[2][4]);

// Returns how many samples a new texel takes along a side, so that each of the old texels that it covers counts. Eight
// are enough for an eighth of the size.
int gfState_CountTaps(float oldPerNew);
// Adds the number of values that are NaN or infinite in all textures that persist to *count. Waits for the GPU. False
// and reported: OUT_OF_MEMORY.
bool gfState_CountNonfinite(gfDevice *device, const gfStateTable *table, const void *state, uint64_t *count);
// Returns the texture of a row that persists, if it is made; null else.
const gfTexture *gfState_GetPersistent(const gfStateTable *table, int row, const void *state);
// Archives the rows that are saved. Reading makes those that are missing; a plan without extents allows none.
void gfState_Archive(gfArchive *archive, const gfStatePlan *plan, void *state);
size_t gfState_GetBytes(const gfDevice *device, const gfStateTable *table, const void *state);

#endif
