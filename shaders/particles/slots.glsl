// The particles of a voxel, as routing (gl/routing.h) found them. In: u_slots, of SLOT_PAGES pages on which a voxel has
// SLOT_SIDE x SLOT_SIDE texels.
uniform usampler2D u_slots;

const int SLOTS_A_PAGE = SLOT_SIDE * SLOT_SIDE;
const int SLOTS = SLOTS_A_PAGE * SLOT_PAGES;

// 1 + the number of the particle in slot 0 to SLOTS - 1 of a voxel; 0: none there, nor in any later slot. `voxel`: column
// and row of the layout, y + height * z in 3D.
uint slotAt(ivec2 voxel, int slot)
{
    int page = slot / SLOTS_A_PAGE;
    int place = slot - page * SLOTS_A_PAGE;
    ivec2 texel = SLOT_SIDE * voxel + ivec2(place % SLOT_SIDE, place / SLOT_SIDE);
    texel.y += page * (textureSize(u_slots, 0).y / SLOT_PAGES);
    return texelFetch(u_slots, texel, 0).x;
}
