// Carries dye along: what a cell's mass brings with it, each particle counted by what of it arrives.
// In: the particles that gaussian/gather.frag gathers, with the same WALLS and SOLIDS, or, PUBLISHED, those of
// gaussian/gather_published.frag: u_moveX, u_moveY (cells), u_mass; u_neighbourhood
// (gaussian/neighbourhood.frag); u_dyeRed to u_dyeAmount, packed, per unit of mass.
// Out: the dye that arrives, likewise. It is contained: one bad number does not spread.
#include "gaussian/state.glsl"
#include "common/contain.glsl"
#include "gaussian/arrive.glsl"

uniform sampler2D u_neighbourhood;
uniform sampler2D u_dyeRed;
uniform sampler2D u_dyeGreen;
uniform sampler2D u_dyeBlue;
uniform sampler2D u_dyeAmount;
layout(location = 0) out vec4 o_red;
layout(location = 1) out vec4 o_green;
layout(location = 2) out vec4 o_blue;
layout(location = 3) out vec4 o_amount;

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    ivec4 neighbourhood = texelNeighbourhood(own, ivec4(texelFetch(u_neighbourhood, own >> 2, 0)));
    vec4 mass = vec4(0.0);
    vec4 red = vec4(0.0);
    vec4 green = vec4(0.0);
    vec4 blue = vec4(0.0);
    vec4 amount = vec4(0.0);
    vec2 scale = packedScale();
    Near near = nearOf(own);
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            mat4 arrives =
                arrivalsOf(near, 2.0 * vec2(ivec2(i, j) - own), readPacked(u_moveX, texel, scale),
                           readPacked(u_moveY, texel, scale), readPacked(u_mass, texel, scale));
            mass += vec4(1.0) * arrives;
            red += readPacked(u_dyeRed, texel, scale) * arrives;
            green += readPacked(u_dyeGreen, texel, scale) * arrives;
            blue += readPacked(u_dyeBlue, texel, scale) * arrives;
            amount += readPacked(u_dyeAmount, texel, scale) * arrives;
        }
    }
    vec4 share = vec4(greaterThan(mass, vec4(1e-30))) / max(mass, vec4(1e-30));
    o_red = contain(red * share);
    o_green = contain(green * share);
    o_blue = contain(blue * share);
    o_amount = contain(amount * share);
}
