// The links of a lattice (common/links.glsl). In: u_faces (open share of left and bottom faces, see solid/faces.frag).
// u_wrap: 1 on periodic axes. u_openSides: 1 for sides of the domain that are open (left, right, bottom, top).
// PRESSURE: the lattice of cells: a link is the open share of the face.
#include "common/links.glsl"

uniform sampler2D u_faces;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform vec4 u_openSides;
layout(location = 0) out uvec4 o_links;

ivec2 wrapped(ivec2 cell)
{
    return cell + u_wrap * u_cells * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, u_cells)));
}

bool isInside(ivec2 cell)
{
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
}

// Between `cell` and the one left of it.
float linkX(ivec2 cell)
{
    cell = wrapped(cell);
    bool isRight = cell.x == u_cells.x;
    if (!isInside(isRight ? cell - ivec2(1, 0) : cell)) {
        return 0.0;
    }
    float share = texelFetch(u_faces, cell, 0).x;
    bool isEdge = u_wrap.x == 0 && (cell.x == 0 || isRight);
    return share * (isEdge ? 2.0 * (isRight ? u_openSides.y : u_openSides.x) : 1.0);
}

// Between `cell` and the one below it.
float linkY(ivec2 cell)
{
    cell = wrapped(cell);
    bool isTop = cell.y == u_cells.y;
    if (!isInside(isTop ? cell - ivec2(0, 1) : cell)) {
        return 0.0;
    }
    float share = texelFetch(u_faces, cell, 0).y;
    bool isEdge = u_wrap.y == 0 && (cell.y == 0 || isTop);
    return share * (isEdge ? 2.0 * (isTop ? u_openSides.w : u_openSides.z) : 1.0);
}

bool isFree(ivec2 cell)
{
    return linkX(cell) + linkX(cell + ivec2(1, 0)) + linkY(cell) + linkY(cell + ivec2(0, 1)) > 0.0;
}

void main()
{
    ivec2 a = 2 * ivec2(gl_FragCoord.xy);
    ivec2 x = ivec2(1, 0);
    ivec2 y = ivec2(0, 1);
    ivec2 r = a + 2 * x;
    ivec2 t = a + 2 * y;
    ivec2 l = a - x + y;
    ivec2 b = a + x - y;
    uvec4 bits = uvec4(0u);
    for (int i = 0; i < 3; i++) {
        bits.x |= packLink(linkX(a + i * x), i) | packLink(linkX(a + i * x + y), 3 + i);
        bits.y |= packLink(linkY(a + i * y), 2 * i) | packLink(linkY(a + i * y + x), 2 * i + 1);
    }
    bits.z |= packLink(linkX(r + x), 0) | packLink(linkY(r), 1) | packLink(linkY(r + y), 2);
    bits.z |= packLink(linkX(b), 3) | packLink(linkX(b + x), 4) | packLink(linkY(b), 5);
    bits.w |= packLink(linkX(t), 0) | packLink(linkX(t + x), 1) | packLink(linkY(t + y), 2);
    bits.w |= packLink(linkX(l), 3) | packLink(linkY(l), 4) | packLink(linkY(l + y), 5);
    bits.x |= packFlag(isFree(a), 0) | packFlag(isFree(a + x), 1);
    bits.y |= packFlag(isFree(a + y), 0) | packFlag(isFree(a + x + y), 1);
    bits.z |= packFlag(isFree(r), 0) | packFlag(isFree(b), 1);
    bits.w |= packFlag(isFree(t), 0) | packFlag(isFree(l), 1);
    o_links = bits;
}
