// Lists whose members are named by handles: a stale handle, or one of another fluid or kind, is recognised.
#ifndef GF_SLOTS_H
#define GF_SLOTS_H

#include "base/core.h"

// The kinds of things that handles name; also the `kind` of the public handle types.
typedef enum gfHandleKind {
    GF_HANDLE_NONE,
    GF_HANDLE_EMITTER,
    GF_HANDLE_SOLID,
    GF_HANDLE_READ,
    GF_HANDLE_SOLID3D,
    GF_HANDLE_MESH,
    GF_HANDLE_EMITTER3D,
    GF_HANDLE_RIGID_BODY,
    GF_HANDLE_RIGID_BODY3D,
    GF_HANDLE_PARTICLE_GROUP,
    GF_HANDLE_KIND_COUNT
} gfHandleKind;

// A handle of any of the public types.
GF_HANDLE(gfHandle);

// Converts a public handle, and back; both evaluate the handle several times.
#define GF_TO_HANDLE(id) ((gfHandle){(id).generation, (id).fluid, (id).index, (id).kind})
#define GF_FROM_HANDLE(type, handle) ((type){(handle).generation, (handle).fluid, (handle).index, (handle).kind})

typedef struct gfSlots {
    char *items;
    size_t itemSize;
    gfHandle *handles; // the last handle of each slot; its generation is odd while the slot is in use
    int capacity, limit;
    gfHandleKind kind;
} gfSlots;

void gfSlots_Init(gfSlots *slots, gfHandleKind kind, size_t itemSize, int limit);
void gfSlots_Destroy(gfSlots *slots, gfCore *core);
// Puts a copy of `item` into a free slot and returns its handle. None, and reported, when the limit is reached
// (TOO_MANY) or memory is out. `fluid` is the number of the fluid that the item belongs to.
gfHandle gfSlots_Add(gfSlots *slots, gfCore *core, uint32_t fluid, const void *item);
// Returns null, which is reported (BAD_HANDLE, with what is wrong), if the handle names no living item of this kind and
// fluid.
void *gfSlots_Get(const gfSlots *slots, const gfCore *core, uint32_t fluid, gfHandle handle, const char *caller);
// Frees the slot of a handle that gfSlots_Get accepts.
void gfSlots_Remove(gfSlots *slots, gfHandle handle);
// Returns the item in slot `index`, 0 to capacity - 1; null if it is free.
void *gfSlots_At(const gfSlots *slots, int index);

#endif
