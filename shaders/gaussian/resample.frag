// Resamples the packed state to a grid of other size or place. Each cell is the mean of u_taps x u_taps samples, linear
// between old cells; velocity and dye are weighted by mass. Beyond the old cells mass is 0. In: u_velocityX and
// u_velocityY (cells a step), and u_mass, all of u_cells; u_scale and u_offset, from new cells to old ones; u_newCells;
// u_unit, of velocity, from old cells a step to new ones. Out: the same fields of the new grid.
//   DYE  resamples dye instead of velocity and mass
#include "common/packed.glsl"

uniform ivec2 u_cells;
uniform vec2 u_newCells;
uniform vec2 u_scale;
uniform vec2 u_offset;
uniform int u_taps;
uniform sampler2D u_mass;
#ifdef DYE
#include "gaussian/dye.glsl"
#else
uniform sampler2D u_velocityX;
uniform sampler2D u_velocityY;
uniform float u_unit;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_mass;
#endif

// Mass, and the values that it carries, times mass.
struct Load {
    float mass;
    vec4 carried;
};

void add(inout Load load, ivec2 cell, float weight)
{
    ivec2 inside = clamp(cell, ivec2(0), u_cells - 1);
    float mass = weight * packedValue(u_mass, inside);
#ifdef DYE
    vec4 carried = vec4(packedValue(u_dyeRed, inside), packedValue(u_dyeGreen, inside),
                        packedValue(u_dyeBlue, inside), packedValue(u_dyeAmount, inside));
#else
    vec4 carried = u_unit * vec4(packedValue(u_velocityX, inside), packedValue(u_velocityY, inside), 0.0, 0.0);
#endif
    load.mass += mass;
    load.carried += mass * carried;
}

void addSample(inout Load load, vec2 p)
{
    if (any(lessThan(p, vec2(0.0))) || any(greaterThan(p, vec2(u_cells)))) {
        return;
    }
    ivec2 base = ivec2(floor(p - 0.5));
    vec2 t = p - 0.5 - vec2(base);
    add(load, base, (1.0 - t.x) * (1.0 - t.y));
    add(load, base + ivec2(1, 0), t.x * (1.0 - t.y));
    add(load, base + ivec2(0, 1), (1.0 - t.x) * t.y);
    add(load, base + 1, t.x * t.y);
}

Load loadOf(vec2 cell)
{
    Load load = Load(0.0, vec4(0.0));
    if (any(greaterThanEqual(cell, u_newCells))) {
        return load;
    }
    for (int j = 0; j < u_taps; j++) {
        for (int i = 0; i < u_taps; i++) {
            addSample(load, (cell + (vec2(i, j) + 0.5) / float(u_taps)) * u_scale + u_offset);
        }
    }
    load.carried = load.mass > 0.0 ? load.carried / load.mass : vec4(0.0);
    load.mass /= float(u_taps * u_taps);
    return load;
}

void main()
{
    vec2 corner = 2.0 * floor(gl_FragCoord.xy);
    Load a = loadOf(corner);
    Load b = loadOf(corner + vec2(1.0, 0.0));
    Load c = loadOf(corner + vec2(0.0, 1.0));
    Load d = loadOf(corner + vec2(1.0, 1.0));
    mat4 fields = transpose(mat4(a.carried, b.carried, c.carried, d.carried));
#ifdef DYE
    writeDye(fields);
#else
    o_velocityX = fields[0];
    o_velocityY = fields[1];
    o_mass = vec4(a.mass, b.mass, c.mass, d.mass);
#endif
}
