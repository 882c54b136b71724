// Sites: the places where sources pour, a lattice as dense as the fluid at rest, which keeps its particles at rest
// (hexagonal; in 3D hexagonal layers, closest packed). A shape's lattice may move with the poured fluid. Sites of the
// box around each shape are numbered, one box after the other.
#include "particles/shapes.glsl"
#include "common/hash.glsl"

uniform vec4 u_lattice; // steps along rows, to the next row, to the next layer; least distance to particles; cells
uniform ivec4 u_boxes[2 * GF_SHAPES_PER_BATCH]; // indices of the first site, its number | sites along each axis
uniform vec4 u_phases[GF_SHAPES_PER_BATCH];     // where the lattice's site (0, 0, 0) is, cells
uniform ivec2 u_chunk;                          // first number of this pass; number behind the last of all
uniform int u_seed;                             // of the step

struct Site {
    int shape;
    ivec3 index;
    vecD place;
};

Site siteAt(int number)
{
    Site site;
    site.shape = 0;
    for (int i = 1; i < u_shapeCount; i++) {
        site.shape = number >= u_boxes[2 * i].w ? i : site.shape;
    }
    ivec4 first = u_boxes[2 * site.shape];
    ivec3 size = u_boxes[2 * site.shape + 1].xyz;
    int n = number - first.w;
    int row = n / size.x;
    site.index = first.xyz + ivec3(n - row * size.x, row % size.y, row / size.y);
    ivec3 odd = site.index & 1;
    vec3 steps = vec3(site.index) + vec3(0.5 * float(odd.y ^ odd.z), float(odd.z) / 3.0, 0.0);
    site.place = vecD(u_phases[site.shape].xyz + steps * u_lattice.xyz);
    return site;
}

// Returns whether the site's shape pours at the site in this step, provided that there is room.
bool isPoured(Site site)
{
    float w = shapeWeight(site.shape, site.place);
    if (w <= 0.0) {
        return false;
    }
    float mass = shapeMass(site.shape, shapeColor(site.shape, site.place));
    if (isSet(site.shape)) {
        return w >= 0.5 && mass > 0.0;
    }
    uint n = scramble(uint(u_seed) ^ scramble(uint(site.shape)));
    n = scramble(uint(site.index.x) ^ scramble(uint(site.index.y) ^ scramble(uint(site.index.z) ^ n)));
    return unitOf(n) < mass * w;
}
