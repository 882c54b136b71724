// Fields of the Gaussian solver one cell a texel, for the host and for drawings. In: the packed state, u_velocityX and
// u_velocityY (cells a step) and u_mass, or dye per unit of mass. Out: one of these; beyond the cells the outermost.
//   MASS                 u_mass
//   MASS with MOVING     also the velocity, times u_unit, in green and blue
//   DYE                  u_dyeRed to u_dyeAmount: per unit of mass, 0 without mass
//   DYE with DRAWN       times the mass
//   VELOCITY             at cell centres, times u_unit
//   VELOCITY with FACES  on the faces of common/grid.glsl: mean of two cells, on sides the cell's; blue: its mass
//   VORTICITY            of the velocity, at cell corners, times u_unit; 0 on sides that are not periodic
//   PRESSURE             times u_unit; with PACKED four cells a texel
//   DRAWN                cells in solids (u_distance) show the fluid around them, so that reads do not fade there
#include "common/packed.glsl"
#include "common/placed.glsl"

uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_unit;
layout(location = 0) out vec4 o_value;

#if defined(PRESSURE)
#include "gaussian/pressure.glsl"
#endif
uniform sampler2D u_mass;
#if !(defined(PRESSURE) || defined(MASS) || defined(DYE)) || defined(MOVING)
uniform sampler2D u_velocityX;
uniform sampler2D u_velocityY;

vec2 velocityOf(ivec2 cell)
{
    return vec2(packedValue(u_velocityX, cell), packedValue(u_velocityY, cell));
}

// Reads a cell; one beyond the edge repeats the outermost cell, or wraps to the other side.
vec2 velocityNear(ivec2 cell)
{
    return velocityOf(placedAt(cell, u_cells, 0, u_wrap));
}
#endif

#if defined(PRESSURE)
// Returns the potential of particles of these masses under pressureOf(): its gradient is the force.
vec4 hydrostatic(vec4 mass)
{
    return 0.5 * mass * mass * pressureOf(mass);
}

vec4 value(ivec2 texel)
{
#ifdef PACKED
    return u_unit * hydrostatic(texelFetch(u_mass, texel, 0));
#else
    return vec4(u_unit * hydrostatic(vec4(packedValue(u_mass, min(texel, u_cells - 1)))).x);
#endif
}
#elif defined(VORTICITY)
vec4 value(ivec2 corner)
{
    bvec2 edge = bvec2(corner.x == 0 || corner.x == u_cells.x, corner.y == 0 || corner.y == u_cells.y);
    if ((edge.x && u_wrap.x == 0) || (edge.y && u_wrap.y == 0)) {
        return vec4(0.0);
    }
    vec2 a = velocityNear(corner - 1);
    vec2 b = velocityNear(corner + ivec2(0, -1));
    vec2 c = velocityNear(corner + ivec2(-1, 0));
    vec2 d = velocityNear(corner);
    return vec4(0.5 * u_unit * (b.y + d.y - a.y - c.y + a.x + b.x - c.x - d.x));
}
#elif defined(FACES)
vec4 value(ivec2 texel)
{
    ivec2 row = ivec2(texel.x, min(texel.y, u_cells.y - 1));
    ivec2 column = ivec2(min(texel.x, u_cells.x - 1), texel.y);
    float x = velocityNear(row - ivec2(1, 0)).x + velocityNear(row).x;
    float y = velocityNear(column - ivec2(0, 1)).y + velocityNear(column).y;
    return vec4(0.5 * u_unit * vec2(x, y), packedValue(u_mass, min(texel, u_cells - 1)), 0.0);
}
#elif defined(VELOCITY)
vec4 value(ivec2 texel)
{
    return vec4(u_unit * velocityOf(min(texel, u_cells - 1)), 0.0, 0.0);
}
#else
uniform sampler2D u_dyeRed;
uniform sampler2D u_dyeGreen;
uniform sampler2D u_dyeBlue;
uniform sampler2D u_dyeAmount;
uniform sampler2D u_distance;

vec4 stored(ivec2 cell)
{
    float mass = packedValue(u_mass, cell);
#ifdef DYE
    vec4 dye = vec4(packedValue(u_dyeRed, cell), packedValue(u_dyeGreen, cell), packedValue(u_dyeBlue, cell),
                    packedValue(u_dyeAmount, cell));
#ifdef DRAWN
    return mass * dye;
#else
    return mass == 0.0 ? vec4(0.0) : dye;
#endif
#elif defined(MOVING)
    return vec4(mass, u_unit * velocityOf(cell), 0.0);
#else
    return vec4(mass);
#endif
}

#ifdef DRAWN
bool isFluid(ivec2 cell)
{
    return texelFetch(u_distance, cell, 0).x >= 0.0;
}

vec4 meanAround(ivec2 cell)
{
    vec4 sum = vec4(0.0);
    float count = 0.0;
    for (int j = -1; j <= 1; j++) {
        for (int i = -1; i <= 1; i++) {
            ivec2 other = placedAt(cell + ivec2(i, j), u_cells, 0, u_wrap);
            if (isFluid(other)) {
                sum += stored(other);
                count += 1.0;
            }
        }
    }
    return sum / max(count, 1.0);
}
#endif

vec4 value(ivec2 texel)
{
    ivec2 cell = min(texel, u_cells - 1);
#ifdef DRAWN
    if (!isFluid(cell)) {
        return meanAround(cell);
    }
#endif
    return stored(cell);
}
#endif

void main()
{
    o_value = value(ivec2(gl_FragCoord.xy));
}
