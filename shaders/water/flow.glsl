// The flow as particles read it, between faces. One texel of 128 bits has of the left and the bottom face of a cell the
// velocity, cells/s, and in z and w what water/packed_change.glsl tells. The texture has one texel more than cells along
// each axis.
#include "water/packed_change.glsl"

uniform usampler2D u_flow;
uniform ivec2 u_cells;
uniform vec2 u_push; // change of velocity by gravity in this step, cells/s

// The four texels around a place among the faces across one axis, and the way between them.
struct Corner {
    ivec2 low;
    vec2 way;
};

Corner cornerAt(vec2 place, int axis)
{
    vec2 most = vec2(u_cells) - (axis == 0 ? vec2(0.0, 1.0) : vec2(1.0, 0.0));
    vec2 at = clamp(place - (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0)), vec2(0.0), most);
    vec2 low = min(floor(at), most - 1.0);
    return Corner(ivec2(low), at - low);
}

// The flow at one face.
struct Flow {
    float velocity, change, shift;
};

float velocityOf(ivec2 texel, int axis)
{
    return uintBitsToFloat(texelFetch(u_flow, texel, 0)[axis]);
}

Flow flowOf(ivec2 texel, int axis)
{
    uvec4 bits = texelFetch(u_flow, texel, 0);
    return Flow(uintBitsToFloat(bits[axis]), unpackedChange(bits.zw, axis, u_push[axis]), unpackedShift(bits.w, axis));
}

float velocityAt(vec2 place, int axis)
{
    Corner k = cornerAt(place, axis);
    return mix(mix(velocityOf(k.low, axis), velocityOf(k.low + ivec2(1, 0), axis), k.way.x),
               mix(velocityOf(k.low + ivec2(0, 1), axis), velocityOf(k.low + 1, axis), k.way.x), k.way.y);
}

Flow mixed(Flow a, Flow b, float way)
{
    return Flow(mix(a.velocity, b.velocity, way), mix(a.change, b.change, way), mix(a.shift, b.shift, way));
}

Flow flowAt(vec2 place, int axis)
{
    Corner k = cornerAt(place, axis);
    return mixed(mixed(flowOf(k.low, axis), flowOf(k.low + ivec2(1, 0), axis), k.way.x),
                 mixed(flowOf(k.low + ivec2(0, 1), axis), flowOf(k.low + 1, axis), k.way.x), k.way.y);
}
