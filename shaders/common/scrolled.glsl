// Finds the old place of a field's values when its domain moves by whole cells. u_scrolled: cells that the domain moved
// by; along a periodic axis (u_wrap 1) between 0 and the number of cells. u_cells: the field's cells. u_continues: 1
// for axes along which values that enter repeat the nearest value inside.
uniform ivec2 u_scrolled;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform ivec2 u_continues;

// Returns the old place; one outside stays outside. `last`: of the field; a periodic axis repeats after u_cells.
ivec2 placeBefore(ivec2 place, ivec2 last)
{
    ivec2 before = place + u_scrolled;
    for (int axis = 0; axis < 2; axis++) {
        if (u_wrap[axis] != 0) {
            before[axis] -= before[axis] >= u_cells[axis] ? u_cells[axis] : 0;
        } else if (u_continues[axis] != 0) {
            before[axis] = clamp(before[axis], 0, last[axis]);
        }
    }
    return before;
}

bvec2 isBeyond(ivec2 place, ivec2 last)
{
    return bvec2(place.x < 0 || place.x > last.x, place.y < 0 || place.y > last.y);
}

// Returns the old texel of a face across an axis, in a field with one texel more than cells each way; below 0 for a
// face that enters at rest. Texels beyond the last faces repeat their neighbours, or on a periodic axis the first.
ivec2 faceBefore(ivec2 texel, int axis)
{
    ivec2 last = u_cells - 1;
    last[axis]++;
    ivec2 at = ivec2(u_wrap.x != 0 && texel.x == u_cells.x ? 0 : min(texel.x, last.x),
                     u_wrap.y != 0 && texel.y == u_cells.y ? 0 : min(texel.y, last.y));
    ivec2 before = placeBefore(at, last);
    return any(isBeyond(before, last)) ? ivec2(-1) : before;
}
