// Chooses poured sites clear of walls, solids and particles. Out: 1 or 0, a list of numbers from u_chunk.x on.
//   FAR  a flow carries the particles, and they lie at random: a site is free if the liquid around is thin. What is
//        added comes anywhere, as the flow makes room, but not without end.
#include "shared.h"
#include "particles/neighbours.glsl"
#include "particles/walls.glsl"
#include "particles/sites.glsl"

uniform int u_shift;     // log2 of the texels in a row of the target
uniform float u_spacing; // cells
#ifdef FAR
uniform float u_fill; // particles in a full cell
#endif
layout(location = 0) out uint o_site;

vecD here;
float nearest; // squared
#ifdef FAR
float density; // by a hat kernel of one cell
#endif

void visit(int j)
{
    vecD away = placeOf(j) - here;
    float r2 = dot(away, away);
    nearest = j < liveCount() ? min(nearest, r2) : nearest;
#ifdef FAR
    vec2 near = max(1.0 - abs(away), 0.0);
    density += near.x * near.y;
#endif
}

bool isFree(vecD place, bool isAdded)
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
#ifdef FAR
    const float THIN = 0.6, MOST = 1.5; // of the density at rest
    density = 0.0;
    visitAround(place);
    return isAdded ? density < MOST * u_fill : density < THIN * u_fill && nearest > u_lattice.w * u_lattice.w;
#else
    visitAround(place);
    return nearest > u_lattice.w * u_lattice.w;
#endif
}

void main()
{
    int number = u_chunk.x + numberHere(u_shift);
    o_site = 0u;
    if (number < u_chunk.y) {
        Site site = siteAt(number);
        o_site = isPoured(site) && isFree(site.place, !isSet(site.shape)) ? 1u : 0u;
    }
}
