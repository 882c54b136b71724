// The flow through the faces of cells, u_flow (grid/flow_ahead.frag), for those of a finer or coarser grid: means over
// each of its left (x) and bottom (y) faces, m/s. u_cellsPerTexel: cells per texel of that grid. u_wrap: 1 on periodic
// axes. No texel gets another divergence than its share of the cells': along cells' faces the flow is linear, within
// cells what the fluxes through their four sides make of it (as in Balsara 2001).
#include "common/placed.glsl"

uniform sampler2D u_flow;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform vec2 u_cellsPerTexel;
layout(location = 0) out vec2 o_carrier;

vec2 carrierAt(ivec2 face)
{
    return texelFetch(u_flow, placedAt(face, u_cells + 1, 1, u_wrap), 0).xy;
}

// By how much the flow through a face rises along it; not beside faces that are closed.
float slopeAt(ivec2 face, int axis)
{
    ivec2 along = axis == 0 ? ivec2(0, 1) : ivec2(1, 0);
    float own = carrierAt(face)[axis];
    ivec2 last = u_cells - 1;
    float before = face[1 - axis] > 0 || u_wrap[1 - axis] == 1 ? carrierAt(face - along)[axis] : own;
    float after = face[1 - axis] < last[1 - axis] || u_wrap[1 - axis] == 1 ? carrierAt(face + along)[axis] : own;
    return own == 0.0 || before == 0.0 || after == 0.0 ? 0.0 : 0.5 * (after - before);
}

// Through the line at `t` of a cell (0 to 1 along `axis`), from `low` to `high` along the other.
float through(ivec2 cell, int axis, float t, float low, float high)
{
    ivec2 next = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
    ivec2 along = ivec2(1) - next;
    float sum = (high - low) * mix(carrierAt(cell)[axis], carrierAt(cell + next)[axis], t);
    // The stream function of what the slopes add: parabolas over the four sides, 0 at corners.
    float side = 0.5 * mix(slopeAt(cell, axis), slopeAt(cell + next, axis), t);
    sum += side * (high * (high - 1.0) - low * (low - 1.0));
    float bump = 0.5 * t * (1.0 - t) * (slopeAt(cell + along, 1 - axis) - slopeAt(cell, 1 - axis));
    return sum + bump * (high - low);
}

// What is a cell's face but for rounding is one, so that closed faces stay closed.
float snapped(float place)
{
    float nearest = floor(place + 0.5);
    return abs(place - nearest) < 1e-3 ? nearest : place;
}

float meanThrough(ivec2 texel, int axis)
{
    float from = snapped(float(texel[1 - axis]) * u_cellsPerTexel[1 - axis]);
    float to = snapped(float(texel[1 - axis] + 1) * u_cellsPerTexel[1 - axis]);
    float place = snapped(float(texel[axis]) * u_cellsPerTexel[axis]);
    ivec2 cell;
    cell[axis] = clamp(int(floor(place)), 0, u_cells[axis] - 1);
    float t = clamp(place - float(cell[axis]), 0.0, 1.0);
    float sum = 0.0;
    for (int k = int(floor(from)); k < u_cells[1 - axis] && float(k) < to; k++) {
        cell[1 - axis] = k;
        float low = max(from - float(k), 0.0), high = min(to - float(k), 1.0);
        if (high > low + 1e-5) {
            sum += through(cell, axis, t, low, high);
        }
    }
    return sum / max(to - from, 1e-3);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    o_carrier = vec2(meanThrough(texel, 0), meanThrough(texel, 1));
}
