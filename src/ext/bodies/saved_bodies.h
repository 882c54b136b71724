// Functions that snapshots of rigid bodies in two and in three dimensions share.
#ifndef GF_SAVED_BODIES_H
#define GF_SAVED_BODIES_H

#include "ext/bodies/contacts.h"
#include "ext/bodies/load_request.h"
#include "gl/archive.h"

#include <float.h>

// Most that is saved of places and motion, of answers, and of forces and impulses. The heaviest body, a ball of the
// largest radius and density, has 4e33 kg; products of two such numbers are still finite.
#define GF_SAVED_PLACE_MOST 1e12
#define GF_SAVED_SPOT_MOST ((double)FLT_MAX)
#define GF_SAVED_FORCE_MOST 1e100

// A body's solid by its place in the list, none where it is gone: hosts may remove solids of bodies.
void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfHandle *id);
// The numbers of a ring that has room for `size` requests. Returns the place of the oldest one under way; the requests
// follow, from that on.
int gfArchive_LoadRing(gfArchive *archive, gfLoadRing *ring, int size);
// Archives what contacts bear, with room for `most`, so that it has the same size whenever it is saved.
void gfArchive_Contacts(gfArchive *archive, gfContacts *contacts, int most);

#endif
