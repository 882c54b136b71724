#include "ext/governor/governing.h"

#include <math.h>
#include <string.h>

#define HITCHES 6      // the largest times in a window don't count: hitches are not the fluid's
#define LEAST_TIMES 32 // least number of times before it goes down, if they are far above the budget
#define FEW_TIMES 3    // likewise, if their sum is at least FEW_MS
#define FEW_MS 900.0
#define SPARED 6 // times after a change that don't count, as shaders may be compiled in them
#define SPARED_LEAST 2
#define SPARED_MS 600.0 // once their sum is this, only SPARED_LEAST times don't count
#define FAR_ABOVE 1.25
#define WAIT_FIRST 120
#define WAIT_LARGEST (WAIT_FIRST << 5)
#define QUIET_TIMES 1800
#define RATIO_UNKNOWN 2.0
#define UP_BELOW 0.85       // it goes up if the level above should take less than this fraction of the budget
#define UP_BELOW_KNOWN 0.93 // likewise if its cost is known; going down also ends below this fraction
#define LEAST_GAIN 0.07     // least fraction of a frame's time that a level of known cost must save
#define STUCK_MS 9000.0
#define RETRIES 2

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
        for (int j = 0; j < dropped; j++) { // keeps `largest` sorted, the largest first
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

// Takes a time. Returns whether there are enough at this level for a decision.
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

// Returns the time of a level over that of the level above; 1 if it is not known.
static double getCost(const gfGoverning *g, int level)
{
    return g->rungs[level].cost > 0.0 ? g->rungs[level].cost : 1.0;
}

// Compares the mean with that before going down. Returns whether that saved nothing and was undone.
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

// Goes down a level, or several levels of one lever if their known costs say that it takes several.
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
