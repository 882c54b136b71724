/// Compiled programs on disk: a file each, named by its key, in one folder.
#ifndef PLAYER_CACHE_H
#define PLAYER_CACHE_H

#include <gpufluid/device.h>

#define CACHE_PATH_MAX 3072

typedef struct Cache {
    char folder[CACHE_PATH_MAX]; ///< empty: nothing is kept
} Cache;

/// In this folder, or with null in gpufluid/ of the user's folder of caches ($XDG_CACHE_HOME or $HOME/.cache). The
/// folder is made when something is first kept; where that fails the demo goes on without.
void Cache_Open(Cache *cache, const char *folder);

/// Sets the callbacks of a device.
void Cache_Use(Cache *cache, gfDeviceDef *def);

#endif
