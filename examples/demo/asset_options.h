/// Options of what the demo makes for films and games: films, flip-book sheets, flow maps, normals, distances, loops,
/// fields.
#ifndef DEMO_ASSET_OPTIONS_H
#define DEMO_ASSET_OPTIONS_H

#include "scenes/scene.h"

#include <stdbool.h>

/// Codes of the options, for getopt_long.
enum {
    ASSET_RECORD = 256,
    ASSET_FLIPBOOK,
    ASSET_TILES,
    ASSET_EDGES,
    ASSET_FLOWMAP,
    ASSET_NORMALS,
    ASSET_DISTANCE,
    ASSET_LOOP,
    ASSET_FIELD,
    ASSET_VIDEO,
    ASSET_CAMERA
};

/// Rows for getopt_long's table.
// clang-format off
#define ASSET_FLAGS \
    {"record", required_argument, NULL, ASSET_RECORD}, \
    {"flipbook", required_argument, NULL, ASSET_FLIPBOOK}, \
    {"tiles", required_argument, NULL, ASSET_TILES}, \
    {"edges", required_argument, NULL, ASSET_EDGES}, \
    {"flowmap", required_argument, NULL, ASSET_FLOWMAP}, \
    {"normals", required_argument, NULL, ASSET_NORMALS}, \
    {"distance", required_argument, NULL, ASSET_DISTANCE}, \
    {"loop", required_argument, NULL, ASSET_LOOP}, \
    {"field", required_argument, NULL, ASSET_FIELD}, \
    {"video", required_argument, NULL, ASSET_VIDEO}, \
    {"camera", required_argument, NULL, ASSET_CAMERA}
// clang-format on

/// What the command line asks for; null or 0: nothing.
typedef struct AssetOptions {
    const char *record;
    const char *flipbook;
    const char *flowmap;
    const char *normals;
    const char *distance;
    int columns, rows; ///< of tiles; 0: not given
    bool edgesGiven;
    bool keepEdges; ///< of a flip-book's tiles: what reaches them is cut off there
    float loop_s;
    const char *video;  ///< of the scene mirror
    const char *camera; ///< the same
    bool useField;
    gfField field;
} AssetOptions;

/// Their lines of --help.
void AssetOptions_PrintHelp(void);

/// Takes an option. False after a message.
bool AssetOptions_Parse(AssetOptions *options, int code, const char *text);

/// Whether they go together, with --headless and with --out. False after a message.
bool AssetOptions_Check(const AssetOptions *options, bool headless, const char *out);

/// Whether the scene has what they ask for. False after a message.
bool AssetOptions_CheckScene(const AssetOptions *options, const SceneInfo *scene);

/// Whether any file is asked for, so that there is no picture without --out.
bool AssetOptions_Any(const AssetOptions *options);

/// The name of a field, as --field takes it.
const char *AssetOptions_GetFieldName(gfField field);

#endif
