// Advects dye with the mass: a cell's dye is the mean of the arriving particles' dye, weighted by their arriving mass.
// Mass that two cells exchange in one step, as spreading makes all cells do, leaves its dye behind: so dye stays where
// mass does not move, and is blurred only as by an upwind scheme. In: the particles that gaussian/gather.frag gathers,
// with the same WALLS and SOLIDS; u_moveX, u_moveY (cells), u_mass; u_neighbourhood (gaussian/neighbourhood.frag);
// u_dyeRed to u_dyeAmount, packed, per unit of mass. Out: arriving dye, contained.
//   PUBLISHED  the particles are those of gaussian/gather_published.frag, and exchanged mass takes its dye along
#include "gaussian/state.glsl"
#include "common/contain.glsl"
#include "gaussian/arrive.glsl"
#include "gaussian/dye.glsl"

uniform sampler2D u_neighbourhood;

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    ivec4 neighbourhood = texelNeighbourhood(own, ivec4(texelFetch(u_neighbourhood, own >> 2, 0)));
    vec4 mass = vec4(0.0), red = vec4(0.0), green = vec4(0.0), blue = vec4(0.0), amount = vec4(0.0);
    vec2 scale = packedScale();
    Near near = nearOf(own);
#ifndef PUBLISHED
    vec4 ownMoveX = texelFetch(u_moveX, own, 0), ownMoveY = texelFetch(u_moveY, own, 0);
    vec4 ownMass = texelFetch(u_mass, own, 0);
    vec4 kept = vec4(0.0);
#endif
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            mat4 arrives = arrivalsOf(near, offset, readPacked(u_moveX, texel, scale),
                                      readPacked(u_moveY, texel, scale), readPacked(u_mass, texel, scale));
            mass += vec4(1.0) * arrives;
#ifndef PUBLISHED
            mat4 leaves = transpose(arrivalsOf(nearOf(texel), -offset, ownMoveX, ownMoveY, ownMass));
            mat4 swapped = mat4(min(arrives[0], leaves[0]), min(arrives[1], leaves[1]), min(arrives[2], leaves[2]),
                                min(arrives[3], leaves[3]));
            kept += vec4(1.0) * swapped;
            arrives -= swapped;
#endif
            red += readPacked(u_dyeRed, texel, scale) * arrives;
            green += readPacked(u_dyeGreen, texel, scale) * arrives;
            blue += readPacked(u_dyeBlue, texel, scale) * arrives;
            amount += readPacked(u_dyeAmount, texel, scale) * arrives;
        }
    }
#ifndef PUBLISHED
    red += kept * texelFetch(u_dyeRed, own, 0);
    green += kept * texelFetch(u_dyeGreen, own, 0);
    blue += kept * texelFetch(u_dyeBlue, own, 0);
    amount += kept * texelFetch(u_dyeAmount, own, 0);
#endif
    vec4 share = vec4(greaterThan(mass, vec4(1e-30))) / max(mass, vec4(1e-30));
    o_red = contain(red * share);
    o_green = contain(green * share);
    o_blue = contain(blue * share);
    o_amount = contain(amount * share);
}
