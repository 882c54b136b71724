// Bounds how strongly links act on the members of each group: the largest row sum (Gershgorin) of the matrix of links
// between members of unit mass. From it follows one relaxation factor for a group's links, which keeps its momentum.
//   PARTS  over each part of a group, column: group, row: part; otherwise over u_bounds, these parts
#include "particle_groups/linked.glsl"

uniform int u_parts;
layout(location = 0) out float o_bound;

#ifdef PARTS
float linkedTo(uint partner, float yield)
{
    float other = yieldOf(texelFetch(u_rests, texelOf(int(max(partner, 1u)) - 1, u_listShifts.x), 0));
    float sum = yield + other;
    return partner != 0u && sum > 0.0 ? (yield + sqrt(yield * other)) / sum : 0.0;
}

void main()
{
    ivec2 range = membersOf(int(gl_FragCoord.x) + 1);
    o_bound = 0.0;
    for (int i = range.x + int(gl_FragCoord.y); i < range.y; i += u_parts) {
        ivec2 texel = texelOf(i, u_listShifts.x);
        float yield = yieldOf(texelFetch(u_rests, texel, 0));
        uvec4 links0 = texelFetch(u_links0, texel, 0), links1 = texelFetch(u_links1, texel, 0);
        uvec4 links2 = texelFetch(u_links2, texel, 0), links3 = texelFetch(u_links3, texel, 0);
        float sum = 0.0;
        for (int k = 0; k < 4; k++) {
            sum += linkedTo(links0[k], yield) + linkedTo(links1[k], yield) + linkedTo(links2[k], yield) +
                   linkedTo(links3[k], yield);
        }
        o_bound = max(o_bound, sum);
    }
}
#else
uniform sampler2D u_bounds;

void main()
{
    o_bound = 0.0;
    for (int part = 0; part < u_parts; part++) {
        o_bound = max(o_bound, texelFetch(u_bounds, ivec2(int(gl_FragCoord.x), part), 0).x);
    }
}
#endif
