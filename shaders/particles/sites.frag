// Chooses poured sites clear of walls, solids and particles. Out: 1 or 0, a list of numbers from u_chunk.x on.
#include "shared.h"
#include "particles/neighbours.glsl"
#include "particles/walls.glsl"
#include "particles/sites.glsl"

uniform int u_shift;     // log2 of the texels in a row of the target
uniform float u_spacing; // cells
layout(location = 0) out uint o_site;

vecD here;
float nearest; // squared

void visit(int j)
{
    vecD away = placeOf(j) - here;
    float r2 = dot(away, away);
    nearest = j < liveCount() ? min(nearest, r2) : nearest;
}

bool isFree(vecD place)
{
    bool isOutside = any(lessThan(place, vecD(0.0))) || any(greaterThanEqual(place, vecD(u_extent)));
    float wall = 1e6;
    for (int side = 0; side < SIDES; side++) {
        wall = min(wall, sideOf(side, place, vecD(u_extent)).distance);
    }
#ifdef SOLIDS
    wall = min(wall, nearestSolid(place).distance);
#endif
    if (isOutside || wall < 0.499 * u_spacing) {
        return false;
    }
    here = place;
    nearest = 1e9;
    visitAround(place);
    return nearest > u_lattice.w * u_lattice.w;
}

void main()
{
    int number = u_chunk.x + numberHere(u_shift);
    o_site = 0u;
    if (number < u_chunk.y) {
        Site site = siteAt(number);
        o_site = isPoured(site) && isFree(site.place) ? 1u : 0u;
    }
}
