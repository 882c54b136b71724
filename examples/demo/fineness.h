/// How fine a window computes and draws, so that frames come often enough on the machine at hand: fewer cells first,
/// then a smaller drawing, longer steps, a plainer look, and fewer particles. Pure: no GL and no clock; it is fed with
/// the times between frames.
///
/// It lowers what the time of a frame asks for at once, takes back what did not help, and raises a step only where the
/// finer one is sure to fit. Each time that it has to come down again doubles how long it then waits, so it does not
/// swing.
#ifndef DEMO_FINENESS_H
#define DEMO_FINENESS_H

#include <stdbool.h>

/// What is lowered, in this order but for slower steps, which come last.
typedef enum FinenessLever {
    FINENESS_CELLS,     ///< of the fluid, along a side
    FINENESS_DRAWING,   ///< pixels that are drawn, along a side; they are scaled up to the window
    FINENESS_STEPS,     ///< in a frame, at most: they are longer, or where they cannot be all goes slower
    FINENESS_LOOK,      ///< what is plainer leaves out shade, light and mirrors
    FINENESS_PARTICLES, ///< the scene begins anew with others, so more come only with the next scene
    FINENESS_LEVERS
} FinenessLever;

#define FINENESS_AIM_MS 33.4f   ///< a frame: 30 a second
#define FINENESS_LEAST_CELLS 96 ///< along the longer side
#define FINENESS_LEAST_PARTICLES 2000
#define FINENESS_LEAST_WIDTH 320        ///< pixels
#define FINENESS_LEAST_HEIGHT 180       ///< pixels
#define FINENESS_LONGEST (1.0f / 30.0f) ///< s of the scene in a frame, as many as there may be
#define FINENESS_SPARED 6               ///< frames after a change that are not judged: shaders may be compiled in them
#define FINENESS_TIMES 24               ///< frames that are judged by their median

/// What there is to be lowered.
typedef struct FinenessScene {
    int cells;     ///< along the longer side; 0: they are not to be changed
    int particles; ///< likewise
    bool plainer;  ///< there is a plainer look
    bool slows;    ///< with fewer steps all goes slower: they are the last resort
    bool dear;     ///< drawing takes most of the time
} FinenessScene;

typedef struct Fineness {
    int steps[FINENESS_LEVERS];    ///< how far each is lowered
    int most[FINENESS_LEVERS];     ///< how far it can be
    bool useless[FINENESS_LEVERS]; ///< beyond `steps`, for that was tried
    float times[FINENESS_TIMES];
    int count;       ///< of them
    float timed_ms;  ///< their sum
    int spared;      ///< frames since the last change
    float spared_ms; ///< likewise
    int tried;       ///< lever that was lowered last and is to be judged; FINENESS_LEVERS: none
    int triedFrom;   ///< its step before
    float before_ms; ///< the median then
    int stuck;       ///< judgements that had something to lower, and nothing left
    int chances;     ///< that what was useless still has: what is in the scene may have grown meanwhile
    int quiet;       ///< judgements in a row that had nothing to lower
    int wait;        ///< so many before a step up
    bool raised;     ///< the last change was one
    bool slows;      ///< of the scene
    int changes;
} Fineness;

/// Begins with a new scene: all as fine as can be, or on a machine that is known to be `weak` half of that, where it is
/// `dear` to draw the least.
void Fineness_Begin(Fineness *fineness, const FinenessScene *scene, bool weak, int width, int height);

/// The picture has another size, pixels.
void Fineness_Resize(Fineness *fineness, int width, int height);

/// Drops the times so far, as after a pause.
void Fineness_Forget(Fineness *fineness);

/// From now on this is not lowered: it cannot be.
void Fineness_Refuse(Fineness *fineness, FinenessLever lever);

/// Takes the time from one frame to the next, ms. True: what Fineness_GetShare returns is another now.
bool Fineness_Take(Fineness *fineness, float interval_ms);

/// The share of all, above 0 to 1.
float Fineness_GetShare(const Fineness *fineness, FinenessLever lever);

/// A grid of about this share of `width` x `height` cells whose shape is as near to theirs as can be.
void Fineness_FitGrid(int width, int height, float share, int *gridWidth, int *gridHeight);

#endif
