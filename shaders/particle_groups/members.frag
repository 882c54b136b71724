// Puts a member's place and velocity (cells, cells a second) into the list of members; HOLDERS: 1 + the particle's
// number.
#ifdef HOLDERS
flat in uint v_particle;
layout(location = 0) out uint o_member;
#else
flat in vec4 v_state;
layout(location = 0) out vec4 o_member;
#endif

void main()
{
#ifdef HOLDERS
    o_member = v_particle + 1u;
#else
    o_member = v_state;
#endif
}
