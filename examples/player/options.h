/// The command line of fluid_demo and fluid_bake: one table says what each option is, takes and does.
#ifndef PLAYER_OPTIONS_H
#define PLAYER_OPTIONS_H

#include "scenes/scene.h"

#include <stdbool.h>

/// Largest picture, pixels along a side.
#define PICTURE_MAX 8192
#define FRAMES_MAX 10000000
#define HEADLESS_FRAMES 240

/// Most moments of a sheet, and options.
#define OPTIONS_MOMENTS 8
#define OPTIONS_MAX 64

/// The programs, as bits: what an option and a rule are for.
typedef enum OptionsProgram { OPTIONS_DEMO = 1, OPTIONS_BAKE = 2, OPTIONS_BOTH = 3 } OptionsProgram;

/// A width and a height, or columns and rows.
typedef struct OptionsPair {
    int width, height;
} OptionsPair;

/// Values of the command line; null: the option was not given.
typedef struct Options {
    OptionsProgram program;
    const SceneInfo *scene;
    OptionsPair size;  ///< of the picture or window, pixels
    OptionsPair grid;  ///< cells
    int frames;        ///< -1: not given
    const char *cache; ///< folder of compiled programs; null: the user's own
    bool noCache;
    bool headless;
    int api;         ///< a HeadlessApi
    const char *out; ///< without a window: always there, unless something else is made
    int tier;        ///< a gfTier
    const char *mask, *image;
    const char *load;           ///< snapshot that the scene starts from
    const char *preset;         ///< settings that it starts with
    const char *replay;         ///< input that it gets, see input.h
    const char *video, *camera; ///< of the scene mirror
    int seed, particles;        ///< 0 particles: not given
    float dyeScale;
    int view, quality, search; ///< gfDrawStyle; gfQuality, -1: the scene's own; gfParticleSearch
    char defaultOut[64];

    // Of fluid_demo.
    const char *stats;          ///< see Options_IsStandardOutput
    const char *save;           ///< snapshot of its end
    const char *inputRecording; ///< input of the run, see input.h
    float budget_ms;            ///< of steps in a frame; 0: not given
    bool automatic;             ///< a governor with the demo's own budget
    bool noAutomatic;           ///< not even what a window does by itself
    bool noPanel;

    // Of fluid_bake, but that a window has `record`, too.
    const char *record; ///< a film
    const char *flipbook, *flowmap, *normals, *distance;
    OptionsPair tiles; ///< columns and rows; 0: not given
    int edges;         ///< of a flip-book's tiles; 1: what reaches them is cut off there
    float loop_s;
    int field;                                 ///< a gfField; -1: --out gets pictures
    const char *sheet;                         ///< all scenes in one picture, or `scene` if that was given
    int moments[OPTIONS_MOMENTS], momentCount; ///< at which it shows each, s, rising; 0: when it looks best

    bool given[OPTIONS_MAX]; ///< by the row of the table, see Options_IsGiven
} Options;

/// Kinds of options, by their values.
typedef enum OptionKind {
    OPTION_ACTION, ///< done at once
    OPTION_FLAG,   ///< bool
    OPTION_INT,
    OPTION_FLOAT,
    OPTION_PAIR,    ///< OptionsPair
    OPTION_NAME,    ///< an int: the index of one of `names`
    OPTION_SCENE,   ///< const SceneInfo *
    OPTION_MOMENTS, ///< moments and momentCount
    OPTION_TEXT,    ///< const char *
    OPTION_INPUT,   ///< likewise, a file that is read
    OPTION_OUTPUT,  ///< likewise, a file that is written
    OPTION_OUT      ///< likewise, or the frames' pattern
} OptionKind;

/// A row of the table.
typedef struct Option {
    const char *name, *argument; ///< as --help has them; null: it takes none
    OptionsProgram programs;
    OptionKind kind;
    size_t offset;            ///< in Options
    double least, most;       ///< of numbers
    const char *const *names; ///< some may be null
    int nameCount;
    const char *expected;                ///< of pairs an example, of files their ends
    bool recorded;                       ///< a recording of input keeps it
    void (*act)(OptionsProgram program); ///< of OPTION_ACTION; null: --report, which is of fluid_bake alone
    const char *about;
} Option;

extern const Option optionTable[];
extern const int optionCount;

/// What main is to do next.
typedef enum OptionsResult { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_BAD, OPTIONS_REPORT } OptionsResult;

/// Reads the command line. OPTIONS_DONE after --help and the like; OPTIONS_BAD after a message on stderr.
OptionsResult Options_Parse(Options *options, OptionsProgram program, int argc, char **argv);

/// Fills in what neither the command line nor a recording said. False after a message.
bool Options_Complete(Options *options);

/// Returns the configuration of a scene, without pictures and settings.
SceneConfig Options_GetConfig(const Options *options);

/// Whether one of these was given: names with blanks between them.
bool Options_IsGiven(const Options *options, const char *names);

/// The options that a recording of input keeps, as lines "option NAME VALUE".
void Options_PrintRecorded(const Options *options, char *text, int size);

/// Takes one of them, "NAME VALUE". False if it is none of them or its value is wrong, perhaps after a message.
bool Options_TakeRecorded(Options *options, const char *text);

/// The path of a row that names a file of this kind; null: it is another, or was not given.
const char *Options_GetPath(const Options *options, const Option *row, OptionKind kind);

/// True if `path` holds a frame number, as frame_%04d.png does.
bool Options_IsPattern(const char *path);

/// True of "-", which --stats takes for standard output. Null is allowed.
bool Options_IsStandardOutput(const char *path);

/// Puts the frame number in. False if the path grows too long.
bool Options_GetFramePath(const char *pattern, int frame, char *path, int pathSize);

/// Whether the path has one of these ends, as ".exr or .png".
bool Options_EndsIn(const char *path, const char *ends);

/// Names of fields, as --field takes them; null: a field that it does not have.
extern const char *const optionFields[GF_FIELD_COUNT];

/// Prints what the program is and takes.
void Options_PrintHelp(OptionsProgram program);

#endif
