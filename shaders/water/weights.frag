// Draws weights and diagonals of the finest level for the pressure under the surface (multigrid/surface.glsl). A weight
// to air leads to the surface, where the pressure is 0: it is one over the distance to it (ghost fluid method: Gibou,
// Fedkiw, Cheng and Kang 2002). In: water/cells.glsl. Out: both, packed.
#include "common/loops.glsl"
#include "multigrid/surface_packing.glsl"
#include "water/cells.glsl"

layout(location = 0) out uvec4 o_weights;
layout(location = 1) out uvec4 o_diagonals;

SurfaceCell cellAt(ivec2 cell)
{
    vec4 own = isInside(cell) ? texelFetch(u_liquid, cell, 0) : vec4(0.0);
    float depth = own.w > 0.0 ? depthOf(cell) : -1.0;
    if (depth <= 0.0) {
        return surfaceCell(vec4(0.0), 0.0, false, own.w);
    }
    vec4 faces = vec4(own.x, texelFetch(u_liquid, cell + ivec2(1, 0), 0).x, own.y,
                      texelFetch(u_liquid, cell + ivec2(0, 1), 0).y);
    vec4 weights = vec4(0.0);
    float held = 0.0;
    for (int k = 0; k < 4; k++) {
        ivec2 beside = cell + (k < 2 ? ivec2(2 * k - 1, 0) : ivec2(0, 2 * k - 5));
        if (isInside(beside)) {
            float other = depthOf(beside);
            weights[k] = other > 0.0 ? faces[k] : 0.0;
            held += other > 0.0 ? 0.0 : faces[k] / surfaceBetween(depth, other);
        } else {
            held += 2.0 * faces[k]; // an open side, half a cell away
        }
    }
    return surfaceCell(weights, held, true, own.w);
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    SurfaceCell cells[8];
    // A loop, so that its long body is compiled once and not eight times.
    for (int i = 0; i < TURNS(8); i++) {
        cells[i] = cellAt(first + placeOf(i));
    }
    packSurface(cells, o_weights, o_diagonals);
}
