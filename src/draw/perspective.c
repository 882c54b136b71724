#include "draw/perspective.h"

void gfMatrix_Multiply(const float a[16], const float b[16], float product[16])
{
    for (int i = 0; i < 16; i++) {
        double sum = 0.0;
        for (int k = 0; k < 4; k++) {
            sum += (double)a[4 * k + i % 4] * (double)b[4 * (i / 4) + k];
        }
        product[i] = (float)sum;
    }
}

bool gfCamera_Check(const gfCore *core, const float p[16], const gfSkyLook *sky, const char *caller)
{
    const float *l = sky->light;
    GF_REQUIRE(core, fabsf(p[0]) > 0.0f && fabsf(p[5]) > 0.0f, OUT_OF_RANGE,
               "%s: projection[0] and [5] are %g and %g; others than 0 are expected", caller, (double)p[0],
               (double)p[5]);
    GF_REQUIRE(core, (p[11] < 0.0f && !(fabsf(p[15]) > 0.0f)) || (!(fabsf(p[11]) > 0.0f) && p[15] > 0.0f), OUT_OF_RANGE,
               "%s: projection[11] and [15] are %g and %g; below 0 and 0 (perspective) or 0 and above 0 (orthographic) "
               "are expected",
               caller, (double)p[11], (double)p[15]);
    GF_REQUIRE(core, hypotf(hypotf(l[0], l[1]), l[2]) > 0.0f, OUT_OF_RANGE,
               "%s: sky.light is 0; a direction is expected", caller);
    return true;

error:
    return false;
}
