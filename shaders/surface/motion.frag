// Computes normals, velocity and the light that reaches the ground. In: u_surface (height, depth), u_ground (m),
// u_velocity (faces, m/s; one texel without velocity), u_cellSize (m), u_light (towards the sun). Out: normal of the
// water, never across the shore, and velocity; normal of the ground, its share of sky and of sun.
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "surface/shore.glsl"

uniform sampler2D u_surface;
uniform sampler2D u_ground;
uniform sampler2D u_velocity;
uniform vec4 u_light;
layout(location = 0) out vec4 o_motion; // x and y of the normal, velocity (m/s)
layout(location = 1) out vec4 o_relief; // x and y of the normal, openness, sunlight

vec2 waterAt(ivec2 cell)
{
    return texelFetch(u_surface, placed(cell, u_cells, 0), 0).xy;
}

float groundAt(ivec2 cell)
{
    return texelFetch(u_ground, placed(cell, u_cells, 0), 0).x;
}

// Returns the slope of the surface, from wet cells only: central, or one-sided if only one neighbour is wet.
float slopeOfWater(ivec2 cell, ivec2 step, float own)
{
    vec2 after = waterAt(cell + step);
    vec2 before = waterAt(cell - step);
    bool hasAfter = after.y > DRY && isOther(cell, step);
    bool hasBefore = before.y > DRY && isOther(cell, -step);
    float last = hasAfter ? after.x : own, first = hasBefore ? before.x : own;
    return (last - first) / (u_cellSize * (hasAfter && hasBefore ? 2.0 : 1.0));
}

// Returns how open the ground lies: 1 where it sees all the sky, as ground around is below a cone opening upwards.
float opennessAt(ivec2 cell, float own)
{
    float sum = 0.0;
    for (int i = 0; i < 16; i++) {
        float angle = 0.3926991 * float(i);
        float reach = i % 2 == 0 ? 2.5 : 6.0;
        float rise = (groundAt(cell + ivec2(round(reach * vec2(cos(angle), sin(angle))))) - own) / (reach * u_cellSize);
        sum += max(rise, 0.0) * inversesqrt(1.0 + rise * rise);
    }
    return 1.0 - 0.8 * sum / 16.0;
}

// Marches a ray to the sun in growing steps. The smallest gap above ground over the distance makes the penumbra.
float sunlightAt(ivec2 cell, float own)
{
    float across = length(u_light.xy);
    if (across < 1e-3 || u_light.z <= 0.0) {
        return u_light.z > 0.0 ? 1.0 : 0.0;
    }
    float seen = 1.0, reach = 1.5;
    for (int i = 0; i < 28; i++) {
        ivec2 other = cell + ivec2(round(reach * u_light.xy / across));
        if (any(lessThan(other, ivec2(0))) || any(greaterThanEqual(other, u_cells))) {
            break;
        }
        float ray = own + reach * u_cellSize * u_light.z / across;
        seen = min(seen, 0.5 + 6.0 * (ray - groundAt(other)) / (reach * u_cellSize));
        reach += 1.0 + 0.06 * reach;
    }
    return smoothstep(0.0, 1.0, clamp(seen, 0.0, 1.0));
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    vec2 water = waterAt(cell);
    float ground = groundAt(cell);
    vec2 slope = vec2(0.0), velocity = vec2(0.0);
    if (water.y > DRY) {
        slope = vec2(slopeOfWater(cell, x, water.x), slopeOfWater(cell, y, water.x));
        if (textureSize(u_velocity, 0).x > u_cells.x) {
            vec2 low = texelFetch(u_velocity, cell, 0).xy;
            velocity = 0.5 * (low + vec2(texelFetch(u_velocity, cell + x, 0).x, texelFetch(u_velocity, cell + y, 0).y));
        }
    }
    o_motion = vec4(-slope * inversesqrt(1.0 + dot(slope, slope)), contain(velocity));
    vec2 rise = vec2(slopeOfGround(u_ground, cell, x), slopeOfGround(u_ground, cell, y));
    o_relief = vec4(-rise * inversesqrt(1.0 + dot(rise, rise)), opennessAt(cell, ground), sunlightAt(cell, ground));
}
