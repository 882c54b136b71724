// Inertial forces in a rotating frame: centrifugal, Euler and Coriolis forces. u_turning: the pivot, the angular
// velocity and the angular acceleration, in the units of length and time of the including file.
uniform vec4 u_turning;

// Returns the acceleration without the Coriolis force.
vec2 turningAcceleration(vec2 place)
{
    vec2 arm = place - u_turning.xy;
    return u_turning.z * u_turning.z * arm + u_turning.w * vec2(arm.y, -arm.x);
}

// Applies the Coriolis force as a rotation, which keeps the speed, whatever the time step.
vec2 turnedBack(vec2 velocity, float dt)
{
    float angle = 2.0 * u_turning.z * dt;
    float c = cos(angle), s = sin(angle);
    return vec2(c * velocity.x + s * velocity.y, c * velocity.y - s * velocity.x);
}
