// The decisions of a governor: at which level of quality to go on, from frame times alone. Pure: no GL, no clock, no
// memory.
//
// Level 0 is the best. It goes down by one where the mean of the last times is above the budget, sooner where it is far
// above, and up where that mean times what the level above was found to cost more is well below it. Each way down
// doubles how long it then waits before it goes up; a long quiet time halves that. So whatever the times are there are
// at most GF_GOVERNING_CHANGES changes in so many of them.
#ifndef GF_GOVERNING_H
#define GF_GOVERNING_H

#include <stdbool.h>

#define GF_GOVERNING_LEVELS 16
#define GF_GOVERNING_WINDOW 64
// Most changes of the level in `count` times, with so many levels.
#define GF_GOVERNING_CHANGES(count, levels) ((count) / 300 + 12 + (levels))

typedef struct gfGoverning {
    int levels, level;
    double budget_ms;
    double window[GF_GOVERNING_WINDOW]; // the last times at this level
    int count;                          // of them, and since the last change
    int wait;                           // times at this level before it may go up
    int quiet;                          // times since the wait was last changed
    double left_ms;                     // the mean at the level that it came down from, until this one's is known
    double ratios[GF_GOVERNING_LEVELS]; // cost of the level above over that of this one; 0: not known
    int changes;
} gfGoverning;

// Returns a state at level 0, of 1 to GF_GOVERNING_LEVELS levels.
gfGoverning gfGoverning_Make(int levels, double budget_ms);
// Takes a frame's time at the present level, and returns whether the level changed. Times that are not finite or
// negative are ignored.
bool gfGoverning_Add(gfGoverning *g, double time_ms);
// Returns the mean of the last times at this level but for the largest; 0 before there are any.
double gfGoverning_GetMean(const gfGoverning *g);

#endif
