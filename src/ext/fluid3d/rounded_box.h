// Shapes of rigid bodies in three dimensions: boxes with rounded edges, of which spheres and capsules are the limits.
#ifndef GF_ROUNDED_BOX_H
#define GF_ROUNDED_BOX_H

#include "ext/bodies/contacts.h"
#include "ext/fluid3d/shape3d.h"

// Most contacts of two boxes.
#define GF_BOX_CONTACTS 8

typedef struct gfRoundedBox {
    double centre[3], axes[3][3]; // its own axes, in the world
    double half[3], radius;       // of the box within, and of its rounding
} gfRoundedBox;

// The volume, and the moments of inertia about its own axes at a density of 1.
typedef struct gfBulk {
    double volume, inertia[3];
} gfBulk;

gfRoundedBox gfRoundedBox_Make(const gfShape3DPose *pose);
gfBulk gfRoundedBox_GetBulk(const gfRoundedBox *box);
// Returns how far its farthest point is from its centre.
double gfRoundedBox_GetBound(const gfRoundedBox *box);
// Returns how far it reaches from its centre along a direction of length 1.
double gfRoundedBox_GetReach(const gfRoundedBox *box, const double way[3]);
// Returns the area of its shadow along a direction of length 1.
double gfRoundedBox_GetShadow(const gfRoundedBox *box, const double way[3]);
// Returns the fraction of its volume where normal . (p - centre) <= offset; *arm: from its centre to the middle of that
// part.
double gfRoundedBox_Cut(const gfRoundedBox *box, const double normal[3], double offset, double arm[3]);

// Lists the corners of the box within, each once. Returns how many.
int gfRoundedBox_GetCorners(const gfRoundedBox *box, double corners[8][3]);

// Finds where two are nearer than `reach`: contacts with normal (from a to b), place halfway between the surfaces in
// arms[0], and separation. Returns how many.
int gfRoundedBox_Collide(const gfRoundedBox *a, const gfRoundedBox *b, double reach,
                         gfContact contacts[GF_BOX_CONTACTS]);

#endif
