// A point for each particle that belongs to a group, at its place in the list of members. In: u_place, u_marks, u_count
// (particles/layout.glsl); u_shift: log2 of the members in a row, u_size: of the list, texels.
//   HOLDERS  for particles/slots.frag, which notes the particle's number
#include "particles/marks.glsl"

uniform sampler2D u_place;
uniform usampler2D u_count;
uniform int u_shift;
uniform ivec2 u_size;
#ifdef HOLDERS
flat out uint v_particle;
#else
flat out vec4 v_state;
#endif

void main()
{
    int particle = gl_VertexID;
    int width = textureSize(u_place, 0).x;
    ivec2 texel = ivec2(particle % width, particle / width);
    uint mark = texelFetch(u_marks, texel, 0).x;
    bool belongs = uint(particle) < texelFetch(u_count, ivec2(0), 0).x && groupOf(mark) != 0;
    int member = memberOf(mark);
    vec2 at = vec2(member & ((1 << u_shift) - 1), member >> u_shift) + 0.5;
#ifdef HOLDERS
    v_particle = uint(particle);
#else
    v_state = texelFetch(u_place, texel, 0);
#endif
    gl_Position = vec4(belongs ? 2.0 * at / vec2(u_size) - 1.0 : vec2(2.0), 0.0, 1.0);
    gl_PointSize = 1.0;
}
