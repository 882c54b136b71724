// Carries the velocity along itself, then adds buoyancy. In: u_velocity (m/s, faces; filtered), u_source, the same
// texture unfiltered, and with BUOYANCY u_temperature (K) and u_dye, both as they are after their own advection. Out:
// velocity (m/s, faces). Each face traces back from its own centre. u_stepCells: dt over cell size. u_dissipation:
// factor that stays, 0 to 1. u_buoyancy: dt times (m/s^2 per kelvin, m/s^2 per unit of dye). u_dyePerCell: dye texels
// per cell.
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_source;
uniform float u_stepCells;
uniform float u_dissipation;
layout(location = 0) out vec2 o_velocity;

#ifdef BUOYANCY
uniform sampler2D u_temperature;
uniform sampler2D u_dye;
uniform vec2 u_buoyancy;
uniform vec2 u_dyePerCell;
uniform float u_ambient;

// Change of velocity of the bottom face at p (cells): warm fluid rises, dye weighs down.
float lift(vec2 p)
{
    vec2 uv = (p + vec2(0.0, 0.5)) / vec2(u_cells);
    float above = textureLod(u_temperature, uv, 0.0).x;
    float below = textureLodOffset(u_temperature, uv, 0.0, ivec2(0, -1)).x;
    float warm = 0.5 * (above + below);
    float weight = u_buoyancy.y != 0.0 ? sampleLinear(u_dye, p * u_dyePerCell).w : 0.0;
    return u_buoyancy.x * (warm - u_ambient) - u_buoyancy.y * weight;
}
#endif

void main()
{
    vec2 size = vec2(u_cells + 1);
    vec2 corner = gl_FragCoord.xy - 0.5;
    vec2 cell = min(corner, vec2(u_cells - 1)); // beyond the last row and column: as their neighbours
    vec2 own = textureLod(u_source, gl_FragCoord.xy / size, 0.0).xy;
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
    vec2 atLeft = vec2(own.x, sampleLinear(u_velocity, left + vec2(0.0, 0.5)).y);
    vec2 atBottom = vec2(sampleLinear(u_velocity, bottom + vec2(0.5, 0.0)).x, own.y);
    vec2 fromX = backtrace(u_velocity, left, atLeft, u_stepCells);
    vec2 fromY = backtrace(u_velocity, bottom, atBottom, u_stepCells);
    vec2 velocity = u_dissipation * vec2(readField(u_source, tapsAt(fromX + vec2(0.5, 0.0), size)).x,
                                         readField(u_source, tapsAt(fromY + vec2(0.0, 0.5), size)).y);
#ifdef BUOYANCY
    velocity.y = contain(velocity.y + lift(bottom));
#endif
    o_velocity = velocity;
}
