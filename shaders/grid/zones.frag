// The pull of zones on the velocity (source/zones.glsl). In: u_velocity (m/s, faces) with the forces of this step,
// u_faces, u_pressure as the last projection found it (packed, m/s), and the inputs of grid/buoyancy.glsl. Out:
// velocity (m/s, faces).
//
// Drag reduces the velocity together with its driving forces: body forces and the pressure gradient. The gradient is
// unknown before the projection: the last step's is subtracted before drag and added again after it, as the projection
// will subtract its own. In a steady flow both are equal, and the pressure falls along the flow as drag demands.
// Squares of velocity and gradient cannot grow by this, however strong the drag is (Douglas, Rachford 1956).
#define ZONES
#include "common/grid.glsl"
#include "source/batch.glsl"
#include "source/zones.glsl"
#include "common/rounded.glsl"
#include "grid/pressure_change.glsl"
#include "grid/buoyancy.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_faces;
uniform float u_gradientScale; // times this time step over the last one
layout(location = 0) out vec2 o_velocity;

// Returns a face's velocity with drag. `other`: the other component, as the mean of the faces around.
float pulledFace(float u, float other, int axis, vec2 p, float bodyChange, float change)
{
    Pull pull = pullAt(p * u_cellSize, axis == 0 ? vec2(u, other) : vec2(other, u), u_cellSize);
    vec2 fractions = dragFractions(pull);
    float medium = pull.velocity[axis];
    return medium + fractions.x * (u - bodyChange - medium) + fractions.y * (bodyChange - change) + change +
           pull.stir[axis];
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 corner = vec2(texel);
    vec2 cell = min(corner, vec2(u_cells - 1)); // beyond the last row and column: as their neighbour
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
    vec2 velocity = texelFetch(u_velocity, texel, 0).xy;
    vec2 others =
        vec2(sampleFaces(u_velocity, left + vec2(0.0, 0.5)).y, sampleFaces(u_velocity, bottom + vec2(0.5, 0.0)).x);
    vec2 bodyChange = u_acceleration + vec2(buoyancyAt(left).x, buoyancyAt(bottom).y);
    vec2 change = u_gradientScale * pressureChange(texel) * step(vec2(0.01), texelFetch(u_faces, texel, 0).xy);
    o_velocity = storedVelocity(contain(vec2(pulledFace(velocity.x, others.x, 0, left, bodyChange.x, change.x),
                                             pulledFace(velocity.y, others.y, 1, bottom, bodyChange.y, change.y))));
}
