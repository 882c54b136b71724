// Marks of particles (u_marks): its group, 0 where it has none, and its place in the list of members; and when it is
// gone, in ms since the last reset, 0: never.
#include "shared.h"

uniform usampler2D u_marks;

int groupOf(uint mark)
{
    return int(mark >> uint(GF_MEMBER_BITS));
}

int memberOf(uint mark)
{
    return int(mark & GF_NO_MEMBER);
}
