// Convex shapes of rigid bodies in the plane: a polygon (a point, a segment) with everything within a radius of it.
#ifndef GF_HULL_H
#define GF_HULL_H

#include "base/shape.h"
#include "ext/bodies/contacts.h"

#define GF_OUTLINE_MAX 64

typedef struct gfHull {
    int count;
    double points[GF_POLYGON_MAX][2]; // counter-clockwise
    double radius;
} gfHull;

// Corners of its outline, round ones cut short.
typedef struct gfOutline {
    int count;
    double points[GF_OUTLINE_MAX][2];
} gfOutline;

typedef struct gfArea {
    double size, centre[2]; // m^2, m
    double inertia;         // about the centre, of a density of 1
} gfArea;

// Returns whether a shape is convex, but for rounding: corners that repeat, or lie on a side, don't count. The shape
// must be one that gfShape_Check lets pass.
bool gfHull_IsConvex(const gfShape *shape);
// Checks that a shape can be a hull: reports OUT_OF_RANGE.
bool gfHull_Check(const gfCore *core, const gfShape *shape, const char *caller);
// Makes the hull of a convex shape, relative to `from`.
gfHull gfHull_Make(const gfShape *shape, const double from[2]);
gfHull gfHull_Move(const gfHull *hull, const double place[2], double angle);
void gfHull_GetBounds(const gfHull *hull, double low[2], double high[2]);
// The farthest point along a direction of length 1.
void gfHull_GetSupport(const gfHull *hull, const double way[2], double point[2]);

gfOutline gfOutline_Make(const gfHull *hull);
gfArea gfOutline_GetArea(const gfOutline *outline);
// Returns the part of the outline where normal . p <= offset.
gfOutline gfOutline_Cut(const gfOutline *outline, const double normal[2], double offset);

// Finds where two hulls are nearer than `reach`: at most two contacts, with normal (from a to b), place halfway between
// the surfaces in arms[0], and separation. Returns how many.
int gfHull_Collide(const gfHull *a, const gfHull *b, double reach, gfContact contacts[2]);

#endif
