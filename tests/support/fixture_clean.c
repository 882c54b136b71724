// What a test leaves, and who takes it away.
#include "support/fixture.h"

#include "gl/device.h"

// What goes with this test.
static void **kept;
static size_t keptCount;

int Fixture_Clean(void **state)
{
    Fixture *fixture = *state;
    gfOwned_DestroyAll(&fixture->device->firstOwned);
    while (keptCount > 0) {
        free(kept[--keptCount]);
    }
    free(kept);
    kept = NULL;
    return 0;
}

void *Fixture_Keep(void *memory)
{
    void **more = realloc(kept, (keptCount + 1) * sizeof *more);
    assert_true(memory != NULL && more != NULL);
    kept = more;
    return kept[keptCount++] = memory;
}

void *Fixture_Alloc(size_t size)
{
    return Fixture_Keep(calloc(1, size));
}

float *Fixture_Read(gfFluid *fluid, gfField field, gfFieldInfo *info)
{
    return Fixture_Keep(Fixture_ReadField(fluid, field, info));
}

void *Fixture_Save(gfFluid *fluid, size_t *size)
{
    *size = gfFluid_GetSnapshotSize(fluid);
    void *snapshot = Fixture_Alloc(*size);
    assert_true(gfFluid_SaveBlocking(fluid, snapshot, *size));
    return snapshot;
}
