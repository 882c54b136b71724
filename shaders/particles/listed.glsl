// Groups that a query lists. u_listed: of each group, by its number less 1, the place in the list from 1 on, or 0.
#include "shared.h"

uniform ivec4 u_listed[GF_GROUP_VECTORS];

// Returns the place in the list of a group; 0 also for group 0, which is none.
int listedOf(int group)
{
    int i = max(group - 1, 0);
    return group > 0 && group <= 4 * GF_GROUP_VECTORS ? u_listed[i >> 2][i & 3] : 0;
}
