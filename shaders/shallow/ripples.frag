// One step of the fine waves on top of the water: the wave equation with a Laplacian of nine points, as round as a ring
// should be (rings are out of round by a twentieth of a cell), carried along by the water. In: u_ripple (height, m, and
// its rate, m/s), u_flow. u_ripples: (speed over cell size, 1/s)^2, damping 1/s, stirring, time step s. u_drops: chance
// of a drop in a block of 4 x 4 cells in this step, height of its crater (m), depth below which the shore begins (m).
// u_seed: of this step. WALLS: u_faces and u_wallVelocity: solids that move make waves. Near the shore waves die away.
#include "common/contain.glsl"
#include "common/hash.glsl"
#include "shallow/state.glsl"

uniform sampler2D u_ripple;
#ifdef WALLS
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

const int BLOCK = 4; // cells of which at most one takes a drop in a step
const float DROP = 1.5; // radius of a crater, cells

ivec2 rippleTexel(ivec2 cell)
{
#ifdef WRAP
    return placedAt(cell, u_cells, 0, u_wrap);
#else
    return clamp(cell, ivec2(0), u_cells - 1);
#endif
}

// Dry ground and solids mirror: there the height is that of the cell that asks.
float heightAt(ivec2 cell, float own)
{
    ivec2 texel = rippleTexel(cell);
    return texelFetch(u_flow, texel, 0).x > u_dry ? texelFetch(u_ripple, texel, 0).x : own;
}

float laplacian(ivec2 c, float own)
{
    float cross = heightAt(c + ivec2(1, 0), own) + heightAt(c - ivec2(1, 0), own) + heightAt(c + ivec2(0, 1), own) +
                  heightAt(c - ivec2(0, 1), own);
    float corners = heightAt(c + ivec2(1, 1), own) + heightAt(c - ivec2(1, 1), own) +
                    heightAt(c + ivec2(1, -1), own) + heightAt(c + ivec2(-1, 1), own);
    return (4.0 * cross + corners - 20.0 * own) / 6.0;
}

vec2 carriedRipple(vec2 p)
{
    vec2 q = p - 0.5;
    ivec2 base = ivec2(floor(q));
    vec2 t = q - floor(q);
    return mix(mix(texelFetch(u_ripple, rippleTexel(base), 0).xy,
                   texelFetch(u_ripple, rippleTexel(base + ivec2(1, 0)), 0).xy, t.x),
               mix(texelFetch(u_ripple, rippleTexel(base + ivec2(0, 1)), 0).xy,
                   texelFetch(u_ripple, rippleTexel(base + ivec2(1, 1)), 0).xy, t.x),
               t.y);
}

// Rate that drops of rain give the surface: a crater with a rim as much above as it is below.
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
    if (flow.x <= u_dry) {
        o_ripple = vec2(0.0);
        return;
    }
    vec2 velocity = centreVelocity(cell);
    vec2 shift = dt * velocity / u_cellSize;
    vec2 ripple = carriedRipple(gl_FragCoord.xy - shift * min(1.0, 4.0 / max(length(shift), 1e-9)));
    float own = texelFetch(u_ripple, cell, 0).x;
    float shore = max(0.0, 1.0 - flow.x / u_drops.z);
    float damping = u_ripples.y + 0.15 * shore * sqrt(u_ripples.x);
    float rate = (ripple.y + dt * u_ripples.x * laplacian(cell, own)) / (1.0 + dt * damping);
    float height = ripple.x + dt * rate;
    if (u_drops.x > 0.0) {
        height += rainAt(cell);
    }
    // Fast water is rough: kicks that grow with the height its speed could lift it to.
    uint n = scramble(uint(cell.x) + scramble(uint(cell.y) + scramble(uint(u_seed))));
    float head = min(dot(velocity, velocity) / u_gravity, flow.x);
    height += u_ripples.z * 0.25 * (1.0 - shore) * dt * sqrt(u_ripples.x) * head * (unitOf(n) - 0.5);
#ifdef WALLS
    vec2 low = (1.0 - texelFetch(u_faces, cell, 0).xy) * texelFetch(u_wallVelocity, cell, 0).xy;
    ivec2 right = cell + ivec2(1, 0);
    ivec2 above = cell + ivec2(0, 1);
    vec2 high = vec2((1.0 - texelFetch(u_faces, right, 0).x) * texelFetch(u_wallVelocity, right, 0).x,
                     (1.0 - texelFetch(u_faces, above, 0).y) * texelFetch(u_wallVelocity, above, 0).y);
    float pushed = dt * dot(low - high, vec2(1.0)) / u_cellSize;
    height += u_ripples.z * 0.25 * min(flow.x, u_drops.z) * clamp(pushed, -1.0, 1.0);
#endif
    float most = 0.5 * flow.x;
    o_ripple = vec2(clamp(contain(height), -most, most), contain(rate));
}
