// Marks of particles (u_marks): group (0: none), index among members, end of life, ms since the last reset (0: never).
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
