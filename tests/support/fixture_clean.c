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
    assert_non_null(memory);
    void **more = realloc(kept, (keptCount + 1) * sizeof *more);
    assert_non_null(more);
    kept = more;
    kept[keptCount++] = memory;
    return memory;
}

float *Fixture_Read(gfFluid *fluid, gfField field, gfFieldInfo *info)
{
    return Fixture_Keep(Fixture_ReadField(fluid, field, info));
}
