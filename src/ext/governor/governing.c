#include "ext/governor/governing.h"

#include <math.h>
#include <string.h>

// The mean of GF_GOVERNING_WINDOW frame times leaves out this many of the largest: hitches are not the fluid's doing.
#define HITCHES 6
#define LEAST_TIMES 32 // frames at a level before a decision, if they take less than FEW_MS
#define FEW_TIMES 3    // frames that are enough for a decision if they take FEW_MS (ms) together
#define FEW_MS 900.0
#define SPARED 6 // frames after a change whose times are ignored, as shaders may be compiled in them
#define SPARED_LEAST 2
#define SPARED_MS 600.0 // once the ignored frames took this time, ms, no more than SPARED_LEAST are ignored
#define FAR_ABOVE 1.25  // budgets that the mean must exceed while the window is not full yet
#define WAIT_FIRST 120  // frames at a level before it first may go up
#define WAIT_LARGEST (WAIT_FIRST << 5)
#define QUIET_TIMES 1800    // frames without a change after which the wait is halved
#define RATIO_UNKNOWN 2.0   // time of the level above over that of a level, where it was never measured
#define UP_BELOW 0.85       // the governor goes up if the level above should take less than this fraction of the budget
#define UP_BELOW_KNOWN 0.93 // the same for a level of known cost; going down several levels at once also ends below it
#define LEAST_GAIN 0.07     // fraction of a frame's time that a level of known cost must save, or else it is useless
#define STUCK_MS 9000.0     // time above the budget after which levels that were removed as useless are restored, ms
#define RETRIES 2           // how often removed levels are restored at most

gfGoverning gfGoverning_Make(int levels, double budget_ms)
{
    return (gfGoverning){.levels = levels, .budget_ms = budget_ms, .wait = WAIT_FIRST};
}

static void restart(gfGoverning *g, int level)
{
    g->level = level;
    g->count = g->spared = 0;
    g->sum_ms = g->spared_ms = g->stuck_ms = 0.0;
}

void gfGoverning_SetLevels(gfGoverning *g, int levels, int level)
{
    restart(g, level);
    g->levels = levels;
    g->left_ms = 0.0;
    memset(g->ratios + level + 1, 0, sizeof g->ratios - (size_t)(level + 1) * sizeof g->ratios[0]);
}

double gfGoverning_GetMean(const gfGoverning *g)
{
    int kept = g->count < GF_GOVERNING_WINDOW ? g->count : GF_GOVERNING_WINDOW,
        dropped = kept * HITCHES / GF_GOVERNING_WINDOW;
    double largest[HITCHES] = {0.0}, sum = 0.0;
    for (int i = 0; i < kept; i++) {
        double time = g->window[i];
        sum += time;
        for (int j = 0; j < dropped; j++) { // insertion: keeps `largest` sorted, the largest time first
            double other = largest[j];
            largest[j] = fmax(time, other);
            time = fmin(time, other);
        }
    }
    for (int j = 0; j < dropped; j++) {
        sum -= largest[j];
    }
    return kept > dropped ? fmax(sum, 0.0) / (kept - dropped) : 0.0;
}

static void moveTo(gfGoverning *g, int level)
{
    restart(g, level);
    g->changes++;
}

// Takes a time into the window. Returns whether there are enough times at this level for a decision.
static bool take(gfGoverning *g, double time_ms)
{
    if (g->spared < SPARED_LEAST || (g->spared < SPARED && g->spared_ms < SPARED_MS)) {
        g->spared++;
        g->spared_ms += time_ms;
        return false;
    }
    g->window[g->count % GF_GOVERNING_WINDOW] = time_ms;
    g->count++;
    g->sum_ms += time_ms;
    if (++g->quiet >= QUIET_TIMES) {
        g->wait = g->wait > WAIT_FIRST ? g->wait / 2 : WAIT_FIRST;
        g->quiet = 0;
    }
    return g->count >= LEAST_TIMES || (g->count >= FEW_TIMES && g->sum_ms >= FEW_MS);
}

// Returns the expected time of a level over that of the level above; 1 if it is not known.
static double getCost(const gfGoverning *g, int level)
{
    return g->rungs[level].cost > 0.0 ? g->rungs[level].cost : 1.0;
}

// Measures what a level saves after going down to it. True: too little for its known cost; the governor went back up.
static bool judge(gfGoverning *g, double mean)
{
    double left = g->left_ms;
    g->left_ms = 0.0;
    if (left <= 0.0) {
        return false;
    }
    if (g->level == g->from + 1) {
        g->ratios[g->level] = mean > 0.0 ? fmin(fmax(left / mean, 1.0), 10.0) : RATIO_UNKNOWN;
    }
    if (g->rungs[g->level].cost <= 0.0 || mean <= (1.0 - LEAST_GAIN) * left) {
        return false;
    }
    g->useless |= g->rungs[g->level].lever;
    moveTo(g, g->from);
    return true;
}

// Goes down a level, or as many as are needed if it is known what the next ones of the same lever save.
static void goDown(gfGoverning *g, double mean)
{
    int level = g->level + 1;
    double expected = mean * getCost(g, level);
    while (level + 1 < g->levels && g->rungs[level].cost > 0.0 && g->rungs[level + 1].lever == g->rungs[level].lever &&
           expected > UP_BELOW_KNOWN * g->budget_ms) {
        expected *= getCost(g, ++level);
    }
    g->left_ms = mean;
    g->from = g->level;
    g->wait = g->wait < WAIT_LARGEST ? 2 * g->wait : WAIT_LARGEST;
    g->quiet = 0;
    moveTo(g, level);
}

static bool canGoUp(const gfGoverning *g, double mean)
{
    double cost = g->rungs[g->level].cost, learned = g->ratios[g->level];
    double ratio = cost > 0.0 ? 1.0 / cost : learned > 0.0 ? learned : RATIO_UNKNOWN;
    return g->level > 0 && g->count >= g->wait &&
           mean * ratio < (cost > 0.0 ? UP_BELOW_KNOWN : UP_BELOW) * g->budget_ms;
}

gfGoverningChange gfGoverning_Add(gfGoverning *g, double time_ms)
{
    if (!(time_ms >= 0.0 && time_ms < 1e9) || !take(g, time_ms)) {
        return GF_GOVERNING_STAYS;
    }
    double mean = gfGoverning_GetMean(g), most = g->budget_ms * (g->count < GF_GOVERNING_WINDOW ? FAR_ABOVE : 1.0);
    if (judge(g, mean)) {
        return GF_GOVERNING_USELESS;
    }
    if (mean > most && g->level + 1 < g->levels && mean > g->rungs[g->level + 1].least * g->budget_ms) {
        goDown(g, mean);
        return GF_GOVERNING_MOVES;
    }
    if (canGoUp(g, mean)) {
        g->left_ms = 0.0;
        moveTo(g, g->level - 1);
        return GF_GOVERNING_MOVES;
    }
    g->stuck_ms += mean > most ? time_ms : 0.0;
    if (g->useless != 0 && g->retries < RETRIES && g->stuck_ms > STUCK_MS) {
        g->useless = 0;
        g->stuck_ms = 0.0;
        g->retries++;
        return GF_GOVERNING_RETRIES;
    }
    return GF_GOVERNING_STAYS;
}
