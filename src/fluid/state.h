// A solver's textures as a table, with a row for each. Making, resizing, scrolling, resetting, checking, counting and
// saving them are loops over the rows, so a solver has no code of its own for these.
#ifndef GF_STATE_H
#define GF_STATE_H

#include "fluid/body.h"
#include "gl/archive.h"

#define GF_STATE_ROWS_MAX 64 // of a table with those of its base

typedef enum gfStateKind {
    GF_STATE_PAIR,     // a gfPair: two textures that passes read and write by turns
    GF_STATE_TEXTURE,  // a single gfTexture
    GF_STATE_REDUCTION // a gfPyramid, by which passes reduce a field of the row's size to one texel
} gfStateKind;

// How a row's values are resampled when the domain gets another size or resolution (common/resample.frag).
typedef enum gfResample {
    GF_RESAMPLE_NONE,   // values are not resampled: passes draw them before they read them, or they may start at rest
    GF_RESAMPLE_CELLS,  // a texel has one value, at its centre
    GF_RESAMPLE_FACES,  // velocity on the left and bottom faces of cells
    GF_RESAMPLE_PACKED, // a texel has the values of 2 x 2 cells
    GF_RESAMPLE_SOLVER  // the solver resamples the values by a pass of its own
} gfResample;

// How a row's values are shifted when the domain moves over the world (common/scroll.frag).
typedef enum gfShift {
    GF_SHIFT_NONE,   // values are not shifted: passes draw them before they read them, or the solver moves them itself
    GF_SHIFT_CELLS,  // a texel has one value, at its centre; the domain moves by whole texels of the row
    GF_SHIFT_FACES,  // velocity on the left and bottom faces of cells
    GF_SHIFT_PACKED, // a texel has the values of 2 x 2 cells
    GF_SHIFT_PRESSURE, // a texel has the values of 2 x 2 cells; cells that come into the domain take the nearest value
    GF_SHIFTS
} gfShift;
// Which textures of a row a snapshot holds.
typedef enum gfSaved {
    GF_SAVED_NOT, // none of the row's textures: passes draw them before they read them
    GF_SAVED_READ,
    GF_SAVED_BOTH // both textures of a pair, as later steps read both
} gfSaved;

typedef struct gfStateRow {
    const char *name; // name of the field, for messages
    size_t offset;    // offset of the gfPair, gfTexture or gfPyramid in the solver's state
    gfStateKind kind;
    // `format` has 32 bits a channel. `halfFormat` is used while a condition of `halves` holds: 16 bits or, where a
    // context can't render to 32-bit floats, integers that hold the bits of floats (shaders/common/exact.glsl).
    gfFormat format, halfFormat;
    int extent;    // size of the texture: index into gfStatePlan.extents
    uint32_t when; // the texture is made once all these bits are in gfStatePlan.conditions, and then stays
    // Later steps depend on the values, so they are reset and checked; the format is of floats, or holds their bits.
    bool persists;
    gfResample resample;
    int clear;         // value of a fluid at rest: index into gfStatePlan.clear, whose entry 0 is zeros
    int cellSizePower; // resampled values are multiplied by (new / old cell size) to this power
    gfShift shift;     // other than GF_SHIFT_NONE only for pairs
    gfSaved saved;
    uint32_t halves;
} gfStateRow;

typedef struct gfStateTable {
    const gfStateRow *rows;
    int count;
    const char *owner; // name of the solver, in labels of the textures
    // A table of further rows, which come first where all rows of a state are counted or checked. Whoever makes,
    // resets, moves and saves them has a plan of their own for them. Null: there are none.
    const struct gfStateTable *base;
} gfStateTable;

// Rows of a table and its base, as numbers from 0.
int gfStateTable_Count(const gfStateTable *table);
const gfStateRow *gfStateTable_GetRow(const gfStateTable *table, int number);

// What a solver's table leaves open, as it depends on the fluid: sizes, values at rest, and conditions.
typedef struct gfStatePlan {
    const gfStateTable *table;
    const int (*extents)[2]; // list of sizes, width and height, texels; rows name an entry
    const float (*clear)[4]; // list of values at rest; rows name an entry
    // What the fluid's definition asks for, such as heat or solids, as bits whose meaning the solver sets.
    uint32_t conditions;
    // Makes framebuffers for the textures that passes will write, so that no step fails for one. Null: none needed.
    bool (*warm)(gfDevice *device, const void *state, uint32_t conditions);
    bool *made; // set for each row that gfState_Create made, for gfState_Undo; null: not wanted
} gfStatePlan;

// Makes missing textures that the plan's conditions ask for, at rest. False: those made are destroyed again.
bool gfState_Create(gfDevice *device, const gfStatePlan *plan, void *state);
// Destroys the textures that gfState_Create just made (`made`: gfStatePlan.made), after something later failed.
void gfState_Undo(gfDevice *device, const gfStateTable *table, void *state, bool made[]);
// Converts textures whose format the plan no longer has, such as to half floats, with values. False: nothing changed.
bool gfState_Convert(gfDevice *device, const gfStatePlan *plan, void *state);
void gfState_Destroy(gfDevice *device, const gfStateTable *table, void *state);
// Sets all rows that persist to their values at rest.
void gfState_Reset(gfDevice *device, const gfStatePlan *plan, void *state);
// Returns whether two definitions describe the same rectangle of the world, to within a cell, at any resolution.
bool gfState_IsSameDomain(const gfFluidDef *a, const gfFluidDef *b);
// Resamples the textures of an old state into a new one; rows that either state lacks are left alone.
bool gfState_Resample(gfDevice *device, const gfStatePlan *plan, void *state, const gfFluidDef *def, const void *old,
                      const gfFluidDef *oldDef);

// A move of the domain over the world by whole cells.
typedef struct gfScroll {
    int cells[2];     // cells by which the domain moves, along each axis
    int grid[2];      // size of the domain, cells
    int wrap[2];      // 1: this axis is periodic, so cells that leave come in on the other side
    int continues[2]; // 1: cells that come into the domain take the velocity at the edge
    // Values of cells that come in along each axis, indexed as gfStatePlan.clear. Null: the values at rest.
    const float (*clear[2])[4];
} gfScroll;

// Returns a move of the domain by so many cells. The kinds of its sides decide what comes in.
gfScroll gfScroll_Make(const gfBody *body, int cellsX, int cellsY);
// Makes the programs that moving the table's rows takes, ahead of use.
bool gfState_PrepareScroll(gfDevice *device, const gfStateTable *table);
// Shifts all rows by a move; a pair's textures may change places. Makes no GL objects. False: nothing changed.
bool gfState_Scroll(gfDevice *device, const gfStatePlan *plan, void *state, const gfScroll *scroll);
// Draws `from`, shifted, to a texture of the same size. `clear`: values of cells that come in along x and y.
bool gfScroll_Draw(gfDevice *device, const gfScroll *scroll, gfShift shift, const gfTexture *from, const gfTexture *to,
                   const float clear[2][4]);

// Returns how many samples along each axis a texel takes from a finer grid, so that each old texel that it covers
// counts. `oldPerNew`: old texels to a new one along an axis. At most 8, which is enough down to an eighth of the size.
int gfState_CountTaps(float oldPerNew);
// Adds the number of NaN or infinite values in persistent textures to *count. Waits for the GPU. Reports OUT_OF_MEMORY.
bool gfState_CountNonfinite(gfDevice *device, const gfStateTable *table, const void *state, uint64_t *count);
// Returns the texture of a row that persists, of the table or its base. Null: the row does not persist, or its texture
// is not made.
const gfTexture *gfState_GetPersistent(const gfStateTable *table, int row, const void *state);
// Measures, writes or reads the rows of snapshots. Reading makes missing textures, an error in a plan without extents.
void gfState_Archive(gfArchive *archive, const gfStatePlan *plan, void *state);

#endif
