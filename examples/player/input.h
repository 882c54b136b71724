/// Recorded input: a text file of what a user did, frame by frame, which makes the same pictures again. Lines:
///
///     fluid_demo input 1              the version of the format
///     library 0.1.0                   others give other pictures, and are refused
///     ahead 1                         whether pictures go on to their own time between steps
///     option scene smoke              and others, as the command line takes them
///     file load 1234567890 8123       by flag: sum and size, as cksum prints them
///     begin
///     size 1280 720 1280 720          of the window and of its picture, pixels
///     key reset                       or another of InputKey
///     wheel 0x1p+0                    notches
///     set grid.viscosity 0.001        a tunable, as Tunable_Print has it
///     unset grid.viscosity            back to the scene's own
///     scene ink                       another scene
///     frame 0x1.1p-6 0x1p+9 0x1p+8 1  dt, s; the pointer in the window; its buttons, joined bits
///     end 1234567890                  the sum of all before, as cksum prints it
#ifndef PLAYER_INPUT_H
#define PLAYER_INPUT_H

#include "options.h"

#include <stddef.h>
#include <stdint.h>

/// Keys that act on what is shown.
typedef enum InputKey {
    INPUT_PAUSE,
    INPUT_STEP,
    INPUT_RESET,
    INPUT_NEXT,
    INPUT_VIEW,
    INPUT_QUALITY,
    INPUT_SPLATS,
    INPUT_KEY_COUNT
} InputKey;
extern const char *const inputKeys[INPUT_KEY_COUNT];

/// Of a window and of the picture in it; a picture of 0 is minimised.
typedef struct InputSize {
    int windowWidth, windowHeight, width, height;
} InputSize;

/// Buttons of a pointer, bits to be joined.
enum { POINTER_LEFT = 1, POINTER_RIGHT = 2, POINTER_SHIFT = 4 };

typedef struct Pointer {
    double x, y; ///< in the window
    unsigned buttons;
} Pointer;

typedef enum InputKind {
    INPUT_KEY,
    INPUT_WHEEL,
    INPUT_SIZE,
    INPUT_FRAME,
    INPUT_SET,
    INPUT_UNSET,
    INPUT_SCENE,
    INPUT_KIND_COUNT
} InputKind;

typedef struct InputEvent {
    InputKind kind;
    int key;           ///< an InputKey
    double numbers[4]; ///< that follow `wheel`, `size` and `frame`
    const char *text;  ///< that follows `set`, `unset` and `scene`, a name; of Input
    const char *value; ///< that follows the name of `set`
} InputEvent;

/// A recording that was read. All zero: none.
typedef struct Input {
    InputEvent *events; ///< the last one is a frame
    int count, frames;
    bool ahead;
    char *text; ///< of the events
} Input;

/// Reads options->replay and takes its options. False after a message: it is no recording, cut off, damaged, of another
/// version, or its files are not those of the command line.
bool Input_Read(Input *input, Options *options);
void Input_Free(Input *input);

/// A recording that is made, in memory until it is written.
typedef struct Recorder {
    char *text;
    size_t size, room;
    bool failed; ///< there was no memory
} Recorder;

/// Begins one of a run with these options. False after a message.
bool Recorder_Begin(Recorder *recorder, const Options *options, bool ahead);
/// Adds lines; null is allowed.
void Recorder_Add(Recorder *recorder, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Writes it and frees it. False after a message.
bool Recorder_End(Recorder *recorder, const char *path);

#endif
