// Lists whose members are named by handles: a slot's number and a generation, so that a stale handle is recognised.
#ifndef GF_SLOTS_H
#define GF_SLOTS_H

#include "base/core.h"

typedef struct gfSlots {
    char *items;
    size_t itemSize;
    uint32_t *generations; // odd: in use
    int capacity, limit;
} gfSlots;

// A handle: the generation in the upper bits, so that a stale one is not met again for half a million uses of its slot.
#define GF_SLOT_INDEX_BITS 12

void gfSlots_Init(gfSlots *slots, size_t itemSize, int limit);
void gfSlots_Destroy(gfSlots *slots, gfCore *core);
// A copy of `item` in a free slot; 0 and reported when the limit is reached (TOO_MANY) or memory is out. `what` names
// the kind in messages.
uint32_t gfSlots_Add(gfSlots *slots, gfCore *core, const void *item, const char *what);
// Null and reported (BAD_HANDLE) if the handle is stale or never was.
void *gfSlots_Get(const gfSlots *slots, const gfCore *core, uint32_t handle, const char *what);
void gfSlots_Remove(gfSlots *slots, uint32_t handle);
// The handle of slot `index`, which is in use.
uint32_t gfSlots_HandleAt(const gfSlots *slots, int index);
// Slot `index`, 0 to capacity - 1; null if it is free.
void *gfSlots_At(const gfSlots *slots, int index);

#endif
