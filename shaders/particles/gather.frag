// Brings the moved particles into the order of cells. In: u_place, u_tags, u_particleVelocity, in the order from before
// the substep. Out: the same in the new order: each fragment finds its cell from the new starts, and its particle among
// those that enter it (count_moves.frag).
#define COMES
#include "particles/moves.glsl"
#include "particles/bits.glsl"

uniform usampler2D u_newStarts;
uniform usampler2D u_arrivals0;
#if DIMENSIONS == 3
uniform usampler2D u_arrivals1;
uniform usampler2D u_arrivals2;
uniform sampler2D u_particleVelocity;
#endif
uniform sampler2D u_place;
uniform usampler2D u_tags;
#ifdef STRESS
uniform sampler2D u_stress;
#endif
#ifdef MARKED
uniform usampler2D u_marks;
#endif
layout(location = 0) out vec4 o_place;
layout(location = 1) out uvec2 o_tags;
#if DIMENSIONS == 3
layout(location = 2) out vec4 o_velocity;
#endif
#ifdef STRESS
layout(location = 2) out vec4 o_stress;
#endif
#if defined(MARKED) && (defined(STRESS) || DIMENSIONS == 3)
layout(location = 3) out uvec2 o_marks;
#elif defined(MARKED)
layout(location = 2) out uvec2 o_marks;
#endif

int newStartOf(int cell)
{
    return int(texelFetch(u_newStarts, texelOf(cell, u_shifts.y), 0).x);
}

// The last cell that begins at or before k; one that is likely near is tried first.
int findCell(int k, int guess)
{
    int low = guess;
    int high = guess + 1;
    int stride = 1;
    while (low > 0 && newStartOf(low) > k) {
        high = low;
        low = max(low - stride, 0);
        stride *= 2;
    }
    stride = 1;
    while (high < u_grid.w && newStartOf(high) <= k) {
        low = high;
        high = min(high + stride, u_grid.w);
        stride *= 2;
    }
    while (high - low > 1) {
        int middle = (low + high) >> 1;
        if (newStartOf(middle) <= k) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// The particle number `rank` of those that enter a cell.
int findArrival(int cell, uint rank)
{
    ivec2 at = texelOf(cell, u_shifts.y);
    uvec4 arrivals0 = texelFetch(u_arrivals0, at, 0);
#if DIMENSIONS == 3
    uvec4 arrivals1 = texelFetch(u_arrivals1, at, 0);
    uvec4 arrivals2 = texelFetch(u_arrivals2, at, 0);
    bool crowded = arrivals2.y != 0u;
#else
    bool crowded = arrivals0.w != 0u;
#endif
    int r = 0;
    uint mask = 0u;
    for (; r < ROWS; r++) {
#if DIMENSIONS == 3
        mask = r < 4 ? arrivals0[r] : r < 8 ? arrivals1[r - 4] : arrivals2.x;
#else
        mask = arrivals0[r];
#endif
        uint n = countBits(mask);
        if (rank < n || crowded) {
            break;
        }
        rank -= n;
    }
    if (!crowded) {
        for (; rank > 0u; rank--) {
            mask ^= lowestBit(mask);
        }
        return startOf(cell + rowOffset(r) - 1) + bitNumber(lowestBit(mask));
    }
    uint mark = markOf(cellAt(cell));
    for (r = 0; r < ROWS; r++) {
        ivec2 range = rangeAround(cell + rowOffset(r));
        for (int j = range.x; j < range.y; j++) {
            if (moveOf(j) == mark && rank-- == 0u) {
                return j;
            }
        }
    }
    return 0;
}

void main()
{
    int k = numberHere(u_shifts.x);
    if (k >= newStartOf(u_grid.w)) {
        discard;
    }
    vec4 guess = texelFetch(u_place, particleTexel(k), 0);
#if DIMENSIONS == 3
    int cell = findCell(k, cellNumber(cellOf(guess.xyz)));
#else
    int cell = findCell(k, cellNumber(cellOf(guess.xy)));
#endif
    ivec2 source = particleTexel(findArrival(cell, uint(k - newStartOf(cell))));
    o_place = texelFetch(u_place, source, 0);
    o_tags = texelFetch(u_tags, source, 0).xy;
#if DIMENSIONS == 3
    o_velocity = texelFetch(u_particleVelocity, source, 0);
#endif
#ifdef STRESS
    o_stress = texelFetch(u_stress, source, 0);
#endif
#ifdef MARKED
    o_marks = texelFetch(u_marks, source, 0).xy;
#endif
}
