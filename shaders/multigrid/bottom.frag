// Solves the coarsest level, at most 2 x 2 blocks: every fragment sweeps all of it, then keeps its own block. In:
// u_rhs, u_weights. Out: the solution. Unless u_bounded, rhs loses its mean first: a lattice without fixed values can't
// take it.
#include "common/loops.glsl"
#include "multigrid/weights.glsl"

uniform sampler2D u_rhs;
uniform highp usampler2D u_weights;
uniform ivec2 u_wrap;
uniform float u_alpha;
uniform float u_bounded;
layout(location = 0) out vec4 o_pressure;

const int SWEEPS = 12;

struct Block {
    vec4 value;
    vec4 rhs;
    Weights weights;
    vec4 inverse; // 1 / diagonal, 0 if not free
};

Block blockAt(ivec2 place)
{
    ivec2 size = textureSize(u_rhs, 0);
    float has = all(lessThan(place, size)) ? 1.0 : 0.0;
    place = min(place, size - 1);
    uvec4 bits = texelFetch(u_weights, place, 0);
    Block block;
    block.value = vec4(0.0);
    block.weights = ownWeights(bits);
    vec4 diagonal = block.weights.left + block.weights.right + block.weights.bottom + block.weights.top + u_alpha;
    block.inverse = has * ownFree(bits) * step(1e-6, diagonal) / max(diagonal, 1e-6);
    block.rhs = step(1e-12, block.inverse) * texelFetch(u_rhs, place, 0);
    return block;
}

// One colour: `red` is 1 to sweep red cells, else 0.
void sweep(inout Block own, vec4 left, vec4 right, vec4 bottom, vec4 top, float red)
{
    vec4 sum = own.weights.left * vec4(left.y, own.value.x, left.w, own.value.z) +
               own.weights.right * vec4(own.value.y, right.x, own.value.w, right.z) +
               own.weights.bottom * vec4(bottom.zw, own.value.xy) + own.weights.top * vec4(own.value.zw, top.xy);
    vec4 chosen = vec4(red, 1.0 - red, 1.0 - red, red);
    own.value = mix(own.value, own.inverse * (sum - own.rhs), chosen);
}

void main()
{
    // The ways in which the two blocks of an axis meet: side by side, round the back as well, or one with itself.
    vec2 two = step(vec2(2.0), vec2(textureSize(u_rhs, 0)));
    vec2 back = vec2(u_wrap) * two;
    vec2 self = vec2(u_wrap) * (1.0 - two);
    Block b00 = blockAt(ivec2(0, 0));
    Block b10 = blockAt(ivec2(1, 0));
    Block b01 = blockAt(ivec2(0, 1));
    Block b11 = blockAt(ivec2(1, 1));
    vec4 used = step(1e-12, b00.inverse) + step(1e-12, b10.inverse) + step(1e-12, b01.inverse) + step(1e-12, b11.inverse);
    vec4 sum = b00.rhs + b10.rhs + b01.rhs + b11.rhs;
    float mean = (1.0 - u_bounded) * dot(sum, vec4(1.0)) / max(dot(used, vec4(1.0)), 1.0);
    b00.rhs -= mean;
    b10.rhs -= mean;
    b01.rhs -= mean;
    b11.rhs -= mean;
    for (int i = 0; i < TURNS(2 * SWEEPS); i++) {
        float red = (i & 1) == 0 ? 1.0 : 0.0;
        sweep(b00, back.x * b10.value + self.x * b00.value, two.x * b10.value + self.x * b00.value,
              back.y * b01.value + self.y * b00.value, two.y * b01.value + self.y * b00.value, red);
        sweep(b10, b00.value, back.x * b00.value, back.y * b11.value + self.y * b10.value,
              two.y * b11.value + self.y * b10.value, red);
        sweep(b01, back.x * b11.value + self.x * b01.value, two.x * b11.value + self.x * b01.value, b00.value,
              back.y * b00.value, red);
        sweep(b11, b01.value, back.x * b01.value, b10.value, back.y * b10.value, red);
    }
    ivec2 place = ivec2(gl_FragCoord.xy);
    o_pressure = place.y == 0 ? (place.x == 0 ? b00.value : b10.value) : (place.x == 0 ? b01.value : b11.value);
}
