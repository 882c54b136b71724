// Counts the particles that enter in a substep, in each row (x) of sites along each side (y: left, right, bottom, top).
// They fill the way that the flow makes on the face. Where still water lies outside they also fill cells beside it that
// are thin or empty. In: water/flow.glsl, after the move; u_liquid, u_depth; u_entered, as after the substep before.
// Out: number of particles, before it is rounded; the next substep goes on with what was rounded off.
#include "water/flow.glsl"
#include "water/sides.glsl"

uniform sampler2D u_entered;
uniform sampler2D u_liquid;
uniform sampler2D u_depth;
uniform ivec4 u_rows;  // along each side; 0: nothing enters there
uniform vec4 u_steps;  // between rows and within them, of the left and right side, and of the others; cells
uniform vec4 u_seas;   // 1: still water lies outside
uniform float u_step;  // length of the substep, s
layout(location = 0) out float o_entered;

const float FARTHEST = 3.0; // cells

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int side = texel.y, axis = side / 2;
    vec2 steps = axis == 0 ? u_steps.xy : u_steps.zw;
    o_entered = 0.0;
    if (texel.x >= u_rows[side]) {
        return;
    }
    float along = (float(texel.x) + 0.5) * steps.x;
    int beside = min(int(along), u_cells[1 - axis] - 1);
    int last = (side & 1) * u_cells[axis];
    ivec2 face = axis == 0 ? ivec2(last, beside) : ivec2(beside, last);
    ivec2 cell = min(face, u_cells - 1);
    Flow flow = flowOf(face, axis);
    float inward = (side & 1) == 0 ? 1.0 : -1.0;
    float way = clamp(inward * (u_step * flow.velocity + flow.shift), 0.0, FARTHEST);
    if (u_seas[side] > 0.5) {
        const float FULL = 0.9, SHARE = 0.5; // of the density at rest; of what lacks, in a substep
        vec2 place = axis == 0 ? vec2(float(last), along) : vec2(along, float(last));
        float share = shareUnder(u_levels[side] - dot(u_up, place), side, steps.x);
        float thin = clamp(FULL - texelFetch(u_depth, cell, 0).y, 0.0, 1.0);
        way = (way + SHARE * thin) * share * texelFetch(u_liquid, face, 0)[axis];
    }
    float before = texelFetch(u_entered, texel, 0).x;
    before = abs(before) < 1e6 ? before : 0.0; // what is not a number is gone after a step
    o_entered = fract(before + 0.5) - 0.5 + way / steps.y;
}
