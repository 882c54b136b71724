// Solves the coarsest level, at most 2 x 2 blocks: every fragment solves the whole level, then stores its own block.
// In: u_rhs, from the texel RHS_FIRST on: the level's, or with u_sums the next finer level's, RHS_SIZE blocks;
// u_weights, u_cells. Out: the solution, from the texel TO on. Unless u_bounded, the mean is first subtracted from the
// right-hand side: without fixed values there is no solution for another mean than 0.
//   SURFACE  cells have diagonals, u_diagonals (multigrid/surface.glsl); one above 0 makes the solution unique, too
#include "multigrid/places.glsl"
#include "common/loops.glsl"
#include "multigrid/weights.glsl"

uniform sampler2D u_rhs;
uniform int u_sums;
uniform highp usampler2D u_weights;
#ifdef SURFACE
#include "multigrid/surface.glsl"
uniform highp usampler2D u_diagonals;
#endif
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_alpha;
uniform float u_bounded;
layout(location = 0) out vec4 o_pressure;

const int SWEEPS = 12;
const float OMEGA = 1.17;

struct Block {
    vec4 value;
    vec4 rhs;
    Weights weights;
    vec4 diagonal;
    vec4 inverse; // of the diagonal; 0 if not free
#ifdef SURFACE
    vec4 held; // what u_diagonals adds to the diagonal
#endif
};

float sumAt(ivec2 texel)
{
    return all(lessThan(texel, RHS_SIZE)) ? dot(texelFetch(u_rhs, RHS_FIRST + texel, 0), vec4(1.0)) : 0.0;
}

vec4 rhsAt(ivec2 place)
{
    ivec2 finer = 2 * place;
    return u_sums == 0 ? texelFetch(u_rhs, RHS_FIRST + place, 0)
                       : vec4(sumAt(finer), sumAt(finer + ivec2(1, 0)), sumAt(finer + ivec2(0, 1)), sumAt(finer + 1));
}

Block blockAt(ivec2 place)
{
    ivec2 size = (u_cells + 1) / 2;
    float has = all(lessThan(place, size)) ? 1.0 : 0.0;
    place = min(place, size - 1);
    uvec4 bits = texelFetch(u_weights, place, 0);
    Block block;
    block.value = vec4(0.0);
    block.weights = ownWeights(bits);
    block.diagonal = block.weights.left + block.weights.right + block.weights.bottom + block.weights.top;
#ifdef SURFACE
    block.held = ownDiagonals(texelFetch(u_diagonals, place, 0));
    block.diagonal += block.held;
#endif
    vec4 diagonal = block.diagonal + u_alpha;
    block.inverse = has * ownFree(bits) * step(1e-6, diagonal) / max(diagonal, 1e-6);
    block.rhs = step(1e-12, block.inverse) * rhsAt(place);
    return block;
}

// Returns the values around the cells of a block, from the blocks around.
Weights valuesAround(vec4 own, vec4 left, vec4 right, vec4 bottom, vec4 top)
{
    return Weights(vec4(left.y, own.x, left.w, own.z), vec4(own.y, right.x, own.w, right.z), vec4(bottom.zw, own.xy),
                   vec4(own.zw, top.xy));
}

vec4 weigh(Weights w, Weights v)
{
    return w.left * v.left + w.right * v.right + w.bottom * v.bottom + w.top * v.top;
}

// Sweeps one colour: `red` is 1 for red cells, 0 for black ones.
void sweep(inout Block own, vec4 left, vec4 right, vec4 bottom, vec4 top, float red)
{
    vec4 sum = weigh(own.weights, valuesAround(own.value, left, right, bottom, top));
    vec4 chosen = vec4(red, 1.0 - red, 1.0 - red, red);
    own.value += OMEGA * chosen * (own.inverse * (sum - own.rhs) - own.value);
}

// Returns, summed over a block: the residual, and by how much a change of all values by 1 reduces it.
vec2 left(Block own, Weights values, Weights used)
{
    vec4 isUsed = step(1e-12, own.inverse);
    Weights w = own.weights;
    vec4 held = weigh(w, Weights(1.0 - used.left, 1.0 - used.right, 1.0 - used.bottom, 1.0 - used.top)) + u_alpha;
#ifdef SURFACE
    held += own.held;
#endif
    vec4 residual = own.rhs - weigh(w, values) + (own.diagonal + u_alpha) * own.value;
    return vec2(dot(isUsed, residual), -dot(isUsed, held));
}

// The blocks left, right, below and above of each block.
#define AROUND_00(own, right, above) \
    back.x * right + self.x * own, two.x * right + self.x * own, back.y * above + self.y * own, \
        two.y * above + self.y * own
#define AROUND_10(own, left, above) left, back.x * left, back.y * above + self.y * own, two.y * above + self.y * own
#define AROUND_01(own, right, below) back.x * right + self.x * own, two.x * right + self.x * own, below, back.y * below
#define AROUND_11(left, below) left, back.x * left, below, back.y * below

void main()
{
    // Two blocks of an axis are neighbours once, on both sides if periodic, where a single one is its own neighbour.
    vec2 two = step(vec2(2.0), vec2((u_cells + 1) / 2));
    vec2 back = vec2(u_wrap) * two;
    vec2 self = vec2(u_wrap) * (1.0 - two);
    Block b00 = blockAt(ivec2(0, 0));
    Block b10 = blockAt(ivec2(1, 0));
    Block b01 = blockAt(ivec2(0, 1));
    Block b11 = blockAt(ivec2(1, 1));
    vec4 used =
        step(1e-12, b00.inverse) + step(1e-12, b10.inverse) + step(1e-12, b01.inverse) + step(1e-12, b11.inverse);
    vec4 sum = b00.rhs + b10.rhs + b01.rhs + b11.rhs;
    float bounded = u_bounded;
#ifdef SURFACE
    vec4 held = step(1e-12, b00.inverse) * b00.held + step(1e-12, b10.inverse) * b10.held +
                step(1e-12, b01.inverse) * b01.held + step(1e-12, b11.inverse) * b11.held;
    bounded = dot(held, vec4(1.0)) > 0.0 ? 1.0 : bounded;
#endif
    float mean = (1.0 - bounded) * dot(sum, vec4(1.0)) / max(dot(used, vec4(1.0)), 1.0);
    b00.rhs -= mean;
    b10.rhs -= mean;
    b01.rhs -= mean;
    b11.rhs -= mean;
    for (int i = 0; i < TURNS(2 * SWEEPS); i++) {
        float red = (i & 1) == 0 ? 1.0 : 0.0;
        sweep(b00, AROUND_00(b00.value, b10.value, b01.value), red);
        sweep(b10, AROUND_10(b10.value, b00.value, b11.value), red);
        sweep(b01, AROUND_01(b01.value, b11.value, b00.value), red);
        sweep(b11, AROUND_11(b01.value, b10.value), red);
    }
    // Where few values are held, sweeps find the mean value slowly: so a constant to add is solved for here.
    vec4 u00 = step(1e-12, b00.inverse), u10 = step(1e-12, b10.inverse);
    vec4 u01 = step(1e-12, b01.inverse), u11 = step(1e-12, b11.inverse);
    vec2 rest = left(b00, valuesAround(b00.value, AROUND_00(b00.value, b10.value, b01.value)),
                     valuesAround(u00, AROUND_00(u00, u10, u01))) +
                left(b10, valuesAround(b10.value, AROUND_10(b10.value, b00.value, b11.value)),
                     valuesAround(u10, AROUND_10(u10, u00, u11))) +
                left(b01, valuesAround(b01.value, AROUND_01(b01.value, b11.value, b00.value)),
                     valuesAround(u01, AROUND_01(u01, u11, u00))) +
                left(b11, valuesAround(b11.value, AROUND_11(b01.value, b10.value)),
                     valuesAround(u11, AROUND_11(u01, u10)));
    float level = bounded > 0.5 ? rest.x / min(rest.y, -1e-12)
                                  : -(dot(u00, b00.value) + dot(u10, b10.value) + dot(u01, b01.value) +
                                      dot(u11, b11.value)) / max(dot(used, vec4(1.0)), 1.0);
    ivec2 place = ivec2(gl_FragCoord.xy) - TO;
    vec4 value = place.y == 0 ? (place.x == 0 ? b00.value : b10.value) : (place.x == 0 ? b01.value : b11.value);
    vec4 isUsed = place.y == 0 ? (place.x == 0 ? u00 : u10) : (place.x == 0 ? u01 : u11);
    vec4 diagonal = place.y == 0 ? (place.x == 0 ? b00.diagonal : b10.diagonal)
                                 : (place.x == 0 ? b01.diagonal : b11.diagonal);
    o_pressure = marked(value + level, isUsed, diagonal);
}
