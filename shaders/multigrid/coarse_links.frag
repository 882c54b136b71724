// The links of the next coarser level, one of its cells for each block: the mean of the two fine links. In: u_links of
// the finer level, u_cells (its size). Out: links. A coarse cell is free if one of its cells is and none is held: a
// held cell has links but is not free.
#include "common/links.glsl"
#include "multigrid/around.glsl"

uniform highp usampler2D u_links;
uniform ivec2 u_cells;
layout(location = 0) out uvec4 o_links;

const float SPREAD = 0.3;

struct Coarse {
    vec2 x; // left, right
    vec2 y; // bottom, top
    bool isFree;
};

// One link for two side by side. Through a hole in a thin wall more flows than half of what two would let pass, for
// before and behind it the flow spreads out `aside`.
float merged(vec2 links, vec2 aside)
{
    float apart = links.x - links.y;
    return 0.5 * (links.x + links.y) +
           SPREAD * min(min(aside.x, aside.y), 1.0) * apart * apart / max(max(links.x, links.y), LINK_UNIT);
}

Coarse coarseAt(ivec2 cell)
{
    ivec2 size = textureSize(u_links, 0);
    cell += u_wrap * size * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, size)));
    if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, size))) {
        return Coarse(vec2(0.0), vec2(0.0), false);
    }
    uvec4 bits = texelFetch(u_links, cell, 0);
    Links l = ownLinks(bits);
    vec4 isFree = ownFree(bits);
    vec4 total = l.left + l.right + l.bottom + l.top;
    vec4 held = step(vec4(1e-6), (1.0 - isFree) * total);
    float left = merged(l.left.xz, vec2(l.top.x, linkAt(bits.w, 4)));
    float bottom = merged(l.bottom.xy, vec2(l.right.x, linkAt(bits.z, 3)));
    vec2 right = vec2(0.5 * merged(l.right.yw, vec2(l.top.y, linkAt(bits.z, 2))));
    vec2 top = vec2(0.5 * merged(l.top.zw, vec2(l.right.z, linkAt(bits.w, 1))));
    // In the last column or row a link to what is held, there or beyond an odd level's edge, leads out of the domain,
    // and does not get longer.
    bvec2 last = equal(cell * (1 - u_wrap), size - 1);
    bvec2 single = equal(2 * cell + 1, u_cells);
    if (last.x) {
        right = mix(right, l.right.xz, single.x ? vec2(1.0) : held.yw);
        held.yw = vec2(0.0);
    }
    if (last.y) {
        top = mix(top, l.top.xy, single.y ? vec2(1.0) : held.zw);
        held.zw = vec2(0.0);
    }
    vec4 links = vec4(left, right.x + right.y, bottom, top.x + top.y);
    bool tooNear = max(links.y, links.w) > 32.0 * LINK_UNIT; // to the edge: more than can be stored
    bool isOneFree = any(greaterThan(isFree, vec4(0.0)));
    return Coarse(links.xy, links.zw, isOneFree && !tooNear && !any(greaterThan(held, vec4(0.0))));
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    Coarse a = coarseAt(first);
    Coarse b = coarseAt(first + ivec2(1, 0));
    Coarse c = coarseAt(first + ivec2(0, 1));
    Coarse d = coarseAt(first + ivec2(1, 1));
    Coarse ra = coarseAt(first + ivec2(2, 0));
    Coarse ta = coarseAt(first + ivec2(0, 2));
    Coarse ld = coarseAt(first + ivec2(-1, 1));
    Coarse bd = coarseAt(first + ivec2(1, -1));
    o_links.x = packLink(a.x.x, 0) | packLink(a.x.y, 1) | packLink(b.x.y, 2) | packLink(c.x.x, 3) |
                packLink(c.x.y, 4) | packLink(d.x.y, 5) | packFlag(a.isFree, 0) | packFlag(b.isFree, 1);
    o_links.y = packLink(a.y.x, 0) | packLink(b.y.x, 1) | packLink(a.y.y, 2) | packLink(b.y.y, 3) |
                packLink(c.y.y, 4) | packLink(d.y.y, 5) | packFlag(c.isFree, 0) | packFlag(d.isFree, 1);
    o_links.z = packLink(ra.x.y, 0) | packLink(ra.y.x, 1) | packLink(ra.y.y, 2) | packLink(bd.x.x, 3) |
                packLink(bd.x.y, 4) | packLink(bd.y.x, 5) | packFlag(ra.isFree, 0) | packFlag(bd.isFree, 1);
    o_links.w = packLink(ta.x.x, 0) | packLink(ta.x.y, 1) | packLink(ta.y.y, 2) | packLink(ld.x.x, 3) |
                packLink(ld.y.x, 4) | packLink(ld.y.y, 5) | packFlag(ta.isFree, 0) | packFlag(ld.isFree, 1);
}
