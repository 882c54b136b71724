// Puts a particle into a slot. Out: 1 + its number.
flat in uint v_particle;
layout(location = 0) out uint o_slot;

void main()
{
    o_slot = v_particle + 1u;
}
