#include "input.h"

#include "files.h"

#include "support/complain.h"
#include "support/output.h"
#include "tunables/settings.h"

#include <gpufluid/base.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_LINE "fluid_demo input 1"
#define LINE_SIZE 512

const char *const inputKeys[INPUT_KEY_COUNT] = {
    [INPUT_PAUSE] = "pause", [INPUT_STEP] = "step",       [INPUT_RESET] = "reset",   [INPUT_NEXT] = "next",
    [INPUT_VIEW] = "view",   [INPUT_QUALITY] = "quality", [INPUT_SPLATS] = "splats",
};

// What a run takes beside its options.
typedef struct NamedFile {
    const char *name, *path;
} NamedFile;

#define FILES 3

static void listFiles(const Options *options, NamedFile files[FILES])
{
    files[0] = (NamedFile){"load", options->load};
    files[1] = (NamedFile){"mask", options->mask};
    files[2] = (NamedFile){"image", options->image};
}

// --- recording -------------------------------------------------------------------------------------------------------

void Recorder_Add(Recorder *r, const char *format, ...)
{
    char line[LINE_SIZE];
    if (r == NULL) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (r->failed || length < 0 || length >= LINE_SIZE) {
        r->failed = true;
        return;
    }
    if (r->size + (size_t)length > r->room) {
        size_t room = 2 * r->room + LINE_SIZE;
        char *grown = realloc(r->text, room);
        if (grown == NULL) {
            r->failed = true;
            return;
        }
        r->text = grown;
        r->room = room;
    }
    memcpy(r->text + r->size, line, (size_t)length);
    r->size += (size_t)length;
}

// What a recording says of a file: its sum and size, as cksum prints them. False after a message, or there is none.
static bool describeFile(const NamedFile *file, char text[LINE_SIZE])
{
    size_t size = 0;
    uint8_t *bytes = file->path != NULL ? Files_Read(file->name, file->path, &size) : NULL;
    if (bytes != NULL) {
        snprintf(text, LINE_SIZE, "%s %u %zu", file->name, (unsigned)Files_Sum(bytes, size), size);
    }
    free(bytes);
    return bytes != NULL;
}

bool Recorder_Begin(Recorder *r, const Options *options, bool ahead)
{
    char text[LINE_SIZE];
    NamedFile files[FILES];
    listFiles(options, files);
    Options_PrintRecorded(options, text, (int)sizeof text);
    Recorder_Add(r, "%s\nlibrary %s\nahead %d\n", FORMAT_LINE, GF_VERSION_STRING, ahead ? 1 : 0);
    Recorder_Add(r, "%s", text);
    for (int i = 0; i < FILES; i++) {
        if (describeFile(&files[i], text)) {
            Recorder_Add(r, "file %s\n", text);
        } else if (files[i].path != NULL) {
            return false;
        }
    }
    Recorder_Add(r, "begin\n");
    return true;
}

bool Recorder_End(Recorder *r, const char *path)
{
    char error[512] = "no memory for it";
    Recorder_Add(r, "end %u\n", (unsigned)Files_Sum(r->text, r->size));
    bool good = (!r->failed && Output_WriteFile(path, r->text, r->size, error, (int)sizeof error)) ||
                Complain("--record-input: %s", error);
    free(r->text);
    *r = (Recorder){0};
    return good;
}

// --- reading ---------------------------------------------------------------------------------------------------------

// What is left of a text, line by line.
typedef struct Reader {
    const char *path;
    char *at, *end;
    int line;
} Reader;

static bool refuse(const Reader *r, const char *why)
{
    return r->line > 0 ? Complain("--replay %s: line %d: %s", r->path, r->line, why)
                       : Complain("--replay %s: %s", r->path, why);
}

// The next line without its end; null where there is none.
static char *nextLine(Reader *r)
{
    char *line = r->at;
    char *stop = r->at < r->end ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
    if (stop == NULL || memchr(line, '\0', (size_t)(stop - line)) != NULL) {
        return NULL;
    }
    *stop = '\0';
    r->at = stop + 1;
    r->line++;
    return line;
}

// The last line holds the sum of those before it; it is taken off.
static bool checkSum(Reader *r, size_t size)
{
    const char *text = r->at;
    size_t before = size > 0 ? size - 1 : 0; // of the last line's end
    char expected[32];
    while (before > 0 && text[before - 1] != '\n') {
        before--;
    }
    snprintf(expected, sizeof expected, "end %u\n", (unsigned)Files_Sum(text, before));
    if (size - before != strlen(expected) || memcmp(text + before, expected, size - before) != 0) {
        return refuse(r, "the recording is cut off or damaged: the sum at its end is missing or wrong");
    }
    r->end = r->at + before;
    return true;
}

static bool readFileLine(const Reader *r, const char *text, const NamedFile files[FILES], bool found[FILES])
{
    for (int i = 0; i < FILES; i++) {
        size_t length = strlen(files[i].name);
        char expected[LINE_SIZE];
        if (strncmp(text, files[i].name, length) == 0 && text[length] == ' ') {
            found[i] = describeFile(&files[i], expected) && strcmp(text, expected) == 0;
            return found[i] ||
                   Complain("--replay %s: recorded with another --%s; the file that it was recorded with is "
                            "expected",
                            r->path, files[i].name);
        }
    }
    return refuse(r, "a kind of file that is unknown");
}

static bool readHeader(Reader *r, Input *input, Options *options)
{
    NamedFile files[FILES];
    bool found[FILES] = {false};
    const char *line = nextLine(r);
    listFiles(options, files);
    if (line == NULL || strcmp(line, FORMAT_LINE) != 0) {
        return refuse(r, "no recorded input: '" FORMAT_LINE "' is expected");
    }
    line = nextLine(r);
    if (line == NULL || strcmp(line, "library " GF_VERSION_STRING) != 0) {
        return refuse(r, "recorded with another version of the library: 'library " GF_VERSION_STRING "' is expected");
    }
    line = nextLine(r);
    if (line == NULL || (strcmp(line, "ahead 0") != 0 && strcmp(line, "ahead 1") != 0)) {
        return refuse(r, "'ahead 0' or 'ahead 1' is expected");
    }
    input->ahead = line[6] == '1';
    for (line = nextLine(r); line != NULL && strcmp(line, "begin") != 0; line = nextLine(r)) {
        if (strncmp(line, "option ", 7) == 0) {
            if (!Options_TakeRecorded(options, line + 7)) {
                return refuse(r, "an option of this version is expected");
            }
        } else if (strncmp(line, "file ", 5) != 0) {
            return refuse(r, "'option', 'file' or 'begin' is expected");
        } else if (!readFileLine(r, line + 5, files, found)) {
            return false;
        }
    }
    for (int i = 0; i < FILES; i++) {
        if (files[i].path != NULL && !found[i]) {
            return Complain("--replay %s: recorded without --%s", r->path, files[i].name);
        }
    }
    return line != NULL || refuse(r, "'begin' is expected");
}

// One number and what follows it: the end of the line, or one blank.
static bool takeNumber(char **at, double least, double most, double *value)
{
    char *stop = *at;
    if (**at == ' ' || **at == '\0') {
        return false;
    }
    *value = strtod(*at, &stop);
    if (stop == *at || (*stop != ' ' && *stop != '\0') || !(*value >= least && *value <= most)) {
        return false;
    }
    *at = *stop == ' ' ? stop + 1 : stop;
    return true;
}

// `count` numbers, each within its limits, and nothing else.
static bool takeNumbers(char *at, const double (*limits)[2], int count, double *values)
{
    for (int i = 0; i < count; i++) {
        if (!takeNumber(&at, limits[i][0], limits[i][1], &values[i])) {
            return false;
        }
    }
    return *at == '\0';
}

static const struct {
    const char *name;
    int count; // of numbers
    double limits[4][2];
} kinds[INPUT_KIND_COUNT] = {
    [INPUT_KEY] = {.name = "key"},
    [INPUT_WHEEL] = {"wheel", 1, {{-1000.0, 1000.0}}},
    [INPUT_SIZE] = {"size", 4, {{1.0, 65536.0}, {1.0, 65536.0}, {0.0, PICTURE_MAX}, {0.0, PICTURE_MAX}}},
    [INPUT_FRAME] = {"frame", 4, {{0.0, 1e6}, {-1e6, 1e6}, {-1e6, 1e6}, {0.0, 7.0}}},
    [INPUT_SET] = {.name = "set"},
    [INPUT_UNSET] = {.name = "unset"},
    [INPUT_SCENE] = {.name = "scene"},
};

static bool readKey(InputEvent *e)
{
    while (e->key < INPUT_KEY_COUNT && strcmp(e->text, inputKeys[e->key]) != 0) {
        e->key++;
    }
    return e->key < INPUT_KEY_COUNT;
}

// A name, and what follows it.
static bool readSetting(char *text, InputEvent *e)
{
    double values[TUNABLE_NUMBERS];
    char error[SETTINGS_ERROR_SIZE];
    char *blank = strchr(text, ' ');
    if ((blank == NULL) != (e->kind == INPUT_UNSET)) {
        return false;
    }
    if (blank != NULL) {
        *blank = '\0';
        e->value = blank + 1;
    }
    int index = Tunables_Find(text);
    return index >= 0 &&
           (blank == NULL || Tunable_Parse(Tunables_Get(index), e->value, values, error, (int)sizeof error));
}

static bool readEvent(char *line, InputEvent *e)
{
    size_t length = strcspn(line, " ");
    *e = (InputEvent){.text = line + length + 1};
    for (int kind = 0; kind < INPUT_KIND_COUNT && line[length] == ' '; kind++) {
        if (strlen(kinds[kind].name) != length || strncmp(line, kinds[kind].name, length) != 0) {
            continue;
        }
        e->kind = (InputKind)kind;
        if (kind == INPUT_SET || kind == INPUT_UNSET) {
            return readSetting(line + length + 1, e);
        }
        if (kind == INPUT_SCENE) {
            return Scene_Find(e->text) != NULL;
        }
        return kind == INPUT_KEY ? readKey(e)
                                 : takeNumbers(line + length + 1, kinds[kind].limits, kinds[kind].count, e->numbers);
    }
    return false;
}

static bool readEvents(Reader *r, Input *input)
{
    int room = 0;
    for (char *line = nextLine(r); line != NULL; line = nextLine(r)) {
        if (input->count == room) {
            room = room == 0 ? 256 : 2 * room;
            InputEvent *grown = realloc(input->events, (size_t)room * sizeof *grown);
            if (grown == NULL || room > 2 * FRAMES_MAX) {
                return refuse(r, "no memory for so much");
            }
            input->events = grown;
        }
        InputEvent *event = &input->events[input->count];
        if (!readEvent(line, event)) {
            return refuse(r, "'key', 'wheel', 'size', 'set', 'unset', 'scene' or 'frame' is expected, with numbers "
                             "that can be");
        }
        input->count++;
        input->frames += event->kind == INPUT_FRAME ? 1 : 0;
    }
    if (r->at != r->end) {
        return refuse(r, "a line that is no text");
    }
    while (input->count > 0 && input->events[input->count - 1].kind != INPUT_FRAME) {
        input->count--; // what came after the last frame was not seen
    }
    return true;
}

bool Input_Read(Input *input, Options *options)
{
    size_t size = 0;
    char *text = (char *)Files_Read("replay", options->replay, &size);
    Reader reader = {.path = options->replay, .at = text, .line = 0};
    bool good = text != NULL;
    reader.end = good ? text + size : NULL;
    if (good && (size < strlen(FORMAT_LINE) || memcmp(text, "fluid_demo input ", 17) != 0)) {
        good = refuse(&reader, "this is no recorded input of fluid_demo");
    }
    good = good && checkSum(&reader, size) && readHeader(&reader, input, options) && readEvents(&reader, input);
    input->text = text;
    if (!good) {
        Input_Free(input);
    } else if (options->frames < 0 || options->frames > input->frames) {
        options->frames = input->frames;
    }
    return good;
}

void Input_Free(Input *input)
{
    free(input->events);
    free(input->text);
    *input = (Input){0};
}
