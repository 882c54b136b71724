// Sites: the places where sources pour, a lattice as dense as the fluid at rest, which keeps its particles at rest
// (hexagonal; in 3D hexagonal layers, closest packed). A shape's lattice may move with the poured fluid. Sites of the
// box around each shape are numbered, one box after the other.
//   FAR  a flow carries the particles: the lattice is rectangular, as cells are then filled evenly
#include "particles/shapes.glsl"
#include "common/hash.glsl"

uniform vec4 u_lattice; // steps along rows, to the next row, to the next layer; least distance to particles; cells
uniform ivec4 u_boxes[2 * GF_SHAPES_PER_BATCH]; // indices of the first site, its number | sites along each axis
uniform vec4 u_phases[GF_SHAPES_PER_BATCH];     // where the lattice's site (0, 0, 0) is, cells
uniform ivec2 u_chunk;                          // first number of this pass; number behind the last of all
uniform int u_seed;                             // of the step
#ifdef FAR
// Direction against gravity; the level along it up to which is poured; length of the domain along the axis nearest to
// it, cells. (0, 0) in the first two: no level.
uniform vec4 u_level;
#endif

struct Site {
    int shape;
    ivec3 index;
    vecD place;
    bool isThere; // no level leaves it out
};

#ifdef FAR
// Returns a random number for a site, the same in each step if `salt` is 0.
float unitAt(Site site, uint salt)
{
    uint n = salt == 0u ? 0u : scramble(uint(u_seed) ^ scramble(salt));
    n = scramble(n ^ scramble(uint(site.shape)));
    return unitOf(scramble(uint(site.index.x) ^ scramble(uint(site.index.y) ^ n)));
}

// Tells whether a site is below the level, which may cut rows of sites: in each column the uppermost ones are stretched
// to end there, with one more or less, so that the surface is flat and the number of particles right.
void meetLevel(inout Site site)
{
    const float STRETCHED = 8.0;
    vec2 up = u_level.xy;
    if (up == vec2(0.0)) {
        return;
    }
    int axis = abs(up.x) > abs(up.y) ? 0 : 1; // along which columns lie
    float step = u_lattice[axis], place = site.place[axis];
    float depth = (u_level.z - dot(up, site.place)) / (abs(up[axis]) * step) + 0.5; // of the row's lower end, in rows
    float below = (up[axis] > 0.0 ? place : u_level.w - place) / step - 0.5;        // rows below this one
    float whole = clamp(floor(depth + below + 0.01), 0.0, STRETCHED), rest = fract(depth);
    float row = whole - floor(depth); // of those that are stretched
    float count = whole + (fract(float(site.index[1 - axis]) * 0.6180339888) < rest ? 1.0 : 0.0);
    float longer = (whole + rest) / max(count, 1.0);
    site.place[axis] += row < 0.0 ? 0.0 : (row + 0.5) * (longer - 1.0) * step * sign(up[axis]);
    site.isThere = row < count;
}
#endif

Site siteAt(int number)
{
    Site site;
    site.shape = 0;
    site.isThere = true;
    for (int i = 1; i < u_shapeCount; i++) {
        site.shape = number >= u_boxes[2 * i].w ? i : site.shape;
    }
    ivec4 first = u_boxes[2 * site.shape];
    ivec3 size = u_boxes[2 * site.shape + 1].xyz;
    int n = number - first.w;
    int row = n / size.x;
    site.index = first.xyz + ivec3(n - row * size.x, row % size.y, row / size.y);
#ifdef FAR
    // What is added comes between particles that are there, so each time at another place around the site.
    vec2 shaken = isSet(site.shape) ? vec2(0.0) : vec2(unitAt(site, 1u), unitAt(site, 2u)) - 0.5;
    site.place = u_phases[site.shape].xy + (vec2(site.index.xy) + shaken) * u_lattice.xy;
    meetLevel(site);
#else
    ivec3 odd = site.index & 1;
    vec3 steps = vec3(site.index) + vec3(0.5 * float(odd.y ^ odd.z), float(odd.z) / 3.0, 0.0);
    site.place = vecD(u_phases[site.shape].xyz + steps * u_lattice.xyz);
#endif
    return site;
}

#ifdef FAR
// Returns whether a source that adds a fraction `amount` of the sites in a step adds this one: each site comes in turn,
// so that amounts are right over many steps.
bool isDue(Site site, float amount)
{
    float phase = unitAt(site, 0u);
    float step = float(u_seed & 0xffff);
    return floor(amount * (step + 1.0) + phase) > floor(amount * step + phase);
}

// Returns whether a site of a jet has come into its shape since the last step; of other sources, true. Thus a jet has
// its rate, whatever leaves the shape elsewhere.
bool isEntering(Site site)
{
    float step = u_pulls[2 * site.shape].z;
    vec2 way = step > 0.0 ? step / u_unit * shapeVelocity(site.shape, site.place, vec4(1.0)) : vec2(0.0);
    return step <= 0.0 || shapeWeight(site.shape, site.place - way) < 0.5;
}
#endif

// Returns whether the site's shape pours at the site in this step, provided that there is room.
bool isPoured(Site site)
{
    float w = shapeWeight(site.shape, site.place);
    if (w <= 0.0) {
        return false;
    }
    float mass = shapeMass(site.shape, shapeColor(site.shape, site.place));
#ifdef FAR
    return isSet(site.shape) ? site.isThere && w >= 0.5 && mass > 0.0 && isEntering(site) : isDue(site, mass * w);
#else
    if (isSet(site.shape)) {
        return w >= 0.5 && mass > 0.0;
    }
    uint n = scramble(uint(u_seed) ^ scramble(uint(site.shape)));
    n = scramble(uint(site.index.x) ^ scramble(uint(site.index.y) ^ scramble(uint(site.index.z) ^ n)));
    return unitOf(n) < mass * w;
#endif
}
