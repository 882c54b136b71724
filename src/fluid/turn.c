#include "fluid/turn.h"

#include "fluid/records.h"

gfQuat gfMakeQuat(gfVec3 axis, float angle)
{
    double x = (double)axis.x, y = (double)axis.y, z = (double)axis.z, length = sqrt(x * x + y * y + z * z);
    if (!gfInRange(length, 1e-30, 1e30) || !gfInRange((double)angle, -1e6, 1e6)) {
        return (gfQuat){0.0f, 0.0f, 0.0f, 1.0f};
    }
    double s = sin(0.5 * (double)angle) / length;
    return (gfQuat){(float)(s * x), (float)(s * y), (float)(s * z), (float)cos(0.5 * (double)angle)};
}

bool gfQuat_Check(const gfCore *core, gfQuat q, const char *name, const char *caller)
{
    double length = sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                         (double)q.w * (double)q.w);
    GF_REQUIRE(core, gfInRange(length, 0.9, 1.1), OUT_OF_RANGE,
               "%s: %s is (%g, %g, %g, %g), of length %g; a quaternion of length 1 is expected", caller, name,
               (double)q.x, (double)q.y, (double)q.z, (double)q.w, length);
    return true;
}

static gfTurn normalized(gfTurn t)
{
    double length = sqrt(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w);
    double s = length > 0.0 ? 1.0 / length : 0.0;
    return length > 0.0 ? (gfTurn){s * t.x, s * t.y, s * t.z, s * t.w} : (gfTurn){0.0, 0.0, 0.0, 1.0};
}

gfTurn gfTurn_From(gfQuat q)
{
    return normalized((gfTurn){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

gfQuat gfTurn_ToQuat(gfTurn t)
{
    return (gfQuat){(float)t.x, (float)t.y, (float)t.z, (float)t.w};
}

gfTurn gfTurn_Multiply(gfTurn a, gfTurn b)
{
    return (gfTurn){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

gfTurn gfTurn_Invert(gfTurn t)
{
    return (gfTurn){-t.x, -t.y, -t.z, t.w};
}

void gfTurn_Apply(gfTurn t, const double v[3], double out[3])
{
    const gfTurn turned = gfTurn_Multiply(gfTurn_Multiply(t, (gfTurn){v[0], v[1], v[2], 0.0}), gfTurn_Invert(t));
    out[0] = turned.x;
    out[1] = turned.y;
    out[2] = turned.z;
}

void gfTurn_ApplyTo(gfTurn t, gfVec3 v, double out[3])
{
    double of[3];
    gfVec3_Get(of, v);
    gfTurn_Apply(t, of, out);
}

void gfTurn_GetAxis(gfTurn t, int i, double length, double out[3])
{
    double own[3] = {0.0, 0.0, 0.0};
    own[i] = length;
    gfTurn_Apply(t, own, out);
}

gfTurn gfTurn_Between(gfTurn a, gfTurn b, double share)
{
    double along = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, side = along < 0.0 ? -1.0 : 1.0;
    double angle = acos(fmin(side * along, 1.0)), s = sin(angle);
    double ka = angle > 1e-6 ? sin((1.0 - share) * angle) / s : 1.0 - share;
    double kb = side * (angle > 1e-6 ? sin(share * angle) / s : share);
    return share >= 1.0 ? b
                        : normalized((gfTurn){ka * a.x + kb * b.x, ka * a.y + kb * b.y, ka * a.z + kb * b.z,
                                              ka * a.w + kb * b.w});
}

gfTurn gfTurn_FromTo(const double a[3], const double b[3])
{
    double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    if (along < -0.999999) { // opposite directions: half a turn about any axis at right angles to them
        return fabs(a[0]) < 0.7 ? normalized((gfTurn){0.0, a[2], -a[1], 0.0})
                                : normalized((gfTurn){-a[2], 0.0, a[0], 0.0});
    }
    return normalized(
        (gfTurn){a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 1.0 + along});
}

void gfTurn_GetAngles(gfTurn t, double angles[3])
{
    double side = t.w < 0.0 ? -1.0 : 1.0, s = sqrt(t.x * t.x + t.y * t.y + t.z * t.z);
    double k = side * (s > 1e-9 ? 2.0 * atan2(s, side * t.w) / s : 2.0);
    angles[0] = k * t.x;
    angles[1] = k * t.y;
    angles[2] = k * t.z;
}

gfTurn gfTurn_FromAngles(const double angles[3])
{
    double angle = sqrt(angles[0] * angles[0] + angles[1] * angles[1] + angles[2] * angles[2]);
    double k = angle > 1e-9 ? sin(0.5 * angle) / angle : 0.5;
    return normalized((gfTurn){k * angles[0], k * angles[1], k * angles[2], cos(0.5 * angle)});
}

static const gfMember turnMembers[] = {
    GF_MEMBER_WITHIN(gfTurn, x, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, y, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, z, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, w, -1.01, 1.01),
};
const gfRecord gf_turnRecord = GF_RECORD(gfTurn, turnMembers);

void gfArchive_CheckTurn(gfArchive *archive, gfTurn t, const char *what)
{
    if (gfArchive_Reads(archive) && !gfInRange(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w, 0.99, 1.01)) {
        gfArchive_Fail(archive, what);
    }
}
