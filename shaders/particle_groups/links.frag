// Links members of groups to those beside them, up to 16 each. In: u_keys, particles in the new order of members; their
// marks now and before; u_holders: the particle, plus 1, of each old place among the members, and the old links. Out: 1
// + the place of each partner among the members, 0: none. Partners within u_reach (cells) in the same group are linked
// if one of the two is new, or u_all is not 0.
#define LINKS 16
#include "particles/neighbours.glsl"
#include "particles/marks.glsl"
#include "particles/sort.glsl"

uniform int u_shift; // log2 of the texels in a row of keys
uniform int u_memberShift; // log2 of the members in a row
uniform float u_reach;
uniform int u_all;
uniform usampler2D u_marksBefore;
uniform usampler2D u_holders;
uniform usampler2D u_links0;
uniform usampler2D u_links1;
uniform usampler2D u_links2;
uniform usampler2D u_links3;
layout(location = 0) out uvec4 o_links0;
layout(location = 1) out uvec4 o_links1;
layout(location = 2) out uvec4 o_links2;
layout(location = 3) out uvec4 o_links3;

uint links[LINKS];
int count;
int self;
int group;
bool isNew;
vec2 place;

uint markNow(int i)
{
    return texelFetch(u_marks, particleTexel(i), 0).x;
}

bool wasMember(int i)
{
    return (texelFetch(u_marksBefore, particleTexel(i), 0).x & GF_NO_MEMBER) != GF_NO_MEMBER;
}

void add(uint member)
{
    for (int i = 0; i < LINKS; i++) {
        if (i == count) {
            links[i] = member + 1u;
        }
    }
    count++;
}

void visit(int j)
{
    bool beside = j != self && distance(placeOf(j), place) < u_reach && groupOf(markNow(j)) == group;
    if (beside && (isNew || !wasMember(j) || u_all != 0)) {
        add(markNow(j) & GF_NO_MEMBER);
    }
}

void keep(uint partner)
{
    uint holder = partner != 0u ? texelFetch(u_holders, texelOf(int(partner) - 1, u_memberShift), 0).x : 0u;
    uint mark = holder != 0u ? markNow(int(holder) - 1) : 0u;
    if (holder != 0u && groupOf(mark) == group) {
        add(mark & GF_NO_MEMBER);
    }
}

void main()
{
    int member = numberHere(u_memberShift);
    uvec2 key = keyAt(member, u_shift);
    o_links0 = o_links1 = o_links2 = o_links3 = uvec4(0u);
    if (member >= liveCount() || key.x == GF_NO_CELL) {
        return;
    }
    for (int i = 0; i < LINKS; i++) {
        links[i] = 0u;
    }
    count = 0;
    self = int(key.y);
    group = int(key.x);
    place = placeOf(self);
    isNew = !wasMember(self);
    if (!isNew && u_all == 0) {
        ivec2 before = texelOf(memberOf(texelFetch(u_marksBefore, particleTexel(self), 0).x), u_memberShift);
        uvec4 links0 = texelFetch(u_links0, before, 0), links1 = texelFetch(u_links1, before, 0);
        uvec4 links2 = texelFetch(u_links2, before, 0), links3 = texelFetch(u_links3, before, 0);
        for (int i = 0; i < 4; i++) {
            keep(links0[i]);
            keep(links1[i]);
            keep(links2[i]);
            keep(links3[i]);
        }
    }
    visitAround(place);
    o_links0 = uvec4(links[0], links[1], links[2], links[3]);
    o_links1 = uvec4(links[4], links[5], links[6], links[7]);
    o_links2 = uvec4(links[8], links[9], links[10], links[11]);
    o_links3 = uvec4(links[12], links[13], links[14], links[15]);
}
