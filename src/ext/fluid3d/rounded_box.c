#include "ext/fluid3d/fluid3d.h"

#define THIN 1e-12  // lengths below this count as 0, m
#define LEANING 0.3 // an edge at a smaller angle (its sine) to a contact's plane lies in it: both of its ends touch
#define CUT_COLUMNS 12
#define BULK_COLUMNS 32

gfRoundedBox gfRoundedBox_Make(const gfShape3DPose *pose)
{
    gfRoundedBox box = {.radius = pose->radius};
    for (int i = 0; i < 3; i++) {
        gfTurn_GetAxis(pose->turn, i, 1.0, box.axes[i]);
        box.centre[i] = pose->centre[i];
        box.half[i] = fmax(pose->half[i], 0.0);
    }
    return box;
}

double gfRoundedBox_GetBound(const gfRoundedBox *box)
{
    return sqrt(gfDot3(box->half, box->half)) + box->radius;
}

double gfRoundedBox_GetReach(const gfRoundedBox *box, const double way[3])
{
    double core = 0.0; // how far the inner box, without the rounding, reaches
    for (int i = 0; i < 3; i++) {
        core += box->half[i] * fabs(gfDot3(way, box->axes[i]));
    }
    return core + box->radius;
}

double gfRoundedBox_GetShadow(const gfRoundedBox *box, const double way[3])
{
    const double *h = box->half;
    double r = box->radius, area = 3.14159265358979 * r * r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double along = fmin(fabs(gfDot3(way, box->axes[i])), 1.0);
        area += 4.0 * h[j] * h[k] * along + 4.0 * h[i] * r * sqrt(1.0 - along * along);
    }
    return area;
}

// --- volumes ---------------------------------------------------------------------------------------------------------

// Returns half the box's length along its own axis `up`, at (u, v) along its other two axes; -1 outside of it.
static double getColumn(const gfRoundedBox *box, int up, double u, double v)
{
    double du = fmax(fabs(u) - box->half[(up + 1) % 3], 0.0), dv = fmax(fabs(v) - box->half[(up + 2) % 3], 0.0);
    double left = box->radius * box->radius - du * du - dv * dv;
    return left >= 0.0 ? box->half[up] + sqrt(left) : -1.0;
}

// Returns the middle of interval number `i` of `n` equal ones from -size to size.
static double getMiddle(int i, int n, double size)
{
    return (2.0 * (i + 0.5) / n - 1.0) * size;
}

gfBulk gfRoundedBox_GetBulk(const gfRoundedBox *box)
{
    const double *h = box->half, pi = 3.14159265358979;
    double r = box->radius, volume = 0.0, squares[3] = {0.0, 0.0, 0.0};
    for (int n = 0; n < BULK_COLUMNS * BULK_COLUMNS; n++) {
        double z = getMiddle(n % BULK_COLUMNS, BULK_COLUMNS, h[2] + r);
        double x = getMiddle(n / BULK_COLUMNS, BULK_COLUMNS, h[0] + r), half = getColumn(box, 1, z, x);
        if (half > 0.0) {
            volume += half;
            squares[0] += half * x * x;
            squares[1] += half * half * half / 3.0;
            squares[2] += half * z * z;
        }
    }
    // Steiner's formula for the volume: of the inner box, and of the rounding at its faces, edges and corners.
    gfBulk bulk = {.volume = 8.0 * h[0] * h[1] * h[2] + 8.0 * r * (h[0] * h[1] + h[1] * h[2] + h[2] * h[0]) +
                             2.0 * pi * r * r * (h[0] + h[1] + h[2]) + 4.0 / 3.0 * pi * r * r * r};
    for (int i = 0; i < 3; i++) {
        bulk.inertia[i] = bulk.volume * (squares[(i + 1) % 3] + squares[(i + 2) % 3]) / fmax(volume, 1e-300);
    }
    return bulk;
}

double gfRoundedBox_Cut(const gfRoundedBox *box, const double normal[3], double offset, double arm[3])
{
    double n[3], sum = 0.0, below = 0.0, middle[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        n[i] = gfDot3(normal, box->axes[i]);
        arm[i] = 0.0;
    }
    int up = fabs(n[0]) > fabs(n[1]) ? (fabs(n[0]) > fabs(n[2]) ? 0 : 2) : (fabs(n[1]) > fabs(n[2]) ? 1 : 2);
    int first = (up + 1) % 3, second = (up + 2) % 3;
    for (int i = 0; i < CUT_COLUMNS * CUT_COLUMNS; i++) {
        double u = getMiddle(i % CUT_COLUMNS, CUT_COLUMNS, box->half[first] + box->radius);
        double v = getMiddle(i / CUT_COLUMNS, CUT_COLUMNS, box->half[second] + box->radius);
        double half = getColumn(box, up, u, v);
        if (half <= 0.0) {
            continue;
        }
        double end = fmin(fmax((offset - n[first] * u - n[second] * v) / n[up], -half), half);
        double length = n[up] > 0.0 ? end + half : half - end;
        sum += 2.0 * half;
        below += length;
        middle[first] += length * u;
        middle[second] += length * v;
        middle[up] += length * 0.5 * (n[up] > 0.0 ? end - half : end + half);
    }
    for (int i = 0; i < 3 && below > 0.0; i++) {
        for (int k = 0; k < 3; k++) {
            arm[i] += middle[k] / below * box->axes[k][i];
        }
    }
    return sum > 0.0 ? below / sum : 0.0;
}

// --- contacts --------------------------------------------------------------------------------------------------------

int gfRoundedBox_GetCorners(const gfRoundedBox *box, double corners[8][3])
{
    int count = 0;
    for (int bits = 0; bits < 8; bits++) {
        bool again = false;
        memcpy(corners[count], box->centre, sizeof corners[count]);
        for (int k = 0; k < 3; k++) {
            again = again || (box->half[k] <= THIN && (bits >> k & 1) != 0);
            for (int i = 0; i < 3; i++) {
                corners[count][i] += (bits >> k & 1 ? 1.0 : -1.0) * box->half[k] * box->axes[k][i];
            }
        }
        count += again ? 0 : 1;
    }
    return count;
}

// The axis along which two boxes are farthest apart; if `separation` is below 0, along which they overlap least.
typedef struct Gap {
    double separation, normal[3];
} Gap;

// Takes an axis if its separation is larger by more than `lead`, so that contacts don't jump between similar axes.
static void tryAxis(const gfRoundedBox *a, const gfRoundedBox *b, const double axis[3], double lead, Gap *best)
{
    double n[3], length = sqrt(gfDot3(axis, axis)), along = 0.0;
    if (length < 1e-9) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        n[i] = axis[i] / length;
        along += n[i] * (b->centre[i] - a->centre[i]);
    }
    double separation = fabs(along) - gfRoundedBox_GetReach(a, n) - gfRoundedBox_GetReach(b, n);
    if (separation > best->separation + lead) {
        best->separation = separation;
        for (int i = 0; i < 3; i++) {
            best->normal[i] = along < 0.0 ? -n[i] : n[i];
        }
    }
}

// Tries the directions from the corners of `from` to the nearest points of the inner box of `to`, for rounded contacts.
static void tryCorners(const gfRoundedBox *a, const gfRoundedBox *b, const gfRoundedBox *from, const gfRoundedBox *to,
                       double lead, Gap *best)
{
    double corners[8][3];
    int count = gfRoundedBox_GetCorners(from, corners);
    for (int c = 0; c < count; c++) {
        double arm[3], way[3];
        for (int i = 0; i < 3; i++) {
            arm[i] = corners[c][i] - to->centre[i];
            way[i] = arm[i];
        }
        for (int k = 0; k < 3; k++) {
            double along = fmin(fmax(gfDot3(arm, to->axes[k]), -to->half[k]), to->half[k]);
            for (int i = 0; i < 3; i++) {
                way[i] -= along * to->axes[k][i];
            }
        }
        double length = sqrt(gfDot3(way, way));
        for (int i = 0; i < 3; i++) {
            way[i] = length > 1e-9 * (1.0 + gfRoundedBox_GetBound(to)) ? way[i] / length : 0.0;
        }
        tryAxis(a, b, way, lead, best);
    }
}

static bool isSolidBox(const gfRoundedBox *box)
{
    return box->half[0] > THIN && box->half[1] > THIN && box->half[2] > THIN;
}

static Gap findGap(const gfRoundedBox *a, const gfRoundedBox *b)
{
    Gap best = {.separation = -INFINITY};
    double lead = 0.003 * (gfRoundedBox_GetBound(a) + gfRoundedBox_GetBound(b));
    for (int i = 0; i < 3; i++) {
        if (isSolidBox(b)) {
            tryAxis(a, b, b->axes[i], 0.0, &best);
        }
        if (isSolidBox(a)) {
            tryAxis(a, b, a->axes[i], 0.1 * lead, &best);
        }
    }
    tryCorners(a, b, a, b, lead, &best);
    tryCorners(a, b, b, a, lead, &best);
    for (int i = 0; i < 9; i++) {
        double axis[3];
        gfCross3(a->axes[i % 3], b->axes[i / 3], axis);
        if (a->half[i % 3] > THIN && b->half[i / 3] > THIN && gfDot3(axis, axis) > 1e-4) {
            tryAxis(a, b, axis, lead, &best);
        }
    }
    if (best.separation <= -1e300) { // no axis was tried, as the centres of two spheres coincide
        best = (Gap){-a->radius - b->radius, {0.0, 1.0, 0.0}};
    }
    return best;
}

// The corner, edge or face by which a box touches: 1, 2 or 4 points in order. A clipped face can have more.
typedef struct Feature {
    int count;
    double points[GF_BODY_CONTACTS][3];
} Feature;

// Returns the corner, edge or face of the inner box that is farthest along the direction `way`.
static Feature getFeature(const gfRoundedBox *box, const double way[3])
{
    static const double corners[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    Feature f = {.count = 1};
    int loose[3], count = 0;
    memcpy(f.points[0], box->centre, sizeof f.points[0]);
    for (int k = 0; k < 3; k++) {
        double along = gfDot3(way, box->axes[k]);
        if (box->half[k] > THIN && fabs(along) < LEANING) {
            loose[count++] = k;
        } else {
            for (int i = 0; i < 3; i++) {
                f.points[0][i] += (along < 0.0 ? -1.0 : 1.0) * box->half[k] * box->axes[k][i];
            }
        }
    }
    double base[3] = {f.points[0][0], f.points[0][1], f.points[0][2]};
    f.count = count == 0 ? 1 : 2 * gfMin(count, 2);
    for (int p = 0; p < f.count && count > 0; p++) {
        for (int k = 0; k < gfMin(count, 2); k++) {
            double side = count == 1 ? (p == 0 ? -1.0 : 1.0) : corners[p][k];
            for (int i = 0; i < 3; i++) {
                f.points[p][i] =
                    (k == 0 ? base[i] : f.points[p][i]) + side * box->half[loose[k]] * box->axes[loose[k]][i];
            }
        }
    }
    return f;
}

// Cuts off the part of a feature for which normal . p > offset.
static void clip(Feature *f, const double normal[3], double offset)
{
    Feature kept = {.count = 0};
    int edges = f->count == 2 ? 1 : f->count;
    for (int e = 0; e < edges; e++) {
        const double *p = f->points[e], *q = f->points[(e + 1) % f->count];
        double dp = gfDot3(normal, p) - offset, dq = gfDot3(normal, q) - offset;
        if (dp <= 0.0 && kept.count < GF_BODY_CONTACTS) {
            memcpy(kept.points[kept.count++], p, sizeof kept.points[0]);
        }
        if ((dp < 0.0) != (dq < 0.0) && fabs(dp - dq) > 0.0 && kept.count < GF_BODY_CONTACTS && dp * dq < 0.0) {
            for (int i = 0; i < 3; i++) {
                kept.points[kept.count][i] = p[i] + (q[i] - p[i]) * dp / (dp - dq);
            }
            kept.count++;
        }
        if (f->count == 2 && dq <= 0.0 && kept.count < GF_BODY_CONTACTS) {
            memcpy(kept.points[kept.count++], q, sizeof kept.points[0]);
        }
    }
    *f = kept;
}

// Cuts a feature to the part that lies over the face, or between the ends of the edge, `over`.
static void clipBy(Feature *f, const Feature *over, const double normal[3])
{
    double middle[3] = {0.0, 0.0, 0.0};
    for (int p = 0; p < over->count; p++) {
        for (int i = 0; i < 3; i++) {
            middle[i] += over->points[p][i] / over->count;
        }
    }
    for (int e = 0; e < over->count && f->count > 0; e++) {
        const double *p = over->points[e], *q = over->points[(e + 1) % over->count];
        double edge[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, out[3];
        if (over->count == 2) {
            for (int i = 0; i < 3; i++) {
                out[i] = p[i] - middle[i];
            }
        } else {
            gfCross3(edge, normal, out);
        }
        double side = gfDot3(out, p) < gfDot3(out, middle) ? -1.0 : 1.0;
        for (int i = 0; i < 3; i++) {
            out[i] *= side;
        }
        clip(f, out, gfDot3(out, p));
    }
}

// Finds the place halfway between two edges where they are nearest. False: they are nearly parallel.
static bool cross(const Feature *a, const Feature *b, double place[3])
{
    double da[3], db[3], r[3];
    for (int i = 0; i < 3; i++) {
        da[i] = a->points[1][i] - a->points[0][i];
        db[i] = b->points[1][i] - b->points[0][i];
        r[i] = a->points[0][i] - b->points[0][i];
    }
    double aa = gfDot3(da, da), bb = gfDot3(db, db), ab = gfDot3(da, db), ar = gfDot3(da, r), br = gfDot3(db, r);
    double det = aa * bb - ab * ab;
    if (det < 0.02 * aa * bb) { // nearly parallel: the angle has a sine below 0.14
        return false;
    }
    double s = fmin(fmax((ab * br - bb * ar) / det, 0.0), 1.0), t = fmin(fmax((ab * s + br) / bb, 0.0), 1.0);
    for (int i = 0; i < 3; i++) {
        place[i] = 0.5 * (a->points[0][i] + s * da[i] + b->points[0][i] + t * db[i]);
    }
    return true;
}

// Returns how nearly one of a box's faces is at right angles to a normal: the cosine of the angle between the normals.
static double getFit(const gfRoundedBox *box, const double normal[3])
{
    double best = 0.0;
    for (int i = 0; i < 3; i++) {
        best = fmax(best, fabs(gfDot3(box->axes[i], normal)));
    }
    return best;
}

static gfContact makeContact(const Gap *gap, const double place[3], double shift, double separation, int feature)
{
    gfContact c = {.memory = {.feature = feature}, .separation = separation};
    for (int i = 0; i < 3; i++) {
        c.normal[i] = gap->normal[i];
        c.arms[0][i] = place[i] + shift * gap->normal[i];
    }
    return c;
}

// Two boxes that may touch, and gfRoundedBox_Collide's `reach`.
typedef struct BoxPair {
    const gfRoundedBox *a, *b;
    Gap gap;
    double reach;
} BoxPair;

// Makes contacts at the points of one box that lie over an edge or face of the other (`reference`). Returns their
// number. `sign`: 1 if the points are of b and the reference is of a; else -1.
static int collideFaces(const BoxPair *pair, const Feature *reference, Feature *points, double sign,
                        gfContact contacts[GF_BODY_CONTACTS])
{
    const gfRoundedBox *a = pair->a, *b = pair->b;
    const Gap *gap = &pair->gap;
    double n[3] = {sign * gap->normal[0], sign * gap->normal[1], sign * gap->normal[2]};
    double base = -INFINITY; // largest coordinate of the reference along the normal
    int count = 0;
    for (int p = 0; p < reference->count; p++) {
        base = fmax(base, gfDot3(reference->points[p], n));
    }
    clipBy(points, reference, gap->normal);
    for (int p = 0; p < points->count; p++) {
        double separation = gfDot3(points->points[p], n) - base - a->radius - b->radius;
        double shift = -sign * ((sign > 0.0 ? b->radius : a->radius) + 0.5 * separation);
        if (separation <= pair->reach) {
            contacts[count++] = makeContact(gap, points->points[p], shift, separation, p + (sign > 0.0 ? 16 : 32));
        }
    }
    return count;
}

int gfRoundedBox_Collide(const gfRoundedBox *a, const gfRoundedBox *b, double reach,
                         gfContact contacts[GF_BODY_CONTACTS])
{
    Gap gap = findGap(a, b);
    const double back[3] = {-gap.normal[0], -gap.normal[1], -gap.normal[2]};
    double place[3];
    int count = 0;
    if (gap.separation > reach) {
        return 0;
    }
    Feature fa = getFeature(a, gap.normal), fb = getFeature(b, back);
    if (fa.count == 2 && fb.count == 2 && cross(&fa, &fb, place)) {
        contacts[0] = makeContact(&gap, place, 0.5 * (a->radius - b->radius), gap.separation, 0);
        return 1;
    }
    if (fa.count > 1 && fb.count > 1) {
        bool ofA =
            fa.count > fb.count || (fa.count == fb.count && getFit(a, gap.normal) >= getFit(b, gap.normal) - 1e-3);
        const BoxPair pair = {a, b, gap, reach};
        count = ofA ? collideFaces(&pair, &fa, &fb, 1.0, contacts) : collideFaces(&pair, &fb, &fa, -1.0, contacts);
    }
    if (count == 0) { // the features don't lie over each other: one contact, at the feature with fewer points
        bool ofA = fa.count <= fb.count;
        double shift = ofA ? a->radius + 0.5 * gap.separation : -b->radius - 0.5 * gap.separation;
        contacts[count++] = makeContact(&gap, ofA ? fa.points[0] : fb.points[0], shift, gap.separation, 0);
    }
    return count;
}
