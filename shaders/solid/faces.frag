// Draws, for each cell's left (x) and bottom (y) face, how solids and the domain's sides close it and at what speed
// they move. The textures are one texel wider and higher than the grid, for the right and top sides; texels there
// without such a face repeat their neighbour (common/grid.glsl). In: u_distance (nearest solid at cell centres) and
// u_corners (at cell corners), u_solidTable. u_offset: the domain's lower left corner, in cells, from the origin of the
// places in u_solidTable. u_closedSides, u_wrap: 1 for sides (left, right, bottom, top) that are walls or inflows, and
// for periodic axes. u_inflow: speed through each side towards +x or +y at evenly spaced places, or with u_parabolic
// the mean speed. Out: open fraction (left, bottom) in fifteenths, and whether the solid there holds the fluid (left,
// bottom); speed of the solid, or of an inflow, through the face, m/s. It follows from the distances at both ends.
//   WHOLE  there are solids of whole cells, which close every face of their cells
//   HELD   a solid that holds the fluid entirely closes faces whose centre is in it
#include "common/loops.glsl"
#include "solid/table.glsl"

uniform sampler2D u_distance;
uniform sampler2D u_corners;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_cellSize;
uniform vec2 u_offset;
uniform vec4 u_closedSides;
uniform vec4 u_parabolic;
uniform vec4 u_inflow[GF_INFLOW_PLACES];
layout(location = 0) out vec4 o_faces;
layout(location = 1) out vec2 o_wallVelocity;

// Only solids nearer than this (cells) count for a face. Walls' velocities are read up to 2.2 cells away
// (grid/extrapolate_into_solids.frag); the value must be at least one cell less than GF_SOLID_REACH.
const float FELT_CELLS = 3.0;

struct Face {
    float open;
    float holds;
    float speed;
};

bool isWholeCell(ivec2 cell)
{
#ifdef WHOLE
    vec2 nearest = texelFetch(u_distance, clamp(cell, ivec2(0), u_cells - 1), 0).xy;
    return nearest.x < 0.0 && solidAt(nearest.y).place.w > 0.5;
#else
    return false;
#endif
}

// Returns the mean inflow through a face. `t`: its middle along the side, 0 to 1; `length`: its own over the side's.
float inflowAt(int side, float t, float length)
{
    float x = float(GF_INFLOW_PLACES - 1) * t;
    int i = int(clamp(floor(x), 0.0, float(GF_INFLOW_PLACES - 2)));
    float linear = mix(u_inflow[i][side], u_inflow[i + 1][side], x - float(i));
    return u_parabolic[side] > 0.5 ? 6.0 * (t * (1.0 - t) - length * length / 12.0) * u_inflow[0][side] : linear;
}

// Returns the face from corner `from` to the next along the other axis.
Face faceAt(ivec2 from, int axis)
{
    ivec2 along = axis == 0 ? ivec2(0, 1) : ivec2(1, 0);
    ivec2 across = ivec2(1) - along;
    vec2 first = texelFetch(u_corners, from, 0).xy;
    vec2 last = texelFetch(u_corners, from + along, 0).xy;
    vec2 outside = max(vec2(first.x, last.x), 0.0);
    float inner = max(-first.x, 0.0) + max(-last.x, 0.0);
    float open = inner > 0.0 ? (outside.x + outside.y) / (outside.x + outside.y + inner) : 1.0;
    open = isWholeCell(from) || isWholeCell(from - across) ? 0.0 : open;
    // Solids farther away do not count, so that all effects of a solid lie near it.
    float column = min(first.x, last.x) < FELT_CELLS * u_cellSize ? (first.x < last.x ? first.y : last.y) : -1.0;
    Solid solid = solidAt(column);
#ifdef HELD
    open = solid.motion.w > 0.5 && first.x + last.x < 2.0 * GF_HELD_CELLS * u_cellSize ? 0.0 : open;
#endif
    vec2 middle = (vec2(from) + u_offset + 0.5 * vec2(along)) * u_cellSize;
    // Exact halves of a fifteenth are rounded up, even if rounding errors make them a little less.
    return Face(floor(open * 15.0 + 0.501) / 15.0, solid.motion.w, solidVelocity(solid, middle)[axis]);
}

// Returns a face on a side of the domain, closed as the kind of side demands.
Face sideFace(Face f, ivec2 from, int axis)
{
    bool isFirst = from[axis] == 0;
    if (u_wrap[axis] == 1) { // the faces at both ends are the same one
        ivec2 other = from;
        other[axis] = u_cells[axis] - from[axis];
        Face g = faceAt(other, axis);
        if (g.open < f.open) { // no choice between structures: WebGL has none
            f = g;
        }
        return f;
    }
    int side = 2 * axis + (isFirst ? 0 : 1);
    if (u_closedSides[side] > 0.5) {
        float length = 1.0 / float(u_cells[1 - axis]);
        return Face(0.0, f.holds, f.open * inflowAt(side, (float(from[1 - axis]) + 0.5) * length, length));
    }
    return f;
}

Face face(ivec2 from, int axis)
{
    Face f = faceAt(from, axis);
    ONLY_IF(from[axis] == 0 || from[axis] == u_cells[axis]) {
        f = sideFace(f, from, axis);
    }
    return f;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    Face left = face(ivec2(texel.x, cell.y), 0);
    Face bottom = face(ivec2(cell.x, texel.y), 1);
    o_faces = vec4(left.open, bottom.open, left.holds, bottom.holds);
    o_wallVelocity = vec2(left.speed, bottom.speed);
}
