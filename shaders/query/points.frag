// Fields at points, one texel each, from row u_firstRow on. In: u_questions (place in cells, within the domain; whether
// it was outside). Out: dye, of u_fieldSize texels; or:
//   STANDING  liquid, surface (cells; LEVEL: m), distance to solids (m), outside
//   LIQUID    with STANDING: liquid is u_mass
//   COLUMN    with STANDING: the surface is searched for in u_mass
//   LEVEL     with STANDING: the surface is u_level
//   FLOWING   velocity (VELOCITY, of faces with FACES), temperature (TEMPERATURE), pressure (PRESSURE, packed, times
//             u_unit)
#include "common/between.glsl"
#include "common/packed.glsl"
#include "common/placed.glsl"
#include "common/request.glsl"
#include "query/answer.glsl"

uniform ivec2 u_cells;
uniform ivec2 u_wrap;

// Reads linearly between texel centres; `at` in texels.
vec4 linearAt(sampler2D field, vec2 at, ivec2 size, int extra)
{
    vec2 base = floor(at - 0.5);
    ivec2 a = placedAt(ivec2(base), size, extra, u_wrap), b = placedAt(ivec2(base) + 1, size, extra, u_wrap);
    return betweenTexels(field, a, b, at - 0.5 - base);
}

#if defined(STANDING)
uniform sampler2D u_distance;
uniform sampler2D u_mass;
uniform sampler2D u_level;

#ifdef COLUMN
const float WET = 0.5;

float massAt(int x, int y)
{
    return texelFetch(u_mass, ivec2(x, y), 0).x;
}

// Returns the height (cells) at which mass crosses WET, searching up from a wet place, down from a dry one.
float surfaceAt(vec2 p)
{
    ivec2 cell = clamp(ivec2(p), ivec2(0), u_cells - 1);
    bool wet = massAt(cell.x, cell.y) >= WET;
    int way = wet ? 1 : -1;
    int y = cell.y;
    while (y + way >= 0 && y + way < u_cells.y && (massAt(cell.x, y + way) >= WET) == wet) {
        y += way;
    }
    bool ends = y + way < 0 || y + way >= u_cells.y;
    float own = massAt(cell.x, y);
    float next = massAt(cell.x, clamp(y + way, 0, u_cells.y - 1));
    float share = ends ? 0.5 : (own - WET) / (own - next);
    return float(y) + 0.5 + float(way) * share;
}
#endif

vec4 answer(vec2 p, bool outside)
{
    vec4 found = vec4(0.0, 0.0, linearAt(u_distance, p, u_cells, 0).x, outside ? 1.0 : 0.0);
#ifdef LIQUID
    found.x = linearAt(u_mass, p, u_cells, 0).x;
#endif
#if defined(LEVEL)
    found.y = linearAt(u_level, p, u_cells, 0).x;
#elif defined(COLUMN)
    found.y = surfaceAt(p);
#endif
    return found;
}
#elif defined(FLOWING)
uniform sampler2D u_velocity;
uniform sampler2D u_temperature;
#ifdef PRESSURE
uniform sampler2D u_pressure;
uniform float u_unit;

float pressureAt(ivec2 cell)
{
    return packedFetch(u_pressure, placedAt(cell, u_cells, 0, u_wrap));
}
#endif

vec4 answer(vec2 p, bool outside)
{
    vec4 found = vec4(0.0);
#ifdef VELOCITY
#ifdef FACES
    found.x = linearAt(u_velocity, vec2(p.x + 0.5, p.y), u_cells + 1, 1).x;
    found.y = linearAt(u_velocity, vec2(p.x, p.y + 0.5), u_cells + 1, 1).y;
#else
    found.xy = linearAt(u_velocity, p, u_cells, 0).xy;
#endif
#endif
#ifdef TEMPERATURE
    found.z = linearAt(u_temperature, p, u_cells, 0).x;
#endif
#ifdef PRESSURE
    ivec2 base = ivec2(floor(p - 0.5));
    vec2 t = p - 0.5 - vec2(base);
    found.w = u_unit * mix(mix(pressureAt(base), pressureAt(base + ivec2(1, 0)), t.x),
                           mix(pressureAt(base + ivec2(0, 1)), pressureAt(base + 1), t.x), t.y);
#endif
    return found;
}
#else
uniform sampler2D u_dye;
uniform ivec2 u_fieldSize;

vec4 answer(vec2 p, bool outside)
{
    return linearAt(u_dye, p * vec2(u_fieldSize) / vec2(u_cells), u_fieldSize, 0);
}
#endif

void main()
{
    uvec4 point = requestAt(answerNumber());
    o_answer = floatBitsToUint(answer(uintBitsToFloat(point.xy), point.z != 0u));
}
