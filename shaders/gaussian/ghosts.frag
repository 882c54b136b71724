// The liquid's ghosts in solids, mirrored at their surface, for forces (gaussian/ghosts.glsl). In: u_velocityX,
// u_velocityY (cells a step) and u_mass; u_distance; u_acceleration, cells a step, each step; u_stiffness and
// u_restDensity, as gaussian/forces.frag. Out, a texel a cell: in solids, up to DEEPEST below the surface: velocity,
// mass for the pressure, mass for the drift. Elsewhere: three zeros, and the part of the cell that a yielding solid
// covers, as mass.
//
// A yielding solid is closed from half a cell below its surface on. In cells that the surface crosses, liquid fills the
// open fraction, and its pressure is found as if the covered fraction were liquid, too. So a cell has emptied when it
// becomes closed: a full cell that closed would expel its liquid at once, which excites waves.
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

// Returns the fraction of a cell that a yielding solid covers, 0 to 1 as the surface moves across the cell.
float coveredAt(ivec2 cell)
{
    float distance = solidDistance(cell);
    if (distance < 0.0 || distance > 1.0 || fract(solidColumn(cell)) == 0.0) {
        return 0.0;
    }
    vec2 normal = solidNormal(cell), steps = abs(normal);
    return clamp(0.5 - (distance - YIELDING) / max(steps.x, steps.y), 0.0, 1.0);
}

// Returns the mass between cells, without cells in solids.
float massBetween(vec2 p)
{
    ivec2 base = ivec2(floor(p));
    vec2 t = p - vec2(base);
    vec2 sum = vec2(0.0);
    for (int k = 0; k < 4; k++) {
        ivec2 corner = ivec2(k & 1, k >> 1);
        ivec2 source = foldCell(base + corner);
        vec2 share = mix(1.0 - t, t, vec2(corner));
        float w = solidDistance(source) < 0.0 ? 0.0 : share.x * share.y;
        sum += w * vec2(cellAt(source).mass, 1.0);
    }
    return sum.x / max(sum.y, 1e-4);
}

// Returns the mass of a cell's covered part that counts as liquid, as dense as the liquid outside the surface.
float coverAt(ivec2 cell)
{
    float covered = coveredAt(cell);
    int looks = covered > 0.0 ? 1 : 0;
    for (int i = 0; i < looks; i++) {
        float away = 1.0 + YIELDING - solidDistance(cell);
        covered *= clamp(massBetween(vec2(cell) + away * solidNormal(cell)) / u_restDensity, 0.0, 1.0);
    }
    return u_restDensity * covered;
}

// Returns the ghost's mass for the drift, which cancels about half of the spreading that the last open cell mirrors.
float driftingAt(ivec2 cell, float distance, vec2 normal)
{
    vec2 steps = abs(normal);
    float row = max(steps.x, steps.y);
    return 0.5 * massBetween(vec2(cell) + (2.0 * floor(-distance / row) + 1.0) * row * normal);
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float distance = solidDistance(cell);
    int looks = distance < 0.0 && distance > -DEEPEST ? 4 : 0;
    bool yields = fract(solidColumn(cell)) > 0.0;
    vec2 normal = looks == 0 ? vec2(0.0) : solidNormal(cell);
    // The displacement from the mirrored place to its ghost.
    vec2 way = 2.0 * (distance - (yields ? YIELDING : 0.0)) * normal;
    vec2 p = vec2(cell) - way;
    ivec2 base = ivec2(floor(p));
    vec2 t = p - vec2(base);
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int k = 0; k < looks; k++) {
        ivec2 corner = ivec2(k & 1, k >> 1);
        ivec2 source = foldCell(base + corner);
        vec2 share = mix(1.0 - t, t, vec2(corner));
        float w = solidDistance(source) < 0.0 ? 0.0 : share.x * share.y;
        Cell c = cellAt(source);
        weights += w;
        sum += w * vec4(c.mass * c.velocity, c.mass, c.mass + coverAt(source));
    }
    o_ghost = vec4(0.0, 0.0, 0.0, distance < 0.0 ? 0.0 : coverAt(cell));
    if (weights >= 1e-4 && sum.z > 0.0) {
        vec2 velocity = sum.xy / sum.z;
        Solid solid = solidAt(solidColumn(cell));
        vec2 wall = clamp(u_unit * solidVelocity(solid, (vec2(cell) + 0.5) * u_cellSize), -SPEED_MAX, SPEED_MAX);
        velocity -= 2.0 * dot(velocity - wall, normal) * normal;
        float mass = sum.w / weights;
        o_ghost = yields ? vec4(velocity, mass, driftingAt(cell, distance, normal))
                         : vec4(velocity, vec2(compressed(mass, way)));
    }
}
