// Advects the coordinates of a drawing's detail by one step. In: u_velocity (faces, m/s); u_moved and u_local, as of
// the step before. u_scrolled: cells that the domain has moved by since. u_rate: time step over cell size, and one over
// the cell size. u_fading: the fraction of the remembered energy that stays. u_phases: for each of two phases 1, or 0
// if it restarts; then their weights. u_wrap: as in common/grid.glsl. Out: o_moved, from a cell's centre to where its
// fluid was as each phase began, cells; o_local, the local weight of each phase's swirls, and the remembered energy.
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_moved;
uniform sampler2D u_local;
uniform sampler2D u_velocity;
uniform ivec2 u_scrolled;
uniform vec2 u_rate;
uniform float u_fading;
uniform vec4 u_phases;
layout(location = 0) out vec4 o_moved;
layout(location = 1) out vec4 o_local;

const int PARTS = 8;         // of a step, each some cells long
const float LIVELY = 1.5;    // strain at which half of the detail shows, 1/s
const float DRAWN_OUT = 2.5; // stretch at which a phase has half of its weight

// Faces of a cell and its neighbours: `here` and those to the right, the left, above and below.
struct Faces {
    vec2 here, right, left, up, down;
};

vec2 finite(vec2 v)
{
    return vec2(isnan(v.x) || isinf(v.x) ? 0.0 : v.x, isnan(v.y) || isinf(v.y) ? 0.0 : v.y);
}

vec2 flowAt(vec2 p)
{
    return finite(velocityAt(u_velocity, inDomain(p)));
}

vec2 facesOf(ivec2 cell)
{
    return finite(texelFetch(u_velocity, placed(cell, u_cells + 1, 1), 0).xy);
}

vec2 cameFrom(vec2 p, vec2 v)
{
    float parts = clamp(ceil(u_rate.x * length(v) / 3.0), 1.0, float(PARTS));
    float part = u_rate.x / parts;
    for (int i = 0; i < int(parts); i++) {
        if (i > 0) {
            v = flowAt(p);
        }
        p -= clamp(part * flowAt(p - 0.5 * part * v), -16.0, 16.0);
    }
    return inDomain(p);
}

// Returns the strain and turning of the flow across a cell and its neighbours, 1/s.
float livelinessOf(Faces f)
{
    vec2 stretching = vec2(f.right.x - f.here.x, f.up.y - f.here.y);
    vec2 shearing = 0.5 * vec2(f.right.y - f.left.y, f.up.x - f.down.x);
    return u_rate.y * sqrt(0.5 * (dot(stretching, stretching) + dot(shearing, shearing)));
}

void main()
{
    vec2 p = gl_FragCoord.xy;
    ivec2 cell = ivec2(p);
    Faces f = Faces(facesOf(cell), facesOf(cell + ivec2(1, 0)), facesOf(cell - ivec2(1, 0)),
                    facesOf(cell + ivec2(0, 1)), facesOf(cell - ivec2(0, 1)));
    vec2 before = cameFrom(p, 0.5 * (f.here + vec2(f.right.x, f.up.y)));
    vec2 there = before + vec2(u_scrolled);
    vec4 keeps = u_phases.xxyy;
    Taps taps = tapsAt(there, vec2(u_cells));
    Inner inner = readInner(u_moved, taps);
    o_moved = keeps * clampToInner(cubicOf(u_moved, taps, cubicWeights(taps.t), inner), inner) + (before - p).xyxy;

    float lively = livelinessOf(f);
    lively = lively * lively / (lively * lively + LIVELY * LIVELY);
    float remembered = u_fading * sampleCells(u_local, there).z;
    float energy = max(lively, remembered);

    // Stretch of the coordinates: 1 if they are not deformed.
    vec4 across = keeps * 0.5 * (inner.b - inner.a + inner.d - inner.c);
    vec4 up = keeps * 0.5 * (inner.c - inner.a + inner.d - inner.b);
    across.xz += 1.0;
    up.yw += 1.0;
    vec2 stretch = 0.5 * vec2(dot(across.xy, across.xy) + dot(up.xy, up.xy),
                              dot(across.zw, across.zw) + dot(up.zw, up.zw));
    vec2 fresh = 1.0 / (1.0 + stretch * stretch / pow(DRAWN_OUT, 4.0));
    vec2 weights = u_phases.zw * fresh;
    // Weights are normalized: a mix of two patterns has the variance of one, or less where both are stretched.
    vec2 squares = u_phases.zw * u_phases.zw;
    weights *= sqrt(dot(squares, fresh) / dot(squares, vec2(1.0))) / max(length(weights), 1e-6);
    o_local = vec4(energy * weights, energy, 0.0);
}
