// A reader of JSON for the one form that presets have, which is flat: no nesting can be too deep for it.
#include "preset_text.h"

#include "tunables_rows.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const solvers[] = {"grid", "gaussian", "particles", "shallow", "water"};

const Tunable presetSceneRows[PRESET_SCENE_ROWS] = {
    TOLD(CHOICE, FLUID, "Scene", solver, gfFluidDef, solver, "solver", solvers),
    TOLD(CHOICE, DRAW, "Scene", style, gfDrawDef, style, "style", tunableViews),
};

typedef struct Reader {
    const char *at, *end;
    int line;
    PresetSetFn *set;
    void *user;
    char *scene;
    bool seen[2][TUNABLES_MAX + PRESET_SCENE_ROWS]; // of each part, by index
    char *error;
    size_t errorSize;
} Reader;

typedef enum ValueKind { VALUE_NUMBERS, VALUE_WORD, VALUE_NAME } ValueKind;

typedef struct Value {
    ValueKind kind;
    int count; // of numbers
    double numbers[TUNABLE_NUMBERS];
    char text[TUNABLE_NAME_SIZE]; // of a word (true, false) or a name
} Value;

static bool refuse(Reader *r, const char *format, ...)
{
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(r->error, r->errorSize, "line %d: %s", r->line, why);
    return false;
}

// --- signs, names, numbers -------------------------------------------------------------------------------------------

// The next sign, beyond blanks; 0: the text ends.
static char peek(Reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) {
        r->line += *r->at == '\n' ? 1 : 0;
        r->at++;
    }
    return r->at < r->end ? *r->at : '\0';
}

static bool take(Reader *r, char sign)
{
    bool found = peek(r) == sign && r->at < r->end;
    r->at += found ? 1 : 0;
    return found;
}

static bool expect(Reader *r, char sign, const char *where)
{
    return take(r, sign) || (r->at < r->end ? refuse(r, "expected '%c' %s", sign, where)
                                            : refuse(r, "the text ends: expected '%c' %s", sign, where));
}

// Replaces bytes that a message can't show.
static char makePlain(char byte)
{
    return byte >= ' ' && byte <= '~' ? byte : '?';
}

// Copies what begins here for a message, up to where a value can end.
static void quote(const Reader *r, const char *from, char text[TUNABLE_NAME_SIZE])
{
    int length = 0;
    bool array = from < r->end && *from == '[';
    for (; from < r->end && *from != '\n' && *from != '}' && (array || *from != ',') && length < 40; from++) {
        text[length++] = makePlain(*from);
        if (*from == ']') {
            break;
        }
    }
    text[length] = '\0';
}

// A string. Names are ASCII, so whatever else it has becomes a '?'.
static bool readString(Reader *r, char text[TUNABLE_NAME_SIZE])
{
    int length = 0;
    if (!expect(r, '"', "and a name")) {
        return false;
    }
    while (r->at < r->end && *r->at != '"') {
        char byte = *r->at++;
        if (byte == '\\' && r->at < r->end) {
            byte = *r->at++;
            byte = byte == '"' || byte == '\\' || byte == '/' ? byte : '?';
        } else if ((unsigned char)byte < ' ') {
            return refuse(r, "a name goes on beyond the end of its line");
        }
        if (length == TUNABLE_NAME_SIZE - 1) {
            return refuse(r, "a name of more than %d letters", TUNABLE_NAME_SIZE - 1);
        }
        text[length++] = makePlain(byte);
    }
    text[length] = '\0';
    return expect(r, '"', "at the end of a name");
}

static bool isDigit(const Reader *r)
{
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

// Digits behind the ones so far: as many as 64 bits hold, `dropped` counts those beyond.
static bool readDigits(Reader *r, uint64_t *number, int *dropped)
{
    bool any = isDigit(r);
    for (; isDigit(r); r->at++) {
        if (*number < UINT64_C(100000000000000000)) {
            *number = 10 * *number + (uint64_t)(*r->at - '0');
        } else if (*dropped < 10000) {
            (*dropped)++;
        }
    }
    return any;
}

static bool readExponent(Reader *r, int *exponent)
{
    if (r->at == r->end || (*r->at != 'e' && *r->at != 'E')) {
        return true;
    }
    r->at++;
    bool negative = r->at < r->end && *r->at == '-';
    r->at += r->at < r->end && (*r->at == '-' || *r->at == '+') ? 1 : 0;
    uint64_t digits = 0;
    int dropped = 0;
    bool good = readDigits(r, &digits, &dropped);
    int size = digits < 10000 ? (int)digits : 10000;
    *exponent += negative ? -size : size;
    return good;
}

// A number as JSON writes it, whatever the locale: strtod would follow that. Beyond a double it becomes infinite, which
// no range has.
static bool readNumber(Reader *r, double *value)
{
    uint64_t digits = 0;
    int whole = 0, fraction = 0; // digits that were dropped
    bool negative = r->at < r->end && *r->at == '-';
    r->at += negative ? 1 : 0;
    if (!readDigits(r, &digits, &whole)) {
        return false;
    }
    int exponent = whole;
    if (r->at < r->end && *r->at == '.') {
        const char *from = ++r->at;
        if (!readDigits(r, &digits, &fraction)) {
            return false;
        }
        ptrdiff_t kept = r->at - from - fraction;
        exponent -= kept < 10000 ? (int)kept : 10000;
    }
    if (!readExponent(r, &exponent)) {
        return false;
    }
    double scale = 1.0, number = (double)digits;
    for (int i = 0; i < 400 && i < (exponent < 0 ? -exponent : exponent); i++) {
        scale *= 10.0;
    }
    number = digits == 0 ? 0.0 : exponent < 0 ? number / scale : number * scale;
    *value = negative ? -number : number;
    return true;
}

// --- values ----------------------------------------------------------------------------------------------------------

static bool readArray(Reader *r, Value *value)
{
    r->at++;
    do {
        peek(r);
        if (value->count == TUNABLE_NUMBERS || !readNumber(r, &value->numbers[value->count])) {
            return false;
        }
        value->count++;
    } while (take(r, ','));
    return take(r, ']');
}

static bool readWord(Reader *r, Value *value)
{
    static const char *const words[] = {"true", "false"};
    value->kind = VALUE_WORD;
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(r->end - r->at) >= length && memcmp(r->at, words[i], length) == 0) {
            memcpy(value->text, words[i], length + 1);
            r->at += length;
            return true;
        }
    }
    return false;
}

static bool readValue(Reader *r, Value *value)
{
    switch (peek(r)) {
    case '"':
        value->kind = VALUE_NAME;
        return readString(r, value->text);
    case '[':
        return readArray(r, value);
    case 't':
    case 'f':
        return readWord(r, value);
    default:
        value->count = 1;
        return readNumber(r, &value->numbers[0]);
    }
}

// False: the value is of another kind, or out of range.
static bool convert(const Tunable *t, const Value *value, double values[TUNABLE_NUMBERS])
{
    ValueKind kind = t->kind == TUNABLE_BOOL ? VALUE_WORD : t->kind == TUNABLE_CHOICE ? VALUE_NAME : VALUE_NUMBERS;
    char why[1];
    if (value->kind != kind) {
        return false;
    }
    if (kind != VALUE_NUMBERS) {
        return Tunable_Parse(t, value->text, values, why, (int)sizeof why);
    }
    memcpy(values, value->numbers, sizeof value->numbers);
    return value->count == t->count && Tunable_Check(t, values, why, (int)sizeof why);
}

static const Tunable *find(const char *name, PresetPart part, int *index)
{
    *index = Tunables_Find(name);
    if (*index >= 0) {
        return Tunables_Get(*index);
    }
    for (int i = 0; i < PRESET_SCENE_ROWS && part == PRESET_SCENE_VALUES; i++) {
        char own[TUNABLE_NAME_SIZE];
        Tunable_GetName(&presetSceneRows[i], own);
        if (strcmp(own, name) == 0) {
            return &presetSceneRows[i];
        }
    }
    return NULL;
}

static bool readTunable(Reader *r, PresetPart part)
{
    char name[TUNABLE_NAME_SIZE], other[TUNABLE_NAME_SIZE];
    int index = -1;
    if (!readString(r, name) || !expect(r, ':', "after a name")) {
        return false;
    }
    const Tunable *t = find(name, part, &index);
    if (t == NULL) {
        return refuse(r, "there is no '%s': is '%s' meant?", name, Tunables_Guess(name, other));
    }
    bool *seen = &r->seen[part][index >= 0 ? index : TUNABLES_MAX + (int)(t - presetSceneRows)];
    if (*seen) {
        return refuse(r, "%s: duplicate, it was set before", name);
    }
    *seen = true;
    Value value = {.kind = VALUE_NUMBERS};
    double values[TUNABLE_NUMBERS] = {0.0};
    peek(r);
    const char *from = r->at;
    if (!readValue(r, &value) || !convert(t, &value, values)) {
        char expected[200];
        Tunable_Describe(t, expected, (int)sizeof expected);
        quote(r, from, other);
        return from < r->end ? refuse(r, "%s '%s': %s", name, other, expected)
                             : refuse(r, "the text ends: %s %s", name, expected);
    }
    r->set(r->user, part, index, t, values);
    return true;
}

static bool readValues(Reader *r, PresetPart part)
{
    if (!expect(r, '{', "before the values")) {
        return false;
    }
    if (take(r, '}')) {
        return true;
    }
    do {
        if (!readTunable(r, part)) {
            return false;
        }
    } while (take(r, ','));
    return expect(r, '}', "or ',' after a value");
}

// --- the file --------------------------------------------------------------------------------------------------------

typedef enum Key { KEY_FORMAT, KEY_SCENE, KEY_SCENE_VALUES, KEY_VALUES, KEY_COUNT } Key;
static const char *const keys[KEY_COUNT] = {PRESET_FORMAT_KEY, "scene", "scene values", "values"};

static bool refuseFormat(Reader *r)
{
    return refuse(r, "this is no preset: \"%s\": %d and an object \"values\" are expected", PRESET_FORMAT_KEY,
                  PRESET_FORMAT_NUMBER);
}

static bool readFormat(Reader *r)
{
    double number = 0.0;
    peek(r);
    return (readNumber(r, &number) && number == PRESET_FORMAT_NUMBER) || refuseFormat(r);
}

static bool readKey(Reader *r, bool seen[KEY_COUNT])
{
    char name[TUNABLE_NAME_SIZE];
    int key = 0;
    if (!readString(r, name) || !expect(r, ':', "after a name")) {
        return false;
    }
    while (key < KEY_COUNT && strcmp(name, keys[key]) != 0) {
        key++;
    }
    if (key == KEY_COUNT) {
        return refuse(r, "there is no '%s': expected \"%s\", \"%s\", \"%s\" or \"%s\"", name, keys[0], keys[1], keys[2],
                      keys[3]);
    }
    if (seen[key]) {
        return refuse(r, "duplicate \"%s\"", name);
    }
    seen[key] = true;
    switch (key) {
    case KEY_FORMAT:
        return readFormat(r);
    case KEY_SCENE:
        return peek(r) == '"' ? readString(r, r->scene) : refuse(r, "\"scene\": expected the name of a scene");
    default:
        return readValues(r, key == KEY_VALUES ? PRESET_VALUES : PRESET_SCENE_VALUES);
    }
}

static bool readFile(Reader *r)
{
    bool seen[KEY_COUNT] = {false};
    if (r->end - r->at >= 3 && memcmp(r->at, "\xef\xbb\xbf", 3) == 0) { // as some editors begin UTF-8
        r->at += 3;
    }
    if (!take(r, '{')) {
        return refuseFormat(r);
    }
    do {
        if (!readKey(r, seen)) {
            return false;
        }
    } while (take(r, ','));
    if (!expect(r, '}', "at the end")) {
        return false;
    }
    peek(r);
    if (r->at < r->end) {
        return refuse(r, "expected nothing after the last '}'");
    }
    return (seen[KEY_FORMAT] && seen[KEY_VALUES]) || refuseFormat(r);
}

bool Preset_Read(const char *text, size_t size, PresetSetFn *set, void *user, char scene[TUNABLE_NAME_SIZE],
                 char *error, size_t errorSize)
{
    const char *from = text != NULL ? text : "";
    Reader r = {.at = from,
                .end = from + (text != NULL ? size : 0),
                .line = 1,
                .set = set,
                .user = user,
                .scene = scene,
                .error = error,
                .errorSize = errorSize};
    scene[0] = '\0';
    return readFile(&r);
}
