/// The demo's command line.
#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include "asset_options.h"

#include "scenes/scene.h"

#include <stdbool.h>

/// Largest picture, pixels along a side.
#define PICTURE_MAX 8192
#define FRAMES_MAX 10000000
#define HEADLESS_FRAMES 240

/// Most moments of a sheet.
#define OPTIONS_MOMENTS 8

typedef struct Options {
    const SceneInfo *scene;
    int width; ///< of the picture or window, pixels
    int height;
    int gridWidth; ///< cells
    int gridHeight;
    int frames;        ///< -1: not given
    const char *cache; ///< folder of compiled programs; null: the user's own
    bool noCache;
    bool headless;
    bool es;         ///< OpenGL ES 3.0 instead of OpenGL 3.3
    const char *out; ///< headless without --sheet and without assets: always there
    gfTier tier;
    const char *mask;
    const char *image;
    const char *stats;                         ///< see Options_IsStandardOutput
    const char *sheet;                         ///< all scenes in one picture, or `scene` if that was given
    int moments[OPTIONS_MOMENTS], momentCount; ///< at which it shows each, s, rising; 0: when it looks best
    const char *load;                          ///< snapshot that the scene starts from
    const char *save;                          ///< snapshot of its end
    const char *record;                        ///< input of the run, see input.h
    const char *replay;                        ///< input that it gets; null: none
    const char *preset;                        ///< settings that it starts with; null: none
    unsigned seed;
    float dyeScale;
    gfDrawStyle view;
    bool useQuality; ///< otherwise as the scene itself chooses
    gfQuality quality;
    int particles; ///< 0: not given
    gfParticleSearch search;
    AssetOptions assets; ///< films, sheets and fields
    float budget_ms;     ///< of steps in a frame; 0: not given
    bool scenic;         ///< what a recording keeps was given
    bool automatic;      ///< a governor with the demo's own budget
    bool noAutomatic;    ///< not even what a window does by itself
    bool finenessGiven;  ///< cells of the grid or of dye were
    bool noPanel;
    bool sceneGiven, viewGiven; ///< or else a preset may have its own
    char defaultOut[64];
} Options;

/// What main is to do next.
typedef enum OptionsResult { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_BAD } OptionsResult;

/// Reads the command line. OPTIONS_DONE after --help and the like; OPTIONS_BAD after a message on stderr.
OptionsResult Options_Parse(Options *options, int argc, char **argv);

/// Fills in what neither the command line nor a recording said. False after a message.
bool Options_Complete(Options *options);

/// The options that a recording of input keeps, as lines "option NAME VALUE".
void Options_PrintRecorded(const Options *options, char *text, int size);

/// Takes one of them, "NAME VALUE". False if it is none of them or its value is wrong, perhaps after a message.
bool Options_TakeRecorded(Options *options, const char *text);

/// The name of a view, as --view takes it.
const char *Options_GetViewName(gfDrawStyle view);

/// Whether the scene can be drawn so.
bool Options_HasView(const SceneInfo *scene, gfDrawStyle view);

/// The name of a quality, as --quality takes it.
const char *Options_GetQualityName(gfQuality quality);

/// True if `path` holds a frame number, as frame_%04d.png does.
bool Options_IsPattern(const char *path);

/// True of "-", which --stats takes for standard output. Null is allowed.
bool Options_IsStandardOutput(const char *path);

/// Puts the frame number in. False if the path grows too long.
bool Options_GetFramePath(const char *pattern, int frame, char *path, int pathSize);

#endif
