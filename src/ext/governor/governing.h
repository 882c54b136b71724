// The decisions of a governor: it lowers or raises the level of quality, by the times that frames take. It uses no GL,
// clock or memory of its own, so that tests can run it with invented times.
//
// Level 0 is the best quality. The governor goes down if the mean of the last times is above the budget, after fewer
// frames if far above, and up if the expected time there is well below it. Each way down doubles the frames to wait
// before going up, many frames without a change halve them: so there are at most GF_GOVERNING_CHANGES changes.
//
// Of some levels it is known how much time they save. If one saves too little, the governor goes back up, and the
// caller removes all levels of that kind of quality, but restores them later (GF_GOVERNING_RETRIES), as the fluid may
// become more costly: up to 24 more changes, as four kinds go down and back up three times (once and two retries).
#ifndef GF_GOVERNING_H
#define GF_GOVERNING_H

#include <stdbool.h>

#define GF_GOVERNING_LEVELS 24
#define GF_GOVERNING_WINDOW 64
// Largest number of changes of the level in `count` frames, with `levels` levels.
#define GF_GOVERNING_CHANGES(count, levels) ((count) / 300 + 12 + (levels))

// What it means to go from a level to the next lower one.
typedef struct gfRung {
    unsigned lever; // the kind of quality that this level lowers, a bit of gfGoverned
    double cost;    // expected time of this level over that of the level above; 0: not known
    double least;   // frames must take this many budgets before the governor goes down to this level
} gfRung;

// What follows from a new frame time.
typedef enum gfGoverningChange {
    GF_GOVERNING_STAYS,
    GF_GOVERNING_MOVES,
    GF_GOVERNING_USELESS, // moved back up; the caller must remove levels of kinds in `useless`, which saved too little
    GF_GOVERNING_RETRIES  // the caller may restore levels that it removed
} gfGoverningChange;

// The state of a governor's decisions.
typedef struct gfGoverning {
    int levels, level;
    double budget_ms;
    gfRung rungs[GF_GOVERNING_LEVELS];
    double window[GF_GOVERNING_WINDOW]; // ring buffer of the last frames' times at this level, ms
    int count;                          // number of frames at this level so far, without the ignored ones
    double sum_ms;                      // time of these `count` frames, ms
    int spared;       // number of frames ignored since the last change, as shaders may be compiled in them
    double spared_ms; // time of the ignored frames, ms
    int wait;         // number of frames at a level before it may go up
    int quiet;        // number of frames since `wait` last changed
    double left_ms;   // mean time at level `from`, to be compared with that of this level; 0: no comparison is due
    int from;         // level from which it last went down
    double ratios[GF_GOVERNING_LEVELS]; // measured time of the level above over each level's; 0: not known
    unsigned useless;                   // kinds of quality whose levels saved too little, bits of gfGoverned
    double stuck_ms;                    // time spent above the budget at this level without a lower one to go to, ms
    int retries;                        // how often removed levels were restored
    int changes;                        // number of changes of the level so far
} gfGoverning;

// Returns a state at level 0 of `levels` levels, 1 to GF_GOVERNING_LEVELS, of which no saving of time is known yet.
gfGoverning gfGoverning_Make(int levels, double budget_ms);
// Goes on at `level` after the caller changed `rungs` of lower levels, and forgets what was measured of these.
void gfGoverning_SetLevels(gfGoverning *g, int levels, int level);
// Takes a frame's time at the present level, and returns what changes. Ignores times that are negative or not finite.
gfGoverningChange gfGoverning_Add(gfGoverning *g, double time_ms);
// Returns the mean of the last times at this level, without the few largest; 0 if there are none yet.
double gfGoverning_GetMean(const gfGoverning *g);

#endif
