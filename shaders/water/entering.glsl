// Sites of particles that enter through sides (water/enter.frag). They are numbered by side, row, and place in the row.
#include "water/flow.glsl"

uniform sampler2D u_entered;
uniform ivec4 u_rows;  // along each side; 0: nothing enters there
uniform vec4 u_steps;  // between rows and within them, of the left and right side, and of the others; cells
uniform int u_perRow;  // sites in a row
uniform ivec2 u_chunk; // first number of this pass; number behind the last of all

struct Entering {
    int side;
    bool isThere; // a particle enters
    vec2 place;
    vec2 velocity;
};

Entering enteringAt(int number)
{
    Entering e;
    int row = number / u_perRow;
    e.side = 0;
    for (int i = 0; i < 3; i++) {
        if (e.side == i && row >= u_rows[i]) {
            row -= u_rows[i];
            e.side = i + 1;
        }
    }
    int axis = e.side / 2;
    bool isFar = (e.side & 1) == 1;
    vec2 steps = axis == 0 ? u_steps.xy : u_steps.zw;
    float count = texelFetch(u_entered, ivec2(row, e.side), 0).x + 0.5;
    float ahead = count - float(number % u_perRow) - 1.0; // of the row's next particle, which has not entered
    e.isThere = row < u_rows[e.side] && ahead >= 0.0;
    float along = (float(row) + 0.5) * steps.x;
    float inside = isFar ? float(u_cells[axis]) - ahead * steps.y : ahead * steps.y;
    vec2 place = axis == 0 ? vec2(inside, along) : vec2(along, inside);
    e.place = clamp(place, vec2(0.0), vec2(u_cells) * 0.9999999);
    int last = isFar ? u_cells[axis] : 0;
    int beside = min(int(along), u_cells[1 - axis] - 1);
    float speed = velocityOf(axis == 0 ? ivec2(last, beside) : ivec2(beside, last), axis);
    e.velocity = axis == 0 ? vec2(speed, 0.0) : vec2(0.0, speed);
    return e;
}
