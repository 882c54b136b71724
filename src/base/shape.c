#include "base/shape.h"

#include "base/members.h"

#include "base/members.inc"

#define COORDINATE_MAX 1e9

gfShape gfMakeCircle(gfVec2 centre, float radius)
{
    return (gfShape){.kind = GF_SHAPE_CIRCLE, .a = centre, .radius = radius};
}

gfShape gfMakeCapsule(gfVec2 a, gfVec2 b, float radius)
{
    return (gfShape){.kind = GF_SHAPE_CAPSULE, .a = a, .b = b, .radius = radius};
}

gfShape gfMakeRectangle(gfVec2 centre, gfVec2 halfExtents, float angle)
{
    return (gfShape){.kind = GF_SHAPE_RECTANGLE, .a = centre, .b = halfExtents, .angle = angle};
}

gfShape gfMakePolygon(const gfVec2 *points, int32_t count)
{
    gfShape shape = {.kind = GF_SHAPE_POLYGON};
    if (count < 0 || count > GF_POLYGON_MAX) {
        shape.pointCount = count; // gfShape_Check refuses the shape, and reports this count
    } else if (points != NULL) {
        for (int i = 0; i < count; i++) {
            if (shape.pointCount == 0 || !gfVec2_AreSame(points[i], shape.points[shape.pointCount - 1])) {
                shape.points[shape.pointCount++] = points[i];
            }
        }
        while (shape.pointCount > 1 && gfVec2_AreSame(shape.points[shape.pointCount - 1], shape.points[0])) {
            shape.points[--shape.pointCount] = (gfVec2){0.0f, 0.0f};
        }
    }
    return shape;
}

static gfVec2 meanOf(const gfVec2 *points, int count)
{
    gfVec2 sum = {0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        sum = (gfVec2){sum.x + points[i].x / (float)count, sum.y + points[i].y / (float)count};
    }
    return sum;
}

// Returns how many corners to read, 0 if it is no polygon: pointCount, which may be unchecked, is clamped to the array.
static int countCorners(const gfShape *shape)
{
    return shape->kind == GF_SHAPE_POLYGON ? gfClamp(shape->pointCount, 0, GF_POLYGON_MAX) : 0;
}

gfVec2 gfShape_GetCentre(const gfShape *shape)
{
    if (shape == NULL) {
        return (gfVec2){0.0f, 0.0f};
    }
    if (shape->kind == GF_SHAPE_CAPSULE) {
        return meanOf((const gfVec2[]){shape->a, shape->b}, 2);
    }
    return shape->kind == GF_SHAPE_POLYGON ? meanOf(shape->points, countCorners(shape)) : shape->a;
}

static gfVec2 turned(gfVec2 p, gfVec2 centre, gfVec2 offset, float c, float s)
{
    float x = p.x - centre.x, y = p.y - centre.y;
    return (gfVec2){centre.x + offset.x + c * x - s * y, centre.y + offset.y + s * x + c * y};
}

gfShape gfMoveShape(const gfShape *shape, gfVec2 offset, float angle)
{
    if (shape == NULL) {
        return (gfShape){.kind = GF_SHAPE_CIRCLE};
    }
    gfShape result = *shape;
    gfVec2 centre = gfShape_GetCentre(shape);
    float c = cosf(angle), s = sinf(angle);
    result.a = turned(shape->a, centre, offset, c, s);
    if (shape->kind == GF_SHAPE_CAPSULE) {
        result.b = turned(shape->b, centre, offset, c, s);
    } else if (shape->kind == GF_SHAPE_RECTANGLE) {
        result.angle = fmodf(shape->angle + angle, 6.28318531f);
    }
    for (int i = 0; i < countCorners(shape); i++) {
        result.points[i] = turned(shape->points[i], centre, offset, c, s);
    }
    return result;
}

static gfVec2 limited(gfVec2 p)
{
    const float most = (float)COORDINATE_MAX;
    return (gfVec2){fminf(fmaxf(p.x, -most), most), fminf(fmaxf(p.y, -most), most)};
}

gfShape gfShape_Limit(const gfShape *shape)
{
    gfShape result = *shape;
    result.a = limited(shape->a);
    result.b = limited(shape->b);
    for (int i = 0; i < countCorners(shape); i++) {
        result.points[i] = limited(shape->points[i]);
    }
    return result;
}

static bool isPlace(gfVec2 p)
{
    return gfInRange(p.x, -COORDINATE_MAX, COORDINATE_MAX) && gfInRange(p.y, -COORDINATE_MAX, COORDINATE_MAX);
}

bool gfShape_Check(const gfCore *core, const gfShape *shape, bool textured, const char *caller)
{
    bool round = shape->kind == GF_SHAPE_CIRCLE || shape->kind == GF_SHAPE_CAPSULE;
    GF_REQUIRE(core, (unsigned)shape->kind <= GF_SHAPE_POLYGON, OUT_OF_RANGE, "%s: there is no shape kind %d", caller,
               (int)shape->kind);
    GF_REQUIRE(core, shape->kind == GF_SHAPE_POLYGON || gfInRange(shape->pointCount, 0, GF_POLYGON_MAX), OUT_OF_RANGE,
               "%s: pointCount is %d; 0 to %d is expected", caller, (int)shape->pointCount, GF_POLYGON_MAX);
    GF_REQUIRE(core, !textured || shape->kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "%s: a texture or mask needs a GF_SHAPE_RECTANGLE to lie over", caller);
    GF_REQUIRE(core, isPlace(shape->a) && isPlace(shape->b), OUT_OF_RANGE,
               "%s: a shape's points must be finite and within +-1e9 m", caller);
    if (round) {
        GF_REQUIRE(core, gfInRange(shape->radius, 0.0, COORDINATE_MAX) && shape->radius > 0.0f, OUT_OF_RANGE,
                   "%s: radius is %g; more than 0 and at most 1e9 m is expected", caller, (double)shape->radius);
    }
    if (shape->kind == GF_SHAPE_RECTANGLE) {
        GF_REQUIRE(core, shape->b.x > 0.0f && shape->b.y > 0.0f, OUT_OF_RANGE,
                   "%s: half extents are %g x %g; more than 0 is expected", caller, (double)shape->b.x,
                   (double)shape->b.y);
        GF_REQUIRE(core, gfInRange(shape->angle, -1e6, 1e6), OUT_OF_RANGE,
                   "%s: angle is %g; a finite number is expected", caller, (double)shape->angle);
        GF_REQUIRE(core, gfInRange(shape->radius, 0.0, fminf(shape->b.x, shape->b.y)), OUT_OF_RANGE,
                   "%s: the rounding %g must be within 0 and the smaller half extent", caller, (double)shape->radius);
    }
    if (shape->kind == GF_SHAPE_POLYGON) {
        GF_REQUIRE(core, gfInRange(shape->pointCount, 3, GF_POLYGON_MAX), OUT_OF_RANGE,
                   "%s: a polygon has %d corners; at least 3 and at most %d are expected", caller,
                   (int)shape->pointCount, GF_POLYGON_MAX);
        for (int i = 0; i < shape->pointCount; i++) {
            GF_REQUIRE(core, isPlace(shape->points[i]), OUT_OF_RANGE,
                       "%s: corner %d of a polygon must be finite and within +-1e9 m", caller, i);
        }
    }
    return true;
}

_Static_assert(GF_SHAPE_CIRCLE == GF_KIND_CIRCLE && GF_SHAPE_CAPSULE == GF_KIND_CAPSULE &&
                   GF_SHAPE_RECTANGLE == GF_KIND_RECTANGLE && GF_SHAPE_POLYGON == GF_KIND_POLYGON,
               "shaders know the kinds of shapes by these numbers");

static gfBounds around(gfVec2 p, float x, float y)
{
    return (gfBounds){p.x - x, p.y - y, p.x + x, p.y + y};
}

static gfBounds both(gfBounds a, gfBounds b)
{
    return (gfBounds){fminf(a.minX, b.minX), fminf(a.minY, b.minY), fmaxf(a.maxX, b.maxX), fmaxf(a.maxY, b.maxY)};
}

gfBounds gfShape_GetBounds(const gfShape *shape)
{
    float c = fabsf(cosf(shape->angle)), s = fabsf(sinf(shape->angle));
    gfBounds bounds = around(shape->points[0], 0.0f, 0.0f);
    switch (shape->kind) {
    case GF_SHAPE_CAPSULE:
        return both(around(shape->a, shape->radius, shape->radius), around(shape->b, shape->radius, shape->radius));
    case GF_SHAPE_RECTANGLE:
        return around(shape->a, c * shape->b.x + s * shape->b.y, s * shape->b.x + c * shape->b.y);
    case GF_SHAPE_POLYGON:
        for (int i = 1; i < shape->pointCount; i++) {
            bounds = both(bounds, around(shape->points[i], 0.0f, 0.0f));
        }
        return bounds;
    case GF_SHAPE_CIRCLE:
    default:
        return around(shape->a, shape->radius, shape->radius);
    }
}

// Returns the squared distance to a segment. It is squared so that polygonDistance needs one square root for all edges.
static double squaredToSegment(gfVec2 p, gfVec2 a, gfVec2 b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double t = fmin(fmax((px * x + py * y) / fmax(x * x + y * y, 1e-20), 0.0), 1.0);
    px -= t * x;
    py -= t * y;
    return px * px + py * py;
}

static double rectangleDistance(const gfShape *shape, gfVec2 p)
{
    double x = (double)p.x - (double)shape->a.x, y = (double)p.y - (double)shape->a.y;
    double c = cos((double)shape->angle), s = sin((double)shape->angle), r = (double)shape->radius;
    double qx = fabs(c * x + s * y) - (double)shape->b.x + r, qy = fabs(c * y - s * x) - (double)shape->b.y + r;
    return hypot(fmax(qx, 0.0), fmax(qy, 0.0)) + fmin(fmax(qx, qy), 0.0) - r;
}

static double polygonDistance(const gfShape *shape, gfVec2 p)
{
    double nearest = INFINITY;
    bool inside = false;
    for (int i = 0, j = shape->pointCount - 1; i < shape->pointCount; j = i++) {
        gfVec2 a = shape->points[i], b = shape->points[j];
        nearest = fmin(nearest, squaredToSegment(p, a, b));
        // Where the edge crosses the height of p, from 0 at `a` to 1 at `b`. Of use only if it does: b.y may be a.y.
        double along = ((double)p.y - (double)a.y) / ((double)b.y - (double)a.y);
        if ((a.y > p.y) != (b.y > p.y) && (double)p.x - (double)a.x < along * ((double)b.x - (double)a.x)) {
            inside = !inside;
        }
    }
    return inside ? -sqrt(nearest) : sqrt(nearest);
}

double gfShape_GetDistance(const gfShape *shape, gfVec2 place)
{
    switch (shape->kind) {
    case GF_SHAPE_CAPSULE:
        return sqrt(squaredToSegment(place, shape->a, shape->b)) - (double)shape->radius;
    case GF_SHAPE_RECTANGLE:
        return rectangleDistance(shape, place);
    case GF_SHAPE_POLYGON:
        return polygonDistance(shape, place);
    case GF_SHAPE_CIRCLE:
    default:
        return sqrt(squaredToSegment(place, shape->a, shape->a)) - (double)shape->radius;
    }
}

static bool covers(const gfShape *cover, gfVec2 place, float radius)
{
    return gfShape_GetDistance(cover, place) + (double)radius <= 0.0;
}

bool gfShape_Covers(const gfShape *cover, const gfShape *shape)
{
    bool covered = covers(cover, gfShape_GetCentre(shape), 0.0f);
    float c = cosf(shape->angle), s = sinf(shape->angle);
    switch (shape->kind) {
    case GF_SHAPE_CAPSULE:
        return covered && covers(cover, shape->a, shape->radius) && covers(cover, shape->b, shape->radius);
    case GF_SHAPE_RECTANGLE:
        for (int i = 0; i < 4; i++) {
            float x = i % 2 == 0 ? shape->b.x : -shape->b.x, y = i / 2 == 0 ? shape->b.y : -shape->b.y;
            gfVec2 corner = {shape->a.x + c * x - s * y, shape->a.y + s * x + c * y};
            covered = covered && covers(cover, corner, 0.0f);
        }
        return covered;
    case GF_SHAPE_POLYGON:
        for (int i = 0; i < shape->pointCount; i++) {
            covered = covered && covers(cover, shape->points[i], 0.0f);
        }
        return covered;
    case GF_SHAPE_CIRCLE:
    default:
        return covers(cover, shape->a, shape->radius);
    }
}

void gfShapeBatch_Clear(gfShapeBatch *batch)
{
    memset(batch, 0, sizeof *batch);
    gfShapeBatch_ClearBounds(batch);
}

void gfShapeBatch_ClearBounds(gfShapeBatch *batch)
{
    batch->bounds = (gfBounds){1e30f, 1e30f, -1e30f, -1e30f};
}

bool gfShapeBatch_HasRoom(const gfShapeBatch *batch, const gfShape *shape)
{
    return batch->count < GF_SHAPES_PER_BATCH && batch->pointCount + shape->pointCount <= GF_POINTS_PER_BATCH;
}

static gfVec2 relative(gfVec2 p, gfVec2 origin)
{
    return (gfVec2){p.x - origin.x, p.y - origin.y};
}

float gfShape_GetAngle(const gfShape *shape)
{
    gfVec2 centre = gfShape_GetCentre(shape);
    switch (shape->kind) {
    case GF_SHAPE_RECTANGLE:
        return shape->angle;
    case GF_SHAPE_CAPSULE:
        return atan2f(shape->b.y - shape->a.y, shape->b.x - shape->a.x);
    case GF_SHAPE_POLYGON:
        return atan2f(shape->points[0].y - centre.y, shape->points[0].x - centre.x);
    case GF_SHAPE_CIRCLE:
    default:
        return 0.0f;
    }
}

gfShape gfShape_GetRelative(const gfShape *shape, gfVec2 origin)
{
    gfShape m = *shape;
    m.a = relative(m.a, origin);
    m.b = m.kind == GF_SHAPE_CAPSULE ? relative(m.b, origin) : m.b; // a rectangle's b is its half size, not a place
    for (int i = 0; i < m.pointCount; i++) {
        m.points[i] = relative(m.points[i], origin);
    }
    return m;
}

void gfShapeBatch_Add(gfShapeBatch *batch, const gfShape *shape, gfVec2 origin, float mode, float softness)
{
    const gfShape m = gfShape_GetRelative(shape, origin);
    float(*packed)[4] = &batch->shapes[3 * batch->count++];
    const float rows[3][4] = {
        {(float)m.kind, mode, m.radius, softness},
        {m.a.x, m.a.y, m.b.x, m.b.y},
        {cosf(m.angle), sinf(m.angle), (float)batch->pointCount, (float)m.pointCount},
    };
    memcpy(packed, rows, sizeof rows);
    if (m.kind == GF_SHAPE_POLYGON) {
        memcpy(batch->points[batch->pointCount], m.points, (size_t)m.pointCount * sizeof *m.points);
        batch->pointCount += m.pointCount;
    }
    gfBounds b = gfShape_GetBounds(&m);
    float margin = 0.5f * softness;
    batch->bounds = both(batch->bounds, (gfBounds){b.minX - margin, b.minY - margin, b.maxX + margin, b.maxY + margin});
}

void gfShapeBatch_Cover(gfShapeBatch *batch, const gfBounds *bounds)
{
    batch->bounds = both(batch->bounds, *bounds);
}
