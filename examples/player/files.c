#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include "support/complain.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 4096
#define FILE_MOST ((size_t)2 << 30)     // bytes
#define STREAM_MOST ((size_t)256 << 20) // of what has no size, and may have no end

// --- contents --------------------------------------------------------------------------------------------------------

// A plain file ends; a device or a pipe need not.
static size_t findMost(FILE *file)
{
    struct stat s;
    return fstat(fileno(file), &s) == 0 && S_ISREG(s.st_mode) ? FILE_MOST : STREAM_MOST;
}

uint8_t *Files_Read(const char *flag, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    const char *why = file == NULL ? strerror(errno) : NULL;
    size_t most = file != NULL ? findMost(file) : 0, room = 0, count = 1;
    uint8_t *bytes = NULL;
    for (*size = 0; why == NULL && count > 0; *size += count) {
        if (*size == room) {
            room = room == 0 ? 1 << 16 : 2 * room;
            uint8_t *grown = realloc(bytes, room);
            why = grown == NULL ? "no memory for it" : NULL;
            bytes = grown != NULL ? grown : bytes;
        }
        count = why == NULL ? fread(bytes + *size, 1, room - *size, file) : 0;
        why = *size + count >= most ? "it has no end within what is read of such a file" : why;
    }
    if (why == NULL && ferror(file) != 0) {
        why = "it cannot be read";
    }
    if (file != NULL) {
        fclose(file);
    }
    if (why != NULL) {
        Complain("--%s %s: %s", flag, path, why);
        free(bytes);
        return NULL;
    }
    return bytes;
}

static uint32_t addByte(uint32_t sum, uint8_t byte)
{
    sum ^= (uint32_t)byte << 24;
    for (int bit = 0; bit < 8; bit++) {
        sum = (sum & 0x80000000u) != 0 ? sum << 1 ^ 0x04c11db7u : sum << 1;
    }
    return sum;
}

uint32_t Files_Sum(const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum = addByte(sum, from[i]);
    }
    for (size_t left = size; left > 0; left >>= 8) {
        sum = addByte(sum, (uint8_t)(left & 0xffu));
    }
    return ~sum;
}

// --- places ----------------------------------------------------------------------------------------------------------

// What a path leads to: a file that exists, or a name in a folder that exists.
typedef struct Place {
    const char *flag;
    const char *path;
    const char *name; // what follows the last slash
    struct stat folder;
    struct stat file;
    bool hasFolder;
    bool exists;
} Place;

static bool isSame(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// The folder of a path as a path. False if that is too long.
static bool getFolder(const char *path, char folder[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (length >= PATH_SIZE) {
        return false;
    }
    memcpy(folder, slash == NULL ? "." : path, length);
    folder[length] = '\0';
    return true;
}

static Place findPlace(const char *flag, const char *path)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    Place place = {.flag = flag, .path = path, .name = slash != NULL ? slash + 1 : path};
    place.hasFolder = getFolder(path, folder) && stat(folder, &place.folder) == 0;
    place.exists = stat(path, &place.file) == 0;
    return place;
}

// A character device may serve for several files (/dev/null, a terminal).
static bool isSamePlace(const Place *a, const Place *b)
{
    if (a->exists || b->exists) {
        return a->exists && b->exists && isSame(&a->file, &b->file) && !S_ISCHR(a->file.st_mode);
    }
    return a->hasFolder && b->hasFolder && isSame(&a->folder, &b->folder) && strcmp(a->name, b->name) == 0;
}

static bool refuse(const Place *output, const Place *other)
{
    return Complain("--%s '%s': expected another file than --%s, '%s'", output->flag, output->path, other->flag,
                    other->path);
}

// Whether a frame of this run has this name in the pattern's folder.
static bool isFrameName(const Place *pattern, const char *name, int frames)
{
    const char *percent = strchr(pattern->name, '%');
    size_t before = (size_t)(percent - pattern->name);
    if (strncmp(pattern->name, name, before) != 0) {
        return false;
    }
    char *end = NULL;
    long frame = strtol(name + before, &end, 10);
    char expected[PATH_SIZE];
    return end != name + before && frame >= 0 && frame < frames &&
           Options_GetFramePath(pattern->name, (int)frame, expected, PATH_SIZE) && strcmp(expected, name) == 0;
}

// Frames that exist already, under names of their own, may be links to a file of the command line.
static bool isFrameApart(const Place *pattern, const char *name, const Place *others, int count)
{
    char path[PATH_SIZE];
    int folder = (int)(pattern->name - pattern->path);
    int written = snprintf(path, sizeof path, "%.*s%s", folder, pattern->path, name);
    if (written < 0 || written >= PATH_SIZE) {
        return true;
    }
    Place frame = findPlace(pattern->flag, path);
    for (int i = 0; i < count; i++) {
        if (isSamePlace(&frame, &others[i])) {
            return refuse(&frame, &others[i]);
        }
    }
    return true;
}

// The pattern's frames are too many to look at each: its folder's files are looked at, and the others' names.
static bool isPatternApart(const Place *pattern, const Place *others, int count, int frames)
{
    for (int i = 0; i < count; i++) {
        bool here = pattern->hasFolder && others[i].hasFolder && isSame(&pattern->folder, &others[i].folder);
        if (here && isFrameName(pattern, others[i].name, frames)) {
            return refuse(pattern, &others[i]);
        }
    }
    char folder[PATH_SIZE];
    DIR *list = getFolder(pattern->path, folder) ? opendir(folder) : NULL;
    bool apart = true;
    for (struct dirent *entry; list != NULL && apart && (entry = readdir(list)) != NULL;) {
        apart = !isFrameName(pattern, entry->d_name, frames) || isFrameApart(pattern, entry->d_name, others, count);
    }
    if (list != NULL) {
        closedir(list);
    }
    return apart;
}

// The files of this kind are other ones than those before them, or for inputs just join these.
static bool areApart(const Options *options, OptionKind kind, Place places[OPTIONS_MAX], int *count)
{
    for (int i = 0; i < optionCount; i++) {
        const char *path = Options_GetPath(options, &optionTable[i], kind);
        if (path == NULL || Options_IsStandardOutput(path)) {
            continue;
        }
        Place place = findPlace(optionTable[i].name, path);
        if (kind == OPTION_OUT && Options_IsPattern(path)) {
            int frames = options->frames > 0 ? options->frames : options->frames == 0 ? 1 : HEADLESS_FRAMES;
            return isPatternApart(&place, places, *count, frames);
        }
        for (int k = 0; kind != OPTION_INPUT && k < *count; k++) {
            if (isSamePlace(&place, &places[k])) {
                return refuse(&place, &places[k]);
            }
        }
        places[(*count)++] = place;
    }
    return true;
}

bool Files_AreApart(const Options *options)
{
    Place places[OPTIONS_MAX];
    int count = 0;
    return areApart(options, OPTION_INPUT, places, &count) && areApart(options, OPTION_OUTPUT, places, &count) &&
           areApart(options, OPTION_OUT, places, &count);
}

static bool isWritable(const char *path)
{
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
        return Complain("%s: it is a folder; expected a file to write", path);
    }
    if (exists && access(path, W_OK) != 0) {
        return Complain("%s: the file cannot be written to", path);
    }
    if (exists && !S_ISREG(info.st_mode)) {
        return true; // a device or a pipe is written into and needs nothing of its folder
    }
    char folder[PATH_SIZE];
    if (!getFolder(path, folder)) {
        return Complain("the path of an output file is too long");
    }
    if (path[strlen(path) - 1] == '/') {
        return Complain("%s: expected a file name at its end", path);
    }
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode)) {
        return Complain("%s: the folder %s does not exist (it is not made)", path, folder);
    }
    if (access(folder, W_OK | X_OK) != 0) {
        return Complain("%s: the folder %s cannot be written to", path, folder);
    }
    return true;
}

bool Files_AreWritable(const Options *options)
{
    for (int i = 0; i < optionCount; i++) {
        const char *output = Options_GetPath(options, &optionTable[i], OPTION_OUTPUT);
        const char *path = output != NULL ? output : Options_GetPath(options, &optionTable[i], OPTION_OUT);
        if (path != NULL && !Options_IsStandardOutput(path) && !isWritable(path)) {
            return false;
        }
    }
    return true;
}
