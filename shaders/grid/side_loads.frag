// Loads of the fluid on the sides of the domain, and the flow through them. Two columns of parts for each of left,
// right, bottom and top, as in solid/parts.glsl: force and heat (conducted, carried) in one, volume in the other. Each
// part sums every n-th cell along its side. In: pressure (grid/step_pressure.glsl, times u_unit), u_corners (distance
// to solids), u_faces, u_velocity and u_wallVelocity (m/s, faces), u_temperature (K). u_closedSides, u_openSides: 1 for
// walls and inflows, and for open sides. u_wallSpeed: along themselves. u_entryTemperature: of sides and of the fluid
// that enters by them. u_wrap: 1 on periodic axes. u_stepCells: cells that 1 m/s moves by in the step. Out: forces on
// the side, per density; heat (K m^2/s, carried: above u_ambient) and volume (m^2/s) that go into the domain.
//   HELD  also friction: u_weightsX, u_weightsY, of diffusion of velocity, and u_strength of grid/width.glsl
//   WARM  also conducted heat: u_weightsHeat
#define NEAR_WALLS
#include "multigrid/coupled.glsl"
#include "grid/width.glsl"
#include "grid/step_pressure.glsl"
#include "solid/parts.glsl"

uniform sampler2D u_corners;
uniform sampler2D u_faces;
uniform sampler2D u_velocity;
uniform sampler2D u_wallVelocity;
uniform sampler2D u_temperature;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_cellSize;
uniform float u_unit;
uniform float u_ambient;
uniform float u_stepCells;
uniform vec4 u_closedSides;
uniform vec4 u_openSides;
uniform vec4 u_entryTemperature;
layout(location = 0) out uvec4 o_sums;

// A side, and one of its cells or of the faces across it.
struct Place {
    int side;
    int axis;     // the axis across the side
    ivec2 along;
    ivec2 cell;   // the cell next to the side
    ivec2 face;   // on the side
    ivec2 inner;  // the next face inwards
    float outward; // the direction out of the domain, -1 or 1 along the axis
};

Place placeAt(int side, int number)
{
    int axis = side >> 1;
    int last = side & 1;
    ivec2 along = axis == 0 ? ivec2(0, 1) : ivec2(1, 0);
    ivec2 across = ivec2(1) - along;
    ivec2 face = number * along + last * u_cells * across;
    return Place(side, axis, along, face - last * across, face, face + (1 - 2 * last) * across, float(2 * last - 1));
}

float pressureOn(Place p)
{
    float first = texelFetch(u_corners, p.face, 0).x;
    float last = texelFetch(u_corners, p.face + p.along, 0).x;
    float outside = max(first, 0.0) + max(last, 0.0);
    float inside = max(-first, 0.0) + max(-last, 0.0);
    float fraction = inside > 0.0 ? outside / (outside + inside) : 1.0;
    return fraction > 0.0 ? u_closedSides[p.side] * fraction * pressureAt(p.cell) : 0.0;
}

float volumeThrough(Place p)
{
    float open = texelFetch(u_faces, p.face, 0)[p.axis] * texelFetch(u_velocity, p.face, 0)[p.axis];
    float wall = texelFetch(u_wallVelocity, p.face, 0)[p.axis];
    return -p.outward * u_cellSize * (u_openSides[p.side] * open + u_closedSides[p.side] * wall);
}

// Returns the heat of fluid that crosses a side. What left is beyond it now: its heat is extrapolated from two cells.
float heatThrough(Place p)
{
    float volume = volumeThrough(p);
    float last = texelFetch(u_temperature, p.cell, 0).x;
    float beforeLast = texelFetch(u_temperature, p.cell + p.inner - p.face, 0).x;
    float beyond = 0.5 - 0.5 * u_stepCells * volume / u_cellSize;
    float leaving = last + beyond * (last - beforeLast);
    return volume == 0.0 ? 0.0 : volume * ((volume > 0.0 ? u_entryTemperature[p.side] : leaving) - u_ambient);
}

#ifdef HELD
uniform highp usampler2D u_weightsX;
uniform highp usampler2D u_weightsY;
uniform float u_viscosity;
uniform float u_strength;
uniform vec4 u_wallSpeed;

// Returns the velocity along `axis` that a face, with the strip beside it (grid/width.glsl), loses to the side.
float dragAt(Place p, ivec2 face, int axis, float wall)
{
    vec4 weights = axis == 0 ? weightsOf(u_weightsX, face) : weightsOf(u_weightsY, face);
    float own = texelFetch(u_velocity, face, 0)[axis];
    float gain = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 next = face + wayTo(i);
        next += u_wrap * u_cells * (ivec2(lessThan(next, ivec2(0))) - ivec2(greaterThan(next, u_cells)));
        float value = texelFetch(u_velocity, clamp(next, ivec2(0), u_cells), 0)[axis];
        gain += weights[i] * ((i == p.side ? wall : value) - own);
    }
    float width = widthOf(weights, u_strength);
    float weight = weights[p.side];
    return weight > 0.0 ? u_viscosity * (weight * (own - wall) + (1.0 - 1.0 / width) * gain) : 0.0;
}
#endif

#ifdef WARM
uniform highp usampler2D u_weightsHeat;
uniform float u_diffusivity;

float heatFrom(Place p)
{
    float weight = weightsOf(u_weightsHeat, p.cell)[p.side];
    float inner = texelFetch(u_temperature, p.cell, 0).x;
    return weight > 0.0 ? u_diffusivity * weight * (u_entryTemperature[p.side] - inner) : 0.0;
}
#endif

// Returns force and heat of the cell by the side (if `isCell`), and of its lower face, of which there is one more.
vec4 forceAndHeat(Place p, bool isCell)
{
    vec2 force = vec2(0.0), heat = vec2(0.0);
    if (isCell) {
        force[p.axis] = u_unit * p.outward * pressureOn(p);
        heat.y = heatThrough(p);
#ifdef WARM
        heat.x = heatFrom(p);
#endif
    }
#ifdef HELD
    if (isCell && u_closedSides[p.side] > 0.5) {
        force[p.axis] += dragAt(p, p.inner, p.axis, texelFetch(u_wallVelocity, p.face, 0)[p.axis]);
    }
    force[1 - p.axis] += dragAt(p, p.cell, 1 - p.axis, u_wallSpeed[p.side]);
#endif
    return vec4(force, heat);
}

void main()
{
    int number = sumHere(), part = partHere();
    int side = number >> 1, axis = side >> 1;
    int cells = u_cells[1 - axis];
    vec4 sum = vec4(0.0);
    for (int i = part; u_wrap[axis] == 0 && i < cells + 1 - u_wrap[1 - axis]; i += PARTS) {
        Place p = placeAt(side, i);
        bool isCell = i < cells;
        if ((number & 1) == 0) {
            sum += forceAndHeat(p, isCell);
        } else if (isCell) {
            sum.x += volumeThrough(p);
        }
    }
    o_sums = floatBitsToUint(sum);
}
