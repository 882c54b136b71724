// Makes particles at the sites of u_counts (sites.frag). Out: the state, behind present ones, up to the capacity.
#include "particles/layout.glsl"
#include "particles/prefix.glsl"
#include "particles/sites.glsl"
#include "particles/colors.glsl"
#include "particles/dye.glsl"
#include "particles/state_out.glsl"

uniform int u_capacity;
#ifdef MARKED
uniform int u_now; // ms
#endif

void main()
{
    int own = numberHere(u_shifts.x);
    int i = own - liveCount();
    if (i < 0 || own >= u_capacity || uint(i) >= prefixTotal()) {
        discard;
    }
    Site site = siteAt(u_chunk.x + findUnit(uint(i)));
    vec4 color = shapeColor(site.shape, site.place);
    bool set = isSet(site.shape);
    // Sources add velocity and dye later. But an emitter's dye is an amount for the little poured: it is scaled.
    vecD velocity = vecD(0.0);
    vec4 dye = vec4(0.0);
    if (set) {
        velocity = shapeVelocity(site.shape, site.place, color) / u_unit;
        dye = shapeDye(site.shape, color);
    } else if (!shapeIsSplat(site.shape)) {
        dye = shapeDye(site.shape, color) / max(shapeMass(site.shape, color), 1e-20);
    }
    int material = shapeMaterial(site.shape);
    o_tags = uvec2(texelFetch(u_count, ivec2(0), 0).w + uint(i),
                   makeTag(material, over(dye, u_colors[material].rgb), vec3(0.5)));
#if DIMENSIONS == 3
    o_place = vec4(site.place, 1.0);
    o_velocity = vec4(velocity, 0.0);
#else
    o_place = vec4(site.place, velocity);
#endif
#ifdef STRESS
    o_stress = vec4(0.0);
#endif
#ifdef MARKED
    float lifetime = shapeLifetime(site.shape);
    o_marks = uvec2(0u, lifetime > 0.0 ? uint(u_now) + max(uint(1000.0 * lifetime), 1u) : 0u);
#endif
}
