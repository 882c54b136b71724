// Fills one shape (common/shapes.glsl), or the whole domain, with liquid at rest up to a level; solids and cells above
// the level become empty. In: u_velocityX, u_velocityY and u_mass, packed; u_distance, the distance to the nearest
// solid (m) at cell centres; u_up: the direction against gravity, the level along it from the domain's corner (cells),
// 1 to fill the whole domain; u_restDensity; u_compression: `push` of stillMass() per cell of depth; u_soft: push and
// mass from which pairs push softly, and u_softPressure (gaussian/forces.frag) at rest density 1. Out: the same.
#include "common/contain.glsl"
#include "common/shapes.glsl"

uniform sampler2D u_velocityX;
uniform sampler2D u_velocityY;
uniform sampler2D u_mass;
uniform sampler2D u_distance;
uniform ivec2 u_cells;
uniform float u_cellSize;
uniform vec4 u_up;
uniform float u_restDensity;
uniform float u_compression;
uniform vec4 u_soft;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_mass;

// Returns the mass m, over the rest density, of liquid under the weight of the liquid above it: 4/3 (m^3 - 1) - 3/2
// (m^2 - 1) = push, where push is 2 gravity depth / stiffness. Newton's method starts above the solution, from where it
// converges monotonically. Where particles push softly the logarithm of the mass grows with depth.
float stillMass(float push)
{
    float m = 1.0 + min(push, pow(push, 1.0 / 3.0));
    for (int i = 0; i < 8; i++) {
        m -= (4.0 / 3.0 * (m * m * m - 1.0) - 1.5 * (m * m - 1.0) - push) / (4.0 * m * m - 3.0 * m);
    }
    return push <= u_soft.x ? m : u_soft.y * exp(min((push - u_soft.x) / u_soft.z, 60.0));
}

float massOf(ivec2 cell)
{
    float depth = u_up.z - dot(u_up.xy, vec2(cell) + 0.5);
    float share = clamp(0.5 + depth / (abs(u_up.x) + abs(u_up.y)), 0.0, 1.0);
    bool solid = texelFetch(u_distance, cell, 0).x < 0.0;
    return solid || share == 0.0 ? 0.0 : contain(u_restDensity * share * stillMass(u_compression * max(depth, 0.0)));
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 velocityX = texelFetch(u_velocityX, texel, 0), velocityY = texelFetch(u_velocityY, texel, 0);
    vec4 mass = texelFetch(u_mass, texel, 0);
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * texel + ivec2(k & 1, k >> 1);
        bool inside = u_up.w > 0.5 || shapeDistance(0, (vec2(cell) + 0.5) * u_cellSize) < 0.0;
        if (inside && all(lessThan(cell, u_cells))) {
            velocityX[k] = 0.0;
            velocityY[k] = 0.0;
            mass[k] = massOf(cell);
        }
    }
    o_velocityX = velocityX; // WebGL indexes outputs by constants alone
    o_velocityY = velocityY;
    o_mass = mass;
}
