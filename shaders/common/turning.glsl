// The forces that a fluid feels in a frame that turns: centrifugal, Euler and Coriolis forces. u_turning: the pivot,
// the angular velocity and the angular acceleration, in the lengths and times of the file that includes this one.
uniform vec4 u_turning;

// Returns the acceleration without the Coriolis force.
vec2 turningAcceleration(vec2 place)
{
    vec2 arm = place - u_turning.xy;
    return u_turning.z * u_turning.z * arm + u_turning.w * vec2(arm.y, -arm.x);
}

// The Coriolis force turns a velocity. By a rotation it keeps its length, whatever the time step.
vec2 turnedBack(vec2 velocity, float dt)
{
    float angle = 2.0 * u_turning.z * dt;
    float c = cos(angle), s = sin(angle);
    return vec2(c * velocity.x + s * velocity.y, c * velocity.y - s * velocity.x);
}
