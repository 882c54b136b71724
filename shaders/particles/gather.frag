// Brings the moved particles (u_place and so on, in the order from before the substep) into the order of cells: each
// fragment finds its cell from the new starts, the row of cells that its particle comes from, and there the particle.
#include "particles/moves.glsl"

uniform usampler2D u_newStarts;
uniform usampler2D u_arrivals0;
#if DIMENSIONS == 3
uniform usampler2D u_arrivals1;
uniform usampler2D u_arrivals2;
uniform sampler2D u_particleVelocity;
#endif
uniform sampler2D u_place;
uniform usampler2D u_tags;
layout(location = 0) out vec4 o_place;
layout(location = 1) out uvec2 o_tags;
#if DIMENSIONS == 3
layout(location = 2) out vec4 o_velocity;
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
    uint rank = uint(k - newStartOf(cell));
    ivec2 at = texelOf(cell, u_shifts.y);
    uvec4 arrivals0 = texelFetch(u_arrivals0, at, 0);
#if DIMENSIONS == 3
    uvec4 arrivals1 = texelFetch(u_arrivals1, at, 0);
#endif
    int r = 0;
    for (; r < ROWS - 1; r++) {
#if DIMENSIONS == 3
        uint n = r < 4 ? arrivals0[r] : arrivals1[r - 4];
#else
        uint n = arrivals0[r];
#endif
        if (rank < n) {
            break;
        }
        rank -= n;
    }
    Row row = rowAround(cell, r);
    int j = row.begin;
    for (; j < row.end; j++) {
        if (entersFrom(row, j)) {
            if (rank == 0u) {
                break;
            }
            rank--;
        }
    }
    ivec2 source = particleTexel(j);
    o_place = texelFetch(u_place, source, 0);
    o_tags = texelFetch(u_tags, source, 0).xy;
#if DIMENSIONS == 3
    o_velocity = texelFetch(u_particleVelocity, source, 0);
#endif
}
