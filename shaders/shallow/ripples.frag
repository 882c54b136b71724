// Runs one step of the fine waves on top of the water: the wave equation with a Laplacian of nine points, so that rings
// are round, advected by the water. Waves end at solids and dry ground, and are damped near the shore. In: u_ripple
// (height, m, and its rate, m/s), u_flow. u_ripples: (speed over cell size, 1/s)^2, damping 1/s, stirring, time step s.
// u_drops: chance of a drop in a block of 4 x 4 cells in this step, height of its crater (m), depth below which the
// shore begins (m). u_seed: of this step.
//   WALLS  u_distance, to solids, and u_faces and u_wallVelocity: solids that move make waves
#include "common/contain.glsl"
#include "common/hash.glsl"
#include "shallow/state.glsl"

uniform sampler2D u_ripple;
#ifdef WALLS
uniform sampler2D u_distance;
uniform sampler2D u_faces;
uniform sampler2D u_wallVelocity;
#endif
uniform vec4 u_ripples;
uniform vec4 u_drops;
uniform float u_cellSize;
uniform float u_gravity;
uniform float u_dry;
uniform int u_seed;
layout(location = 0) out vec2 o_ripple;

const int BLOCK = 4; // cells a side, of which at most one takes a drop in a step
const float DROP = 1.5;  // radius of a crater, cells
const float ROUGH = 3.0; // cells from one bump of fast water to the next
// The fraction of a cell's rate that diffuses to the cells around in a step, to damp waves too short for the grid.
const float FINE = 0.08;

// Height and rate at the departure point, with Laplacians there: taken at the cell, they let waves in flows grow.
struct Carried {
    vec2 ripple;
    vec2 bent;
};

Carried carriedRipple(vec2 p)
{
    vec2 q = p - 0.5;
    ivec2 base = ivec2(floor(q));
    vec2 t = q - floor(q);
    vec2 around[16];
    for (int i = 0; i < 16; i++) {
        around[i] = texelFetch(u_ripple, cellTexel(base + ivec2(i % 4 - 1, i / 4 - 1)), 0).xy;
    }
    Carried sum = Carried(vec2(0.0), vec2(0.0));
    for (int i = 0; i < 4; i++) {
        int c = 5 + (i & 1) + 4 * (i >> 1);
        vec2 cross = around[c - 1] + around[c + 1] + around[c - 4] + around[c + 4];
        vec2 corners = around[c - 5] + around[c - 3] + around[c + 3] + around[c + 5];
        float share = ((i & 1) == 1 ? t.x : 1.0 - t.x) * ((i >> 1) == 1 ? t.y : 1.0 - t.y);
        sum.ripple += share * around[c];
        sum.bent += share * (4.0 * cross + corners - 20.0 * around[c]) / 6.0;
    }
    return sum;
}

// Returns smooth noise from -1/2 to 1/2: random numbers some cells apart, as no wave may be as short as a cell.
float roughness(vec2 place)
{
    vec2 q = place / ROUGH;
    ivec2 base = ivec2(floor(q));
    vec2 t = q - floor(q);
    t = t * t * (3.0 - 2.0 * t);
    vec4 n;
    for (int i = 0; i < 4; i++) {
        ivec2 c = base + ivec2(i & 1, i >> 1);
        n[i] = unitOf(scramble(uint(c.x + 16) + scramble(uint(c.y + 16) + scramble(uint(u_seed))))) - 0.5;
    }
    return mix(mix(n.x, n.y, t.x), mix(n.z, n.w, t.x), t.y);
}

// Returns the change by drops of rain: a crater with a rim as much above the surface as it is below.
float rainAt(ivec2 cell)
{
    float sum = 0.0;
    ivec2 block = cell / BLOCK;
    for (int i = 0; i < 9; i++) {
        ivec2 b = block + ivec2(i % 3 - 1, i / 3 - 1);
        uint n = scramble(uint(u_seed) + scramble(uint(b.x + 4) + scramble(uint(b.y + 4))));
        if (unitOf(n) < u_drops.x) {
            uint m = scramble(n);
            vec2 at = float(BLOCK) * (vec2(b) + vec2(unitOf(m), unitOf(scramble(m))));
            vec2 r = (vec2(cell) + 0.5 - at) / DROP;
            float r2 = dot(r, r);
            sum -= (1.0 - r2) * exp(-r2);
        }
    }
    return sum * u_drops.y;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 flow = flowAt(cell);
    float dt = u_ripples.w;
    bool isStill = flow.x <= u_dry;
#ifdef WALLS
    isStill = isStill || texelFetch(u_distance, cell, 0).x < 0.0;
#endif
    if (isStill) {
        o_ripple = vec2(0.0);
        return;
    }
    vec2 velocity = centreVelocity(cell);
    vec2 shift = dt * velocity / u_cellSize;
    Carried from = carriedRipple(gl_FragCoord.xy - shift * min(1.0, 4.0 / max(length(shift), 1e-9)));
    float shore = max(0.0, 1.0 - flow.x / u_drops.z);
    float damping = u_ripples.y + 0.15 * shore * sqrt(u_ripples.x);
    float rate = (from.ripple.y + FINE * from.bent.y + dt * u_ripples.x * from.bent.x) / (1.0 + dt * damping);
    float height = from.ripple.x + dt * rate;
    if (u_drops.x > 0.0) {
        height += rainAt(cell);
    }
    // Fast water is rough, in proportion to its velocity head.
    float head = dot(velocity, velocity) / u_gravity;
    float rough = u_ripples.z * (1.0 - shore) * head / (head + 8.0 * u_cellSize);
    if (rough > 1e-4) {
        height += rough * min(0.1 * u_cellSize, 0.1 * flow.x) * roughness(gl_FragCoord.xy);
    }
#ifdef WALLS
    vec2 low = (1.0 - texelFetch(u_faces, cell, 0).xy) * texelFetch(u_wallVelocity, cell, 0).xy;
    ivec2 right = cell + ivec2(1, 0), above = cell + ivec2(0, 1);
    vec2 high = vec2((1.0 - texelFetch(u_faces, right, 0).x) * texelFetch(u_wallVelocity, right, 0).x,
                     (1.0 - texelFetch(u_faces, above, 0).y) * texelFetch(u_wallVelocity, above, 0).y);
    float pushed = dt * dot(low - high, vec2(1.0)) / u_cellSize;
    height += u_ripples.z * 0.25 * min(flow.x, u_drops.z) * clamp(pushed, -1.0, 1.0);
#endif
    float most = 0.5 * flow.x;
    o_ripple = vec2(clamp(contain(height), -most, most), contain(rate));
}
