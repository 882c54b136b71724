#include "support/gaussian_reference.h"

#define REACH 7

// exp(-(v + i)^2) for i = -REACH to REACH.
static void fillFactors(double *factors, double v)
{
    for (int i = -REACH; i <= REACH; i++) {
        factors[i + REACH] = exp(-(v + i) * (v + i));
    }
}

// What the two forms differ in.
typedef struct Form {
    double divisor; // of the weights
    double force, restDensity;
    int radius; // 0: the 196 neighbours of the tweet
} Form;

static bool isNeighbour(const Form *form, int i, int j)
{
    if (form->radius > 0) {
        return abs(i) <= form->radius && abs(j) <= form->radius;
    }
    int k = (i + 7) + 14 * (j + 7); // i = 7 would be the next row's -7
    return i < 7 && k >= 1 && k <= 196;
}

// The sums that cells gather from their neighbours, the other way round: each particle gives to the cells at its own
// less (i, j). What it returns has momentum in place of velocity.
static GaussianCells gather(const GaussianCells *from, const Form *form)
{
    GaussianCells to = GaussianCells_Make(from->width, from->height);
    for (int at = 0; at < from->width * from->height; at++) {
        double mass = from->mass[at], vx = from->x[at], vy = from->y[at], factorsX[2 * REACH + 1],
               factorsY[2 * REACH + 1];
        if (mass == 0.0) {
            continue;
        }
        fillFactors(factorsX, vx);
        fillFactors(factorsY, vy);
        double force = form->force * (form->restDensity - mass);
        for (int j = -REACH; j <= REACH; j++) {
            for (int i = -REACH; i <= REACH; i++) {
                int x = at % from->width - i, y = at / from->width - j;
                if (!isNeighbour(form, i, j) || x < 0 || y < 0 || x >= to.width || y >= to.height) {
                    continue;
                }
                double w = mass * factorsX[i + REACH] * factorsY[j + REACH] / form->divisor;
                int cell = y * to.width + x;
                to.mass[cell] += w;
                to.x[cell] += w * (vx + force * (vx + i));
                to.y[cell] += w * (vy + force * (vy + j));
            }
        }
    }
    return to;
}

static void stepClassic(GaussianCells *cells, uint64_t step)
{
    GaussianCells to = gather(cells, &(Form){3.142, 1.0, 1.0, 0});
    for (int i = 0; i < to.width * to.height; i++) {
        to.x[i] /= to.mass[i] + 1e-6;
        to.y[i] /= to.mass[i] + 1e-6;
        if (step % 500 < 2) {
            to.x[i] += (i % to.width + 0.5) / 1e3 - 0.5;
            to.y[i] += (i / to.width + 0.5) / 1e3 - 0.5;
            to.mass[i] += 0.3;
        }
    }
    *cells = to;
}

static void stepSimple(GaussianCells *cells, const gfGaussianParams *params, uint64_t step)
{
    GaussianCells to = gather(cells, &(Form){PI, (double)params->force, (double)params->restDensity, params->radius});
    for (int i = 0; i < to.width * to.height; i++) {
        to.x[i] = to.mass[i] > 0.0 ? to.x[i] / to.mass[i] : 0.0;
        to.y[i] = to.mass[i] > 0.0 ? to.y[i] / to.mass[i] : 0.0;
        if (params->splashPeriod > 0 && step % (uint64_t)params->splashPeriod == 0) {
            to.x[i] += (i % to.width + 0.5 - 0.5 * to.width) * (double)params->splashSpeed;
            to.y[i] += (i / to.width + 0.5 - 0.5 * to.height) * (double)params->splashSpeed;
            to.mass[i] += (double)params->splashMass;
        }
    }
    *cells = to;
}

void GaussianReference_Step(GaussianCells *cells, const gfGaussianParams *params, uint64_t step)
{
    if (params->mode == GF_GAUSSIAN_CLASSIC) {
        stepClassic(cells, step);
    } else {
        stepSimple(cells, params, step);
    }
}
