// The volume that crosses each cell's left (x) and bottom (y) face, m/s: fluid through the open share, solids and inflows
// through the rest. In: u_velocity, u_faces (open share), u_wallVelocity (m/s, faces), u_distance (nearest solid, m, at
// cell centres) and u_corners (the same at corners). One texel more than cells each way.
//
// Texels whose centre is in a solid hold nothing, so beside walls that cut cells nothing may flow past them in
// relation to the wall. What does is led round them, so that the divergence of all other cells stays: the stream function
// of the relative flow at the corners of such cells is taken from it, as the walls' is constant.
uniform sampler2D u_velocity;
uniform sampler2D u_faces;
uniform sampler2D u_wallVelocity;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
layout(location = 0) out vec2 o_carrier;

#include "common/placed.glsl"

// In relation to walls.
vec2 relative(ivec2 at)
{
    ivec2 texel = placedAt(at, u_cells + 1, 1, u_wrap);
    vec2 open = texelFetch(u_faces, texel, 0).xy;
    return step(0.01, open) * open * (texelFetch(u_velocity, texel, 0).xy - texelFetch(u_wallVelocity, texel, 0).xy);
}

uniform sampler2D u_distance;
uniform sampler2D u_corners;
uniform float u_cellSize;

bool isSolid(ivec2 cell)
{
    bvec2 inside = bvec2(u_wrap.x == 1 || (cell.x >= 0 && cell.x < u_cells.x),
                         u_wrap.y == 1 || (cell.y >= 0 && cell.y < u_cells.y));
    return all(inside) && texelFetch(u_distance, placedAt(cell, u_cells, 0, u_wrap), 0).x < 0.0;
}

float cornerDistance(ivec2 corner)
{
    return texelFetch(u_corners, placedAt(corner, u_cells + 1, 1, u_wrap), 0).x;
}

// By how much the stream function rises from a corner to the one `step_` away, along one edge.
float rise(ivec2 corner, ivec2 step_)
{
    ivec2 face = min(corner, corner + step_);
    return float(step_.y) * relative(face).x - float(step_.x) * relative(face).y;
}

// The stream function at a corner of a solid cell over that in the solid, else 0.
float strayAt(ivec2 corner)
{
    float own = cornerDistance(corner);
    // Only near solids, in a loop, for some drivers run both ways of a branch; no constant, lest it be unrolled.
    int around = own > 0.0 && own < 1.6 * u_cellSize ? 4 * min(u_cells.x, 1) : 0;
    for (int i = 0; i < around; i++) {
        ivec2 cell = corner - ivec2(i & 1, i >> 1); // one of four around
        ivec2 across = ivec2(1 - 2 * (i & 1), 0), up = ivec2(0, 1 - 2 * (i >> 1));
        if (!isSolid(cell)) {
            continue;
        }
        if (cornerDistance(corner + across) <= 0.0) {
            return -rise(corner, across);
        }
        if (cornerDistance(corner + up) <= 0.0) {
            return -rise(corner, up);
        }
        if (cornerDistance(corner + across + up) <= 0.0) {
            return -rise(corner, across) - rise(corner + across, up);
        }
    }
    return 0.0;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 passing = relative(texel);
    float stray = strayAt(texel);
    float right = strayAt(texel + ivec2(1, 0)), above = strayAt(texel + ivec2(0, 1));
    vec2 open = vec2(greaterThan(texelFetch(u_faces, texel, 0).xy, vec2(0.01)));
    bool solid = isSolid(texel);
    vec2 beside = vec2(solid || isSolid(texel - ivec2(1, 0)), solid || isSolid(texel - ivec2(0, 1)));
    passing = open * (1.0 - beside) * (passing + vec2(stray - above, right - stray));
    o_carrier = passing + texelFetch(u_wallVelocity, texel, 0).xy;
}
