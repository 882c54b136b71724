#include "ext/governor/governing.h"

#include <math.h>

#define HITCHES 6      // number of the largest times in a window that do not count: hitches are not the fluid's
#define LEAST_TIMES 32 // least times at a level before it goes down, where they are far above the budget
#define FAR_ABOVE 1.25
#define WAIT_FIRST 120
#define WAIT_LARGEST (WAIT_FIRST << 5)
#define QUIET_TIMES 1800
#define RATIO_UNKNOWN 2.0
#define UP_BELOW 0.85 // fraction of the budget that the level above may be expected to take

gfGoverning gfGoverning_Make(int levels, double budget_ms)
{
    return (gfGoverning){.levels = levels, .budget_ms = budget_ms, .wait = WAIT_FIRST};
}

static int countKept(const gfGoverning *g)
{
    return g->count < GF_GOVERNING_WINDOW ? g->count : GF_GOVERNING_WINDOW;
}

double gfGoverning_GetMean(const gfGoverning *g)
{
    int kept = countKept(g), dropped = kept * HITCHES / GF_GOVERNING_WINDOW;
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

static void changeLevel(gfGoverning *g, int by)
{
    g->level += by;
    g->count = 0;
    g->changes++;
}

bool gfGoverning_Add(gfGoverning *g, double time_ms)
{
    if (!(time_ms >= 0.0 && time_ms < 1e9)) {
        return false;
    }
    g->window[g->count % GF_GOVERNING_WINDOW] = time_ms;
    g->count++;
    if (++g->quiet >= QUIET_TIMES) {
        g->wait = g->wait > WAIT_FIRST ? g->wait / 2 : WAIT_FIRST;
        g->quiet = 0;
    }
    if (g->count < LEAST_TIMES) {
        return false;
    }
    double mean = gfGoverning_GetMean(g), most = g->budget_ms * (g->count < GF_GOVERNING_WINDOW ? FAR_ABOVE : 1.0);
    if (g->left_ms > 0.0) {
        g->ratios[g->level] = mean > 0.0 ? fmin(fmax(g->left_ms / mean, 1.0), 10.0) : RATIO_UNKNOWN;
        g->left_ms = 0.0;
    }
    if (mean > most && g->level + 1 < g->levels) {
        g->left_ms = mean;
        g->wait = g->wait < WAIT_LARGEST ? 2 * g->wait : WAIT_LARGEST;
        g->quiet = 0;
        changeLevel(g, 1);
        return true;
    }
    double ratio = g->ratios[g->level] > 0.0 ? g->ratios[g->level] : RATIO_UNKNOWN;
    if (g->level > 0 && g->count >= g->wait && mean * ratio < UP_BELOW * g->budget_ms) {
        g->left_ms = 0.0;
        changeLevel(g, -1);
        return true;
    }
    return false;
}
