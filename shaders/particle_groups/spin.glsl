// Keeps the angular momentum of rigid groups. Forces between members are computed at their places after the look-ahead,
// but change their present velocities and places (particles/forces.frag): without a correction this changes a group's
// rotation. The moment of inertia also stays if a substep contracts or expands a group before members are put back.
uniform sampler2D u_settings;
uniform vec2 u_lead; // the look-ahead, s, below 0: no forces have acted; time since members were last put back, s

bool isRigid(int group)
{
    return u_lead.x >= 0.0 && texelFetch(u_settings, ivec2(group - 1, 0), 0).x > 0.5;
}

// Returns the part of a member's angular momentum that its velocity along its arm adds.
float twistOf(int group)
{
    return isRigid(group) ? -u_lead.x * poseOf(group, 1).z : 0.0;
}
