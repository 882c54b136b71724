// Checks of numbers in a build that takes all of them for finite, as games have: this file is compiled with
// -ffast-math, and shapes are checked by a copy of the library's own check.
#include "support/testing.h"

#include "base/shape.c"

// The bits are read at run time, so that the compiler takes nothing for known.
static float fromBits(uint32_t bits)
{
    volatile uint32_t kept = bits;
    uint32_t read = kept;
    float value;
    memcpy(&value, &read, sizeof value);
    return value;
}

static const uint32_t wrong[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0x7f800000u, 0xff800000u}; // NaN and infinities

TEST(testRanges)
{
    for (int i = 0; i < GF_COUNT(wrong); i++) {
        assert_false(gfInRange((double)fromBits(wrong[i]), -1e30, 1e30));
    }
    assert_true(gfInRange((double)fromBits(0x3f800000u), 0.0, 1.0) && gfInRange((double)fromBits(0u), 0.0, 1.0));
    assert_false(gfInRange((double)fromBits(0x3f800001u), 0.0, 1.0));
}

TEST(testShapes)
{
    for (int i = 0; i < GF_COUNT(wrong); i++) {
        const float value = fromBits(wrong[i]);
        const gfVec2 zero = {0.0f, 0.0f}, one = {1.0f, 1.0f};
        gfShape shapes[] = {gfMakeCircle(zero, value),
                            gfMakeCapsule(zero, one, value),
                            gfMakeCircle((gfVec2){value, 0.0f}, 1.0f),
                            gfMakeRectangle(zero, (gfVec2){1.0f, value}, 0.0f),
                            gfMakeRectangle(zero, one, value),
                            gfMakeRectangle(zero, one, 0.0f),
                            gfMakePolygon((const gfVec2[]){zero, one, {0.0f, value}}, 3)};
        shapes[5].radius = value;
        for (int k = 0; k < GF_COUNT(shapes); k++) {
            assert_false(gfShape_Check(NULL, &shapes[k], false, "testShapes"));
        }
    }
    const gfShape good = gfMakeCircle((gfVec2){0.0f, 0.0f}, fromBits(0x3f800000u));
    assert_true(gfShape_Check(NULL, &good, false, "testShapes"));
}

TESTS_START_FROM(NULL, NULL)
