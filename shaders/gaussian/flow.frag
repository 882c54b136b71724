// The velocity that hosts get: mass times displacement in the last step, over mass, both summed over a cell and one
// eighth of its eight neighbours. The neighbours average out a little mass, 1e-4 of a cell, that leaves a surface and
// falls back at once. In: u_velocityX, u_velocityY: mass times displacement (gaussian/gather.frag, FLUX); u_massBefore,
// u_mass: before and after the step. Out: velocity, x and y, cells a step; 0 without mass.
#include "gaussian/state.glsl"

uniform sampler2D u_massBefore;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;

const float NEIGHBOURS = 0.125;

// Sums of mass times displacement along x and y, and of mass.
struct Flow {
    vec4 x, y, mass;
};

Flow flowAt(ivec2 at)
{
    ivec2 texel = wrapTexel(at);
    bool inside = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, texelCount()));
    vec2 scale = packedScale();
    vec4 mass = 0.5 * (readPacked(u_mass, texel, scale) + readPacked(u_massBefore, texel, scale));
    mass *= float(inside);
    vec4 some = vec4(greaterThan(mass, vec4(0.0))); // none in solids, which hold no mass
    return Flow(some * readPacked(u_velocityX, texel, scale), some * readPacked(u_velocityY, texel, scale), mass);
}

// Returns the sums of three cells side by side, about each of the four in the middle.
vec4 across(vec4 left, vec4 middle, vec4 right)
{
    vec2 own = middle.xz + middle.yw;
    return vec4(left.y + own.x, own.x + right.x, left.w + own.y, own.y + right.z);
}

Flow rowAt(ivec2 texel)
{
    Flow left = flowAt(texel - ivec2(1, 0));
    Flow middle = flowAt(texel);
    Flow right = flowAt(texel + ivec2(1, 0));
    return Flow(across(left.x, middle.x, right.x), across(left.y, middle.y, right.y),
                across(left.mass, middle.mass, right.mass));
}

// Returns the sums over three rows about each of the four cells, which count more than their neighbours.
vec4 around(vec4 below, vec4 middle, vec4 above, vec4 own)
{
    vec2 both = middle.xy + middle.zw;
    return NEIGHBOURS * vec4(below.zw + both, both + above.xy) + (1.0 - NEIGHBOURS) * own;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    Flow own = flowAt(texel);
    Flow below = rowAt(texel - ivec2(0, 1));
    Flow middle = rowAt(texel);
    Flow above = rowAt(texel + ivec2(0, 1));
    vec4 mass = around(below.mass, middle.mass, above.mass, own.mass);
    vec4 some = vec4(greaterThan(texelFetch(u_mass, texel, 0), vec4(0.0)));
    vec4 share = some / max(mass, vec4(1e-8));
    o_velocityX = clamp(share * around(below.x, middle.x, above.x, own.x), -SPEED_MAX, SPEED_MAX);
    o_velocityY = clamp(share * around(below.y, middle.y, above.y, own.y), -SPEED_MAX, SPEED_MAX);
}
