// The pressure's change over a cell's left (x) and bottom (y) face, m/s. In: u_pressure (packed, m/s). u_wrap: 1 on
// periodic axes. Beyond open sides pressure is 0, half a cell away.
uniform sampler2D u_pressure;
#ifndef ZONES // with ZONES there is common/grid.glsl, which declares u_cells, and with WRAP u_wrap
uniform ivec2 u_cells;
#endif
#if !defined(ZONES) || !defined(WRAP)
uniform ivec2 u_wrap;
#endif

// Returns both changes. On software renderers sampling takes half as long as texelFetch, on GPUs twice as long.
vec2 pressureChange(ivec2 texel)
{
    vec2 at = vec2(texel) + 0.5;
    vec2 cells = vec2(u_cells);
    vec2 toInside = mix(vec2(1.0), cells, vec2(u_wrap));
    vec2 cell = at - step(cells, at) * toInside;
    vec2 before = cell - 1.0 + (1.0 - step(vec2(1.0), cell)) * toInside;
#ifdef SOFTWARE
    vec2 unit = 0.5 / vec2((u_cells + 1) / 2); // on some GPUs textureSize() costs as much as the whole function
    vec4 ownBlock = textureLod(u_pressure, unit * cell, 0.0);
    vec4 leftBlock = textureLod(u_pressure, unit * vec2(before.x, cell.y), 0.0);
    vec4 belowBlock = textureLod(u_pressure, unit * vec2(cell.x, before.y), 0.0);
#else
    ivec2 block = ivec2(cell) >> 1, lower = ivec2(before) >> 1;
    vec4 ownBlock = texelFetch(u_pressure, block, 0);
    vec4 leftBlock = texelFetch(u_pressure, ivec2(lower.x, block.y), 0);
    vec4 belowBlock = texelFetch(u_pressure, ivec2(block.x, lower.y), 0);
#endif
    bvec2 isOdd = greaterThan(fract(0.5 * cell), vec2(0.5));
    vec2 ownRow = isOdd.y ? ownBlock.zw : ownBlock.xy;
    vec2 leftRow = isOdd.y ? leftBlock.zw : leftBlock.xy;
    vec2 belowRow = isOdd.y ? belowBlock.xy : belowBlock.zw;
    float own = isOdd.x ? ownRow.y : ownRow.x;
    vec2 change = own - (isOdd.x ? vec2(leftRow.x, belowRow.y) : vec2(leftRow.y, belowRow.x));
    // Across an open side, where the clamped read returned the same cell, or the one before the last.
    vec2 closes = 1.0 - vec2(u_wrap);
    vec2 beyond = closes * (2.0 - 2.0 * step(vec2(1.0), at) - 2.0 * step(cells, at));
    return vec2(beyond.x != 0.0 ? beyond.x * own : change.x, beyond.y != 0.0 ? beyond.y * own : change.y);
}
