// Sums up the number density and the near density (Clavet 2005) of each particle, including itself. Out: both, relative
// to fluid at rest. u_norm: one over the sums at rest.
//   BLOCKS  a fragment handles four consecutive particles of the sorted state, so that one read serves four. It also
//           outputs masks of the candidates, in each row of cells, that each of the four (3D: any of them) reaches: a
//           bit for each of the first 31, the last bit for all others
//   SLOTS   also outputs 1 for a particle that had no slot, so that others did not find it
#include "particles/neighbours.glsl"
#include "particles/kernels.glsl"

uniform vec4 u_norm;

#ifdef BLOCKS
#include "common/halves.glsl"
#if DIMENSIONS == 3
layout(location = 0) out vec4 o_density;
#else
layout(location = 0) out uvec4 o_packed; // density and near density, less 1, as halves
#endif
layout(location = 1) out uvec4 o_masks0; // 2D: a row each, with a value for each of the four
layout(location = 2) out uvec4 o_masks1; // 3D: of all four together, with a value for each row
layout(location = 3) out uvec4 o_masks2; // 3D: the ninth row's, near densities as halves, whether cells are far apart

#if DIMENSIONS == 3
#define RowMask uint
#else
#define RowMask uvec4
#endif

vec4 x, y, z; // places of the four
vec4 density, near;
uvec4 masks0, masks1, masks2;

void visit(int j)
{
}

// Adds the candidates of a row. Returns the mask of those that are reached; `bit`: the first one's bit.
RowMask addRow(ivec2 range, uint bit)
{
    RowMask mask = RowMask(0u);
    for (int j = range.x; j < range.y; j++) {
        vecD p = placeOf(j);
        vec4 dx = x - p.x, dy = y - p.y;
        vec4 r2 = dx * dx + dy * dy;
#if DIMENSIONS == 3
        vec4 dz = z - p.z;
        r2 += dz * dz;
#endif
        vec4 w = max(1.0 - sqrt(r2), 0.0);
        vec4 w2 = w * w;
        density += w2;
        near += w2 * w;
#if DIMENSIONS == 3
        mask |= dot(w2, vec4(1.0)) > 0.0 ? bit : 0u;
#else
        mask |= uvec4(greaterThan(w, vec4(0.0))) * bit;
#endif
        bit = max(bit, bit << 1); // the last bit stays
    }
    return mask;
}

void keepMask(int row, RowMask mask)
{
#if DIMENSIONS == 3
    if (row < 4) {
        masks0[row] = mask;
    } else if (row < 8) {
        masks1[row - 4] = mask;
    } else {
        masks2.x = mask;
    }
#else
    masks0 = row == 0 ? mask : masks0;
    masks1 = row == 1 ? mask : masks1;
    masks2 = row == 2 ? mask : masks2;
#endif
}

void main()
{
    int first = 4 * numberHere(u_shifts.x - 2);
    int live = liveCount();
    if (first >= live) {
        discard;
    }
    int last = min(first + 3, live - 1);
    vecD p0 = placeOf(first);
    vecD p1 = placeOf(min(first + 1, last));
    vecD p2 = placeOf(min(first + 2, last));
    vecD p3 = placeOf(last);
    x = vec4(p0.x, p1.x, p2.x, p3.x);
    y = vec4(p0.y, p1.y, p2.y, p3.y);
#if DIMENSIONS == 3
    z = vec4(p0.z, p1.z, p2.z, p3.z);
#endif
    int firstCell = cellNumber(cellOf(p0)), lastCell = cellNumber(cellOf(p3));
    density = near = vec4(0.0);
    masks0 = masks1 = masks2 = uvec4(0u);
    int after = 0;
    for (int row = 0; row < ROWS; row++) {
        int begin = rowBegin(firstCell, row);
        ivec2 range = rangeAfter(begin, lastCell, row, after);
        after = range.y;
        keepMask(row, addRow(range, 1u << min(range.x - begin, 31)));
    }
    density *= W2 * u_norm.x;
    near *= W3 * u_norm.y;
#if DIMENSIONS == 3
    o_density = density;
    masks2.yzw = uvec3(packHalves(near.xy), packHalves(near.zw), lastCell - firstCell > 1 ? 1u : 0u);
#else
    density -= 1.0;
    near -= 1.0;
    o_packed = uvec4(packHalves(vec2(density.x, near.x)), packHalves(vec2(density.y, near.y)),
                     packHalves(vec2(density.z, near.z)), packHalves(vec2(density.w, near.w)));
#endif
    o_masks0 = masks0;
    o_masks1 = masks1;
    o_masks2 = masks2;
}
#else
layout(location = 0) out vec4 o_density;
#ifdef SLOTS
layout(location = 1) out uint o_dropped;
#endif

vecD place;
vec2 sums;
int self;
int found;

void visit(int j)
{
    vecD d = place - placeOf(j);
    float w = max(1.0 - length(d), 0.0);
    sums += w * w * vec2(1.0, w);
    found = j == self ? 1 : found;
}

void main()
{
    self = numberHere(u_shifts.x);
    if (self >= liveCount()) {
#ifdef SLOTS
        o_density = vec4(0.0);
        o_dropped = 0u; // a particle that was dropped here may be drained now
        return;
#else
        discard;
#endif
    }
    place = placeOf(self);
    sums = vec2(0.0);
    found = 0;
    visitAround(place);
    sums += vec2(1 - found); // a particle without a slot counts itself, too
    o_density = vec4(sums * vec2(W2, W3) * u_norm.xy, 0.0, 0.0);
#ifdef SLOTS
    o_dropped = uint(1 - found);
#endif
}
#endif
