// The table of solids, a column each, GF_SOLID_COLUMNS beside each other and more below them.
//   row 0         velocity at the centre (m/s), angular velocity (1/s), 1 if the fluid sticks to it
//   row 1         centre (m, from an origin that stays while the domain moves, see fluid/solids/solids.h), temperature
//                 (K, or GF_NO_TEMPERATURE: insulated), 1 if it is made of whole cells (a mask or texture)
//   row 2         cosine of the angle at which liquid of GF_SOLVER_GAUSSIAN meets it
//   rows 3 to 5   its shape (common/shapes.glsl; a circle is a capsule of no length)
//   rows 6 to 13  two corners each of a polygon
#include "shared.h"

uniform sampler2D u_solidTable;

struct Solid {
    vec4 motion;
    vec4 place;
};

vec4 solidRow(int column, int row)
{
    int block = column / GF_SOLID_COLUMNS;
    return texelFetch(u_solidTable, ivec2(column - GF_SOLID_COLUMNS * block, GF_SOLID_ROWS * block + row), 0);
}

// Returns a solid. A column below 0 stands for no solid, and returns one at rest, slipping and insulated.
Solid solidAt(float column)
{
    if (column < 0.0) {
        return Solid(vec4(0.0), vec4(0.0, 0.0, GF_NO_TEMPERATURE, 0.0));
    }
    int at = int(column + 0.5);
    return Solid(solidRow(at, 0), solidRow(at, 1));
}

// Returns the velocity of a solid's material at a place, m/s.
vec2 solidVelocity(Solid solid, vec2 p)
{
    vec2 r = p - solid.place.xy;
    return solid.motion.xy + solid.motion.z * vec2(-r.y, r.x);
}

// Returns the cosine of the contact angle; 0 without a solid.
float solidContact(float column)
{
    return column < 0.0 ? 0.0 : solidRow(int(column + 0.5), 2).x;
}
