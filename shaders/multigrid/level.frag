// An over-relaxed sweep of a coarse level; coarse levels lie together in atlases of u_whole texels. In: u_rhs, u_field,
// from the texels RHS_FIRST, FROM on; u_weights. u_old: 1, or 0 for a field of 0. Out: the field, from TO on.
//   UP      begins with the prolonged solution of the coarser level (multigrid/between.glsl)
//   LINKED  with UP: it is prolonged by weights, and not swept
#include "multigrid/places.glsl"
#define OVER_RELAXED
#include "multigrid/relax.glsl"
#ifdef UP
#include "multigrid/between.glsl"
#else
uniform sampler2D u_field;
uniform ivec2 u_whole;
uniform float u_old;
#endif

uniform sampler2D u_rhs;
uniform highp usampler2D u_weights;
layout(location = 0) out vec4 o_field;

#ifndef UP
Old oldAt(vec2 block, vec2 size)
{
    Around at = aroundIn(Field(size, vec2(FROM), vec2(u_whole)), block, 1.0);
    vec2 low = u_old * at.hasLow, high = u_old * at.hasHigh;
    vec4 l = low.x * unmarked(FETCH(u_field, at.low.x, at.here.y));
    vec4 r = high.x * unmarked(FETCH(u_field, at.high.x, at.here.y));
    vec4 b = low.y * unmarked(FETCH(u_field, at.here.x, at.low.y));
    vec4 t = high.y * unmarked(FETCH(u_field, at.here.x, at.high.y));
    return Old(u_old * unmarked(FETCH(u_field, at.here.x, at.here.y)), l.yz, r.yz, b.yz, t.yz,
               low.x * at.hasHigh.y * unmarked(FETCH(u_field, at.low.x, at.high.y)).y,
               high.x * at.hasLow.y * unmarked(FETCH(u_field, at.high.x, at.low.y)).z, vec4(r.x, t.x, l.w, b.w));
}
#endif

vec4 found(Old old, Stencil s, vec4 rhs, vec4 ringRhs)
{
#ifdef SURFACE
    return marked(swept(old, s, rhs, ringRhs), s.isFree, s.held);
#else
    return marked(swept(old, s, rhs, ringRhs), s.isFree, diagonalOf(s.own));
#endif
}

void main()
{
    vec2 block = gl_FragCoord.xy - vec2(TO);
    vec2 size = vec2(RHS_SIZE);
    uvec4 bits = texelFetch(u_weights, ivec2(block), 0);
#ifdef LINKED
    o_field = prolonged(block, size, stencilOf(bits));
#else
#ifdef UP
    Old old = prolonged(block, size);
#else
    Old old = oldAt(block, size);
#endif
    Around at = aroundIn(Field(size, vec2(RHS_FIRST), vec2(u_whole)), block, 1.0);
    vec4 ringRhs = vec4(FETCH(u_rhs, at.high.x, at.here.y).x, FETCH(u_rhs, at.here.x, at.high.y).x,
                        FETCH(u_rhs, at.low.x, at.here.y).w, FETCH(u_rhs, at.here.x, at.low.y).w);
    vec4 rhs = FETCH(u_rhs, at.here.x, at.here.y);
    o_field = FOUND(old, ivec2(block), bits, rhs, ringRhs);
#endif
}
