#include "support/random_args.h"

#include <math.h>

#define COUNT(list) (int)(sizeof(list) / sizeof(list)[0])

Random Random_Make(uint64_t seed, int absurd, bool few)
{
    return (Random){.state = seed * 0x9E3779B97F4A7C15u + 1, .absurd = absurd, .few = few};
}

// xorshift64* (Vigna 2016).
static uint32_t next(Random *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)(r->state * 0x2545F4914F6CDD1Du >> 32);
}

int Random_Below(Random *r, int count)
{
    return (int)(next(r) % (uint32_t)count);
}

bool Random_Chance(Random *r, int percent)
{
    return Random_Below(r, 100) < percent;
}

double Random_Number(Random *r, double low, double high, double least, double most)
{
    if (Random_Chance(r, r->absurd)) {
        const double absurd[] = {NAN,
                                 INFINITY,
                                 -INFINITY,
                                 3e38,
                                 -3e38,
                                 1e-45,
                                 -0.0,
                                 1e10,
                                 isnan(least) ? -1e10 : least - 1.0,
                                 isnan(most) ? 1e20 : 2.0 * most + 1.0};
        return absurd[Random_Below(r, COUNT(absurd))];
    }
    int kind = Random_Below(r, 10);
    double share = (double)next(r) / 4294967295.0;
    if (r->tame) {
        return low + (0.25 + 0.5 * share) * (high - low);
    }
    if (kind < 2) {
        return kind == 0 ? low : high;
    }
    if (kind < 5) {
        return low + share * (high - low);
    }
    double near = pow(10.0, 6.0 * share - 4.0) * (low < 0.0 && Random_Chance(r, 50) ? -1.0 : 1.0);
    return near < low ? low : near > high ? high : near;
}

int32_t Random_Whole(Random *r, double low, double high, double least, double most)
{
    if (Random_Chance(r, r->absurd)) {
        const int32_t absurd[] = {INT32_MIN, INT32_MAX, -1, isnan(least) ? 0 : (int32_t)(least - 1.0),
                                  most < 2147483646.0 ? (int32_t)(most + 1.0) : INT32_MAX};
        return absurd[Random_Below(r, COUNT(absurd))];
    }
    double share = (double)next(r) / 4294967296.0, span = high - low + 1.0;
    if (r->tame) {
        return (int32_t)(low + floor(share * span));
    }
    int kind = Random_Below(r, 10);
    return kind < 2 ? (int32_t)(kind == 0 ? low : high)
                    : (int32_t)(low + floor(share * (kind < 6 && span > 8.0 ? 8.0 : span)));
}

float Random_Float(Random *r, double low, double high)
{
    return (float)Random_Number(r, low, high, low, high);
}

int32_t Random_Int(Random *r, int32_t low, int32_t high)
{
    return Random_Whole(r, (double)low, (double)high, (double)low, high > 1000000 ? (double)high : high + 100000.0);
}

int32_t Random_Value(Random *r, const int32_t *values, int count)
{
    if (Random_Chance(r, r->absurd)) {
        const int32_t absurd[] = {-1, INT32_MIN, INT32_MAX, values[count - 1] + 1};
        return absurd[Random_Below(r, COUNT(absurd))];
    }
    return values[r->tame ? r->round % count : Random_Below(r, count)];
}

gfHandle Random_Handle(Random *r, const gfHandle *known, int count)
{
    if (count > 0 && !Random_Chance(r, r->absurd)) {
        return known[Random_Below(r, count)];
    }
    if (Random_Chance(r, 30)) {
        return (gfHandle){0};
    }
    gfHandle made = {next(r) >> Random_Below(r, 32), next(r) % 8, 0, 0}; // seldom that of anything
    made.index = (uint16_t)Random_Below(r, 32);
    made.kind = (uint16_t)Random_Below(r, GF_HANDLE_KIND_COUNT);
    return made;
}

static gfVec2 somePlace(Random *r)
{
    gfVec2 place = {Random_Float(r, -0.5, 1.5), 0.0f};
    place.y = Random_Float(r, -0.5, 1.5);
    return place;
}

gfVec3 Random_Vec3(Random *r, double low, double high)
{
    gfVec3 v = {Random_Float(r, low, high), 0.0f, 0.0f};
    v.y = Random_Float(r, low, high);
    v.z = Random_Float(r, low, high);
    return v;
}

gfQuat Random_Turn(Random *r)
{
    gfVec3 axis = Random_Vec3(r, -1.0, 1.0);
    return gfMakeQuat(axis, Random_Float(r, -7.0, 7.0));
}

gfShape Random_Shape(Random *r)
{
    gfVec2 corners[GF_POLYGON_MAX + 2];
    for (int i = 0; i < GF_POLYGON_MAX + 2; i++) {
        corners[i] = somePlace(r);
    }
    gfVec2 half = {Random_Float(r, 0.001, 0.5), 0.0f};
    half.y = Random_Float(r, 0.001, 0.5);
    float radius = Random_Float(r, 0.001, 0.3), angle = Random_Float(r, -4.0, 4.0);
    switch (Random_Below(r, 4)) {
    case 0:
        return gfMakeCircle(corners[0], radius);
    case 1:
        return gfMakeCapsule(corners[0], corners[1], radius);
    case 2:
        return gfMakeRectangle(corners[0], half, angle);
    default:
        return gfMakePolygon(Random_Chance(r, r->absurd) ? NULL : corners, 3 + Random_Below(r, GF_POLYGON_MAX));
    }
}

gfShape3D Random_Shape3D(Random *r)
{
    float radius = Random_Float(r, 0.05, 0.4);
    gfVec3 a = Random_Vec3(r, -1.0, 1.0), b = Random_Vec3(r, 0.05, 0.5);
    switch (Random_Below(r, 3)) {
    case 0:
        return gfMakeSphere(a, radius);
    case 1:
        return gfMakeBox(a, b, Random_Turn(r));
    default:
        return gfMakeCapsule3D(a, b, radius);
    }
}
