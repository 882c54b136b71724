// Makes each particle's key for a full sort. In: u_place. Out: its cell and number; GF_NO_CELL without one.
//   HASHED  its bucket (particles/bucket.glsl) in place of its cell
#include "particles/layout.glsl"
#include "shared.h"
#ifdef HASHED
#include "particles/bucket.glsl"
#endif

uniform sampler2D u_place;
uniform int u_shift; // log2 of the texels in a row of keys
layout(location = 0) out uvec2 o_key;

void main()
{
    int i = numberHere(u_shift);
    o_key = uvec2(GF_NO_CELL, uint(i));
    if (i < liveCount()) {
        ivecD cell = cellOf(vecD(texelFetch(u_place, particleTexel(i), 0)));
#ifdef HASHED
        o_key.x = uint(bucketOf(cell));
#else
        o_key.x = uint(cellNumber(clamp(cell, ivecD(1), ivecD(u_grid) - 2)));
#endif
    }
}
