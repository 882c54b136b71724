// The decisions of a governor: at which level of quality to go on, from frame times alone. Pure: no GL, no clock, no
// memory.
//
// Level 0 is the best. It goes down where the mean of the last times is above the budget, sooner where it is far above,
// and up where that mean times what the level above was found to cost more is well below it. Each way down doubles how
// long it then waits before it goes up; a long quiet time halves that. So whatever the times are there are at most
// GF_GOVERNING_CHANGES changes in so many of them.
//
// Of some levels the cost is known beforehand. It goes down several of these at once, and takes back those that did not
// help. What is simulated may grow, so they are tried again after a while: GF_GOVERNING_TAKEN_BACK changes more.
#ifndef GF_GOVERNING_H
#define GF_GOVERNING_H

#include <stdbool.h>

#define GF_GOVERNING_LEVELS 24
#define GF_GOVERNING_WINDOW 64
// Most changes of the level in `count` times, with so many levels.
#define GF_GOVERNING_CHANGES(count, levels) ((count) / 300 + 12 + (levels))
// More of these for four levers of known cost, each of which may go down and back three times.
#define GF_GOVERNING_TAKEN_BACK 24

// A level's expected cost.
typedef struct gfRung {
    unsigned lever; // lever that it lowers beside the level above
    double cost;    // of the level above that it should take, where that is known; or 0
    double least;   // budgets that a frame has to take before it goes down here
} gfRung;

typedef enum gfGoverningChange {
    GF_GOVERNING_STAYS,
    GF_GOVERNING_MOVES,
    GF_GOVERNING_USELESS, // it moved back up; levels that lower `useless` further have to go
    GF_GOVERNING_RETRIES  // levels that went may come back
} gfGoverningChange;

typedef struct gfGoverning {
    int levels, level;
    double budget_ms;
    gfRung rungs[GF_GOVERNING_LEVELS];
    double window[GF_GOVERNING_WINDOW]; // the last times at this level
    int count;                          // of them, and since the last change
    double sum_ms;                      // of all since the last change
    int spared;                         // times after the change that did not count
    double spared_ms;
    int wait;                           // times at this level before it may go up
    int quiet;                          // times since the wait was last changed
    double left_ms;                     // the mean at the level that it came from, until this one's is known
    int from;                           // that level
    double ratios[GF_GOVERNING_LEVELS]; // cost of the level above over that of this one; 0: not known
    unsigned useless;                   // levers that were of no use, as bits
    double stuck_ms;                    // above the budget with nothing left to lower
    int retries;
    int changes;
} gfGoverning;

// Returns a state at level 0, of 1 to GF_GOVERNING_LEVELS levels of which nothing is known.
gfGoverning gfGoverning_Make(int levels, double budget_ms);
// Goes on at a level with other ones below it, from `rungs`; what was learned of those above stays.
void gfGoverning_SetLevels(gfGoverning *g, int levels, int level);
// Takes a frame's time at the present level, and returns what follows. Times that are not finite or negative are
// ignored.
gfGoverningChange gfGoverning_Add(gfGoverning *g, double time_ms);
// Returns the mean of the last times at this level but for the largest; 0 before there are any.
double gfGoverning_GetMean(const gfGoverning *g);

#endif
