// Links (links.frag), u_links0 to u_links3: 1 + the place of a member's up to 16 partners among members; 0 without.
#include "particle_groups/groups.glsl"

uniform usampler2D u_links0;
uniform usampler2D u_links1;
uniform usampler2D u_links2;
uniform usampler2D u_links3;
uniform int u_fixedMaterials; // a bit for each material whose particles stay in place

// Returns one over the mass of a member, from its texel of u_rests; 0 for a member that stays in place.
float yieldOf(vec4 rest)
{
    bool isFixed = (u_fixedMaterials >> (int(rest.w) % GF_MATERIALS) & 1) != 0;
    return isFixed ? 0.0 : 1.0 / max(rest.z, 1e-6);
}
