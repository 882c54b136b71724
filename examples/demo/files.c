#define _POSIX_C_SOURCE 200809L
#include "files.h"

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

static void *refuseContents(const char *flag, const char *path, const char *why)
{
    fprintf(stderr, "fluid_demo: --%s %s: %s\n", flag, path, why);
    return NULL;
}

// A plain file ends; a device or a pipe need not.
static size_t findMost(FILE *file)
{
    struct stat s;
    return fstat(fileno(file), &s) == 0 && S_ISREG(s.st_mode) ? FILE_MOST : STREAM_MOST;
}

uint8_t *Files_Read(const char *flag, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t room = 0, count = 0;
    *size = 0;
    if (file == NULL) {
        return refuseContents(flag, path, strerror(errno));
    }
    size_t most = findMost(file);
    do {
        *size += count;
        if (*size >= most) {
            free(bytes);
            fclose(file);
            return refuseContents(flag, path, "it has no end within what is read of such a file");
        }
        if (*size == room) {
            room = room == 0 ? 1 << 16 : 2 * room;
            uint8_t *grown = realloc(bytes, room);
            if (grown == NULL) {
                free(bytes);
                fclose(file);
                return refuseContents(flag, path, "no memory for it");
            }
            bytes = grown;
        }
        count = fread(bytes + *size, 1, room - *size, file);
    } while (count > 0);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        free(bytes);
        return refuseContents(flag, path, "it cannot be read");
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
    fprintf(stderr, "fluid_demo: %s '%s': expected another file than %s, '%s'\n", output->flag, output->path,
            other->flag, other->path);
    return false;
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

bool Files_AreApart(const Options *options)
{
    // Each output file must differ from all that come before it.
    struct {
        const char *flag;
        const char *path;
        bool isOutput;
    } files[] = {
        {"--mask", options->mask, false},
        {"--image", options->image, false},
        {"--load", options->load, false},
        {"--preset", options->preset, false},
        {"--replay", options->replay, false},
        {"--sheet", options->sheet, true},
        {"--save", options->save, true},
        {"--record-input", options->record, true},
        {"--stats", Options_IsStandardOutput(options->stats) ? NULL : options->stats, true},
        {"--record", options->assets.record, true},
        {"--flipbook", options->assets.flipbook, true},
        {"--flowmap", options->assets.flowmap, true},
        {"--normals", options->assets.normals, true},
        {"--distance", options->assets.distance, true},
        {"--out", options->out, true},
    };
    Place places[sizeof files / sizeof files[0]];
    int count = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (files[i].path == NULL) {
            continue;
        }
        Place place = findPlace(files[i].flag, files[i].path);
        if (files[i].path == options->out && Options_IsPattern(options->out)) {
            int frames = options->frames > 0 ? options->frames : options->frames == 0 ? 1 : HEADLESS_FRAMES;
            return isPatternApart(&place, places, count, frames);
        }
        for (int k = 0; files[i].isOutput && k < count; k++) {
            if (isSamePlace(&place, &places[k])) {
                return refuse(&place, &places[k]);
            }
        }
        places[count++] = place;
    }
    return true;
}

static bool isWritable(const char *path)
{
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
        fprintf(stderr, "fluid_demo: %s: it is a folder; expected a file to write\n", path);
        return false;
    }
    if (exists && access(path, W_OK) != 0) {
        fprintf(stderr, "fluid_demo: %s: the file cannot be written to\n", path);
        return false;
    }
    if (exists && !S_ISREG(info.st_mode)) {
        return true; // a device or a pipe is written into and needs nothing of its folder
    }
    char folder[PATH_SIZE];
    if (!getFolder(path, folder)) {
        fprintf(stderr, "fluid_demo: the path of an output file is too long\n");
        return false;
    }
    if (path[strlen(path) - 1] == '/') {
        fprintf(stderr, "fluid_demo: %s: expected a file name at its end\n", path);
        return false;
    }
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode)) {
        fprintf(stderr, "fluid_demo: %s: the folder %s does not exist (it is not made)\n", path, folder);
        return false;
    }
    if (access(folder, W_OK | X_OK) != 0) {
        fprintf(stderr, "fluid_demo: %s: the folder %s cannot be written to\n", path, folder);
        return false;
    }
    return true;
}

bool Files_AreWritable(const Options *options)
{
    const AssetOptions *assets = &options->assets;
    const char *const more[] = {assets->record, assets->flipbook, assets->flowmap, assets->normals, assets->distance};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        if (more[i] != NULL && !isWritable(more[i])) {
            return false;
        }
    }
    return (options->sheet == NULL || isWritable(options->sheet)) &&
           (options->out == NULL || isWritable(options->out)) && (options->save == NULL || isWritable(options->save)) &&
           (options->record == NULL || isWritable(options->record)) &&
           (options->stats == NULL || Options_IsStandardOutput(options->stats) || isWritable(options->stats));
}
