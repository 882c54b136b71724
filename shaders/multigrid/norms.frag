// Sums over free cells. The first pass sums 2 x 2 texels of a packed field (small blocks, to give a GPU enough
// fragments), later ones 4 x 4 sums. Out: (sum of rhs^2, sum of residual^2, sum of the field, number of cells).
//   FIELD     the first pass: from u_rhs and u_weights; otherwise from u_source, the sums of the pass before
//   PRESSURE  with FIELD: residual = rhs - operator on u_pressure, the field; otherwise rhs, as the field is 0
//   SURFACE   with PRESSURE: the lattice has diagonals, u_diagonals (multigrid/surface.glsl)
//   CHANGE    with FIELD: out = (sum of change^2, sum of residual * change, 0, 0), where change is the residual less
//             the residual of u_correction, an earlier field
//   SECOND    the second sum is that of u_after^2
//   RMS       last pass: out = (roots of the means of the first two, 0, 0)
#include "common/loops.glsl"

layout(location = 0) out vec4 o_norms;

#ifdef FIELD
const int STEP = 2;
#include "multigrid/weights.glsl"
#include "multigrid/around.glsl"

uniform sampler2D u_rhs;
uniform sampler2D u_after;
uniform highp usampler2D u_weights;
#ifdef PRESSURE
uniform sampler2D u_pressure;
uniform float u_alpha;
uniform sampler2D u_correction;
#ifdef SURFACE
#include "multigrid/surface.glsl"
uniform highp usampler2D u_diagonals;
#endif

vec4 operatorAt(sampler2D field, vec2 block, vec2 size, uvec4 bits, out vec4 own)
{
    Weights l = ownWeights(bits);
    Around at = aroundBlock(block, size, 1.0);
    own = FETCH(field, at.here.x, at.here.y);
    vec2 left = at.hasLow.x * FETCH(field, at.low.x, at.here.y).yw;
    vec2 right = at.hasHigh.x * FETCH(field, at.high.x, at.here.y).xz;
    vec2 bottom = at.hasLow.y * FETCH(field, at.here.x, at.low.y).zw;
    vec2 top = at.hasHigh.y * FETCH(field, at.here.x, at.high.y).xy;
    vec4 held = vec4(u_alpha);
#ifdef SURFACE
    held += ownDiagonals(texelFetch(u_diagonals, ivec2(block), 0));
#endif
    return l.left * (vec4(left.x, own.x, left.y, own.z) - own) +
        l.right * (vec4(own.y, right.x, own.w, right.y) - own) +
           l.bottom * (vec4(bottom, own.xy) - own) + l.top * (vec4(own.zw, top) - own) - held * own;
}
#endif

vec4 valueAt(ivec2 texel, ivec2 size)
{
    uvec4 bits = texelFetch(u_weights, texel, 0);
    vec4 isFree = ownFree(bits);
    vec2 block = vec2(texel) + 0.5;
    vec4 rhs = isFree * texelFetch(u_rhs, texel, 0);
    vec4 own = vec4(0.0);
    vec4 residual = rhs;
#ifdef PRESSURE
    residual -= isFree * operatorAt(u_pressure, block, vec2(size), bits, own);
#ifdef CHANGE
    vec4 change = residual - rhs + isFree * operatorAt(u_correction, block, vec2(size), bits, own);
    return vec4(dot(change, change), dot(residual, change), 0.0, 0.0);
#endif
#endif
#ifdef SECOND
    residual = isFree * texelFetch(u_after, texel, 0);
#endif
    return vec4(dot(rhs, rhs), dot(residual, residual), dot(isFree, own), dot(isFree, vec4(1.0)));
}
#define SIZE textureSize(u_rhs, 0)
#else
const int STEP = 4;
uniform sampler2D u_source;

vec4 valueAt(ivec2 texel, ivec2 size)
{
    return texelFetch(u_source, texel, 0);
}
#define SIZE textureSize(u_source, 0)
#endif

void main()
{
    ivec2 first = STEP * ivec2(gl_FragCoord.xy);
    ivec2 size = SIZE;
    vec4 sum = vec4(0.0);
    for (int j = 0; j < TURNS(STEP); j++) {
        for (int i = 0; i < TURNS(STEP); i++) {
            ivec2 texel = first + ivec2(i, j);
            if (all(lessThan(texel, size))) {
                sum += valueAt(texel, size);
            }
        }
    }
#ifdef RMS
    sum = vec4(sqrt(sum.xy / max(sum.w, 1.0)), 0.0, 0.0);
#endif
    o_norms = sum;
}
