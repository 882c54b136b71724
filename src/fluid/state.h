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

// How a row's values are resampled to another size or resolution of the domain (common/resample.frag).
typedef enum gfResample {
    GF_RESAMPLE_NONE,   // they are not: they are drawn before they are read, or start at rest
    GF_RESAMPLE_CELLS,  // one value a texel, at its centre
    GF_RESAMPLE_FACES,  // velocity on faces
    GF_RESAMPLE_PACKED, // 2 x 2 cells a texel
    GF_RESAMPLE_SOLVER  // by the solver itself
} gfResample;

// The layout of a row's values, by which a move of the domain shifts them (common/scroll.frag).
typedef enum gfShift {
    GF_SHIFT_NONE,     // values are drawn before they are read, or the solver moves them
    GF_SHIFT_CELLS,    // as GF_RESAMPLE_CELLS; a move is a whole number of the row's texels
    GF_SHIFT_FACES,    // as GF_RESAMPLE_FACES
    GF_SHIFT_PACKED,   // as GF_RESAMPLE_PACKED
    GF_SHIFT_PRESSURE, // as GF_SHIFT_PACKED, but new cells take the nearest value
    GF_SHIFTS
} gfShift;
// The textures of a row that a snapshot holds.
typedef enum gfSaved {
    GF_SAVED_NOT, // none: they are drawn before they are read
    GF_SAVED_READ,
    GF_SAVED_BOTH // both sides of a pair, as later steps read both
} gfSaved;

typedef struct gfStateRow {
    const char *name; // of the field, in messages
    size_t offset;    // of the textures in the solver's state
    gfStateKind kind;
    // Formats with 32 bits and, while one of the conditions `halves` holds, with 16 bits, or integers for the bits of
    // floats in contexts without 32-bit float targets (shaders/common/exact.glsl).
    gfFormat format, halfFormat;
    int extent;    // index into gfStatePlan.extents
    uint32_t when; // conditions that must all hold to make the texture, which then stays
    bool persists; // later steps depend on it, so it is reset and checked; floats only, or their bits
    gfResample resample;
    int clear;         // value at rest: index into gfStatePlan.clear, where 0 is zeros
    int cellSizePower; // power of (new / old cell size) that scales resampled values
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
    uint32_t conditions;     // bits of the solver
    // Makes the framebuffers of the sets of textures that passes draw to; null: there are none.
    bool (*warm)(gfDevice *device, const void *state, uint32_t conditions);
    bool *made; // for each row, whether gfState_Create made it, for gfState_Undo; null: not wanted
} gfStatePlan;

// Makes the missing textures of the plan, at rest. False and reported: none of them is left.
bool gfState_Create(gfDevice *device, const gfStatePlan *plan, void *state);
// Destroys the textures that gfState_Create made, after a later failure.
void gfState_Undo(gfDevice *device, const gfStatePlan *plan, void *state);
// Converts existing textures, with their values, to the plan's present formats. False and reported: nothing changed.
bool gfState_Convert(gfDevice *device, const gfStatePlan *plan, void *state);
void gfState_Destroy(gfDevice *device, const gfStateTable *table, void *state);
// Sets all rows that persist to their values at rest.
void gfState_Reset(gfDevice *device, const gfStatePlan *plan, void *state);
// Returns whether two definitions have the same domain, to within a cell, at two resolutions.
bool gfState_IsSameDomain(const gfFluidDef *a, const gfFluidDef *b);
// Fills the rows of `state` from those of `old`, if both are made. False and reported: a shader could not be made.
bool gfState_Resample(gfDevice *device, const gfStatePlan *plan, void *state, const gfFluidDef *def, const void *old,
                      const gfFluidDef *oldDef);

// A move of the domain by whole cells.
typedef struct gfScroll {
    int cells[2];     // cells moved
    int grid[2];      // cells of the domain
    int wrap[2];      // 1: periodic
    int continues[2]; // 1: new cells continue the velocity at the edge
    // Values of new cells along each axis, by the indices of gfStatePlan.clear; null: gfStatePlan.clear.
    const float (*clear[2])[4];
} gfScroll;

// Returns a scroll by the kinds of the domain's sides.
gfScroll gfScroll_Make(const gfBody *body, int cellsX, int cellsY);
// Compiles the programs that the table's rows need. False and reported on failure.
bool gfState_PrepareScroll(gfDevice *device, const gfStateTable *table);
// Returns the program of gfScroll_Draw. Null and reported on failure.
const gfProgram *gfScroll_GetProgram(gfDevice *device, gfShift shift);
// Shifts the contents of all rows; both sides of a pair may change. Makes no objects. False and reported: nothing
// changed.
bool gfState_Scroll(gfDevice *device, const gfStatePlan *plan, void *state, const gfScroll *scroll);
// Fills a texture from another of the same size. `clear`: values of new cells along x and along y.
bool gfScroll_Draw(gfDevice *device, const gfScroll *scroll, gfShift shift, const gfTexture *from, const gfTexture *to,
                   const float clear[2][4]);

// Returns how many samples along a side a new texel takes, so that each old texel that it covers counts: at most eight,
// for an eighth of the size.
int gfState_CountTaps(float oldPerNew);
// Adds the number of values that are NaN or infinite in all textures that persist to *count. Waits for the GPU. False
// and reported: OUT_OF_MEMORY.
bool gfState_CountNonfinite(gfDevice *device, const gfStateTable *table, const void *state, uint64_t *count);
// Returns the texture of a row that persists; null: it does not, or is not made.
const gfTexture *gfState_GetPersistent(const gfStateTable *table, int row, const void *state);
// Archives the saved rows. Reading makes missing textures; a plan without extents allows none.
void gfState_Archive(gfArchive *archive, const gfStatePlan *plan, void *state);
size_t gfState_GetBytes(const gfDevice *device, const gfStateTable *table, const void *state);

#endif
