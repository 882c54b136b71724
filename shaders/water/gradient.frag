// Subtracts the gradient of the pressure from the velocity on faces beside liquid. Out: velocity (left, bottom), and
// how well it is known (water/extrapolate.frag); and the displacement that evens out the density, cells.
//   TENSION  the pressure at the surface isn't 0 (water/tension.glsl)
#include "common/packed.glsl"
#include "water/cells.glsl"
#include "water/faces.glsl"
#include "water/tension.glsl"

uniform sampler2D u_pressure;  // times the step, over density, cells^2/s, packed
uniform sampler2D u_crowdedness; // potential of the displacement, cells^2, packed
layout(location = 0) out vec4 o_velocity;
layout(location = 1) out vec2 o_shift;

// Returns the gradients of both fields across the face between two cells, `high` at the larger coordinate, and 1 if one
// of them is liquid.
vec3 gradientBetween(ivec2 low, ivec2 high, float open, int axis)
{
    bool inLow = isLiquid(low), inHigh = isLiquid(high);
    if (open <= 0.0 || !(inLow || inHigh)) {
        return vec3(0.0);
    }
    vec2 below = inLow ? vec2(packedFetch(u_pressure, low), packedFetch(u_crowdedness, low)) : vec2(0.0);
    vec2 above = inHigh ? vec2(packedFetch(u_pressure, high), packedFetch(u_crowdedness, high)) : vec2(0.0);
    float way = 1.0;
    if (!isInside(low) || !isInside(high)) {
        int side = max(sideOfFace(high, u_cells, axis), 0); // an open one
        way = 0.5 + u_yields[side];
        float outside = pressureOutside(high, axis, side);
        below.x += isInside(low) ? 0.0 : outside;
        above.x += isInside(high) ? 0.0 : outside;
    } else if (inLow != inHigh) {
        way = surfaceBetween(depthOf(inLow ? low : high), depthOf(inLow ? high : low));
        float atSurface = surfacePressure(inLow ? low : high, inLow ? high : low, way);
        below.x = inLow ? below.x : atSurface;
        above.x = inHigh ? above.x : atSurface;
    }
    return vec3((above - below) / way, 1.0);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 open = texelFetch(u_liquid, texel, 0).xy;
    vec3 left = gradientBetween(texel - ivec2(1, 0), texel, open.x, 0);
    vec3 bottom = gradientBetween(texel - ivec2(0, 1), texel, open.y, 1);
    vec2 carried = step(LEAST_WEIGHT, texelFetch(u_gathered, texel, 0).zw) * (1.0 - step(open, vec2(0.0)));
    o_velocity = vec4(pushedAt(texel) - vec2(left.x, bottom.x), max(vec2(left.z, bottom.z), 0.25 * carried));
    o_shift = -vec2(left.y, bottom.y);
}
