#include "base/parts.h"

static gfAttached *findAttached(const gfParts *parts, const gfPart *part)
{
    gfAttached *a = gfParts_First(parts);
    while (a != NULL && a->part != part) {
        a = gfParts_Next(a);
    }
    return a;
}

void *gfParts_Find(const gfParts *parts, const gfPart *part)
{
    const gfAttached *a = findAttached(parts, part);
    return a != NULL ? a->state : NULL;
}

void *gfParts_Get(gfParts *parts, gfCore *core, const gfPart *part)
{
    gfAttached *a = findAttached(parts, part);
    if (a != NULL) {
        return a->state;
    }
    a = gfAlloc(core, sizeof *a);
    void *state = a != NULL ? gfAlloc(core, part->size) : NULL;
    if (state == NULL) {
        gfFree(core, a);
        return NULL;
    }
    a->part = part;
    a->state = state;
    gfLinks_Add(&parts->first, &a->link);
    return state;
}

static void removeAttached(gfParts *parts, gfCore *core, gfAttached *a, void *owner)
{
    if (a->part->destroy != NULL) {
        a->part->destroy(owner, a->state);
    }
    gfLinks_Remove(&parts->first, &a->link);
    gfFree(core, a->state);
    gfFree(core, a);
}

void gfParts_Remove(gfParts *parts, gfCore *core, const gfPart *part, void *owner)
{
    gfAttached *a = findAttached(parts, part);
    if (a != NULL) {
        removeAttached(parts, core, a, owner);
    }
}

void gfParts_RemoveAll(gfParts *parts, gfCore *core, void *owner)
{
    while (parts->first != NULL) {
        removeAttached(parts, core, gfParts_First(parts), owner);
    }
}

void gfParts_Exchange(gfParts *a, gfParts *b, const gfPart *part)
{
    gfAttached *ofA = findAttached(a, part), *ofB = findAttached(b, part);
    if (ofA != NULL) {
        gfLinks_Remove(&a->first, &ofA->link);
        gfLinks_Add(&b->first, &ofA->link);
    }
    if (ofB != NULL) {
        gfLinks_Remove(&b->first, &ofB->link);
        gfLinks_Add(&a->first, &ofB->link);
    }
}
