#include "ext/bodies/contacts.h"

#include <float.h>

static const double halfTurn = 3.14159265358979323846;

// A corner nearer than this to the line between its neighbours is no corner. The distance is the sum of a fraction of
// the polygon's size and a fraction of its largest coordinate, which covers the rounding of floats.
#define CORNER_TOLERANCE 1e-5
#define CORNER_ROUNDING (4.0 * (double)FLT_EPSILON)

// The corners that a polygon's outline needs: their indices in gfShape.points, in order.
typedef struct Ring {
    int count;
    int corners[GF_POLYGON_MAX];
} Ring;

static gfVec2 cornerOf(const gfShape *shape, const Ring *ring, int i)
{
    return shape->points[ring->corners[(i + ring->count) % ring->count]];
}

static double getTolerance(const gfShape *shape)
{
    const gfBounds b = gfShape_GetBounds(shape);
    double size = fmax((double)b.maxX - (double)b.minX, (double)b.maxY - (double)b.minY);
    double far =
        fmax(fmax(fabs((double)b.minX), fabs((double)b.maxX)), fmax(fabs((double)b.minY), fabs((double)b.maxY)));
    return CORNER_TOLERANCE * size + CORNER_ROUNDING * far;
}

// Lists a polygon's corners without repeated ones and those on the line between their neighbours.
static Ring findRing(const gfShape *shape)
{
    Ring ring = {.count = shape->pointCount};
    double tolerance = getTolerance(shape);
    for (int i = 0; i < ring.count; i++) {
        ring.corners[i] = i;
    }
    for (int i = 0, kept = 0; ring.count > 0 && kept < ring.count; i = (i + 1) % gfMax(ring.count, 1)) {
        const gfShape side = {
            .kind = GF_SHAPE_CAPSULE, .a = cornerOf(shape, &ring, i - 1), .b = cornerOf(shape, &ring, i + 1)};
        kept++;
        if (gfShape_GetDistance(&side, cornerOf(shape, &ring, i)) <= tolerance) {
            ring.count--;
            memmove(&ring.corners[i], &ring.corners[i + 1], (size_t)(ring.count - i) * sizeof *ring.corners);
            i--;
            kept = 0;
        }
    }
    return ring;
}

// Returns twice the area of the triangle at corner `i`: above 0 at a left turn. *along: dot product of its two sides.
static double turnAt(const gfShape *shape, const Ring *ring, int i, double *along)
{
    gfVec2 a = cornerOf(shape, ring, i - 1), b = cornerOf(shape, ring, i), c = cornerOf(shape, ring, i + 1);
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double nextX = (double)c.x - (double)b.x, nextY = (double)c.y - (double)b.y;
    *along = x * nextX + y * nextY;
    return x * nextY - y * nextX;
}

// Returns 1 if the outline runs counter-clockwise, else -1.
static double getSense(const gfShape *shape, const Ring *ring)
{
    gfVec2 from = cornerOf(shape, ring, 0);
    double area = 0.0;
    for (int i = 1; i + 1 < ring->count; i++) {
        gfVec2 a = cornerOf(shape, ring, i), b = cornerOf(shape, ring, i + 1);
        area += ((double)a.x - (double)from.x) * ((double)b.y - (double)from.y) -
                ((double)a.y - (double)from.y) * ((double)b.x - (double)from.x);
    }
    return area > 0.0 ? 1.0 : -1.0;
}

// Returns a corner that bends inwards, or -1 and in *turns how often the outline goes round: > 1 if it crosses itself.
static int findInward(const gfShape *shape, const Ring *ring, double *turns)
{
    double sense = getSense(shape, ring), around = 0.0;
    for (int i = 0; i < ring->count; i++) {
        double along, turn = sense * turnAt(shape, ring, i, &along);
        around += atan2(turn, along);
        if (turn <= 0.0) {
            return ring->corners[i];
        }
    }
    *turns = 0.5 * around / halfTurn;
    return -1;
}

bool gfHull_IsConvex(const gfShape *shape)
{
    if (shape->kind != GF_SHAPE_POLYGON) {
        return true;
    }
    const Ring ring = findRing(shape);
    double turns = 0.0;
    return ring.count >= 3 && findInward(shape, &ring, &turns) < 0 && turns < 1.5;
}

bool gfHull_Check(const gfCore *core, const gfShape *shape, const char *caller)
{
    if (shape->kind != GF_SHAPE_POLYGON) {
        return true;
    }
    static const char *const expected = "a convex polygon is expected: cut others into convex ones";
    const Ring ring = findRing(shape);
    double turns = 0.0;
    GF_REQUIRE(core, ring.count >= 3, OUT_OF_RANGE,
               "%s: a rigid body's polygon has no area, for its %d corners lie in a line; a convex polygon is expected",
               caller, (int)shape->pointCount);
    int inward = findInward(shape, &ring, &turns);
    GF_REQUIRE(core, inward < 0, OUT_OF_RANGE, "%s: corner %d of a rigid body's polygon, (%g, %g) m, bends inwards; %s",
               caller, inward, (double)shape->points[gfMax(inward, 0)].x, (double)shape->points[gfMax(inward, 0)].y,
               expected);
    GF_REQUIRE(core, turns < 1.5, OUT_OF_RANGE,
               "%s: a rigid body's polygon goes round %.0f times and crosses itself; %s", caller, turns, expected);
    return true;
}

static void setPoint(gfHull *h, int i, double x, double y)
{
    h->points[i][0] = x;
    h->points[i][1] = y;
}

gfHull gfHull_Make(const gfShape *shape, const double from[2])
{
    gfHull h = {.count = 1, .radius = shape->kind == GF_SHAPE_POLYGON ? 0.0 : (double)shape->radius};
    double ax = (double)shape->a.x - from[0], ay = (double)shape->a.y - from[1];
    setPoint(&h, 0, ax, ay);
    if (shape->kind == GF_SHAPE_CAPSULE && (shape->a.x != shape->b.x || shape->a.y != shape->b.y)) {
        h.count = 2;
        setPoint(&h, 1, (double)shape->b.x - from[0], (double)shape->b.y - from[1]);
    } else if (shape->kind == GF_SHAPE_RECTANGLE) {
        static const double corners[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
        double c = cos((double)shape->angle), s = sin((double)shape->angle);
        // The rounding is limited so that the inner box keeps a size, as corners that coincide have no order.
        double most = fmin((double)shape->b.x, (double)shape->b.y);
        h.radius = fmin(h.radius, 0.98 * most);
        for (int i = 0; i < 4; i++) {
            double x = corners[i][0] * ((double)shape->b.x - h.radius);
            double y = corners[i][1] * ((double)shape->b.y - h.radius);
            setPoint(&h, i, ax + c * x - s * y, ay + s * x + c * y);
        }
        h.count = 4;
    } else if (shape->kind == GF_SHAPE_POLYGON) {
        const Ring ring = findRing(shape);
        bool left = getSense(shape, &ring) > 0.0;
        h.count = ring.count;
        for (int i = 0; i < h.count; i++) {
            gfVec2 p = cornerOf(shape, &ring, left ? i : h.count - 1 - i);
            setPoint(&h, i, (double)p.x - from[0], (double)p.y - from[1]);
        }
    }
    return h;
}

gfHull gfHull_Move(const gfHull *hull, const double place[2], double angle)
{
    gfHull h = *hull;
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < h.count; i++) {
        double x = hull->points[i][0], y = hull->points[i][1];
        setPoint(&h, i, place[0] + c * x - s * y, place[1] + s * x + c * y);
    }
    return h;
}

void gfHull_GetBounds(const gfHull *h, double low[2], double high[2])
{
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = high[axis] = h->points[0][axis];
        for (int i = 1; i < h->count; i++) {
            low[axis] = fmin(low[axis], h->points[i][axis]);
            high[axis] = fmax(high[axis], h->points[i][axis]);
        }
        low[axis] -= h->radius;
        high[axis] += h->radius;
    }
}

void gfHull_GetSupport(const gfHull *h, const double way[2], double point[2])
{
    int best = 0;
    for (int i = 1; i < h->count; i++) {
        double d = (h->points[i][0] - h->points[best][0]) * way[0] + (h->points[i][1] - h->points[best][1]) * way[1];
        best = d > 0.0 ? i : best;
    }
    point[0] = h->points[best][0] + h->radius * way[0];
    point[1] = h->points[best][1] + h->radius * way[1];
}

// --- outlines --------------------------------------------------------------------------------------------------------

gfOutline gfOutline_Make(const gfHull *h)
{
    gfOutline o = {.count = 0};
    if (h->radius <= 0.0) {
        o.count = h->count;
        memcpy(o.points, h->points, (size_t)h->count * sizeof *h->points);
        return o;
    }
    // Points on an arc lie at a radius a little larger than the arc's, so that the polygon has the same area.
    int perTurn = h->count == 1 ? GF_OUTLINE_MAX : (GF_OUTLINE_MAX - 2 * h->count) / 2 * 2;
    double step = 2.0 * halfTurn / perTurn, radius = h->radius * sqrt(step / sin(step));
    for (int i = 0; i < h->count; i++) {
        const double *p = h->points[i], *last = h->points[(i + h->count - 1) % h->count],
                     *next = h->points[(i + 1) % h->count];
        double from = h->count == 1 ? 0.0 : atan2(last[0] - p[0], p[1] - last[1]);
        double to = h->count == 1 ? 2.0 * halfTurn - step : atan2(p[0] - next[0], next[1] - p[1]);
        while (h->count > 1 && to < from) {
            to += 2.0 * halfTurn;
        }
        int parts = h->count == 1 ? perTurn - 1 : gfMax(1, (int)floor((to - from) / step + 0.01));
        for (int k = 0; k <= parts && o.count < GF_OUTLINE_MAX; k++) {
            double angle = from + (to - from) * k / parts;
            double r = k == 0 || k == parts ? (h->count == 1 ? radius : h->radius) : radius;
            o.points[o.count][0] = p[0] + r * cos(angle);
            o.points[o.count++][1] = p[1] + r * sin(angle);
        }
    }
    return o;
}

gfArea gfOutline_GetArea(const gfOutline *o)
{
    gfArea area = {0.0, {0.0, 0.0}, 0.0};
    if (o->count < 3) {
        return area;
    }
    const double *from = o->points[0];
    double moment = 0.0;
    for (int i = 1; i + 1 < o->count; i++) {
        double ax = o->points[i][0] - from[0], ay = o->points[i][1] - from[1];
        double bx = o->points[i + 1][0] - from[0], by = o->points[i + 1][1] - from[1];
        double part = 0.5 * (ax * by - ay * bx);
        area.size += part;
        area.centre[0] += part * (ax + bx) / 3.0;
        area.centre[1] += part * (ay + by) / 3.0;
        moment += part * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 6.0;
    }
    if (area.size > 0.0) {
        double x = area.centre[0] / area.size, y = area.centre[1] / area.size;
        area.inertia = moment - area.size * (x * x + y * y);
        area.centre[0] = from[0] + x;
        area.centre[1] = from[1] + y;
    }
    return area;
}

gfOutline gfOutline_Cut(const gfOutline *o, const double normal[2], double offset)
{
    gfOutline cut = {.count = 0};
    for (int i = 0; i < o->count; i++) {
        const double *p = o->points[i], *q = o->points[(i + 1) % o->count];
        double atP = normal[0] * p[0] + normal[1] * p[1] - offset;
        double atQ = normal[0] * q[0] + normal[1] * q[1] - offset;
        if (atP <= 0.0 && cut.count < GF_OUTLINE_MAX) {
            memcpy(cut.points[cut.count++], p, sizeof cut.points[0]);
        }
        if ((atP < 0.0 && atQ > 0.0) || (atP > 0.0 && atQ < 0.0)) {
            double share = atP / (atP - atQ);
            if (cut.count < GF_OUTLINE_MAX) {
                cut.points[cut.count][0] = p[0] + share * (q[0] - p[0]);
                cut.points[cut.count++][1] = p[1] + share * (q[1] - p[1]);
            }
        }
    }
    return cut;
}

// --- contacts --------------------------------------------------------------------------------------------------------

static int countEdges(const gfHull *h)
{
    return h->count == 1 ? 0 : h->count;
}

// Finds the outward normal of an edge; false if the edge has no length.
static bool getNormal(const gfHull *h, int edge, double normal[2])
{
    const double *p = h->points[edge], *q = h->points[(edge + 1) % h->count];
    double x = q[1] - p[1], y = p[0] - q[0], length = hypot(x, y);
    normal[0] = length > 0.0 ? x / length : 0.0;
    normal[1] = length > 0.0 ? y / length : 0.0;
    return length > 0.0;
}

// Returns the edge of `a` from whose line `b` is farthest, and that distance (below 0: overlap); -1: `a` has no edge.
static int findFace(const gfHull *a, const gfHull *b, double *separation)
{
    int best = -1;
    *separation = -INFINITY;
    for (int i = 0; i < countEdges(a); i++) {
        double n[2], least = INFINITY;
        if (!getNormal(a, i, n)) {
            continue;
        }
        for (int k = 0; k < b->count; k++) {
            least =
                fmin(least, n[0] * (b->points[k][0] - a->points[i][0]) + n[1] * (b->points[k][1] - a->points[i][1]));
        }
        if (least > *separation) {
            *separation = least;
            best = i;
        }
    }
    return best;
}

// The nearest points of two hulls' polygons: a corner of one, and a point on an edge of the other.
typedef struct Nearest {
    double square, on[2][2]; // square of their distance, m^2; the points on a and on b
    int feature;             // names the corner, as gfContactMemory.feature
} Nearest;

static void compareCorners(const gfHull *corners, const gfHull *edges, bool swapped, Nearest *nearest)
{
    for (int i = 0; i < corners->count; i++) {
        const double *c = corners->points[i];
        for (int k = 0; k < gfMax(1, countEdges(edges)); k++) {
            const double *p = edges->points[k], *q = edges->points[(k + 1) % edges->count];
            double x = q[0] - p[0], y = q[1] - p[1], length = x * x + y * y;
            double t = length > 0.0 ? ((c[0] - p[0]) * x + (c[1] - p[1]) * y) / length : 0.0;
            t = fmin(fmax(t, 0.0), 1.0);
            const double foot[2] = {p[0] + t * x, p[1] + t * y};
            double square = (foot[0] - c[0]) * (foot[0] - c[0]) + (foot[1] - c[1]) * (foot[1] - c[1]);
            if (square < nearest->square) {
                nearest->square = square;
                memcpy(nearest->on[swapped ? 1 : 0], c, sizeof foot);
                memcpy(nearest->on[swapped ? 0 : 1], foot, sizeof foot);
                nearest->feature = 64 + (swapped ? 16 : 0) + i;
            }
        }
    }
}

static void setContact(gfContact *c, const double normal[2], const double place[2], double separation, int feature)
{
    *c = (gfContact){.memory = {.feature = feature}, .separation = separation};
    memcpy(c->normal, normal, 2 * sizeof *normal);
    memcpy(c->arms[0], place, 2 * sizeof *place);
}

// Makes contacts between edge `face` of `reference` and the edge of `other` that faces it most: at the ends of the part
// where they lie beside each other. Returns their number. `way`: 1 if `reference` is gfHull_Collide's a, -1 if it is b.
static int clipFace(const gfHull *reference, int face, const gfHull *other, double way, double reach,
                    gfContact *contacts)
{
    double n[2], m[2], least = INFINITY;
    int incident = 0, count = 0;
    getNormal(reference, face, n);
    for (int i = 0; i < countEdges(other); i++) {
        double facing = getNormal(other, i, m) ? n[0] * m[0] + n[1] * m[1] : INFINITY;
        if (facing < least) {
            least = facing;
            incident = i;
        }
    }
    const double *r = reference->points[face], *s = reference->points[(face + 1) % reference->count];
    const double t[2] = {-n[1], n[0]};
    double low = t[0] * r[0] + t[1] * r[1], high = t[0] * s[0] + t[1] * s[1];
    const double *p = other->points[incident], *q = other->points[(incident + 1) % other->count];
    double atP = t[0] * p[0] + t[1] * p[1], atQ = t[0] * q[0] + t[1] * q[1];
    double first = fmin(low, high), last = fmax(low, high), both = reference->radius + other->radius;
    for (int i = 0; i < (other->count == 1 ? 1 : 2); i++) {
        double at = fmin(fmax(i == 0 ? atP : atQ, first), last);
        double share =
            fabs(atQ - atP) > 1e-12 * (1.0 + fabs(atP)) ? fmin(fmax((at - atP) / (atQ - atP), 0.0), 1.0) : (double)i;
        const double point[2] = {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])};
        double beyond = n[0] * (point[0] - r[0]) + n[1] * (point[1] - r[1]), separation = beyond - both;
        if (separation <= reach) {
            double back = 0.5 * (beyond + other->radius - reference->radius);
            const double place[2] = {point[0] - back * n[0], point[1] - back * n[1]};
            const double normal[2] = {way * n[0], way * n[1]};
            setContact(&contacts[count++], normal, place, separation, (way > 0.0 ? 0 : 32) + 2 * face % 16 + i);
        }
    }
    return count;
}

int gfHull_Collide(const gfHull *a, const gfHull *b, double reach, gfContact contacts[2])
{
    double ofA, ofB, normal[2] = {1.0, 0.0};
    int faceA = findFace(a, b, &ofA), faceB = findFace(b, a, &ofB);
    double both = a->radius + b->radius, size = fmax(reach, 1e-9);
    if (fmax(ofA, ofB) > both + reach) {
        return 0;
    }
    Nearest nearest = {.square = INFINITY};
    compareCorners(a, b, false, &nearest);
    compareCorners(b, a, true, &nearest);
    double distance = sqrt(nearest.square);
    // Two segments in one line may be apart although neither is beyond the line of the other's edge.
    bool lines = a->count < 3 && b->count < 3;
    bool apart = fmax(ofA, ofB) > (lines ? -1e-9 : 1e-9) * (both + size) || (faceA < 0 && faceB < 0);
    bool useA = faceB < 0 || (faceA >= 0 && ofA >= ofB - 1e-3 * size);
    if (apart && distance > both + reach) {
        return 0;
    }
    if (apart && distance > 1e-12) {
        normal[0] = (nearest.on[1][0] - nearest.on[0][0]) / distance;
        normal[1] = (nearest.on[1][1] - nearest.on[0][1]) / distance;
    }
    bool face = faceA >= 0 || faceB >= 0;
    if (face && apart && distance > 1e-12) {
        double n[2];
        getNormal(useA ? a : b, useA ? faceA : faceB, n);
        face = (useA ? 1.0 : -1.0) * (n[0] * normal[0] + n[1] * normal[1]) > 0.999;
    }
    if (face) {
        int count = useA ? clipFace(a, faceA, b, 1.0, reach, contacts) : clipFace(b, faceB, a, -1.0, reach, contacts);
        if (count > 0) {
            return count;
        }
    }
    if (distance - both > reach) {
        return 0;
    }
    double middle = 0.5 * (distance + a->radius - b->radius);
    const double place[2] = {nearest.on[0][0] + middle * normal[0], nearest.on[0][1] + middle * normal[1]};
    setContact(&contacts[0], normal, place, distance - both, nearest.feature);
    return 1;
}
