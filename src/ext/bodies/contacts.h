// Contacts between rigid bodies, in 2D and 3D. They are solved by soft sequential impulses in short substeps: Macklin
// et al. 2019, "Small steps in physics simulation"; the soft contact is that of Box2D v3. The solver of contacts knows
// points and normals, but no shapes. In 2D everything lies in the plane z = 0, and bodies turn about z alone.
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

// What contacts push: a body, solid or side. Solids and sides have inverse mass and inertia 0, so nothing moves them.
typedef struct gfMover {
    double velocity[3], spin[3];                    // m/s, and radians/s about the centre of mass
    double acceleration[3], angularAcceleration[3]; // of forces other than contacts, m/s^2 and 1/s^2
    double invMass, invInertia[3][3];               // `invInertia`: inverse inertia tensor along the world's axes
    double shift[3], turned[3];                     // motion since the start of the step, m and radians
    bool touched;                                   // a contact gave this mover an impulse in this step
} gfMover;

// What a contact hands on to the same contact of the next step, which begins with these impulses (warm start).
typedef struct gfContactMemory {
    uint64_t pair; // the two things, as gfContactPair.numbers: the first in the upper 32 bits
    int feature;   // which corner or edge of the two shapes touches, so that one pair can have several contacts
    double normalImpulse, tangentImpulse[2]; // N s, along the normal and along gfContact.tangents
} gfContactMemory;

typedef struct gfContact {
    gfContactMemory memory;
    int a, b;          // indices of the two things in the array of movers
    double normal[3];  // of length 1, from mover a to mover b
    double arms[2][3]; // from each mover's centre of mass to the contact, m
    double separation; // distance of the two surfaces, m; below 0: they overlap
    double friction, restitution;
    double tangents[2][3];             // two directions across the normal, along which friction acts
    double normalMass, tangentMass[2]; // effective masses against impulses along normal and tangents, kg
    // `approach`: normal speed before the step, below 0 if closing, m/s; `strongest`: largest normal impulse in it, N s
    double approach, strongest;
} gfContact;

// The values that all contacts of one pair of things share.
typedef struct gfContactPair {
    int numbers[2];      // names of the two things, the same in every step, for gfContactMemory.pair
    int movers[2];       // indices of the two things in the array of movers
    double places[2][3]; // centres of mass of the two things, m
    double friction, restitution;
} gfContactPair;

// The contacts of one step, and the memory of those of the step before.
typedef struct gfContacts {
    gfContact *list;
    gfContactMemory *old;
    int count, oldCount, capacity;
    int next;             // index in `old` at which the next pair's memory is searched: pairs come in rising order
    double slop, undoMax; // overlap that is left alone, m; largest speed of pushing overlapping things apart, m/s
} gfContacts;

bool gfContacts_Create(gfCore *core, gfContacts *contacts, int capacity);
void gfContacts_Destroy(gfCore *core, gfContacts *contacts);
// Empties the list for a new step, before contacts are added, and keeps the last step's impulses in `old`.
void gfContacts_Begin(gfContacts *contacts);
// Adds contacts found between two things. arms[0] of each is its place in the world, from which its arms are computed.
void gfContacts_AddPair(gfContacts *contacts, const gfContact *found, int count, const gfContactPair *pair);
// Moves `count` movers through `dt` s by their accelerations and contacts: sets velocity, spin, shift, turned, touched.
void gfContacts_Solve(gfContacts *contacts, gfMover *movers, int count, double dt);

// --- shapes in the plane ---------------------------------------------------------------------------------------------

// Convex shapes: a polygon, segment or point (`points`) with a margin of `radius` m. A circle is a point with a radius.

#define GF_OUTLINE_MAX 64

typedef struct gfHull {
    int count;
    double points[GF_POLYGON_MAX][2]; // counter-clockwise, m
    double radius;
} gfHull;

// The outline of a gfHull as a plain polygon: the arcs of its rounded corners are made of short straight edges.
typedef struct gfOutline {
    int count;
    double points[GF_OUTLINE_MAX][2];
} gfOutline;

typedef struct gfArea {
    double size, centre[2]; // area of the outline, m^2; centroid, m
    double inertia;         // moment of inertia about the centre at a density of 1, m^4
} gfArea;

// Returns whether a shape that passed gfShape_Check is convex. Repeated corners, and those on a side, are ignored.
bool gfHull_IsConvex(const gfShape *shape);
// Returns whether a rigid body may have this shape: a polygon must be convex. Otherwise reports OUT_OF_RANGE.
bool gfHull_Check(const gfCore *core, const gfShape *shape, const char *caller);
// Makes the hull of a convex shape. Its points are relative to the place `from`.
gfHull gfHull_Make(const gfShape *shape, const double from[2]);
gfHull gfHull_Move(const gfHull *hull, const double place[2], double angle);
void gfHull_GetBounds(const gfHull *hull, double low[2], double high[2]);
// Finds the point of the hull that is farthest along the direction `way` (of length 1).
void gfHull_GetSupport(const gfHull *hull, const double way[2], double point[2]);

gfOutline gfOutline_Make(const gfHull *hull);
gfArea gfOutline_GetArea(const gfOutline *outline);
// Returns the part of the outline for which normal . p <= offset.
gfOutline gfOutline_Cut(const gfOutline *outline, const double normal[2], double offset);

// Finds at most two contacts between hulls whose surfaces are nearer than `reach` m, and returns how many. Sets of
// each: normal (from a to b), separation, feature, and in arms[0] the place in the world, halfway between the surfaces.
int gfHull_Collide(const gfHull *a, const gfHull *b, double reach, gfContact contacts[2]);

#endif
