// What a rigid body learns of the fluid around it from the answers to its requests.
#include "ext/bodies/loads.h"

#define LEVEL_TIME 0.06   // s, in which what a body knows follows what was seen
#define FLOW_TIME 0.05    // s, likewise
#define SWELL_PERIODS 3.0 // of a radian: what is slower than that carries a body with it
#define WET 0.3           // least liquid of a point whose velocity counts

bool gfPlane_Fit(const gfPlanePoint *points, int count, double thin, double most, double plane[3])
{
    double n = 0.0, mx = 0.0, my = 0.0, mv = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, xv = 0.0, yv = 0.0;
    for (int i = 0; i < count; i++) {
        if (points[i].counts) {
            n += 1.0;
            mx += points[i].x;
            my += points[i].y;
            mv += points[i].value;
        }
    }
    for (int i = 0; i < count; i++) {
        if (points[i].counts) {
            double x = points[i].x - mx / n, y = points[i].y - my / n, v = points[i].value - mv / n;
            xx += x * x;
            xy += x * y;
            yy += y * y;
            xv += x * v;
            yv += y * v;
        }
    }
    double det = xx * yy - xy * xy;
    bool level = n < 1.0 || det < thin * (xx + yy) * (xx + yy);
    plane[1] = level ? 0.0 : fmin(fmax((xv * yy - yv * xy) / det, -most), most);
    plane[2] = level ? 0.0 : fmin(fmax((yv * xx - xv * xy) / det, -most), most);
    plane[0] = n < 1.0 ? 0.0 : mv / n - plane[1] * mx / n - plane[2] * my / n;
    return n >= 1.0;
}

// Takes in the mean velocity, and how it turns, over points that are in liquid.
static void seeFlow(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight)
{
    gfSurroundings *a = &b->around;
    double sum = 0.0, all = 0.0, square = 0.0, mean[3] = {0.0}, arm[3] = {0.0}, turn[3] = {0.0};
    double weights[GF_BODY_SPOTS], share = scene->kind->flat ? 1.0 : 1.5;
    for (int p = seen->first; p < seen->count; p++) {
        const gfSpot *s = &seen->spots[p];
        weights[p] = s->known && s->liquid >= WET ? s->liquid : 0.0;
        all += s->known ? 1.0 : 0.0;
        sum += weights[p];
        for (int i = 0; i < 3; i++) {
            mean[i] += weights[p] * s->velocity[i];
            arm[i] += weights[p] * s->arm[i];
        }
    }
    gfLoad_Follow(&a->wet, all > 0.0 ? sum / all : 0.0, weight);
    for (int i = 0; i < 3; i++) {
        mean[i] = sum > 0.0 ? mean[i] / sum : 0.0;
        arm[i] = sum > 0.0 ? arm[i] / sum : 0.0;
        gfLoad_Follow(&a->wetArm[i], fmin(fmax(arm[i], -b->bound), b->bound), weight);
    }
    for (int p = seen->first; p < seen->count; p++) {
        const gfSpot *s = &seen->spots[p];
        double r[3], v[3], moment[3];
        for (int i = 0; i < 3; i++) {
            r[i] = s->arm[i] - arm[i];
            v[i] = s->velocity[i] - mean[i];
        }
        gfCross3(r, v, moment);
        square += weights[p] * gfDot3(r, r);
        for (int i = 0; i < 3; i++) {
            turn[i] += weights[p] * moment[i];
        }
    }
    for (int i = 0; i < 3 && sum > 0.0; i++) { // a body in the air keeps what it knew
        gfLoad_Follow(&a->flow[i], mean[i], weight);
        gfLoad_Follow(&a->turning[i], square > 0.0 ? share * turn[i] / square : 0.0, weight);
    }
}

void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen)
{
    gfSurroundings *a = &b->around;
    bool first = !a->known;
    double lasts = SWELL_PERIODS * b->period;
    double slow = first || lasts <= 0.0 ? 1.0 : 1.0 - exp(-seen->elapsed / lasts);
    double levels = first ? 1.0 : 1.0 - exp(-seen->elapsed / LEVEL_TIME);
    if (seen->surface != NULL) {
        seen->surface(b, scene, seen, levels);
    }
    seeFlow(b, scene, seen, first ? 1.0 : 1.0 - exp(-seen->elapsed / FLOW_TIME));
    gfLoad_Follow(&a->levelPlace, gfDot3(seen->asked->pose.place, scene->up), levels);
    gfLoad_Follow(&a->slowLevel, a->level, slow);
    a->swell = lasts > 0.0 ? (a->level - a->slowLevel) / lasts : 0.0;
    a->known = true;
}
