// Back along the flow by one step. In: u_midway, the velocity half a step ahead (grid/midway.frag; filtered).
// u_stepCells: dt over cell size, cells per m/s.
uniform sampler2D u_midway;
uniform float u_stepCells;

// Where the fluid at p (cells), whose velocity is v there, was one step ago: midpoint rule, in space and in time. It may
// lie outside the domain.
vec2 backtrace(vec2 p, vec2 v)
{
    vec2 middle = inDomain(p - 0.5 * u_stepCells * v);
    return p - u_stepCells * velocityAt(u_midway, middle);
}
