/// Everything about the solver and the picture that may change while the demo runs, as one table: the panel in the
/// window, the panel of the web page, presets and recordings are made from it.
#ifndef TUNABLES_H
#define TUNABLES_H

#include <gpufluid/gpufluid.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum TunableKind {
    TUNABLE_FLOAT,
    TUNABLE_INT,
    TUNABLE_BOOL,
    TUNABLE_CHOICE, ///< one of `choices`
    TUNABLE_COLOR,  ///< linear light, 3 or 4 floats
    TUNABLE_VECTOR, ///< `count` floats
    TUNABLE_KIND_COUNT
} TunableKind;

/// Definitions that a tunable can be a member of.
typedef enum TunableOf {
    TUNABLE_OF_DEMO,      ///< DemoTunables
    TUNABLE_OF_FLUID,     ///< gfFluidDef
    TUNABLE_OF_PARTICLES, ///< gfParticleParams, of gfFluidDef or of gfFluid3DDef
    TUNABLE_OF_VOLUME,    ///< gfFluid3DDef
    TUNABLE_OF_DRAW,      ///< gfDrawDef
    TUNABLE_OF_DRAW3D,    ///< gfDraw3DDef
    TUNABLE_OF_SURFACE,   ///< gfSurfaceDef
    TUNABLE_OF_COUNT
} TunableOf;

/// Ways in which the mouse gets its colour.
typedef enum BrushColors {
    BRUSH_BY_STROKE, ///< each stroke takes the next hue
    BRUSH_CYCLING,   ///< the hue changes while one draws
    BRUSH_OWN        ///< the brush has one colour, brushColor
} BrushColors;

/// Settings of the demo itself. The panels show these comments.
typedef struct DemoTunables {
    /// Picture to show, a gfDrawStyle; "dye" is the scene's own look.
    int32_t view;
    /// Set of tunables for quality and cost; "own" is the scene's choice. Otherwise 1 + gfQuality.
    int32_t quality;
    /// Speed of time: below 1 is slow motion.
    float speed;
    /// Size of the mouse's brush, over the scene's own.
    float brushSize;
    /// Strength of the mouse's push, over the scene's own.
    float brushForce;
    /// Amount of dye that the mouse adds, over the scene's own.
    float brushDye;
    /// Way in which the mouse gets its colour: the next hue for each stroke, a hue that changes while one draws, or the
    /// brush's own.
    int32_t brushColors;
    /// Rate at which the hue goes round, if it changes while one draws.
    float cyclesPerSecond;
    /// The brush's own colour.
    float brushColor[3];
    /// Number of splats that a press of B makes.
    int32_t splatCount;
    /// Radius of the splats of a press of B, m.
    float splatSize;
    /// Speed at which the splats of a press of B push, m/s.
    float splatSpeed;
    /// Whether a governor lowers the quality as far as `budget_ms` needs, and raises it again.
    bool automatic;
    /// Time on the GPU that the steps of a frame may take, ms.
    float budget_ms;
} DemoTunables;

/// All definitions that have tunables.
typedef struct TunableDefs {
    DemoTunables demo;
    gfFluidDef fluid;
    gfParticleParams particles;
    gfFluid3DDef volume;
    gfDrawDef draw;
    gfDraw3DDef draw3d;
    gfSurfaceDef surface;
} TunableDefs;

/// Most numbers of one tunable.
#define TUNABLE_NUMBERS 16

/// One row of the table. All numbers of a colour or a vector have the same range.
typedef struct Tunable {
    TunableOf of;
    const char *group; ///< heading in the panel
    const char *path;  ///< path of the member, as C writes it
    const char *label;
    const char *unit; ///< unit, or ""
    TunableKind kind;
    int count; ///< count of numbers
    size_t offset, size;
    double least, most; ///< range that the library takes
    double low, high;   ///< range of the slider
    bool logarithmic;   ///< whether the slider is
    bool restarts;      ///< whether it takes effect only when the scene begins anew
    const char *const *choices;
    int choiceCount;
} Tunable;

/// Room for a tunable's whole name, such as "picture.bloom.enabled", and for its value as text.
#define TUNABLE_NAME_SIZE 80
#define TUNABLE_TEXT_SIZE 320

/// Upper limit of Tunables_GetCount().
#define TUNABLES_MAX 512

int Tunables_GetCount(void);
const Tunable *Tunables_Get(int index);

/// Writes the name that files and pages use: that of its definition, a dot, its path. Names of gfFluidDef are the path
/// alone.
void Tunable_GetName(const Tunable *tunable, char name[TUNABLE_NAME_SIZE]);

/// Whether it turns an effect of the picture on or off; whether it counts the colours that follow it in the table.
bool Tunable_IsEffect(const Tunable *tunable);
bool Tunable_CountsColors(const Tunable *tunable);

/// Returns the index of a name, or -1.
int Tunables_Find(const char *name);

/// Returns the name most like this one.
const char *Tunables_Guess(const char *name, char guess[TUNABLE_NAME_SIZE]);

/// Returns every default of the library, and of the demo.
TunableDefs Tunables_GetDefaults(void);

/// Makes materials beyond the number of them water, so that there may be more of them.
void Tunables_FillMaterials(gfParticleParams *params);

/// Reads or writes its numbers; a bool is 0 or 1, a choice its index.
void Tunable_Read(const Tunable *tunable, const TunableDefs *defs, double values[TUNABLE_NUMBERS]);
void Tunable_Write(const Tunable *tunable, TunableDefs *defs, const double values[TUNABLE_NUMBERS]);

/// Writes what its value may be, for messages.
void Tunable_Describe(const Tunable *tunable, char *text, int textSize);

/// Whether the library refuses this number, which a slider passes on its way from none to 2: one stop of a palette, one
/// step of colour.
bool Tunable_IsTooFew(const Tunable *tunable, const double values[TUNABLE_NUMBERS]);

/// Whether these can be its numbers. If not, `error` says what is expected.
bool Tunable_Check(const Tunable *tunable, const double values[TUNABLE_NUMBERS], char *error, int errorSize);

#define TUNABLE_NUMBER_SIZE 32
/// A number with as few digits as its float needs: 0.6, not 0.600000024.
void Tunable_PrintNumber(double value, char text[TUNABLE_NUMBER_SIZE]);

/// Numbers as text: a choice by name, a bool as true or false, numbers with a blank between them; and back. Reading
/// checks them; false with a line in `error`.
void Tunable_Print(const Tunable *tunable, const double values[TUNABLE_NUMBERS], char text[TUNABLE_TEXT_SIZE]);
bool Tunable_Parse(const Tunable *tunable, const char *text, double values[TUNABLE_NUMBERS], char *error,
                   int errorSize);

/// Names of choices, by value; the command line takes them, too. The first quality is the scene's own.
#define TUNABLE_QUALITIES 5
#define TUNABLE_SEARCHES 4
extern const char *const tunableViews[GF_DRAW_STYLE_COUNT];
extern const char *const tunableQualities[TUNABLE_QUALITIES];
extern const char *const tunableSearches[TUNABLE_SEARCHES];

/// The parts of the table, for tunables.c.
extern const Tunable tunablesOfDemo[], tunablesOfFluid[], tunablesOfParticles[], tunablesOfPicture[];
extern const int tunablesOfDemoCount, tunablesOfFluidCount, tunablesOfParticlesCount, tunablesOfPictureCount;

#endif
