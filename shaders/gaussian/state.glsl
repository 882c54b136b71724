// The state of the Gaussian solver: velocity (cells a step) and mass of one particle a cell, packed as
// common/packed.glsl says, one texture a quantity. A particle moves, and its mass is spread to the cells around the
// place where it arrives, by weights that are products of one for the column and one for the row.
//   WRAP  some axis is periodic
uniform sampler2D u_velocityX;
uniform sampler2D u_velocityY;
uniform sampler2D u_mass;
uniform ivec2 u_cells;
#ifdef WRAP
uniform ivec2 u_wrap; // 1: periodic
#else
const ivec2 u_wrap = ivec2(0);
#endif

const float PI = 3.14159265358979;
// Gaussians are computed as exp2(-(ROOT_LOG2E x)^2).
const float ROOT_LOG2E = 1.20112240878645;
// In the conserving mode a particle's mass is spread this far each way (cells): to 3 x 3 cells.
const float REACH = 1.5;
// Forces between particles reach this far (cells); the Gaussian's value there is subtracted, so that they end at 0.
const float FORCE_REACH = 2.7;
const float FORCE_REACH_WEIGHT = 6.8232805e-4; // exp(-FORCE_REACH^2)
// Particles come from up to TILE_REACH tiles of 8 x 8 cells (GF_GAUSSIAN_SPEED_MAX), and act FORCE_TEXELS texels away.
const int TILE_REACH = 2;
const int FORCE_TEXELS = 7;
const float SPEED_MAX = 12.0;
// The cells of a texel, relative to its first.
const vec4 COLUMN = vec4(0.0, 1.0, 0.0, 1.0);
const vec4 ROW = vec4(0.0, 0.0, 1.0, 1.0);

ivec2 texelCount()
{
    return (u_cells + 1) >> 1;
}

// Reads a packed texel; `scale`: packedScale(). It samples, because texelFetch takes software renderers a third longer.
vec4 readPacked(sampler2D field, ivec2 texel, vec2 scale)
{
    return textureLod(field, (vec2(texel) + 0.5) * scale, 0.0);
}

vec2 packedScale()
{
    return 1.0 / vec2(texelCount());
}

// NaN counts as no mass, so that it does not spoil sums.
vec4 readMass(sampler2D field, ivec2 texel, vec2 scale)
{
    vec4 mass = readPacked(field, texel, scale);
    return mix(vec4(0.0), mass, lessThan(abs(mass), vec4(1e9)));
}

// Wraps a place in a field of `size` along periodic axes; `at` lies at most one period beyond an edge.
ivec2 wrapWithin(ivec2 at, ivec2 size)
{
    return at + u_wrap * size * (ivec2(lessThan(at, ivec2(0))) - ivec2(greaterThanEqual(at, size)));
}

// Returns the texel inside that equals one beyond the edge of a periodic axis.
ivec2 wrapTexel(ivec2 texel)
{
    return wrapWithin(texel, texelCount());
}

ivec2 wrapCell(ivec2 cell)
{
    return wrapWithin(cell, u_cells);
}

// Returns the first and last texel of a neighbourhood about texel `own`, for loops up to and including the last.
// `neighbourhood` is in cells relative to a cell of the texel: least x and y, largest x and y.
ivec4 texelNeighbourhood(ivec2 own, ivec4 neighbourhood)
{
    ivec2 first = own + (neighbourhood.xy >> 1);
    ivec2 last = own + ((neighbourhood.zw + 1) >> 1);
    ivec2 least = -u_wrap * texelCount();
    ivec2 most = texelCount() - 1 - least;
    return ivec4(max(first, least), min(last, most));
}

// Returns the mass of the four particles of a texel that arrives in each of four cells, a column for each: products of
// the weights for the left and right column and the weights, times mass, for the lower and upper row.
mat4 arrivals(vec4 left, vec4 right, vec4 low, vec4 high)
{
    return mat4(left * low, right * low, left * high, right * high);
}

struct Cell {
    vec2 velocity;
    float mass;
};

// Reads a single cell, which is slower than a texel of four; cells beyond the sides are empty.
Cell cellAt(ivec2 cell)
{
    cell = wrapCell(cell);
    if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, u_cells))) {
        return Cell(vec2(0.0), 0.0);
    }
    ivec2 texel = cell >> 1;
    int part = (cell.x & 1) + 2 * (cell.y & 1);
    return Cell(vec2(texelFetch(u_velocityX, texel, 0)[part], texelFetch(u_velocityY, texel, 0)[part]),
                texelFetch(u_mass, texel, 0)[part]);
}
