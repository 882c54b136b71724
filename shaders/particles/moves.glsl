// Which particles of a row of cells enter a cell. In: u_starts, from before the substep, and u_moves (forces.frag).
#include "particles/layout.glsl"

uniform usampler2D u_starts;
uniform usampler2D u_moves;

int startOf(int cell)
{
    return int(texelFetch(u_starts, texelOf(cell, u_shifts.y), 0).x);
}

uint moveOf(int j)
{
    return texelFetch(u_moves, particleTexel(j), 0).x;
}

// Three cells beside each other, and the move with which the first one's particles enter the target.
struct Row {
    int begin;
    int second;
    int third;
    int end;
    uint move;
};

Row rowAround(int cell, int row)
{
    int middle = cell + rowOffset(row);
    return Row(startOf(middle - 1), startOf(middle), startOf(middle + 1), startOf(middle + 2),
               uint(3 * ROWS - 1 - 3 * row));
}

bool entersFrom(Row row, int j)
{
    uint wanted = row.move - (j >= row.third ? 2u : j >= row.second ? 1u : 0u);
    return moveOf(j) == wanted;
}

bool isInside(int cell)
{
    ivecD at = cellAt(cell);
    ivecD last = ivecD(u_grid) - 1;
    return cell < u_grid.w && all(greaterThan(at, ivecD(0))) && all(lessThan(at, last));
}
