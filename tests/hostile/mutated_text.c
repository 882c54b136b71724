// Texts that are damaged, cut off, spliced or forged.
#include "mutated_text.h"

#include "player/files.h"

#include "tunables.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int Text_Pick(uint32_t *random, int below)
{
    *random = 1664525u * *random + 1013904223u;
    return (int)((double)(*random >> 8) / 16777216.0 * (double)below);
}

Text Text_Copy(const Text *from)
{
    Text copy = {malloc(2 * from->size + 4096), from->size};
    assert_non_null(copy.bytes);
    memcpy(copy.bytes, from->bytes, from->size);
    return copy;
}

void Text_Replace(Text *t, size_t at, size_t length, const char *bytes, size_t size, size_t room)
{
    length = at + length > t->size ? t->size - at : length;
    if (t->size - length + size <= room) {
        memmove(t->bytes + at + size, t->bytes + at + length, t->size - at - length);
        memcpy(t->bytes + at, bytes, size);
        t->size = t->size - length + size;
    }
}

static bool isOfNumber(char c)
{
    return c != '\0' && strchr("0123456789.+-eExpa", c) != NULL;
}

// A number from here on becomes another.
static void replaceNumber(uint32_t *random, Text *t, size_t at, size_t room)
{
    static const char *const numbers[] = {"0",   "-1",         "1",     "nan",        "-nan",     "inf",
                                          "NaN", "1e999",      "-1e38", "2147483648", "1e9",      "0x",
                                          "-0",  "4294967297", "1e-45", "\"1\"",      "Infinity", "3.5",
                                          "[]",  "{}",         "null",  "true",       "[1,2]",    "0.25"};
    const char *number = numbers[Text_Pick(random, (int)(sizeof numbers / sizeof *numbers))];
    while (at < t->size && (t->bytes[at] < '0' || t->bytes[at] > '9')) {
        at++;
    }
    size_t end = at;
    while (end < t->size && isOfNumber(t->bytes[end])) {
        end++;
    }
    if (at < t->size) {
        Text_Replace(t, at, end - at, number, strlen(number), room);
    }
}

// A line, or a piece of one, becomes another piece of the same or of some other text.
static void splice(uint32_t *random, Text *t, const Text *other, size_t at, size_t room)
{
    size_t from = (size_t)Text_Pick(random, (int)other->size), length = 1 + (size_t)Text_Pick(random, 120),
           out = (size_t)Text_Pick(random, 120);
    length = from + length > other->size ? other->size - from : length;
    Text_Replace(t, at, out, other->bytes + from, length, room);
}

static void fillWithGarbage(uint32_t *random, Text *t, size_t at, size_t room)
{
    static const char *const garbage[] = {"",     "%n%s%s%s", "\xff\xfe\x80", "\\u0000",  "../../etc/passwd",
                                          "\"",   "\n",       "\r\n\t",       "{{{{[[[[", "\xf0\x9f\x92\xa7",
                                          "grid", " ",        "set ",         "scene "};
    char many[2048];
    const char *text = garbage[Text_Pick(random, (int)(sizeof garbage / sizeof *garbage))];
    size_t size = strlen(text);
    if (Text_Pick(random, 6) == 0) {
        size = (size_t)Text_Pick(random, (int)sizeof many);
        memset(many, Text_Pick(random, 256), size);
        text = many;
    }
    Text_Replace(t, at, (size_t)Text_Pick(random, 20), text, size, room);
}

// Returns room to be freed.
Text Text_Mutate(uint32_t *random, const Text *from, const Text *other)
{
    Text t = Text_Copy(from);
    size_t room = 2 * from->size + 4096;
    int count = Text_Pick(random, 2) == 0 ? 1 : 1 + Text_Pick(random, 3);
    for (int i = 0; i < count && t.size > 0; i++) {
        size_t at = (size_t)Text_Pick(random, (int)t.size);
        switch (Text_Pick(random, 10)) {
        case 0:
        case 1:
            t.bytes[at] = (char)(t.bytes[at] ^ (1 << Text_Pick(random, 8)));
            break;
        case 2:
            t.size = Text_Pick(random, 3) == 0 ? at : t.size;
            break;
        case 3:
            splice(random, &t, other, at, room);
            break;
        case 4:
            fillWithGarbage(random, &t, at, room);
            break;
        default:
            replaceNumber(random, &t, at, room);
            break;
        }
    }
    return t;
}

// A tunable at a limit of its range or somewhere in it, as recordings have it.
void Text_PrintTunable(uint32_t *random, char *line, int size)
{
    const Tunable *t = Tunables_Get(Text_Pick(random, Tunables_GetCount()));
    char name[TUNABLE_NAME_SIZE], text[TUNABLE_TEXT_SIZE];
    double values[TUNABLE_NUMBERS];
    for (int i = 0; i < TUNABLE_NUMBERS; i++) {
        double share = Text_Pick(random, 3) == 0 ? 0.01 * Text_Pick(random, 100) : Text_Pick(random, 2);
        // Counts stay small: large ones take a machine hours and do nothing else.
        double most = t->kind == TUNABLE_INT ? fmin(t->most, fmax(t->least, 12.0)) : t->most;
        values[i] = t->least + share * (most - t->least);
        values[i] = t->kind == TUNABLE_FLOAT ? values[i] : floor(values[i]);
    }
    Tunable_GetName(t, name);
    Tunable_Print(t, values, text);
    snprintf(line, (size_t)size, "set %s %s\n", name, text);
}

// A line that a recording may have.
static void forgeEvent(uint32_t *random, char *line, int size)
{
    static const char *const events[] = {"frame 0x1p-6 1e6 -1e6 7\n",
                                         "frame 1e6 0 0 1\n",
                                         "frame 0 20 12 7\n",
                                         "frame 0x1p-6 40 30 1\n",
                                         "frame 0x1p-6 5 30 2\n",
                                         "wheel 1000\n",
                                         "wheel -1000\n",
                                         "size 65536 65536 0 0\n",
                                         "size 1 1 1 1\n",
                                         "key reset\n",
                                         "key view\n",
                                         "key quality\n",
                                         "key splats\n",
                                         "key pause\n",
                                         "key step\n",
                                         "unset grid.viscosity\n",
                                         "scene ink\n",
                                         "scene pond\n",
                                         "size 1 65536 48 32\n",
                                         "frame 0x1p-149 24 16 4\n"};
    if (Text_Pick(random, 2) == 0) {
        Text_PrintTunable(random, line, size);
    } else {
        snprintf(line, (size_t)size, "%s", events[Text_Pick(random, (int)(sizeof events / sizeof *events))]);
    }
}

// Lines that are all right, in places where they may be.
Text Text_Forge(uint32_t *random, const Text *from)
{
    Text t = Text_Copy(from);
    const size_t room = 2 * from->size + 4096;
    char line[1024];
    int count = 1 + Text_Pick(random, 5);
    t.bytes[t.size] = '\0';
    for (int i = 0; i < count; i++) {
        char *begin = strstr(t.bytes, "begin\n");
        size_t events = (size_t)(begin - t.bytes) + 6, at = events + (size_t)Text_Pick(random, (int)(t.size - events));
        while (t.bytes[at - 1] != '\n') {
            at--;
        }
        forgeEvent(random, line, (int)sizeof line);
        size_t out = Text_Pick(random, 3) == 0 ? strcspn(t.bytes + at, "\n") + 1 : 0;
        Text_Replace(&t, at, out, line, strlen(line), room - 1);
        t.bytes[t.size] = '\0';
    }
    return t;
}

void Text_Write(const char *path, const Text *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->bytes, 1, text->size, file), text->size);
    assert_int_equal(fclose(file), 0);
}

Text Text_Read(const char *path)
{
    Text text = {NULL, 0};
    text.bytes = (char *)Files_Read("file", path, &text.size);
    assert_non_null(text.bytes);
    return text;
}
