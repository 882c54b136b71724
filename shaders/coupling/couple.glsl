// Finds where a liquid covers another fluid, the air. In: u_flow (of the liquid: velocity on faces, m/s; blue: mass of
// each texel's cell); u_cells, u_wrap: of the liquid; u_placed: the air's lower left corner in the liquid's cells, and
// cells of the liquid in one of the air; u_coupled: mass of a full cell; y, z and w: see the including files.
#include "common/contain.glsl"
#include "common/grid.glsl"

uniform sampler2D u_flow;
uniform vec4 u_placed;
uniform vec4 u_coupled;

struct Cover {
    float inside; // fraction of liquid at the place
    float beside; // 0 to 1: there is liquid within `reach`
    vec2 velocity;
};

// Returns the fraction of liquid at a place; `p` in the liquid's cells.
float fillAt(vec2 p)
{
    vec2 q = inDomain(p);
    float mass = contain(sampleFaces(u_flow, q).z);
    return q == p ? clamp(mass / u_coupled.x, 0.0, 1.0) : 0.0;
}

// Returns the liquid around a place, none for spray (a tenth of a cell in three). `place`, `reach`: cells of the air.
Cover liquidCover(vec2 place, float reach)
{
    float inside = 0.0, sum = 0.0;
    vec2 moved = vec2(0.0);
    for (int i = 0; i < 9; i++) {
        vec2 p = u_placed.xy + u_placed.zw * (place + reach * vec2(i % 3 - 1, i / 3 - 1));
        float fill = fillAt(p);
        inside = i == 4 ? fill : inside;
        if (fill > 0.0) {
            sum += fill;
            moved += fill * contain(velocityAt(u_flow, p));
        }
    }
    return Cover(inside, smoothstep(0.1, 1.0, sum / 3.0), moved / max(sum, 1e-6));
}
