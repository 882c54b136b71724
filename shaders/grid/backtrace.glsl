// Back along the flow by one step. In: u_velocity and u_earlier, the velocity as it is and as it was a step before (m/s,
// faces; filtered). u_stepCells: dt over cell size, cells per m/s. u_ahead: half a step over the time between the two, 0
// where the earlier one is not known; of a group each fluid has its own share of it.
uniform sampler2D u_velocity;
uniform sampler2D u_earlier;
uniform float u_stepCells;
uniform float u_ahead;
#ifdef ATLAS
#define OWN_AHEAD memberValue(1).z
#else
#define OWN_AHEAD 1.0
#endif

// Where the fluid at p (cells), whose velocity is v there, was one step ago: midpoint rule, in space and in time. It may
// lie outside the domain.
vec2 backtrace(vec2 p, vec2 v)
{
    vec2 middle = inDomain(p - 0.5 * u_stepCells * v);
    vec2 velocity = velocityAt(u_velocity, middle);
    if (u_ahead != 0.0) {
        velocity += OWN_AHEAD * u_ahead * (velocity - velocityAt(u_earlier, middle));
    }
    return p - u_stepCells * velocity;
}
