// Sums the net outflow of scalars in a step from the box of texels that the ledger counts (u_box: first, and beyond the
// last), over every GF_LEDGER_SIDES-th texel along its sides, times u_factor. In: u_source, dye, and u_before, a scalar
// whose value at rest is u_rest, both as before the step; the inputs of grid/backtrace.glsl; u_entrySides, u_entryDye
// and u_entryScalar as in grid/advect_scalars.frag. u_texels: size of the fields; u_cellsPerTexel: cells per texel.
// Out: dye in the first row; in the others the scalar's excess over u_rest.
#include "common/grid.glsl"
#include "grid/backtrace.glsl"
#include "shared.h"

uniform ivec2 u_texels;
uniform ivec4 u_box;
uniform vec2 u_cellsPerTexel;
uniform vec4 u_entrySides;
uniform float u_factor;
uniform sampler2D u_source;
uniform mat4 u_entryDye;
uniform sampler2D u_before;
uniform vec4 u_entryScalar;
uniform float u_rest;
layout(location = 0) out vec4 o_left;

// A texel's face on a side of the box. Rows of texels are counted inwards from the side; those outside are below 0.
struct Face {
    int side;    // left, right, bottom, top
    int first;   // the row just inside
    float along; // position of its centre along the side
    vec2 way;    // displacement to the departure point: inwards, and along the side
};

int rowAt(Face f, int depth)
{
    return f.side % 2 == 0 ? f.first + depth : f.first - depth;
}

bool isBeyond(Face f, int depth)
{
    int row = rowAt(f, depth);
    return row < 0 || row >= u_texels[f.side / 2];
}

// Reads between two texels of the row `depth`; beyond the domain returns the entry value.
vec4 valueAt(sampler2D field, Face f, vec4 entry, int depth, float along)
{
    int axis = f.side / 2, row = rowAt(f, depth);
    float base = floor(along - 0.5);
    ivec2 pair = clamp(int(base) + ivec2(0, 1), 0, u_texels[1 - axis] - 1);
    if (isBeyond(f, depth)) {
        return entry;
    }
    ivec2 a = ivec2(row, pair.x), b = ivec2(row, pair.y);
    return mix(texelFetch(field, axis == 0 ? a : a.yx, 0), texelFetch(field, axis == 0 ? b : b.yx, 0),
               along - 0.5 - base);
}

// Returns the amount in the strip that crosses the face: whole texels, and a part of the last by a parabola's mean.
vec4 sumOverStrip(sampler2D field, Face f, vec4 entry)
{
    float deep = min(abs(f.way.x), float(u_texels[f.side / 2])), slope = f.way.y / max(deep, 1e-6);
    int whole = int(deep), inwards = f.way.x > 0.0 ? 1 : -1, first = f.way.x > 0.0 ? 0 : -1;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < whole; i++) {
        sum += valueAt(field, f, entry, first + inwards * i, f.along + slope * (float(i) + 0.5));
    }
    float part = deep - float(whole), along = f.along + slope * (float(whole) + 0.5 * part);
    int last = first + inwards * whole;
    vec4 before = valueAt(field, f, entry, last - inwards, along), own = valueAt(field, f, entry, last, along);
    vec4 next = valueAt(field, f, entry, last + inwards, along);
    vec4 curve = 0.5 * (before - 2.0 * own + next), climb = 0.5 * (next - before);
    float b = -0.5, e = part - 0.5; // limits of the part, from the texel's centre
    vec4 mean = own - curve / 12.0 + climb * 0.5 * (b + e) + curve * (b * b + b * e + e * e) / 3.0;
    mean = clamp(mean, min(min(before, next), own), max(max(before, next), own));
    return sum + part * (isBeyond(f, last) ? entry : mean);
}

void main()
{
    bool isDye = gl_FragCoord.y < 1.0;
    vec4 sum = vec4(0.0);
    ivec2 size = u_box.zw - u_box.xy;
    int half_ = size.x + size.y;
    for (int i = int(gl_FragCoord.x); i < 2 * half_; i += GF_LEDGER_SIDES) {
        int k = i % half_, axis = k < size.y ? 0 : 1, side = 2 * axis + i / half_;
        if (u_entrySides[side] == 0.0) {
            continue;
        }
        float along = float(u_box[1 - axis] + (axis == 0 ? k : k - size.y)) + 0.5;
        float at = float(u_box[side % 2 == 0 ? axis : 2 + axis]), inward = float(1 - 2 * (side % 2));
        vec2 p = (axis == 0 ? vec2(at, along) : vec2(along, at)) * u_cellsPerTexel;
        vec2 moved = (backtrace(p, velocityAt(u_velocity, p)) - p) / u_cellsPerTexel;
        Face f = Face(side, int(at) - (side % 2), along, vec2(inward * moved[axis], moved[1 - axis]));
        float leaves = f.way.x > 0.0 ? 1.0 : -1.0;
        if (isDye) {
            sum += leaves * sumOverStrip(u_source, f, u_entryDye[side]);
        } else {
            sum += leaves * sumOverStrip(u_before, f, vec4(u_entryScalar[side])).x - f.way.x * u_rest;
        }
    }
    o_left = u_factor * sum;
}
