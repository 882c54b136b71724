// Places the points at which a rigid body asks about the fluid, and takes in the answers.
#include "ext/bodies/loads.h"

#include <string.h>

// --- where to look ---------------------------------------------------------------------------------------------------

// Returns how far off the fluid is no longer that of the body's own surface, m.
static double getMargin(const gfRigidBody *b, const gfBody *body)
{
    double margin = 2.5 * (double)body->def.cellSize;
    if (body->def.solver == GF_SOLVER_PARTICLES) {
        margin = fmax(margin, 4.0 * (double)body->def.particles.spacing);
    }
    return fmax(margin, 0.1 * b->bound);
}

static gfVec2 toPoint(double x, double y)
{
    return (gfVec2){(float)fmin(fmax(x, -1e9), 1e9), (float)fmin(fmax(y, -1e9), 1e9)};
}

// Places the points of SHALLOW, all of them under the body. Its ground is told best by the outline, and its middle by
// those within.
static void placeUnder(const gfRigidBody *b, const gfHull *hull, gfVec2 *points)
{
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        bool inner = i < GF_BODY_LEVEL_POINTS;
        double angle =
            b->angle + 6.283185307179586 * (inner ? (double)i / GF_BODY_LEVEL_POINTS
                                                  : (double)(i - GF_BODY_LEVEL_POINTS) / GF_BODY_FLOW_POINTS);
        const double way[2] = {cos(angle), sin(angle)};
        double p[2], share = inner ? 0.5 : 1.0;
        gfHull_GetSupport(hull, way, p);
        points[i] = toPoint(b->place[0] + share * (p[0] - b->place[0]), b->place[1] + share * (p[1] - b->place[1]));
    }
}

void gfRigidBody_PlacePoints(const gfRigidBody *b, const gfBody *body, gfVec2 points[GF_BODY_POINTS])
{
    const gfHull hull = gfHull_Move(&b->hull, b->place, b->angle);
    double low[2], high[2], margin = getMargin(b, body);
    if (body->def.solver == GF_SOLVER_SHALLOW) {
        placeUnder(b, &hull, points);
        return;
    }
    gfHull_GetBounds(&hull, low, high);
    for (int i = 0; i < GF_BODY_LEVEL_POINTS; i++) {
        static const double away[GF_BODY_LEVEL_POINTS / 2] = {1.0, 2.2, 4.5};
        double off = margin * away[i / 2];
        points[i] = toPoint(i % 2 == 0 ? low[0] - off : high[0] + off, b->place[1]);
    }
    for (int i = 0; i < GF_BODY_FLOW_POINTS; i++) {
        double angle = 6.283185307179586 * i / GF_BODY_FLOW_POINTS;
        const double way[2] = {cos(angle), sin(angle)};
        double p[2];
        gfHull_GetSupport(&hull, way, p);
        points[GF_BODY_LEVEL_POINTS + i] = toPoint(p[0] + margin * way[0], p[1] + margin * way[1]);
    }
}

// --- what was seen ---------------------------------------------------------------------------------------------------

// The surface on one side of a body, and how far along x that is, m.
typedef struct SideLevel {
    double level, at;
} SideLevel;

// The mean where they agree; else the lower of two, the middle one of three: drops and splashes lie above the surface.
// What is behind a wall counts only if `beyond`.
static bool getSide(const gfBodyAnswer *answer, int first, double agree, bool beyond, SideLevel *side)
{
    const gfSpot *spots = answer->spots;
    double found[3], sum = 0.0, total = 0.0;
    int count = 0;
    for (int i = first; i < GF_BODY_LEVEL_POINTS && (beyond || spots[i].inside); i += 2) {
        if (spots[i].inside) {
            double value = (double)spots[i].surface;
            int k = count++;
            for (; k > 0 && found[k - 1] > value; k--) {
                found[k] = found[k - 1];
            }
            found[k] = value;
            sum += (double)answer->points[i].x;
            total += value;
        }
    }
    if (count > 0) {
        side->level = found[count - 1] - found[0] <= agree ? total / count : found[(count - 1) / 2];
        side->at = sum / count;
    }
    return count > 0;
}

static void seeLevel(gfRigidBody *b, const gfLoadScene *scene, const gfBodyAnswer *answer, double weight)
{
    double agree = fmax(3.0 * scene->cellSize, 0.25 * b->bound);
    gfSurroundings *a = &b->around;
    SideLevel sides[2];
    bool left = getSide(answer, 0, agree, false, &sides[0]);
    bool right = getSide(answer, 1, agree, false, &sides[1]);
    if (!left && !right) { // it is hemmed in
        left = getSide(answer, 0, agree, true, &sides[0]);
        right = getSide(answer, 1, agree, true, &sides[1]);
    }
    a->levelKnown = left || right;
    if (left && right) {
        double slope = fmin(fmax((sides[1].level - sides[0].level) / (sides[1].at - sides[0].at), -GF_LOAD_SLOPE_MAX),
                            GF_LOAD_SLOPE_MAX);
        double middle = 0.5 * (sides[0].at + sides[1].at);
        gfLoad_Follow(&a->slope, slope, weight);
        gfLoad_Follow(&a->level, 0.5 * (sides[0].level + sides[1].level) + slope * (b->place[0] - middle), weight);
    } else if (left || right) {
        gfLoad_Follow(&a->slope, 0.0, weight);
        gfLoad_Follow(&a->level, left ? sides[0].level : sides[1].level, weight);
    }
}

// Takes in the mean velocity, and how it turns, over points that are in liquid.
static void seeFlow(gfRigidBody *b, const gfLoadScene *scene, const gfBodyAnswer *answer, double weight)
{
    const gfVec2 *points = answer->points;
    const gfSpot *spots = answer->spots;
    gfSurroundings *a = &b->around;
    int first = scene->solver == GF_SOLVER_SHALLOW ? 0 : GF_BODY_LEVEL_POINTS, all = 0;
    double sum = 0.0, mean[2] = {0.0, 0.0}, arm[2] = {0.0, 0.0}, turn = 0.0, square = 0.0, weights[GF_BODY_POINTS];
    for (int i = first; i < GF_BODY_POINTS; i++) {
        const gfSpot *s = &spots[i];
        double liquid = scene->solver == GF_SOLVER_GRID      ? 1.0
                        : scene->solver == GF_SOLVER_SHALLOW ? ((double)s->liquid > 1e-3 * scene->cellSize ? 1.0 : 0.0)
                                                             : fmin((double)s->liquid, 1.0);
        weights[i] = s->inside && liquid >= GF_LOAD_WET ? liquid : 0.0;
        all += s->inside;
        sum += weights[i];
        for (int axis = 0; axis < 2; axis++) {
            mean[axis] += weights[i] * (double)s->velocity[axis];
            arm[axis] += weights[i] * ((double)(axis == 0 ? points[i].x : points[i].y) - b->place[axis]);
        }
    }
    gfLoad_Follow(&a->wet, all > 0 ? sum / all : 0.0, weight);
    for (int axis = 0; axis < 2; axis++) {
        mean[axis] = sum > 0.0 ? mean[axis] / sum : 0.0;
        gfLoad_Follow(&a->wetArm[axis], sum > 0.0 ? fmin(fmax(arm[axis] / sum, -b->bound), b->bound) : 0.0, weight);
    }
    for (int i = first; i < GF_BODY_POINTS; i++) {
        double x = (double)points[i].x - b->place[0] - (sum > 0.0 ? arm[0] / sum : 0.0);
        double y = (double)points[i].y - b->place[1] - (sum > 0.0 ? arm[1] / sum : 0.0);
        turn +=
            weights[i] * (x * ((double)spots[i].velocity[1] - mean[1]) - y * ((double)spots[i].velocity[0] - mean[0]));
        square += weights[i] * (x * x + y * y);
    }
    if (sum > 0.0) { // a body in the air keeps what it knew
        gfLoad_Follow(&a->flow[0], mean[0], weight);
        gfLoad_Follow(&a->flow[1], mean[1], weight);
        gfLoad_Follow(&a->turning, square > 0.0 ? turn / square : 0.0, weight);
    }
}

// Fits a plane through values at points: the mean and its slopes.
static void fitPlane(const gfRigidBody *b, const gfVec2 *points, const double *values, const bool *counts,
                     double plane[3])
{
    double n = 0.0, mx = 0.0, my = 0.0, mv = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, xv = 0.0, yv = 0.0;
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        if (counts[i]) {
            n += 1.0;
            mx += (double)points[i].x - b->place[0];
            my += (double)points[i].y - b->place[1];
            mv += values[i];
        }
    }
    memset(plane, 0, 3 * sizeof *plane);
    if (n < 1.0) {
        return;
    }
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        if (counts[i]) {
            double x = (double)points[i].x - b->place[0] - mx / n, y = (double)points[i].y - b->place[1] - my / n;
            double v = values[i] - mv / n;
            xx += x * x;
            xy += x * y;
            yy += y * y;
            xv += x * v;
            yv += y * v;
        }
    }
    double det = xx * yy - xy * xy;
    bool thin = det < 1e-3 * (xx + yy) * (xx + yy);
    plane[1] = thin ? 0.0 : (xv * yy - yv * xy) / det;
    plane[2] = thin ? 0.0 : (yv * xx - xv * xy) / det;
    plane[0] = mv / n - plane[1] * mx / n - plane[2] * my / n;
}

// Takes in surface and ground of SHALLOW as planes under the body, and where the ground bears it.
static void seeGround(gfRigidBody *b, const gfBodyAnswer *answer, double weight)
{
    const gfVec2 *points = answer->points;
    const gfSpot *spots = answer->spots;
    gfSurroundings *a = &b->around;
    double levels[GF_BODY_POINTS], grounds[GF_BODY_POINTS], surface[3], ground[3], draft = gfRigidBody_GetDraft(b);
    double borne = 0.0, depth = 0.0, push[2] = {0.0, 0.0}, turn = 0.0;
    bool wet[GF_BODY_POINTS], all[GF_BODY_POINTS], any = false;
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        levels[i] = (double)spots[i].surface;
        grounds[i] = levels[i] - (double)spots[i].liquid;
        wet[i] = (double)spots[i].liquid > 0.1 * draft;
        all[i] = true;
        any = any || wet[i];
    }
    fitPlane(b, points, levels, any ? wet : all, surface);
    fitPlane(b, points, grounds, all, ground);
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        // The ground lifts a body by as much as it stands above the body's floating bottom.
        double bears = fmin(fmax((draft - (double)spots[i].liquid) / draft, 0.0), 1.0) / GF_BODY_POINTS;
        double x = (double)points[i].x - b->place[0], y = (double)points[i].y - b->place[1];
        borne += bears;
        depth += (double)spots[i].liquid / GF_BODY_POINTS;
        push[0] -= bears * ground[1];
        push[1] -= bears * ground[2];
        turn -= bears * (x * ground[2] - y * ground[1]);
    }
    gfLoad_Follow(&a->level, surface[0], weight);
    gfLoad_Follow(&a->slope, fmin(fmax(surface[1], -GF_LOAD_SLOPE_MAX), GF_LOAD_SLOPE_MAX), weight);
    gfLoad_Follow(&a->levelSlopeY, fmin(fmax(surface[2], -GF_LOAD_SLOPE_MAX), GF_LOAD_SLOPE_MAX), weight);
    gfLoad_Follow(&a->depth, depth, weight);
    gfLoad_Follow(&a->onGround, borne, weight);
    gfLoad_Follow(&a->groundForce[0], push[0], weight);
    gfLoad_Follow(&a->groundForce[1], push[1], weight);
    gfLoad_Follow(&a->groundTurn, turn, weight);
}

void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyAnswer *answer)
{
    gfSurroundings *a = &b->around;
    bool first = !a->known;
    double lasts = GF_LOAD_SWELL_PERIODS * b->period,
           slow = first || lasts <= 0.0 ? 1.0 : 1.0 - exp(-answer->elapsed / lasts);
    double levels = first ? 1.0 : 1.0 - exp(-answer->elapsed / GF_LOAD_LEVEL_TIME),
           flows = first ? 1.0 : 1.0 - exp(-answer->elapsed / GF_LOAD_FLOW_TIME);
    if (scene->solver == GF_SOLVER_SHALLOW) {
        seeGround(b, answer, levels);
    } else if (scene->solver != GF_SOLVER_GRID) {
        seeLevel(b, scene, answer, levels);
    }
    seeFlow(b, scene, answer, flows);
    gfLoad_Follow(&a->levelPlace, answer->pose->place[1], levels);
    gfLoad_Follow(&a->slowLevel, a->level, slow);
    a->swell = lasts > 0.0 ? (a->level - a->slowLevel) / lasts : 0.0;
    if (answer->loads != NULL && !first) {
        gfRigidBody_MeasureResidual(b, scene, answer);
    }
    a->last = *answer->pose;
    a->known = true;
}
