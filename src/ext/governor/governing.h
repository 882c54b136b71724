// The decisions of a governor: it chooses the level of quality by frame times alone. Pure: no GL, no clock, no memory.
//
// Level 0 is the best. The governor goes down a level if the mean of the last times is above the budget, and sooner if
// it is far above. It goes up if the expected time of the level above is well below the budget. Going down doubles the
// wait before it may go up; a long quiet time halves the wait. So the number of changes is at most
// GF_GOVERNING_CHANGES, whatever the times are.
//
// The cost of some levels is known. The governor goes down several of these at once, and goes back up if that did not
// help. Such levels are tried again later, as the fluid may get larger: that takes GF_GOVERNING_TAKEN_BACK further
// changes.
#ifndef GF_GOVERNING_H
#define GF_GOVERNING_H

#include <stdbool.h>

#define GF_GOVERNING_LEVELS 24
#define GF_GOVERNING_WINDOW 64
// The most changes of the level in `count` frames with `levels` levels.
#define GF_GOVERNING_CHANGES(count, levels) ((count) / 300 + 12 + (levels))
// Further changes by levers of known cost: four, each of which may go down and back three times.
#define GF_GOVERNING_TAKEN_BACK 24

// The lever and the expected cost of a level.
typedef struct gfRung {
    unsigned lever; // the kind of quality (gfGoverned) that it lowers, compared with the level above
    double cost;    // its time over that of the level above; 0: not known
    double least;   // frames must take this many budgets before the governor goes down to it
} gfRung;

typedef enum gfGoverningChange {
    GF_GOVERNING_STAYS,
    GF_GOVERNING_MOVES,
    GF_GOVERNING_USELESS, // it moved back up; the caller must remove lower levels of the levers in `useless`
    GF_GOVERNING_RETRIES  // the caller may restore removed levels
} gfGoverningChange;

typedef struct gfGoverning {
    int levels, level;
    double budget_ms;
    gfRung rungs[GF_GOVERNING_LEVELS];
    double window[GF_GOVERNING_WINDOW]; // the last times at this level
    int count;                          // number of times since the last change that count
    double sum_ms;                      // their sum
    int spared;                         // number of times right after the change, which don't count
    double spared_ms;
    int wait;                           // number of times at this level before it may go up
    int quiet;                          // number of times since the wait last changed
    double left_ms;                     // mean time at level `from`, until that of this level is known; else 0
    int from;                           // the level that it came from
    double ratios[GF_GOVERNING_LEVELS]; // measured time of the level above over that of this level; 0: not known
    unsigned useless;                   // levers that saved nothing, as bits
    double stuck_ms;                    // time spent above the budget with nothing left to lower
    int retries;
    int changes;
} gfGoverning;

// Returns a state at level 0 with 1 to GF_GOVERNING_LEVELS levels of unknown cost.
gfGoverning gfGoverning_Make(int levels, double budget_ms);
// Continues at `level` after the caller changed `rungs` below it; measured ratios of levels above stay.
void gfGoverning_SetLevels(gfGoverning *g, int levels, int level);
// Takes a frame's time at the present level, and returns the change that it causes. Times that are not finite or
// negative are ignored.
gfGoverningChange gfGoverning_Add(gfGoverning *g, double time_ms);
// Returns the mean of the last times at this level without the largest ones; 0 before the first.
double gfGoverning_GetMean(const gfGoverning *g);

#endif
