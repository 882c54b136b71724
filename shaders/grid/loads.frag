// Loads of the fluid on solids, per density: its pressure (solid/loads.glsl, grid/step_pressure.glsl). Out: sums of
// parts, as solid/loads.glsl has them.
//   HELD  also friction on solids that hold the fluid: the momentum that diffusion passes to them by its weights,
//         u_weightsX and u_weightsY; and the momentum of fluid that such solids cover as they move. In: u_velocity and
//         u_previousVelocity (before the step), m/s, faces; u_faces, u_solidTable. u_viscosity: over u_unit.
//         u_strength: the strength of grid/width.glsl. u_stepCells: cells that 1 m/s moves by in the step. u_factor:
//         the step of u_unit over this step
//   WARM  also the heat that diffusion passes from solids to the fluid, K m^2/s. In: u_weightsHeat, u_temperature (K),
//         u_solidTable, u_wrap (1: periodic). u_diffusivity: over u_unit
#include "grid/step_pressure.glsl"
#include "solid/loads.glsl"
#if defined(HELD) || defined(WARM)
#define NEAR_WALLS
#include "multigrid/coupled.glsl"
#include "grid/width.glsl"
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
uniform sampler2D u_after;
uniform sampler2D u_faces;
uniform sampler2D u_previousVelocity;
uniform float u_viscosity;
uniform float u_strength;
uniform float u_stepCells;
uniform float u_factor;

// Returns the velocity of the solid at a place, given in cells from its centre.
vec2 wallVelocity(vec4 motion, vec2 place)
{
    return motion.xy + motion.z * u_cellSize * vec2(-place.y, place.x);
}

bool closesMore(vec4 place)
{
    return solidRow(int(place.x + 0.5), 0).w > 0.5;
}

// Returns the velocity from which diffusion started; of two halves the mean after each, with WARM the second's alone.
float velocityAt(ivec2 face, int axis)
{
#if defined(REFLECTED) && !defined(WARM)
    return 0.5 * (texelFetch(u_velocity, face, 0)[axis] + texelFetch(u_after, face, 0)[axis]);
#else
    return texelFetch(u_velocity, face, 0)[axis];
#endif
}

// Returns the friction at a face across `axis`; `weights`: to its neighbours left, right, below, above. The wall also
// gets the momentum that the fluid loses in the strip beside it that the face's width leaves out (grid/width.glsl).
vec3 frictionOn(ivec2 face, int axis, vec4 weights, vec4 motion, vec4 place)
{
    vec3 sum = vec3(0.0);
    float own = velocityAt(face, axis);
    float gain = 0.0;
    vec2 middle = vec2(face) + (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0)) - place.yz;
    for (int i = 0; i < 4; i++) {
        ivec2 way = wayTo(i);
        ivec2 next = face + way;
        ivec2 last = u_cells - (axis == 0 ? ivec2(0, 1) : ivec2(1, 0));
        bool inside = all(greaterThanEqual(next, ivec2(0))) && all(lessThanEqual(next, last));
        vec4 faces = inside ? texelFetch(u_faces, next, 0) : vec4(1.0);
        float weight = weights[i];
        if (weight > 0.0 && faces[axis] < 0.01 && faces[2 + axis] > 0.5) {
            vec2 arm = middle + vec2(way) / max(weight, 1.0);
            float drag = weight * (own - wallVelocity(motion, arm)[axis]);
            vec2 force = axis == 0 ? vec2(drag, 0.0) : vec2(0.0, drag);
            sum += vec3(force, arm.x * force.y - arm.y * force.x);
            gain -= drag;
        } else if (inside) {
            gain += weight * (velocityAt(next, axis) - own);
        }
    }
    float width = widthOf(weights, u_strength);
    float missing = sum.xy == vec2(0.0) ? 0.0 : (1.0 - 1.0 / width) * gain;
    vec2 force = axis == 0 ? vec2(missing, 0.0) : vec2(0.0, missing);
    return sum + vec3(force, middle.x * force.y - middle.y * force.x);
}

// Returns whether a face was open before the solid moved by `shift` cells: relative to it the face was ahead by that.
bool wasOpen(ivec2 face, int axis, vec2 shift)
{
    vec2 size = vec2(textureSize(u_corners, 0)), p = vec2(face) + 0.5 + shift;
    vec2 along = axis == 0 ? vec2(0.0, 1.0) : vec2(1.0, 0.0);
    float sum = 0.0;
    for (int i = 0; i < 8; i++) {
        vec2 at = p + (i < 4 ? vec2(0.0) : along) - 0.5, t = fract(at);
        ivec2 off = ivec2(i & 1, (i >> 1) & 1);
        vec2 w = mix(1.0 - t, t, vec2(off));
        sum += w.x * w.y * texelFetch(u_corners, clamp(ivec2(floor(at)) + off, ivec2(0), ivec2(size) - 1), 0).x;
    }
    return sum >= 2.0 * GF_HELD_CELLS * u_cellSize;
}

// Returns the momentum that fluid at a face lost as the solid covered it in the step: it moves with the solid now.
vec3 coveredOn(ivec2 face, int axis, vec4 motion, vec4 place)
{
    vec4 faces = texelFetch(u_faces, face, 0);
    vec2 middle = vec2(face) + (axis == 0 ? vec2(0.0, 0.5) : vec2(0.5, 0.0)) - place.yz;
    float angle = motion.z * u_cellSize * u_stepCells;
    vec2 turned = vec2(cos(angle) * middle.x - sin(angle) * middle.y, sin(angle) * middle.x + cos(angle) * middle.y);
    vec2 shift = u_stepCells * motion.xy + turned - middle;
    if (faces[axis] > 0.01 || faces[2 + axis] < 0.5 || !wasOpen(face, axis, shift)) {
        return vec3(0.0);
    }
    float lost = u_factor * (texelFetch(u_previousVelocity, face, 0)[axis] - wallVelocity(motion, middle)[axis]);
    vec2 force = axis == 0 ? vec2(lost, 0.0) : vec2(0.0, lost);
    return vec3(force, middle.x * force.y - middle.y * force.x);
}

// The friction on a rotating solid is less than the velocity's slope at its surface, because the fluid rotates with it.
vec4 frictionAt(ivec2 cell, vec4 place, vec2 wall)
{
    vec3 sum = vec3(0.0);
    vec4 faces = texelFetch(u_faces, cell, 0);
    vec4 motion = solidRow(int(place.x + 0.5), 0);
    if (motion.w < 0.5) {
        return vec4(0.0);
    }
    if (faces.x > 0.01) {
        sum += frictionOn(cell, 0, weightsOf(u_weightsX, cell), motion, place);
    }
    if (faces.y > 0.01) {
        sum += frictionOn(cell, 1, weightsOf(u_weightsY, cell), motion, place);
    }
    sum.z += motion.z * u_cellSize * dot(vec2(cell) + 0.5 - place.yz, wall);
    vec3 covered = vec3(0.0);
    if (motion.xyz != vec3(0.0)) {
        covered = coveredOn(cell, 0, motion, place) + coveredOn(cell, 1, motion, place);
    }
    return vec4(u_viscosity * sum + covered, 0.0);
}
#endif
