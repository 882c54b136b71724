// Traces fluid back along the flow by one step. In: u_velocity and u_previousVelocity, the velocity now and a step
// before (m/s, faces; filtered); u_stepCells, dt over cell size, cells per m/s; u_extrapolation, half a step over the
// time between the two velocities, 0 if the previous one is unknown; in a group times each fluid's own 0 or 1.
uniform sampler2D u_velocity;
uniform sampler2D u_previousVelocity;
uniform float u_stepCells;
uniform float u_extrapolation;
#ifdef ATLAS
#define OWN_EXTRAPOLATION instanceValue(1).z
#else
#define OWN_EXTRAPOLATION 1.0
#endif

// Returns the departure point (maybe outside) of fluid at p (cells) with velocity v: midpoint rule in space and time.
vec2 backtrace(vec2 p, vec2 v)
{
    vec2 middle = inDomain(p - 0.5 * u_stepCells * v);
    vec2 velocity = velocityAt(u_velocity, middle);
    if (u_extrapolation != 0.0) {
        velocity += OWN_EXTRAPOLATION * u_extrapolation * (velocity - velocityAt(u_previousVelocity, middle));
    }
    return p - u_stepCells * velocity;
}
