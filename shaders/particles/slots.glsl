// A voxel's particles, by routing (gl/routing.h). In: u_slots; u_slotShape: texels a side of a voxel's block, pages.
uniform usampler2D u_slots;
uniform ivec2 u_slotShape;

int slotCount()
{
    return u_slotShape.x * u_slotShape.x * u_slotShape.y;
}

// Returns 1 + the particle's number in a slot of a voxel; 0: none, nor later. `voxel`: column, and row y + height * z.
uint slotAt(ivec2 voxel, int slot)
{
    int page = slot / (u_slotShape.x * u_slotShape.x);
    int place = slot - page * (u_slotShape.x * u_slotShape.x);
    ivec2 texel = u_slotShape.x * voxel + ivec2(place % u_slotShape.x, place / u_slotShape.x);
    texel.y += page * (textureSize(u_slots, 0).y / u_slotShape.y);
    return texelFetch(u_slots, texel, 0).x;
}
