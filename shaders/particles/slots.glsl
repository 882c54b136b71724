// The particles of a voxel, as routing (gl/routing.h) found them. In: u_slots, and u_slotShape: texels along a side of
// a voxel's block, pages.
uniform usampler2D u_slots;
uniform ivec2 u_slotShape;

int slotCount()
{
    return u_slotShape.x * u_slotShape.x * u_slotShape.y;
}

// Returns 1 + the number of the particle in slot 0 to slotCount() - 1 of a voxel; 0: there is none, nor in any later
// slot. `voxel`: column and row of the layout, y + height * z in 3D.
uint slotAt(ivec2 voxel, int slot)
{
    int page = slot / (u_slotShape.x * u_slotShape.x);
    int place = slot - page * (u_slotShape.x * u_slotShape.x);
    ivec2 texel = u_slotShape.x * voxel + ivec2(place % u_slotShape.x, place / u_slotShape.x);
    texel.y += page * (textureSize(u_slots, 0).y / u_slotShape.y);
    return texelFetch(u_slots, texel, 0).x;
}
