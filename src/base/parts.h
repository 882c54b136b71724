// Parts: state that a module keeps with an owner (device, fluid) whose code does not know the module. A part is
// attached when the module first uses it, found by the address of its gfPart, and destroyed with the owner.
#ifndef GF_PARTS_H
#define GF_PARTS_H

#include "base/core.h"

// --- lists -----------------------------------------------------------------------------------------------------------

// Doubly linked lists. A struct in a list begins with a gfLink, so that a pointer to one can be cast to the other.

typedef struct gfLink {
    struct gfLink *previous, *next;
} gfLink;

// Puts a member at the front of the list.
static inline void gfLinks_Add(gfLink **first, gfLink *link)
{
    link->previous = NULL;
    link->next = *first;
    if (link->next != NULL) {
        link->next->previous = link;
    }
    *first = link;
}

static inline void gfLinks_Remove(gfLink **first, gfLink *link)
{
    if (link->previous != NULL) {
        link->previous->next = link->next;
    } else {
        *first = link->next;
    }
    if (link->next != NULL) {
        link->next->previous = link->previous;
    }
}

// First in each struct that a host makes and destroys: its entry in a list by which the owner destroys those left over.
typedef struct gfOwned {
    gfLink link;
    void (*destroy)(struct gfOwned *self); // destroys the object, and removes it from the list
} gfOwned;

static inline void gfOwned_Add(gfLink **first, gfOwned *owned, void (*destroy)(gfOwned *self))
{
    owned->destroy = destroy;
    gfLinks_Add(first, &owned->link);
}

static inline void gfOwned_Remove(gfLink **first, gfOwned *owned)
{
    gfLinks_Remove(first, &owned->link);
}

// Destroys all objects of a list, the newest first: a newer object may use older ones.
static inline void gfOwned_DestroyAll(gfLink **first)
{
    while (*first != NULL) {
        gfOwned *owned = (gfOwned *)*first;
        owned->destroy(owned);
    }
}

// --- parts -----------------------------------------------------------------------------------------------------------

// A part's description: a constant whose address identifies it. Kinds of owners extend it (gfDevicePart, gfFluidPart).
typedef struct gfPart {
    const char *name;
    size_t size;                               // of the state in bytes; a new state is zeroed
    void (*destroy)(void *owner, void *state); // destroys what the state refers to, before `state` is freed; or null
} gfPart;

// A part that is attached to an owner.
typedef struct gfAttached {
    gfLink link;
    const gfPart *part;
    void *state;
} gfAttached;

// The list of the parts that are attached to one owner, newest first. `first` null: none.
typedef struct gfParts {
    gfLink *first;
} gfParts;

// Returns the state of a part; null: the part is not attached.
void *gfParts_Find(const gfParts *parts, const gfPart *part);
// Returns the state of a part; a part that is missing is attached first. Null and reported on failure: OUT_OF_MEMORY.
void *gfParts_Get(gfParts *parts, gfCore *core, const gfPart *part);
// Destroys a part and its state, if it is attached.
void gfParts_Remove(gfParts *parts, gfCore *core, const gfPart *part, void *owner);
// Destroys all parts, newest first.
void gfParts_RemoveAll(gfParts *parts, gfCore *core, void *owner);
// Exchanges the states of a part between two owners; either may lack it.
void gfParts_Exchange(gfParts *a, gfParts *b, const gfPart *part);

// Loops over parts.
#define GF_EACH_PART(a, parts) for (gfAttached *a = gfParts_First(parts); (a) != NULL; (a) = gfParts_Next(a))
static inline gfAttached *gfParts_First(const gfParts *parts)
{
    return (gfAttached *)parts->first;
}

static inline gfAttached *gfParts_Next(const gfAttached *attached)
{
    return (gfAttached *)attached->link.next;
}

#endif
