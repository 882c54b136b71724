// Contacts between rigid bodies, in 2D and 3D: soft sequential impulses in short substeps (Macklin et al. 2019, "Small
// steps in physics simulation"; the soft step is that of Box2D v3). The solver knows contacts, but no shapes. In 2D all
// is in the plane z = 0, and bodies turn about z alone.
#ifndef GF_CONTACTS_H
#define GF_CONTACTS_H

#include "base/core.h"
#include "base/shape.h"

// --- contacts --------------------------------------------------------------------------------------------------------

static inline double gfDot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void gfCross3(const double a[3], const double b[3], double result[3])
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

// A thing that contacts move. Solids and sides have an inverse mass of 0.
typedef struct gfMover {
    double velocity[3], spin[3];
    double acceleration[3], angularAcceleration[3];
    double invMass, invInertia[3][3];
    double shift[3], turned[3]; // motion in this step so far, m and radians
    bool touched;               // a contact of this step had an impulse
} gfMover;

// The part of a contact that warm-starts the next step.
typedef struct gfContactMemory {
    uint64_t pair;
    int feature;
    double normalImpulse, tangentImpulse[2];
} gfContactMemory;

typedef struct gfContact {
    gfContactMemory memory;
    int a, b;          // indices of movers
    double normal[3];  // from a to b
    double arms[2][3]; // from the movers' centres of mass
    double separation; // m, below 0 where they overlap
    double friction, restitution;
    double tangents[2][3];
    double normalMass, tangentMass[2];
    double approach, strongest; // closing speed before the step; largest impulse in the step
} gfContact;

// The values that all contacts of a pair share.
typedef struct gfContactPair {
    int numbers[2]; // of the two things, by which the next step recognizes the pair
    int movers[2];
    double places[2][3]; // centres of mass
    double friction, restitution;
} gfContactPair;

typedef struct gfContacts {
    gfContact *list;
    gfContactMemory *old;
    int count, oldCount, capacity;
    int next;             // index in `old` of the next pair: pairs come in rising order
    double slop, undoMax; // m: allowed overlap; m/s: most speed of undoing more
} gfContacts;

bool gfContacts_Create(gfCore *core, gfContacts *contacts, int capacity);
void gfContacts_Destroy(gfCore *core, gfContacts *contacts);
// Must be called before the contacts of a step are added.
void gfContacts_Begin(gfContacts *contacts);
// Adds the contacts that were found for a pair, with their places in arms[0].
void gfContacts_AddPair(gfContacts *contacts, const gfContact *found, int count, const gfContactPair *pair);
// Moves `count` movers through a step of `dt` seconds: their velocities, shift, turned and touched.
void gfContacts_Solve(gfContacts *contacts, gfMover *movers, int count, double dt);

// --- shapes in the plane ---------------------------------------------------------------------------------------------

// Convex shapes in the plane: a polygon, segment or point, rounded by a radius.

#define GF_OUTLINE_MAX 64

typedef struct gfHull {
    int count;
    double points[GF_POLYGON_MAX][2]; // counter-clockwise
    double radius;
} gfHull;

// The corners of a hull's outline, with arcs as polygons.
typedef struct gfOutline {
    int count;
    double points[GF_OUTLINE_MAX][2];
} gfOutline;

typedef struct gfArea {
    double size, centre[2]; // m^2, m
    double inertia;         // moment about the centre at a density of 1, m^4
} gfArea;

// Returns whether a shape is convex, up to rounding: corners that repeat, or lie on a side, don't count. The shape must
// have passed gfShape_Check.
bool gfHull_IsConvex(const gfShape *shape);
// Returns whether a shape can be a hull; reports OUT_OF_RANGE.
bool gfHull_Check(const gfCore *core, const gfShape *shape, const char *caller);
// Makes the hull of a convex shape, relative to `from`.
gfHull gfHull_Make(const gfShape *shape, const double from[2]);
gfHull gfHull_Move(const gfHull *hull, const double place[2], double angle);
void gfHull_GetBounds(const gfHull *hull, double low[2], double high[2]);
// Finds the farthest point along a direction of length 1.
void gfHull_GetSupport(const gfHull *hull, const double way[2], double point[2]);

gfOutline gfOutline_Make(const gfHull *hull);
gfArea gfOutline_GetArea(const gfOutline *outline);
// Returns the part of the outline where normal . p <= offset.
gfOutline gfOutline_Cut(const gfOutline *outline, const double normal[2], double offset);

// Finds at most two contacts of hulls nearer than `reach`: normal (from a to b), separation, and the place halfway
// between the surfaces in arms[0]. Returns their number.
int gfHull_Collide(const gfHull *a, const gfHull *b, double reach, gfContact contacts[2]);

#endif
