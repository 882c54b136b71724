// Snapshots of rigid bodies in two and in three dimensions.
#ifndef GF_SAVED_BODIES_H
#define GF_SAVED_BODIES_H

#include "ext/bodies/rigid_bodies.h"
#include "gl/archive.h"

#include <float.h>

// Most that is saved of places and motion, of answers, and of forces and impulses. The heaviest body, a ball of the
// largest radius and density, has 4e33 kg; products of two such numbers are still finite.
#define GF_SAVED_PLACE_MOST 1e12
#define GF_SAVED_SPOT_MOST ((double)FLT_MAX)
#define GF_SAVED_FORCE_MOST 1e100

// Rows for a number, or for all of an array, up to so much either way; and for some elements of an array of doubles.
#define GF_SAVED(type, member, most) GF_MEMBER_WITHIN(type, member, -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST)
#define GF_SAVED_PART(type, member, first, count, most)                                                            \
    {                                                                                                              \
#member, offsetof(type, member) + (first) * sizeof(double), (count) * sizeof(double), GF_MEMBER_F64, NULL, \
            -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST                                                        \
    }
#define GF_SAVED_XY(type, member, most) GF_SAVED_PART(type, member, 0, 2, most)
#define GF_SAVED_Z(type, member, most) GF_SAVED_PART(type, member, 2, 1, most)

// A body's solid by its place in the list, none where it is gone: hosts may remove solids of bodies.
void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfRigidBody *b);
// Archives the requests under way, which have landed, with a record of gfAsked for each body. There is room for all
// bodies that there may have been, so that requests have the same size whenever they are saved.
void gfArchive_Requests(gfArchive *archive, gfRigidBodies *bodies, const gfRecord *asked);
// Archives what contacts bear, with room for `most` of them for the same reason.
void gfArchive_Contacts(gfArchive *archive, gfContacts *contacts, int most);

#endif
