#include "base/slots.h"

#include <string.h>

void gfSlots_Init(gfSlots *slots, size_t itemSize, int limit)
{
    *slots = (gfSlots){.itemSize = itemSize, .limit = limit};
}

void gfSlots_Destroy(gfSlots *slots, gfCore *core)
{
    gfFree(core, slots->items);
    gfFree(core, slots->generations);
    *slots = (gfSlots){0};
}

static bool grow(gfSlots *slots, gfCore *core)
{
    int capacity = gfMin(slots->limit, gfMax(8, 2 * slots->capacity));
    size_t used = (size_t)slots->capacity, wanted = (size_t)capacity;
    char *items = gfGrow(core, slots->items, used * slots->itemSize, wanted * slots->itemSize);
    if (items == NULL) {
        return false;
    }
    slots->items = items; // larger than the capacity says, until the other has grown too
    uint32_t *generations = gfGrow(core, slots->generations, used * sizeof *generations, wanted * sizeof *generations);
    if (generations == NULL) {
        return false;
    }
    slots->generations = generations;
    slots->capacity = capacity;
    return true;
}

uint32_t gfSlots_Add(gfSlots *slots, gfCore *core, const void *item, const char *what)
{
    int index = 0;
    while (index < slots->capacity && (slots->generations[index] & 1) != 0) {
        index++;
    }
    GF_REQUIRE(core, index < slots->limit, TOO_MANY, "there are %d %ss, the most allowed", slots->limit, what);
    if (index == slots->capacity && !grow(slots, core)) {
        goto error;
    }
    slots->generations[index]++;
    memcpy(slots->items + (size_t)index * slots->itemSize, item, slots->itemSize);
    return gfSlots_HandleAt(slots, index);

error:
    return 0;
}

uint32_t gfSlots_HandleAt(const gfSlots *slots, int index)
{
    return slots->generations[index] << GF_SLOT_INDEX_BITS | (uint32_t)index;
}

void *gfSlots_At(const gfSlots *slots, int index)
{
    bool used = index >= 0 && index < slots->capacity && (slots->generations[index] & 1) != 0;
    return used ? slots->items + (size_t)index * slots->itemSize : NULL;
}

void *gfSlots_Get(const gfSlots *slots, const gfCore *core, uint32_t handle, const char *what)
{
    int index = (int)(handle & ((1u << GF_SLOT_INDEX_BITS) - 1));
    void *item = gfSlots_At(slots, index);
    GF_REQUIRE(core, item != NULL && gfSlots_HandleAt(slots, index) == handle, BAD_HANDLE, "0x%08x is not a live %s",
               handle, what);
    return item;

error:
    return NULL;
}

void gfSlots_Remove(gfSlots *slots, uint32_t handle)
{
    slots->generations[handle & ((1u << GF_SLOT_INDEX_BITS) - 1)]++;
}
