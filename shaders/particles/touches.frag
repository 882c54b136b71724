// Finds all that each member of a listed group touches. In: u_listed (particles/listed.glsl); u_reaches: distances
// below which a member touches a particle and a surface, cells; u_unit: m a cell. Out: 1: it touches particles that are
// not of its group, and 2: solids or sides; the listed groups, as bits; and the nearest place of contact (m from the
// domain's corner), and the direction to it.
#include "common/loops.glsl"
#include "particles/neighbours.glsl"
#include "particles/marks.glsl"
#include "particles/listed.glsl"
#include "particles/walls.glsl"

uniform vec2 u_reaches;
uniform float u_unit;
layout(location = 0) out uvec4 o_touch;
layout(location = 1) out uvec4 o_contact;

vec2 own; // place, cells
int ownGroup;
uvec2 touched;
float nearest; // place of contact, cells off
vec2 contact;
vec2 direction;

// Records a contact. `away`: distance to the place of contact, cells; below 0 in a solid.
void touchAt(bool touching, float away, vec2 place, vec2 towards)
{
    bool isNearest = touching && away < nearest;
    nearest = isNearest ? away : nearest;
    contact = isNearest ? place : contact;
    direction = isNearest ? towards : direction;
}

void visit(int j)
{
    int group = groupOf(texelFetch(u_marks, particleTexel(j), 0).x);
    vec2 way = placeOf(j) - own;
    float apart = length(way);
    bool touching = group != ownGroup && apart <= u_reaches.x;
    int listed = listedOf(group);
    bool hasBit = touching && listed > 0 && listed <= 32;
    touched |= uvec2(touching ? 1u : 0u, hasBit ? 1u << uint(listed - 1) : 0u);
    touchAt(touching, 0.5 * apart, own + 0.5 * way, way / max(apart, 1e-9));
}

void touchWall(Wall wall)
{
    bool touching = wall.distance <= u_reaches.y;
    touched.x |= touching ? 2u : 0u;
    touchAt(touching, wall.distance, own - wall.distance * wall.normal, -wall.normal);
}

void main()
{
    int i = particleHere();
    own = placeOf(i);
    ownGroup = groupOf(texelFetch(u_marks, particleTexel(i), 0).x);
    touched = uvec2(0u);
    nearest = 1e9;
    contact = direction = vec2(0.0);
    ONLY_IF(listedOf(ownGroup) > 0) {
        visitAround(own);
        for (int side = 0; side < SIDES; side++) {
            touchWall(sideOf(side, own, u_extent.xy));
        }
#ifdef SOLIDS
        touchWall(nearestSolid(own));
#endif
    }
    o_touch = uvec4(touched, 0u, 0u);
    o_contact = floatBitsToUint(vec4(contact * u_unit, direction));
}
