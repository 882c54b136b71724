// Sums a level's right-hand side for coarser levels in one atlas. In: u_rhs, of the finer level, RHS_SIZE blocks from
// the texel RHS_FIRST on; u_levels: first texel and size in blocks of u_sums levels, each half as fine. Out: theirs.
#include "multigrid/places.glsl"
#include "common/loops.glsl"

uniform sampler2D u_rhs;
uniform ivec4 u_levels[4];
uniform int u_sums;
layout(location = 0) out vec4 o_rhs;

// Returns the sum over n x n texels from `first` on.
float sumFrom(ivec2 first, int n)
{
    float sum = 0.0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            ivec2 texel = first + ivec2(i, j);
            bool has = all(lessThan(texel, RHS_SIZE));
            float four = dot(texelFetch(u_rhs, RHS_FIRST + min(texel, RHS_SIZE - 1), 0), vec4(1.0));
            sum += has ? four : 0.0;
        }
    }
    return sum;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 at = ivec2(0);
    int n = 0; // a cell of the level here is the sum of n x n finer texels
    for (int i = 0; i < 4; i++) {
        ivec2 own = texel - u_levels[i].xy;
        bool found = i < u_sums && all(greaterThanEqual(own, ivec2(0))) && all(lessThan(own, u_levels[i].zw));
        at = found ? own : at;
        n = found ? 1 << i : n;
    }
    vec4 sum = vec4(0.0);
    for (int k = 0; k < TURNS(4); k++) {
        sum[k] = sumFrom(n * (2 * at + ivec2(k & 1, k >> 1)), n);
    }
    o_rhs = sum;
}
