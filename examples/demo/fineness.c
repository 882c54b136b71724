#include "fineness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 5           // of a lever, at most
#define WEAK_STEP 2       // that a weak machine begins with
#define SLOW_MS 36.0f     // a frame: above that something is lowered
#define CRAWLING_MS 50.0f // above that all goes slower, too
#define BROKEN_MS 100.0f  // above that a scene is worth to be begun anew
#define GOAL_MS 31.0f     // that a lowering aims at
#define LEAST_GAIN 0.07f  // share of a frame's time that a lowering has to save
#define SPARED_MS 600.0f  // after a change that are enough to spare, however few frames they are, but for two
#define JUDGED_MS 900.0f  // that are enough to judge by, however few frames they are, but for three
#define FIRST_WAIT 4      // judgements
#define LONGEST_WAIT 64   // likewise
#define STUCK 10          // likewise, after which all that was useless is tried again
#define CHANCES 2         // to do so
#define SHAPE_TRIES 4     // cells to either side

// What all costs with a step, as a power of its share.
static const float powers[FINENESS_LEVERS] = {[FINENESS_CELLS] = 2.0f,
                                              [FINENESS_DRAWING] = 2.0f,
                                              [FINENESS_LOOK] = 1.0f,
                                              [FINENESS_PARTICLES] = 1.5f, // they take longer steps, too
                                              [FINENESS_STEPS] = 1.0f};

static const float shares[FINENESS_LEVERS][STEPS] = {
    [FINENESS_CELLS] = {1.0f, 17.0f / 24.0f, 0.5f, 1.0f / 3.0f, 0.25f},
    [FINENESS_DRAWING] = {1.0f, 0.75f, 0.5f, 0.375f, 0.25f},
    [FINENESS_LOOK] = {1.0f, 0.4f},
    [FINENESS_PARTICLES] = {1.0f, 0.7f, 0.5f, 0.35f, 0.25f},
    [FINENESS_STEPS] = {1.0f, 0.5f},
};

// The lever that is lowered as the i-th. Longer steps are hardly seen, slower ones are the last resort.
static int getLever(const Fineness *f, int i)
{
    static const int slowly[FINENESS_LEVERS] = {FINENESS_CELLS, FINENESS_DRAWING, FINENESS_LOOK, FINENESS_PARTICLES,
                                                FINENESS_STEPS};
    return f->slows ? slowly[i] : i;
}

static float getCost(int lever, int step)
{
    return powf(shares[lever][step], powers[lever]);
}

void Fineness_Forget(Fineness *f)
{
    f->count = 0;
    f->timed_ms = 0.0f;
}

static void restart(Fineness *f)
{
    f->spared = 0;
    f->spared_ms = 0.0f;
    Fineness_Forget(f);
}

// So far that there are no fewer than the least.
static int countSteps(int lever, int all, int least)
{
    int most = 0;
    while (most + 1 < STEPS && lroundf(shares[lever][most + 1] * (float)all) >= least) {
        most++;
    }
    return most;
}

void Fineness_Resize(Fineness *f, int width, int height)
{
    int wide = countSteps(FINENESS_DRAWING, width, FINENESS_LEAST_WIDTH);
    int high = countSteps(FINENESS_DRAWING, height, FINENESS_LEAST_HEIGHT), most = wide < high ? wide : high;
    f->most[FINENESS_DRAWING] = most;
    if (f->steps[FINENESS_DRAWING] > most) {
        f->steps[FINENESS_DRAWING] = most;
    }
    f->useless[FINENESS_DRAWING] = false;
    f->tried = FINENESS_LEVERS;
    restart(f);
}

void Fineness_Begin(Fineness *f, const FinenessScene *scene, bool weak, int width, int height)
{
    *f = (Fineness){.tried = FINENESS_LEVERS, .wait = FIRST_WAIT, .chances = CHANCES, .slows = scene->slows};
    f->most[FINENESS_CELLS] = countSteps(FINENESS_CELLS, scene->cells, FINENESS_LEAST_CELLS);
    f->most[FINENESS_LOOK] = scene->plainer ? 1 : 0;
    f->most[FINENESS_PARTICLES] = countSteps(FINENESS_PARTICLES, scene->particles, FINENESS_LEAST_PARTICLES);
    f->most[FINENESS_STEPS] = 1;
    Fineness_Resize(f, width, height);
    const int half = WEAK_STEP, drawn = scene->dear ? STEPS : half;
    const int begins[FINENESS_LEVERS] = {[FINENESS_CELLS] = drawn,
                                         [FINENESS_DRAWING] = drawn,
                                         [FINENESS_LOOK] = scene->dear ? STEPS : 0,
                                         [FINENESS_PARTICLES] = half};
    for (int lever = 0; weak && lever < FINENESS_LEVERS; lever++) {
        f->steps[lever] = f->most[lever] < begins[lever] ? f->most[lever] : begins[lever];
    }
}

void Fineness_Refuse(Fineness *f, FinenessLever lever)
{
    f->steps[lever] = f->most[lever] = 0;
    f->tried = f->tried == (int)lever ? FINENESS_LEVERS : f->tried;
}

static bool change(Fineness *f, int lever, int step)
{
    f->raised = step < f->steps[lever];
    f->steps[lever] = step;
    f->quiet = 0;
    f->changes++;
    restart(f);
    return true;
}

// What was lowered without effect is as it was again.
static bool takeBack(Fineness *f, float median_ms)
{
    int lever = f->tried;
    f->tried = FINENESS_LEVERS;
    if (lever == FINENESS_LEVERS || lever == FINENESS_PARTICLES || median_ms < (1.0f - LEAST_GAIN) * f->before_ms) {
        return false;
    }
    f->useless[lever] = true;
    return change(f, lever, f->triedFrom);
}

// The time of a frame from which on this is lowered, ms.
static float getLeast(const Fineness *f, int lever)
{
    if (lever == FINENESS_PARTICLES) {
        return BROKEN_MS;
    }
    return lever == FINENESS_STEPS && f->slows ? CRAWLING_MS : SLOW_MS;
}

// As if all of the time were spent on what this lever is for: so it is never too much, and perhaps not enough yet.
static bool lower(Fineness *f, float median_ms)
{
    if (f->raised) {
        f->wait = 2 * f->wait < LONGEST_WAIT ? 2 * f->wait : LONGEST_WAIT;
    }
    for (int i = 0; i < FINENESS_LEVERS; i++) {
        int lever = getLever(f, i), now = f->steps[lever];
        if (now >= f->most[lever] || f->useless[lever] || median_ms < getLeast(f, lever)) {
            continue;
        }
        int step = now + 1;
        while (step < f->most[lever] && median_ms * getCost(lever, step) / getCost(lever, now) > GOAL_MS) {
            step++;
        }
        f->tried = lever;
        f->triedFrom = now;
        f->before_ms = median_ms;
        return change(f, lever, step);
    }
    if (f->chances > 0 && ++f->stuck >= STUCK) {
        memset(f->useless, 0, sizeof f->useless);
        f->stuck = 0;
        f->chances--;
    }
    return false;
}

static bool raise(Fineness *f, float median_ms)
{
    f->quiet++;
    for (int i = FINENESS_LEVERS - 1; i >= 0 && f->quiet >= f->wait; i--) {
        int lever = getLever(f, i), now = f->steps[lever];
        if (now > 0 && lever != FINENESS_PARTICLES) {
            bool fits = median_ms * getCost(lever, now - 1) / getCost(lever, now) <= FINENESS_AIM_MS;
            return fits && change(f, lever, now - 1);
        }
    }
    return false;
}

static int compare(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static float getMedian(const Fineness *f)
{
    float sorted[FINENESS_TIMES];
    memcpy(sorted, f->times, (size_t)f->count * sizeof sorted[0]);
    qsort(sorted, (size_t)f->count, sizeof sorted[0], compare);
    return sorted[f->count / 2];
}

bool Fineness_Take(Fineness *f, float interval_ms)
{
    if (!(interval_ms >= 0.0f && interval_ms < 1e6f)) {
        return false;
    }
    if (f->spared < 2 || (f->spared < FINENESS_SPARED && f->spared_ms < SPARED_MS)) {
        f->spared++;
        f->spared_ms += interval_ms;
        return false;
    }
    f->times[f->count++] = interval_ms;
    f->timed_ms += interval_ms;
    if (f->count < 3 || (f->count < FINENESS_TIMES && f->timed_ms < JUDGED_MS)) {
        return false;
    }
    float median_ms = getMedian(f);
    Fineness_Forget(f);
    if (takeBack(f, median_ms)) {
        return true;
    }
    return median_ms > SLOW_MS ? lower(f, median_ms) : raise(f, median_ms);
}

float Fineness_GetShare(const Fineness *f, FinenessLever lever)
{
    return shares[lever][f->steps[lever]];
}

void Fineness_FitGrid(int width, int height, float share, int *gridWidth, int *gridHeight)
{
    int middle = (int)lroundf((float)height * share);
    double shape = (double)width / (double)height, least = 1e9;
    for (int i = -SHAPE_TRIES; i <= SHAPE_TRIES && share < 1.0f; i++) {
        int high = middle + i < 4 ? 4 : middle + i, wide = (int)lround(shape * (double)high);
        wide = wide < 4 ? 4 : wide;
        // Of shapes that are as good the nearest size.
        double apart = fabs((double)wide / (double)high / shape - 1.0) + 1e-6 * abs(i);
        if (apart < least) {
            least = apart;
            *gridWidth = wide;
            *gridHeight = high;
        }
    }
    if (share >= 1.0f) {
        *gridWidth = width;
        *gridHeight = height;
    }
}
