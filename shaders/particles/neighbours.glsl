// Visits every particle that may be within a cell of a place. A shader defines visit(), calls visitAround().
//   SORTED  the state is sorted by cell, and u_starts has the start of each: neighbours in a row of cells are one range
//   HASHED  it is sorted by bucket, which several cells may share
//   SLOTS   each cell has texels for the numbers of its particles
//   MEETS   a shader also defines meet(), and may call meetInCell()
#include "particles/layout.glsl"

uniform sampler2D u_place;

void visit(int j);

vecD placeOf(int i)
{
    return vecD(texelFetch(u_place, particleTexel(i), 0));
}

// Returns number n, from 0 to 3^d - 1, of a cell and those around it.
ivecD neighbourOf(ivecD cell, int n)
{
#if DIMENSIONS == 3
    return cell + ivec3(n % 3, (n / 3) % 3, n / 9) - 1;
#else
    return cell + ivec2(n % 3, n / 3) - 1;
#endif
}

#ifdef SLOTS
#include "particles/slots.glsl"

// Returns a cell's place in the layout of slots.
ivec2 voxelOf(ivecD cell)
{
#if DIMENSIONS == 3
    return ivec2(cell.x, cell.y + u_grid.y * cell.z);
#else
    return cell;
#endif
}

void visitAround(vecD place)
{
    ivecD cell = clamp(cellOf(place), ivecD(1), ivecD(u_grid) - 2);
    int slots = slotCount();
    for (int n = 0; n < 3 * ROWS; n++) {
        ivec2 voxel = voxelOf(neighbourOf(cell, n));
        for (int s = 0; s < slots; s++) {
            uint held = slotAt(voxel, s);
            if (held == 0u) {
                break;
            }
            visit(int(held) - 1);
        }
    }
}
#else
#include "particles/starts.glsl"

#ifdef HASHED
#include "particles/bucket.glsl"

void visitAround(vecD place)
{
    ivecD cell = cellOf(place);
    for (int n = 0; n < 3 * ROWS; n++) {
        ivecD other = neighbourOf(cell, n);
        int bucket = bucketOf(other);
        int end = startOf(bucket + 1);
        for (int j = startOf(bucket); j < end; j++) {
            if (cellOf(placeOf(j)) == other) {
                visit(j);
            }
        }
    }
}
#else
// Returns the first candidate of a row of cells, for consecutive particles the first of which is in `firstCell`.
int rowBegin(int firstCell, int row)
{
    return startOf(firstCell + rowOffset(row) - 1);
}

// Returns a row's candidates from `begin` on, but not before `after`, the end of the row before: rows may overlap.
ivec2 rangeAfter(int begin, int lastCell, int row, int after)
{
    int next = max(begin, after);
    return ivec2(next, max(startOf(lastCell + rowOffset(row) + 2), next));
}

void visitAround(vecD place)
{
    int cell = cellNumber(clamp(cellOf(place), ivecD(1), ivecD(u_grid) - 2));
    for (int row = 0; row < ROWS; row++) {
        ivec2 range = rangeAround(cell + rowOffset(row));
        for (int j = range.x; j < range.y; j++) {
            visit(j);
        }
    }
}
#endif
#endif

bool isEmpty(ivecD cell)
{
#if defined(SLOTS)
    return slotAt(voxelOf(cell), 0) == 0u;
#elif defined(HASHED)
    int bucket = bucketOf(cell);
    int end = startOf(bucket + 1);
    bool empty = true;
    for (int j = startOf(bucket); j < end && empty; j++) {
        empty = cellOf(placeOf(j)) != cell;
    }
    return empty;
#else
    int number = cellNumber(cell);
    return startOf(number) == startOf(number + 1);
#endif
}

// Returns the fraction of empty cells among that of a place and those around it. Cells beyond the grid count as full.
float emptyFraction(vecD place)
{
    ivecD cell = cellOf(place);
    int empty = 0;
    for (int n = 0; n < 3 * ROWS; n++) {
        ivecD other = neighbourOf(cell, n);
#ifdef BOUNDED
        bool inside = all(greaterThan(other, ivecD(0))) && all(lessThan(other, ivecD(u_grid) - 1));
#else
        bool inside = true;
#endif
        empty += inside && isEmpty(other) ? 1 : 0;
    }
    return float(empty) / float(3 * ROWS);
}

#ifdef MEETS
void meet(int j);

// Calls meet() for all particles in the cell of a place, and maybe for others.
void meetInCell(vecD place)
{
#if defined(SLOTS)
    ivec2 voxel = voxelOf(cellOf(place));
    int slots = slotCount();
    for (int s = 0; s < slots; s++) {
        uint held = slotAt(voxel, s);
        if (held == 0u) {
            break;
        }
        meet(int(held) - 1);
    }
#else
#ifdef HASHED
    int number = bucketOf(cellOf(place));
#else
    int number = cellNumber(cellOf(place));
#endif
    int end = startOf(number + 1);
    for (int j = startOf(number); j < end; j++) {
        meet(j);
    }
#endif
}
#endif
