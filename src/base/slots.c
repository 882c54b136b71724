#include "base/slots.h"

static const struct {
    const char *name, *possessive; // words of messages, as "the emitter is no longer alive", "the handle is a solid's"
} kinds[GF_HANDLE_KIND_COUNT] = {
    [GF_HANDLE_NONE] = {"thing", "of no kind that there is"},
    [GF_HANDLE_EMITTER] = {"emitter", "an emitter's"},
    [GF_HANDLE_SOLID] = {"solid", "a solid's"},
    [GF_HANDLE_READ] = {"read-back", "a read-back's"},
    [GF_HANDLE_SOLID3D] = {"solid", "a solid's in three dimensions"},
    [GF_HANDLE_MESH] = {"mesh", "a mesh's"},
    [GF_HANDLE_EMITTER3D] = {"emitter", "an emitter's in three dimensions"},
    [GF_HANDLE_RIGID_BODY] = {"rigid body", "a rigid body's"},
    [GF_HANDLE_RIGID_BODY3D] = {"rigid body in three dimensions", "a rigid body's in three dimensions"},
    [GF_HANDLE_PARTICLE_GROUP] = {"particle group", "a particle group's"},
};

void gfSlots_Init(gfSlots *slots, gfHandleKind kind, size_t itemSize, int limit)
{
    *slots = (gfSlots){.kind = kind, .itemSize = itemSize, .limit = limit};
}

void gfSlots_Destroy(gfSlots *slots, gfCore *core)
{
    gfFree(core, slots->items);
    gfFree(core, slots->handles);
    *slots = (gfSlots){0};
}

static bool grow(gfSlots *slots, gfCore *core)
{
    int capacity = gfMin(slots->limit, gfMax(8, 2 * slots->capacity));
    size_t used = (size_t)slots->capacity, wanted = (size_t)capacity;
    char *items = gfGrow(core, slots->items, used * slots->itemSize, wanted * slots->itemSize);
    GF_TRY(items != NULL);
    slots->items = items; // `capacity` is raised only after both arrays have grown, as the next line may fail
    gfHandle *handles = gfGrow(core, slots->handles, used * sizeof *handles, wanted * sizeof *handles);
    GF_TRY(handles != NULL);
    slots->handles = handles;
    slots->capacity = capacity;
    return true;
}

static bool isUsed(const gfSlots *slots, int index)
{
    return (slots->handles[index].generation & 1) != 0;
}

gfHandle gfSlots_Add(gfSlots *slots, gfCore *core, uint32_t fluid, const void *item)
{
    int index = 0;
    while (index < slots->capacity && isUsed(slots, index)) {
        index++;
    }
    GF_REQUIRE_OR((gfHandle){0}, core, index < slots->limit, TOO_MANY, "there are %d %ss, the most allowed",
                  slots->limit, kinds[slots->kind].name);
    if (index == slots->capacity && !grow(slots, core)) {
        return (gfHandle){0};
    }
    uint64_t generation = slots->handles[index].generation + 1;
    slots->handles[index] = (gfHandle){generation, fluid, (uint16_t)index, (uint16_t)slots->kind};
    memcpy(slots->items + (size_t)index * slots->itemSize, item, slots->itemSize);
    return slots->handles[index];
}

void *gfSlots_At(const gfSlots *slots, int index)
{
    bool used = index >= 0 && index < slots->capacity && isUsed(slots, index);
    return used ? slots->items + (size_t)index * slots->itemSize : NULL;
}

int gfSlots_GetIndex(const gfSlots *slots, const void *item)
{
    return (int)((size_t)((const char *)item - slots->items) / slots->itemSize);
}

void *gfSlots_After(const gfSlots *slots, int index)
{
    do {
        index++;
    } while (index < slots->capacity && !isUsed(slots, index));
    return gfSlots_At(slots, index);
}

void *gfSlots_Get(const gfSlots *slots, const gfCore *core, uint32_t fluid, gfHandle handle, const char *caller)
{
    const char *name = kinds[slots->kind].name, *expected = kinds[slots->kind].possessive;
    gfHandleKind kind = handle.kind < GF_HANDLE_KIND_COUNT ? (gfHandleKind)handle.kind : GF_HANDLE_NONE;
    GF_REQUIRE(core, !GF_IS_NULL(handle), BAD_HANDLE, "%s: the handle is none; %s is expected", caller, expected);
    GF_REQUIRE(core, kind == slots->kind, BAD_HANDLE, "%s: the handle is %s; %s is expected", caller,
               kinds[kind].possessive, expected);
    GF_REQUIRE(core, handle.fluid == fluid, BAD_HANDLE, "%s: the %s belongs to another fluid", caller, name);
    void *item = gfSlots_At(slots, handle.index);
    GF_REQUIRE(core, item != NULL && GF_ID_EQUALS(slots->handles[handle.index], handle), BAD_HANDLE,
               "%s: the %s is no longer alive", caller, name);
    return item;
}

void gfSlots_Remove(gfSlots *slots, gfHandle handle)
{
    slots->handles[handle.index].generation++;
}
