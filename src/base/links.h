// Lists whose members carry their links: a gfLink stands first in its struct, so that the one is the other, cast.
#ifndef GF_LINKS_H
#define GF_LINKS_H

#include <stddef.h>

typedef struct gfLink {
    struct gfLink *previous, *next;
} gfLink;

// Puts a member in front.
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

#endif
