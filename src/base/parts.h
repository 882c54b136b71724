// Parts: state that a module keeps with an owner (a device, a fluid) that does not know the module. A part is attached
// when it is first used, found by the address of its description, and destroyed with its owner.
#ifndef GF_PARTS_H
#define GF_PARTS_H

#include "base/core.h"

// --- lists -----------------------------------------------------------------------------------------------------------

// Linked lists. A gfLink is the first member of its struct, so that a cast turns one into the other.

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

// An object that the host makes and destroys, and that is destroyed with its owner at the latest. A gfOwned is the
// first member of its struct.
typedef struct gfOwned {
    gfLink link;
    void (*destroy)(struct gfOwned *self); // removes it from the list, too
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

// Destroys all objects of a list, the newest first, as it may need older ones.
static inline void gfOwned_DestroyAll(gfLink **first)
{
    while (*first != NULL) {
        gfOwned *owned = (gfOwned *)*first;
        owned->destroy(owned);
    }
}

// --- parts -----------------------------------------------------------------------------------------------------------

// The start of each description of a part. Kinds of owners add calls behind it (gfDevicePart, gfFluidPart).
typedef struct gfPart {
    const char *name;
    size_t size;                               // of the state in bytes; a new state is zeroed
    void (*destroy)(void *owner, void *state); // destroys what the state refers to; its memory is freed after
} gfPart;

typedef struct gfAttached {
    gfLink link;
    const gfPart *part;
    void *state;
} gfAttached;

// The parts of one owner, newest first. Null: there are none.
typedef struct gfParts {
    gfLink *first;
} gfParts;

// Returns the state of a part; null: the part is not attached.
void *gfParts_Find(const gfParts *parts, const gfPart *part);
// Returns the state of a part, which is attached if it is missing. Null and reported: OUT_OF_MEMORY.
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
