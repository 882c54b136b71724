// The layout of particles and cells in textures. Particle i and cell c are at texel (i % width, i / width), the width a
// power of two. Positions are in cells of one kernel radius a side, velocities in cells a second. The grid has a border
// of one empty cell, so that every particle's cell has all neighbours.
//   DIMENSIONS  2 or 3
#include "particles/linear.glsl"

#if DIMENSIONS == 3
#define vecD vec3
#define ivecD ivec3
#define ROWS 9
#else
#define vecD vec2
#define ivecD ivec2
#define ROWS 3
#endif

uniform ivec4 u_grid;   // cells along x, y and z (2D: 1), the border with them, and of all
uniform ivec4 u_shifts; // log2 of the texels in a row: of particles, of cells
uniform usampler2D u_count;
#if DIMENSIONS == 3
uniform sampler2D u_particleVelocity; // 2D: in u_place, behind the place
#endif

int liveCount()
{
    return int(texelFetch(u_count, ivec2(0), 0).x);
}

ivec2 particleTexel(int i)
{
    return texelOf(i, u_shifts.x);
}

// Returns the number of the fragment's texel, in rows of 1 << shift.
int numberHere(int shift)
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    return texel.x + (texel.y << shift);
}

// Returns the number of the fragment's particle; discards fragments behind the last particle.
int particleHere()
{
    int i = numberHere(u_shifts.x);
    if (i >= liveCount()) {
        discard;
    }
    return i;
}

// Returns a particle's velocity. `state`: its texel of u_place.
vecD velocityOf(ivec2 texel, vec4 state)
{
#if DIMENSIONS == 3
    return texelFetch(u_particleVelocity, texel, 0).xyz;
#else
    return state.zw;
#endif
}

ivecD cellOf(vecD place)
{
    return ivecD(floor(place)) + 1;
}

// Returns the number of a cell inside the grid.
int cellNumber(ivecD cell)
{
#if DIMENSIONS == 3
    return (cell.z * u_grid.y + cell.y) * u_grid.x + cell.x;
#else
    return cell.y * u_grid.x + cell.x;
#endif
}

ivecD cellAt(int number)
{
#if DIMENSIONS == 3
    int slice = u_grid.x * u_grid.y;
    int z = number / slice;
    int rest = number - z * slice;
    return ivec3(rest % u_grid.x, rest / u_grid.x, z);
#else
    return ivec2(number % u_grid.x, number / u_grid.x);
#endif
}

// Returns the offset in cell numbers from a cell's row to one of the rows around it.
int rowOffset(int row)
{
#if DIMENSIONS == 3
    return ((row / 3 - 1) * u_grid.y + row % 3 - 1) * u_grid.x;
#else
    return (row - 1) * u_grid.x;
#endif
}
