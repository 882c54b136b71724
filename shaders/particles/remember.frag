// Stores in which shapes a particle is. Out: 1 + its id, and the bits of the shapes.
flat in uvec3 v_memory;
layout(location = 0) out uvec4 o_memory;

void main()
{
    o_memory = uvec4(v_memory, 0u);
}
