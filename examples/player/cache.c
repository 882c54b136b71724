#include "cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_PATH_MAX (CACHE_PATH_MAX + 64)

void Cache_Open(Cache *cache, const char *folder)
{
    const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
    if (folder != NULL) {
        length = snprintf(cache->folder, sizeof cache->folder, "%s", folder);
    } else if (caches != NULL && caches[0] == '/') { // others are to be ignored, says the specification
        length = snprintf(cache->folder, sizeof cache->folder, "%s/gpufluid", caches);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(cache->folder, sizeof cache->folder, "%s/.cache/gpufluid", home);
    }
    if (length <= 0 || (size_t)length >= sizeof cache->folder) {
        cache->folder[0] = '\0';
    }
}

static size_t load(const char *key, void *bytes, size_t capacity, void *user)
{
    const Cache *cache = user;
    char path[FILE_PATH_MAX];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", cache->folder, key);
    // A pipe in its place has nobody who writes: opening that would wait for ever.
    int descriptor = open(path, O_RDONLY | O_NONBLOCK);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
    size_t size = 0;
    if (file == NULL) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        return 0;
    }
    if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        size = (size_t)info.st_size;
        size = size <= capacity && fread(bytes, 1, size, file) != size ? 0 : size;
    }
    fclose(file);
    return size;
}

/// Makes all folders of a path.
static void makeFolders(const char *path)
{
    char part[CACHE_PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; *c != '\0'; c++) {
        if (*c == '/') {
            *c = '\0';
            mkdir(part, 0700);
            *c = '/';
        }
    }
    mkdir(part, 0700);
}

/// Written elsewhere and then moved, so that nobody reads half of it.
static void store(const char *key, const void *bytes, size_t size, void *user)
{
    const Cache *cache = user;
    char path[FILE_PATH_MAX], written[FILE_PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", cache->folder, key);
    snprintf(written, sizeof written, "%s/new.%ld", cache->folder, (long)getpid());
    FILE *file = fopen(written, "wb");
    if (file == NULL) {
        makeFolders(cache->folder);
        file = fopen(written, "wb");
    }
    if (file == NULL) {
        return;
    }
    bool whole = fwrite(bytes, 1, size, file) == size;
    whole = fclose(file) == 0 && whole;
    if (!whole || rename(written, path) != 0) {
        remove(written);
    }
}

void Cache_Use(Cache *cache, gfDeviceDef *def)
{
    if (cache->folder[0] != '\0') {
        def->loadProgramBinary = load;
        def->storeProgramBinary = store;
        def->binaryUser = cache;
    }
}
