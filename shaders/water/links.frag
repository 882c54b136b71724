// Finds how each cell of the finest level is coupled for the pressure under the surface (multigrid/surface.glsl). A
// weight to air leads to the surface, where the pressure is 0: it is one over the distance to it (ghost fluid method:
// Gibou, Fedkiw, Cheng and Kang 2002). In: water/cells.glsl. Out: weights to the left and to the lower liquid cell, sum
// of the weights to the pressure 0, openness (0: no room; its negative: liquid).
#include "water/cells.glsl"
#include "water/sides.glsl"

layout(location = 0) out vec4 o_links;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 own = texelFetch(u_liquid, cell, 0);
    float depth = depthOf(cell);
    if (depth <= 0.0) {
        o_links = vec4(0.0, 0.0, 0.0, own.w);
        return;
    }
    vec4 faces = vec4(own.x, texelFetch(u_liquid, cell + ivec2(1, 0), 0).x, own.y,
                      texelFetch(u_liquid, cell + ivec2(0, 1), 0).y);
    vec2 weights = vec2(0.0);
    float held = 0.0;
    for (int k = 0; k < 4; k++) {
        ivec2 beside = cell + (k < 2 ? ivec2(2 * k - 1, 0) : ivec2(0, 2 * k - 5));
        if (isInside(beside)) {
            float other = depthOf(beside);
            weights[k >> 1] = (k & 1) == 0 && other > 0.0 ? faces[k] : weights[k >> 1];
            held += other > 0.0 ? 0.0 : faces[k] / surfaceBetween(depth, other);
        } else {
            held += faces[k] / (0.5 + u_yields[k]); // an open side, half a cell away
        }
    }
    o_links = vec4(weights, held, -own.w);
}
