// What a test leaves, and who takes it away.
#include "support/fixture.h"

#include "gl/device.h"

// What Fixture_Read returned in this test.
static float **readFields;
static size_t readCount;

int Fixture_Clean(void **state)
{
    Fixture *fixture = *state;
    gfOwned_DestroyAll(&fixture->device->firstOwned);
    while (readCount > 0) {
        free(readFields[--readCount]);
    }
    free(readFields);
    readFields = NULL;
    return 0;
}

float *Fixture_Read(gfFluid *fluid, gfField field, gfFieldInfo *info)
{
    float **more = realloc(readFields, (readCount + 1) * sizeof *more);
    assert_non_null(more);
    readFields = more;
    readFields[readCount] = Fixture_ReadField(fluid, field, info);
    return readFields[readCount++];
}
