// Lists whose members carry their links: a gfLink stands first in its struct, so that the one is the other, cast.
#ifndef GF_LINKS_H
#define GF_LINKS_H

#include <stddef.h>

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

// An object that the host makes and destroys, and that is destroyed with its owner at the latest: gfOwned stands first
// in its struct.
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

// Destroys all of them, the newest first, for that may need older ones.
static inline void gfOwned_DestroyAll(gfLink **first)
{
    while (*first != NULL) {
        gfOwned *owned = (gfOwned *)*first;
        owned->destroy(owned);
    }
}

#endif
