// The liquid's ghosts in solids, mirrored at their surface, for forces (gaussian/ghosts.glsl). In: u_velocityX,
// u_velocityY (cells a step) and u_mass; u_distance; u_acceleration, cells a step, each step; u_stiffness and
// u_restDensity, as gaussian/forces.frag. Out, a texel a cell: velocity and mass, in solids up to DEEPEST below the
// surface; elsewhere 0.
#include "gaussian/state.glsl"
#include "gaussian/walls.glsl"

uniform vec2 u_acceleration;
uniform float u_stiffness;
uniform float u_restDensity;
layout(location = 0) out vec4 o_ghost;

const float DEEPEST = 3.5; // cells

// Liquid is compressed by the weight above it: so a ghost that is lower than the liquid it mirrors is denser. For full
// cells the mass m follows from 4/3 (m^3 - 1) - 3/2 (m^2 - 1) = 2 x, with x = acceleration times depth over stiffness.
float compressed(float mass, vec2 way)
{
    float m = mass / u_restDensity;
    float inside = clamp(2.5 * (m - 0.5), 0.0, 1.0); // 0 at a surface
    float steep = max(4.0 * m * m - 3.0 * m, 0.5);
    float push = 2.0 * dot(u_acceleration, way) / max(u_stiffness, 1e-3);
    return u_restDensity * max(m + inside * clamp(push / steep, -0.2, 0.2), 0.0);
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float distance = solidDistance(cell);
    int looks = distance < 0.0 && distance > -DEEPEST ? 4 : 0;
    vec2 normal = looks == 0 ? vec2(0.0) : solidNormal(cell);
    // The displacement from the mirrored place to its ghost.
    vec2 way = 2.0 * distance * normal;
    vec2 p = vec2(cell) - way;
    ivec2 base = ivec2(floor(p));
    vec2 t = p - vec2(base);
    vec3 sum = vec3(0.0);
    float weights = 0.0;
    for (int k = 0; k < looks; k++) {
        ivec2 corner = ivec2(k & 1, k >> 1);
        ivec2 source = foldCell(base + corner);
        vec2 share = mix(1.0 - t, t, vec2(corner));
        float w = solidDistance(source) < 0.0 ? 0.0 : share.x * share.y;
        Cell c = cellAt(source);
        weights += w;
        sum += w * vec3(c.mass * c.velocity, c.mass);
    }
    o_ghost = vec4(0.0);
    if (weights >= 1e-4 && sum.z > 0.0) {
        vec2 velocity = sum.xy / sum.z;
        Solid solid = solidAt(solidColumn(cell));
        vec2 wall = clamp(u_unit * solidVelocity(solid, (vec2(cell) + 0.5) * u_cellSize), -SPEED_MAX, SPEED_MAX);
        velocity -= 2.0 * dot(velocity - wall, normal) * normal;
        o_ghost = vec4(velocity, compressed(sum.z / weights, way), 0.0);
    }
}
