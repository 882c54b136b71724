// Shapes the surface that is drawn: water goes on under the ground around it, so that the two meet in a smooth line
// between cells, and sinks to dry ground that lies lower. In: u_surface (height, depth, foam, wetness), u_ground (m),
// u_distance (to the nearest solid, m), u_cellSize (m). Out: height of the surface, of the ground, foam, wetness.
#include "common/grid.glsl"

uniform sampler2D u_surface;
uniform sampler2D u_ground;
uniform sampler2D u_distance;
uniform float u_cellSize;
layout(location = 0) out vec4 o_shape;

const float DRY = 1e-6; // depth, m

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 own = texelFetch(u_surface, cell, 0);
    float ground = texelFetch(u_ground, cell, 0).x;
    o_shape = vec4(own.x, ground, own.zw);
    if (own.y > DRY) {
        return;
    }
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 25; i++) {
        ivec2 off = ivec2(i % 5, i / 5) - 2;
        vec2 other = texelFetch(u_surface, placed(cell + off, u_cells, 0), 0).xy;
        float weight = other.y > DRY ? 1.0 / float(off.x * off.x + off.y * off.y) : 0.0;
        sum += weight * vec2(other.x, 1.0);
    }
    float below = ground - 0.05 * u_cellSize;
    float level = sum.y > 0.0 ? sum.x / sum.y : below;
    // Solids stand in the water: it reaches them.
    bool solid = texelFetch(u_distance, cell, 0).x < 0.5 * u_cellSize;
    o_shape.x = solid ? level : min(level, below);
}
