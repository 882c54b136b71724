// Draws fields from the means of means.frag, u_source. Out: these, but 0 in solids (u_distance); or:
//   VELOCITY   of cells, 0 in solids
//   VORTICITY  at cell corners, 1/s: 0 on sides and beside cells without fluid; u_unit: one over the raster's cell size
//   FACES      velocity on the faces of common/grid.glsl, and in blue the cell's mass: velocity of the particles around
//              both cells, on sides of the domain the cell's; it goes to 0 with the mass
//   SPARSE     with FACES: single particles have their whole velocity
//   PACKED     four cells a texel (common/packed.glsl)
uniform ivec2 u_cells;
uniform float u_unit;
uniform sampler2D u_source;
uniform sampler2D u_distance;
layout(location = 0) out vec4 o_value;

#ifdef SPARSE
const float THIN = 0.02; // mass
#else
const float THIN = 0.1;
#endif

vec4 around(ivec2 cell)
{
    return texelFetch(u_source, clamp(cell, ivec2(0), u_cells - 1), 0);
}

#if defined(VORTICITY)
vec4 value(ivec2 corner)
{
    vec3 a = around(corner - 1).xyz;
    vec3 b = around(corner + ivec2(0, -1)).xyz;
    vec3 c = around(corner + ivec2(-1, 0)).xyz;
    vec3 d = around(corner).xyz;
    bool full = min(min(a.x, b.x), min(c.x, d.x)) > 0.0 && all(greaterThan(corner, ivec2(0))) &&
                all(lessThan(corner, u_cells));
    return vec4(full ? 0.5 * u_unit * (b.z + d.z - a.z - c.z + a.y + b.y - c.y - d.y) : 0.0, 0.0, 0.0, 0.0);
}
#elif defined(FACES)
vec2 between(vec3 a, vec3 b)
{
    return (a.x * a.yz + b.x * b.yz) / max(a.x + b.x, 2.0 * THIN);
}

vec4 value(ivec2 texel)
{
    ivec2 row = ivec2(texel.x, min(texel.y, u_cells.y - 1));
    ivec2 column = ivec2(min(texel.x, u_cells.x - 1), texel.y);
    return vec4(between(around(row - ivec2(1, 0)).xyz, around(row).xyz).x,
                between(around(column - ivec2(0, 1)).xyz, around(column).xyz).y, around(texel).x, 0.0);
}
#elif defined(PACKED)
float cellValue(ivec2 cell)
{
    return any(greaterThanEqual(cell, u_cells)) ? 0.0 : texelFetch(u_source, cell, 0).x;
}

vec4 value(ivec2 texel)
{
    ivec2 cell = 2 * texel;
    return vec4(cellValue(cell), cellValue(cell + ivec2(1, 0)), cellValue(cell + ivec2(0, 1)), cellValue(cell + 1));
}
#else
vec4 value(ivec2 cell)
{
    vec4 own = texelFetch(u_source, cell, 0);
    bool solid = texelFetch(u_distance, cell, 0).x < 0.0;
#ifdef VELOCITY
    own = vec4(own.yz, 0.0, 0.0);
#endif
    return solid ? vec4(0.0) : own;
}
#endif

void main()
{
    o_value = value(ivec2(gl_FragCoord.xy));
}
