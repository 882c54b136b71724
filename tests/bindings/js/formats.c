// Prints what C's printf makes of many formats and values, for format.mjs: lines of the format, the value's kind, the
// value and the result, with tabs between.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static void writeReal(const char *format, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("%s\treal\t%" PRIu64 "\t", format, bits);
    printf(format, value);
    printf("\n");
}

static void writeReals(double value)
{
    static const char *const formats[] = {"%g",   "%.3g", "%.9g", "%.0g", "%10g", "%-10g|", "%+g",   "%010g", "%.2f",
                                          "%.3f", "%.0f", "%f",   "%e",   "%.0e", "%8.3f",  "% .1f", "%G"};
    for (int i = 0; i < COUNT(formats); i++) {
        if (strpbrk(formats[i], "f") == NULL || (value < 1e21 && value > -1e21)) { // which JavaScript writes otherwise
            writeReal(formats[i], value);
            writeReal(formats[i], -value);
        }
    }
}

static void writeWhole(long long value)
{
    static const char *const narrow[] = {"%d", "%+d", "%5d|", "%-5d|", "%05d", "% d", "%u", "%x", "%04x", "%08X", "%c"};
    static const char *const wide[] = {"%lld", "%llu", "%llx", "%016llx", "%20llu"};
    for (int i = 0; i < COUNT(narrow); i++) {
        if (narrow[i][1] != 'c' || (value >= ' ' && value <= '~')) {
            printf("%s\twhole\t%d\t", narrow[i], (int)value);
            printf(narrow[i], (int)value);
            printf("\n");
        }
    }
    for (int i = 0; i < COUNT(wide); i++) {
        printf("%s\twide\t%lld\t", wide[i], value);
        printf(wide[i], value);
        printf("\n");
    }
}

int main(void)
{
    static const double reals[] = {0.0,      1.0,      0.5,      1.5,        2.5,       0.125,         0.375,
                                   100000.5, 100001.5, 999999.5, 1e5,        1e6,       123456,        1234567,
                                   0.1,      0.0001,   0.00001,  1e-5,       9.9999995, 1e300,         5e-324,
                                   1e-300,   1.0 / 3,  2.0 / 3,  16777216.0, 1e20,      3.4e38,        65504,
                                   0.7f,     0.0625f,  999.5,    1000.5,     0.000025,  0.000244140625};
    static const char *const texts[] = {"", "a", "fluid", "Größe"};
    static const char *const textFormats[] = {"%s", "%10s|", "%-10s|", "%.3s", "[%s] %%"};
    for (int i = 0; i < COUNT(reals); i++) {
        writeReals(reals[i]);
    }
    writeReal("%g", 1.0 / (double)(reals[0]));
    writeReal("%5.1f", -1.0 / (double)(reals[0]));
    srand(1);
    for (int i = 0; i < 1000; i++) { // halves of eighths and so on, often in the middle of two that can be written
        double scale = (double)(1ll << (rand() % 40)) / (double)(1 << 20);
        writeReals((double)(rand() % 100000) * scale);
        writeReals((double)rand() / 3.0 * scale);
        writeWhole((long long)rand() * rand() * (rand() % 2 == 0 ? 1 : -1) >> (rand() % 63));
    }
    for (int i = 0; i < COUNT(texts); i++) {
        for (int k = 0; k < COUNT(textFormats); k++) {
            printf("%s\ttext\t%s\t", textFormats[k], texts[i]);
            printf(textFormats[k], texts[i]);
            printf("\n");
        }
    }
    return 0;
}
