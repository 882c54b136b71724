// Kinds of particles (GF_KIND_OF_... of shared.h). u_kinds: for each material its kind, and 1 if it is wet by itself.
//   GROUPED  u_marks (particles/marks.glsl), and u_groups: two bits for each group, 1 if it is elastic, 2 if rigid
#include "shared.h"

uniform vec4 u_kinds[GF_MATERIALS];
#ifdef GROUPED
uniform usampler2D u_marks;
uniform ivec4 u_groups[GF_GROUP_WORDS];
#endif

int materialOf(uint tag)
{
    return int(min(tag >> 24, uint(GF_MATERIALS - 1)));
}

// Returns the group of the particle in a texel; 0: none.
int groupAt(ivec2 texel)
{
#ifdef GROUPED
    return int(texelFetch(u_marks, texel, 0).x >> uint(GF_MEMBER_BITS));
#else
    return 0;
#endif
}

int kindOf(uint tag, int group)
{
    int kind = int(u_kinds[materialOf(tag)].x);
#ifdef GROUPED
    int held = u_groups[group >> 6][group >> 4 & 3] >> 2 * (group & 15) & 3;
    kind = held == 0 || kind == GF_KIND_OF_WALL ? kind : GF_KIND_OF_JELLY - 1 + held;
#endif
    return kind;
}
