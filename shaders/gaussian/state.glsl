// The state of the Gaussian solver: velocity (cells a step) and mass of one particle a cell, packed as
// common/packed.glsl says, one texture a quantity. A particle moves and is spread about the place where it arrives, by
// weights that are products of a row's and a column's.
//   BULK  a bulk viscosity has a pressure, u_bulkPressure
//   WRAP  some axis is periodic
uniform sampler2D u_velocityX;
uniform sampler2D u_velocityY;
uniform sampler2D u_mass;
uniform ivec2 u_cells;
#ifdef BULK
uniform sampler2D u_bulkPressure;
#endif
#ifdef WRAP
uniform ivec2 u_wrap; // 1: periodic
#endif

const float PI = 3.14159265358979;
// Gaussians are computed as exp2(-(ROOT_LOG2E x)^2).
const float ROOT_LOG2E = 1.20112240878645;
// A particle of CONSERVING is spread so far each way: 3 x 3 cells.
const float REACH = 1.5;
// Forces between particles reach this far; the Gaussian there is taken off everywhere, so that it ends smoothly.
const float FORCE_REACH = 2.7;
const float FORCE_REACH_WEIGHT = 6.8232805e-4; // exp(-FORCE_REACH^2)
// Particles come from at most so many tiles of 8 x 8 cells away, which fits GF_GAUSSIAN_SPEED_MAX; and they act on each
// other from so many texels away.
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

// Reads one texel of a packed field; `scale` is packedScale(). Nearest sampling: software renderers take a third longer
// to fetch.
vec4 readPacked(sampler2D field, ivec2 texel, vec2 scale)
{
    return textureLod(field, (vec2(texel) + 0.5) * scale, 0.0);
}

vec2 packedScale()
{
    return 1.0 / vec2(texelCount());
}

// The four particles of a texel.
struct Particles {
    vec4 velocityX;
    vec4 velocityY;
    vec4 mass;
    vec4 pressing; // the mass that presses, with the part of the cell that a solid covers
    vec4 bulk;     // pressure beside that of the mass
    vec4 own;      // 1: no ghost (gaussian/ghosts.glsl)
};

// NaN counts as no mass, so that no sum is lost with it.
vec4 readMass(sampler2D field, ivec2 texel, vec2 scale)
{
    vec4 mass = readPacked(field, texel, scale);
    return mix(vec4(0.0), mass, lessThan(abs(mass), vec4(1e9)));
}

// Reads the bulk pressure in the same way; it is far less than this limit.
vec4 bulkAt(ivec2 texel, vec2 scale)
{
#ifdef BULK
    vec4 bulk = readPacked(u_bulkPressure, texel, scale);
    return mix(vec4(0.0), bulk, lessThan(abs(bulk), vec4(1e4)));
#else
    return vec4(0.0);
#endif
}

Particles readParticles(ivec2 texel, vec2 scale)
{
    vec4 mass = readMass(u_mass, texel, scale);
    return Particles(readPacked(u_velocityX, texel, scale), readPacked(u_velocityY, texel, scale), mass, mass,
                     bulkAt(texel, scale), vec4(1.0));
}

// Wraps a place of a field of `size` along periodic axes; it lies at most that size beyond an edge.
ivec2 wrapWithin(ivec2 at, ivec2 size)
{
#ifdef WRAP
    return at + u_wrap * size * (ivec2(lessThan(at, ivec2(0))) - ivec2(greaterThanEqual(at, size)));
#else
    return at;
#endif
}

// Returns the texel that stands for one beyond the edge of a periodic axis.
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
#ifdef WRAP
    ivec2 least = -u_wrap * texelCount();
    ivec2 most = texelCount() - 1 - least;
    return ivec4(max(first, least), min(last, most));
#else
    return ivec4(max(first, ivec2(0)), min(last, texelCount() - 1));
#endif
}

// Returns the mass of the four particles of a texel that arrives in each of four cells, a column for each: products of
// weights for its left and right column with those, times mass, for its lower and upper row.
mat4 arrivals(vec4 left, vec4 right, vec4 low, vec4 high)
{
    return mat4(left * low, right * low, left * high, right * high);
}

struct Cell {
    vec2 velocity;
    float mass;
};

// Reads one cell, the slow way; beyond the sides it is empty.
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
