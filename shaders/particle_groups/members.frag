// Puts a member's place and velocity (cells, cells a second) into the list of members.
flat in vec4 v_state;
layout(location = 0) out vec4 o_member;

void main()
{
    o_member = v_state;
}
