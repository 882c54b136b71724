// Pressure on solids, see solid/loads.glsl and grid/step_pressure.glsl. HELD: and friction on those that hold the fluid,
// what diffusion takes from it through the weights of its lattices, u_weightsX and u_weightsY. In: u_velocity and
// u_wallVelocity (m/s, faces), u_faces, u_solidTable. u_viscosity: over u_unit. WARM: and the heat that diffusion gives
// the fluid, K m^2/s. In: u_weightsHeat, u_temperature, u_solidTable, u_wrap (1: periodic). u_diffusivity: over u_unit.
#if defined(HELD) || defined(WARM)
#define NEAR_WALLS
#include "multigrid/tied.glsl"
#endif
#include "grid/step_pressure.glsl"
#include "solid/loads.glsl"

#if defined(HELD) || defined(WARM)
#include "solid/table.glsl"
#endif

#ifdef WARM
uniform highp usampler2D u_weightsHeat;
uniform sampler2D u_temperature;
uniform float u_diffusivity;
uniform ivec2 u_wrap;

float heatAt(ivec2 cell, vec4 place)
{
    float warmth = solidRow(int(place.x + 0.5), 1).z;
    float sum = 0.0;
    if (warmth >= GF_NO_TEMPERATURE || texelFetch(u_distance, cell, 0).x >= 0.0) {
        return 0.0;
    }
    vec4 weights = weightsOf(u_weightsHeat, cell);
    for (int i = 0; i < 4; i++) {
        ivec2 next = cell + wayTo(i);
        next += u_wrap * u_cells * (ivec2(lessThan(next, ivec2(0))) - ivec2(greaterThanEqual(next, u_cells)));
        sum += weights[i] > 0.0 ? weights[i] * (warmth - texelFetch(u_temperature, next, 0).x) : 0.0;
    }
    return u_diffusivity * sum;
}
#endif

#ifdef HELD
uniform highp usampler2D u_weightsX;
uniform highp usampler2D u_weightsY;
uniform sampler2D u_velocity;
uniform sampler2D u_wallVelocity;
uniform sampler2D u_faces;
uniform float u_viscosity;

bool closesMore(vec4 place)
{
    return solidRow(int(place.x + 0.5), 0).w > 0.5;
}

// Of the face of a cell through which `axis` leads; `weights`: to its neighbours left, right, below, above.
vec3 frictionOn(ivec2 face, int axis, vec4 weights, vec4 place)
{
    vec3 sum = vec3(0.0);
    float own = texelFetch(u_velocity, face, 0)[axis];
    float wall = texelFetch(u_wallVelocity, face, 0)[axis];
    vec2 middle = vec2(face) + (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0)) - place.yz;
    for (int i = 0; i < 4; i++) {
        ivec2 way = wayTo(i);
        ivec2 next = face + way;
        ivec2 last = u_cells - (axis == 0 ? ivec2(0, 1) : ivec2(1, 0));
        bool inside = all(greaterThanEqual(next, ivec2(0))) && all(lessThanEqual(next, last));
        vec4 faces = inside ? texelFetch(u_faces, next, 0) : vec4(1.0);
        float weight = weights[i];
        if (weight > 0.0 && faces[axis] < 0.01 && faces[2 + axis] > 0.5) {
            float drag = weight * (own - wall) - min(weight, 1.0) * (texelFetch(u_wallVelocity, next, 0)[axis] - wall);
            vec2 force = axis == 0 ? vec2(drag, 0.0) : vec2(0.0, drag);
            vec2 arm = middle + vec2(way) / max(weight, 1.0);
            sum += vec3(force, arm.x * force.y - arm.y * force.x);
        }
    }
    return sum;
}

// A solid that turns takes less than its surface's slope of velocity says, for the fluid turns with it.
vec4 frictionAt(ivec2 cell, vec4 place, vec2 wall)
{
    vec3 sum = vec3(0.0);
    vec4 faces = texelFetch(u_faces, cell, 0);
    vec4 motion = solidRow(int(place.x + 0.5), 0);
    if (motion.w < 0.5) {
        return vec4(0.0);
    }
    if (faces.x > 0.01) {
        sum += frictionOn(cell, 0, weightsOf(u_weightsX, cell), place);
    }
    if (faces.y > 0.01) {
        sum += frictionOn(cell, 1, weightsOf(u_weightsY, cell), place);
    }
    sum.z += motion.z * u_cellSize * dot(vec2(cell) + 0.5 - place.yz, wall);
    return u_viscosity * vec4(sum, 0.0);
}
#endif
