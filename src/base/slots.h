// Lists of items that hosts refer to by handles. A handle whose item is gone, or of another fluid or kind, is refused.
#ifndef GF_SLOTS_H
#define GF_SLOTS_H

#include "base/core.h"

// The kinds of items. A handle holds its item's kind, as the member `kind` of all public handle types.
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

// A handle of any kind, within the library: it has the members of the public handle types (gfEmitterId and so on).
GF_HANDLE(gfHandle);

// Convert a public handle to a gfHandle, and back. Both macros evaluate their argument several times.
#define GF_TO_HANDLE(id) ((gfHandle){(id).generation, (id).fluid, (id).index, (id).kind})
#define GF_FROM_HANDLE(type, handle) ((type){(handle).generation, (handle).fluid, (handle).index, (handle).kind})

// An array of slots. A slot is free, or in use by one item.
typedef struct gfSlots {
    char *items;
    size_t itemSize;     // bytes
    gfHandle *handles;   // the last handle given out for each slot; its generation is odd while the slot is in use
    int capacity, limit; // slots that are allocated, and the most that may be
    gfHandleKind kind;
} gfSlots;

void gfSlots_Init(gfSlots *slots, gfHandleKind kind, size_t itemSize, int limit);
void gfSlots_Destroy(gfSlots *slots, gfCore *core);
// Puts a copy of `item` into a free slot and returns its handle. `fluid` is the number of the fluid that the item
// belongs to. A zeroed handle, and reported, on failure: TOO_MANY (the limit is reached), OUT_OF_MEMORY.
gfHandle gfSlots_Add(gfSlots *slots, gfCore *core, uint32_t fluid, const void *item);
// Returns the item of a handle. Null and reported, BAD_HANDLE: it is gone, or the handle is of another kind or fluid.
void *gfSlots_Get(const gfSlots *slots, const gfCore *core, uint32_t fluid, gfHandle handle, const char *caller);
// Frees the slot of a handle that gfSlots_Get accepts.
void gfSlots_Remove(gfSlots *slots, gfHandle handle);
// Returns the item in slot `index`, 0 to capacity - 1; null if it is free.
void *gfSlots_At(const gfSlots *slots, int index);
// Returns the slot that an item is in.
int gfSlots_GetIndex(const gfSlots *slots, const void *item);
// Returns the first item in a slot beyond `index`, from -1 on. Null: there are no more.
void *gfSlots_After(const gfSlots *slots, int index);

// Loop over the items of a list, each as a `type *item`, of gfSlots.itemSize; GF_EACH_WHILE stops when its condition is
// false. The body may remove the current item.
#define GF_EACH_WHILE(condition, type, item, slots)                              \
    for (type *item = gfSlots_After((slots), -1); (item) != NULL && (condition); \
         (item) = gfSlots_After((slots), (int)((item) - (type *)(void *)(slots)->items)))
#define GF_EACH(type, item, slots) GF_EACH_WHILE(true, type, item, slots)

#endif
