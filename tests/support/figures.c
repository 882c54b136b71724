#include "support/figures.h"

#include "support/fixture.h"

void Figure(const char *what, double measured, double expected, double low, double high)
{
    if (getenv("GF_FIGURES") != NULL) {
        char right[32] = "-";
        if (!isnan(expected)) {
            snprintf(right, sizeof right, "%.6g", expected);
        }
        printf("    %-52s %12.6g %12s   %.6g to %.6g\n", what, measured, right, low, high);
        fflush(stdout);
    }
    fail_if(!(measured >= low && measured <= high), "%s: %.8g is not within %.8g to %.8g", what, measured, low, high);
}
