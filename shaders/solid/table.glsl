// The table of solids, one column each. Row 0: velocity at the centre (m/s), angular velocity (1/s), 1 if the fluid
// sticks to it. Row 1: centre (m, from the domain's lower left corner), temperature (K, or GF_NO_TEMPERATURE: insulated),
// 1 if it is made of whole cells (a mask or texture). Row 2: cosine of the angle at
// which liquid of GF_SOLVER_GAUSSIAN meets it.
#include "shared.h"

uniform sampler2D u_solidTable;

struct Solid {
    vec4 motion;
    vec4 place;
};

// A column below 0 is no solid: at rest, slipping, insulated.
Solid solidAt(float column)
{
    if (column < 0.0) {
        return Solid(vec4(0.0), vec4(0.0, 0.0, GF_NO_TEMPERATURE, 0.0));
    }
    ivec2 at = ivec2(int(column + 0.5), 0);
    return Solid(texelFetch(u_solidTable, at, 0), texelFetch(u_solidTable, at + ivec2(0, 1), 0));
}

// Of a solid's material at a place, m/s.
vec2 solidVelocity(Solid solid, vec2 p)
{
    vec2 r = p - solid.place.xy;
    return solid.motion.xy + solid.motion.z * vec2(-r.y, r.x);
}

// Cosine of the contact angle; of no solid 0.
float solidContact(float column)
{
    return column < 0.0 ? 0.0 : texelFetch(u_solidTable, ivec2(int(column + 0.5), 2), 0).x;
}
