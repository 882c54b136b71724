// Weights between the cells of a lattice, for packed fields (common/packed.glsl). A weight is how strongly a cell's
// value is coupled to a neighbour's: the open fraction of the face between them, 0 to 2 in fifteenths (five bits). A
// weight across the edge of the domain couples to the value 0 (at an open side it is 2, as the edge is half a cell
// away) or, where the axis wraps, to the opposite side. One RGBA32UI texel holds all that a red-black sweep of its
// block needs: 24 weights and 8 flags.
//
// Cells of a block: a = (0, 0), b = (1, 0), c = (0, 1), d = (1, 1); a and d are red. R, T, L, B are the blocks right
// of, above, left of and below it.
//   x:  own vertical faces, bits 5n: n = 0 left of a, 1 between a and b, 2 right of b, 3 left of c, 4 between c and d,
//       5 right of d; bits 30, 31: a, b are free (unknowns of the solve; other values stay 0)
//   y:  own horizontal faces: 0 below a, 1 below b, 2 between a and c, 3 b and d, 4 above c, 5 above d; c, d are free
//   z:  of R.a: 0 right, 1 below, 2 above; of B.d: 3 left, 4 right, 5 below; R.a, B.d free
//   w:  of T.a: 0 left, 1 right, 2 above; of L.d: 3 left, 4 below, 5 above; T.a, L.d free
//
//   NEAR_WALLS  walls hold values at any distance: a weight above 1 is one over the distance to the held value, where a
//               neighbour's distance is 1, in steps of a sixteenth: 16 / 15 to 16, and 32
//   SURFACE     the lattice has a free surface: weights are at most 1, in units of 1 / 31, and lead to cells within the
//               domain; what couples a cell to the value 0 is its diagonal (multigrid/surface.glsl)
//   HALVES      the context draws no floats larger than halves
#ifdef SURFACE
const float WEIGHT_UNIT = 1.0 / 31.0;
#else
const float WEIGHT_UNIT = 1.0 / 15.0;
#endif

// In fields of coarse levels, cells without weights have this value, so that prolongation leaves them out; everywhere
// else it is read with weight 0. Held cells and air (SURFACE) are 0. Half floats store larger values as infinity, or as
// the largest half.
#ifdef HALVES
const float MARK = 65504.0;
#else
const float MARK = 1e30;
#endif
const float MARKED = 0.99 * MARK;

vec4 marked(vec4 value, vec4 isFree, vec4 diagonal)
{
    return mix(vec4(MARK), value * isFree, greaterThan(isFree + diagonal, vec4(1e-6)));
}

// Replaces marks by 0, because infinity times a weight of 0 is NaN.
vec4 unmarked(vec4 value)
{
    return mix(value, vec4(0.0), greaterThan(value, vec4(MARKED)));
}

// Converts codes of five bits to weights, in units of WEIGHT_UNIT.
vec4 inUnits(uvec4 codes)
{
    vec4 code = vec4(codes);
#ifdef NEAR_WALLS
    return mix(code, 240.0 / max(31.0 - code, 0.5), step(15.5, code));
#else
    return code;
#endif
}

vec2 inUnits(uvec2 codes)
{
    return inUnits(codes.xyxy).xy;
}

vec3 inUnits(uvec3 codes)
{
    return inUnits(codes.xyzz).xyz;
}

float weightAt(uint bits, int place)
{
    return inUnits(uvec4((bits >> uint(5 * place)) & 31u)).x * WEIGHT_UNIT;
}

uint packWeight(float weight, int place)
{
#ifdef NEAR_WALLS
    float code = weight > 1.0 ? 31.0 - floor(16.0 / weight + 0.5) : floor(15.0 * max(weight, 0.0) + 0.5);
    return uint(code) << uint(5 * place);
#elif defined(SURFACE)
    return uint(clamp(weight, 0.0, 1.0) * 31.0 + 0.5) << uint(5 * place);
#else
    return uint(clamp(weight, 0.0, 2.0) * 15.0 + 0.5) << uint(5 * place);
#endif
}

uint packFlag(bool isFree, int place)
{
    return isFree ? 1u << uint(30 + place) : 0u;
}

// Weights of the four cells of a block to each side: x = a, y = b, z = c, w = d.
struct Weights {
    vec4 left, right, bottom, top;
};

Weights ownWeights(uvec4 bits)
{
    vec3 low = inUnits((uvec3(bits.x) >> uvec3(0u, 5u, 10u)) & 31u) * WEIGHT_UNIT;
    vec3 high = inUnits((uvec3(bits.x) >> uvec3(15u, 20u, 25u)) & 31u) * WEIGHT_UNIT;
    vec3 even = inUnits((uvec3(bits.y) >> uvec3(0u, 10u, 20u)) & 31u) * WEIGHT_UNIT;
    vec3 odd = inUnits((uvec3(bits.y) >> uvec3(5u, 15u, 25u)) & 31u) * WEIGHT_UNIT;
    Weights l;
    l.left = vec4(low.xy, high.xy);
    l.right = vec4(low.yz, high.yz);
    l.bottom = vec4(even.x, odd.x, even.y, odd.y);
    l.top = vec4(even.y, odd.y, even.z, odd.z);
    return l;
}

// Returns 1 for free cells.
vec4 ownFree(uvec4 bits)
{
    return vec4(uvec4(bits.x >> 30, bits.x >> 31, bits.y >> 30, bits.y >> 31) & 1u);
}
