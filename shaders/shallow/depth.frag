// New depths from the fluxes through faces, and rain. In: u_flow, u_clock. Out: the state with new depths, and the
// fluxes through each cell's left and bottom face, m^2/s: the flux out of one cell enters the next, so that no water is
// made or lost. No cell loses more water than it has: outflow that would empty it in less than a substep is reduced.
//   WALLS  water crosses the closed part of a face (u_faces) at the wall's velocity (u_wallVelocity). There is no rain
//          into solids (u_distance below 0), and no drying in them
//   EDGES  water enters through some side: u_inflowDepth, m (0: as deep as within), u_levels of still water outside
#include "shallow/state.glsl"

uniform ExactSampler u_clock;
uniform float u_cellSize;
uniform vec4 u_inflowDepth;
uniform vec4 u_levels;
uniform vec2 u_rain; // falls and dries up, m/s
#ifdef WALLS
uniform sampler2D u_distance;
uniform sampler2D u_faces;
uniform sampler2D u_wallVelocity;
#include "shallow/near.glsl"
#endif
layout(location = 0) out ExactVec4 o_flow;
layout(location = 1) out ExactVec2 o_flux;

// The largest ratio of a face's depth to the upstream cell's.
const float DEEPEST = 1.5;

// Returns the depth at a face with two cells before it and two after.
float faceDepth(float u, float before2, float before, float after, float after2)
{
    return min(upstream(u, before2, before, after, after2), DEEPEST * (u > 0.0 ? before : after));
}

// Returns the fraction of its outflow for which a cell has enough water, from its outward speeds.
float outflowFraction(float k, float left, float right, float bottom, float top)
{
    float outwards = max(-left, 0.0) + max(right, 0.0) + max(-bottom, 0.0) + max(top, 0.0);
    return min(1.0, 1.0 / max(DEEPEST * k * outwards, 1e-20));
}

#ifdef EDGES
// Returns the depth of water that enters through a side of the domain.
float enteringDepth(int side, float within, float ground)
{
    return u_inflowDepth[side] > 0.0 ? u_inflowDepth[side]
           : u_levels[side] > -1e8   ? max(u_levels[side] - ground, 0.0)
                                     : within;
}

// Limits inflow through a side to a cell of outside water a substep: deeper than inside, it may outrun the clock.
float edgeFlux(ivec2 cell, int axis, bool isHigh, float u, float flux, float within, float ground, float k)
{
    bool isEdge = u_wrap[axis] == 0 && cell[axis] == (isHigh ? u_cells[axis] - 1 : 0);
    bool enters = isHigh ? u < 0.0 : u > 0.0;
    float entering = u / max(1.0, k * abs(u)) * enteringDepth(2 * axis + (isHigh ? 1 : 0), within, ground);
    return isEdge && enters ? entering : flux;
}
#endif

#ifdef WALLS
// Returns the flow through the left and bottom face of a texel over the depth there, of water and solid together, m/s.
// It does not use mix(): an open face must have the velocity bit for bit, as in cells away from solids.
vec2 through(ivec2 at, vec2 velocity)
{
    ivec2 texel = texelOf(at);
    vec2 open = texelFetch(u_faces, texel, 0).xy;
    return open * velocity + (1.0 - open) * texelFetch(u_wallVelocity, texel, 0).xy;
}
#endif

// Returns the new state of a cell that held NaN: the mean of the finite cells around, at rest.
vec4 mended(vec4 l, vec4 r, vec4 d, vec4 t)
{
    vec4 known = vec4(l.w < NO_FLOW.w, r.w < NO_FLOW.w, d.w < NO_FLOW.w, t.w < NO_FLOW.w);
    float count = max(dot(known, vec4(1.0)), 1.0);
    return vec4(dot(known, vec4(l.x, r.x, d.x, t.x)), 0.0, 0.0, dot(known, vec4(l.w, r.w, d.w, t.w))) / count;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    float dt = exactFetch(u_clock, ivec2(0)).y;
    float k = dt / u_cellSize;
    vec4 c = flowAt(cell);
    vec4 l1 = flowAt(cell - ivec2(1, 0)), l2 = flowAt(cell - ivec2(2, 0));
    vec4 r1 = flowAt(cell + ivec2(1, 0)), r2 = flowAt(cell + ivec2(2, 0));
    vec4 d1 = flowAt(cell - ivec2(0, 1)), d2 = flowAt(cell - ivec2(0, 2));
    vec4 t1 = flowAt(cell + ivec2(0, 1)), t2 = flowAt(cell + ivec2(0, 2));
    vec2 lt = flowAt(cell + ivec2(-1, 1)).yz;
    vec2 rt = flowAt(cell + ivec2(1, 1)).yz;
    vec2 rd = flowAt(cell + ivec2(1, -1)).yz;
    if (c.w >= NO_FLOW.w) {
        o_flow = exactly(mended(l1, r1, d1, t1));
        o_flux = exactly(vec2(0.0));
        return;
    }
#ifdef WALLS
    if (isNearSolid(cell)) {
        c.yz = through(cell, c.yz);
        l1.yz = through(cell - ivec2(1, 0), l1.yz);
        r1.yz = through(cell + ivec2(1, 0), r1.yz);
        r2.yz = through(cell + ivec2(2, 0), r2.yz);
        d1.yz = through(cell - ivec2(0, 1), d1.yz);
        t1.yz = through(cell + ivec2(0, 1), t1.yz);
        t2.yz = through(cell + ivec2(0, 2), t2.yz);
        lt = through(cell + ivec2(-1, 1), lt);
        rt = through(cell + ivec2(1, 1), rt);
        rd = through(cell + ivec2(1, -1), rd);
    }
#endif
    float own = outflowFraction(k, c.y, r1.y, c.z, t1.z);
    float left =
        c.y * faceDepth(c.y, l2.x, l1.x, c.x, r1.x) * (c.y > 0.0 ? outflowFraction(k, l1.y, c.y, l1.z, lt.y) : own);
    float right =
        r1.y * faceDepth(r1.y, l1.x, c.x, r1.x, r2.x) * (r1.y > 0.0 ? own : outflowFraction(k, r1.y, r2.y, r1.z, rt.y));
    float bottom =
        c.z * faceDepth(c.z, d2.x, d1.x, c.x, t1.x) * (c.z > 0.0 ? outflowFraction(k, d1.y, rd.x, d1.z, c.z) : own);
    float top =
        t1.z * faceDepth(t1.z, d1.x, c.x, t1.x, t2.x) * (t1.z > 0.0 ? own : outflowFraction(k, t1.y, rt.x, t1.z, t2.z));
#ifdef EDGES
    left = edgeFlux(cell, 0, false, c.y, left, c.x, c.w, k);
    right = edgeFlux(cell, 0, true, r1.y, right, c.x, c.w, k);
    bottom = edgeFlux(cell, 1, false, c.z, bottom, c.x, c.w, k);
    top = edgeFlux(cell, 1, true, t1.z, top, c.x, c.w, k);
#endif
    float depth = max(c.x - k * ((right - left) + (top - bottom)), 0.0);
    float weather = dt * (u_rain.x - u_rain.y);
#ifdef WALLS
    weather = texelFetch(u_distance, cell, 0).x < 0.0 ? 0.0 : weather;
#endif
    depth = max(depth + weather, 0.0);
    o_flow = exactly(vec4(depth, flowAt(texel).yz, c.w));
    o_flux = exactly(vec2(texel.x == cell.x ? left : right, texel.y == cell.y ? bottom : top));
}
