// Tracers as points, one vertex each, from their textures (tracers/advect.frag). u_domainSize, u_view: as in
// draw/quad.vert. u_viewport: px. u_range: speed at the palette's end, m/s. u_point: radius of a point (px), brightness
// in its middle, time that a streak takes (s), side of the largest point (px).
#include "common/palette.glsl"
#include "draw/fade.glsl"
#include "common/hash.glsl"
#include "tracers/life.glsl"

uniform sampler2D u_tracers;
uniform sampler2D u_tracerVelocity; // m/s
uniform vec2 u_domainSize;
uniform vec2 u_view[3];
uniform vec4 u_viewport;
uniform float u_range;
uniform vec4 u_point;
uniform float u_sinceStep; // s since the last step
flat out vec4 v_color;
flat out vec4 v_streak; // its front, and from there to its end, px

void main()
{
    int width = textureSize(u_tracers, 0).x;
    ivec2 texel = ivec2(gl_VertexID % width, gl_VertexID / width);
    vec4 tracer = texelFetch(u_tracers, texel, 0);
    float life = lifeOf(ownOf(texel));
    // Tracers fade in and out.
    float soft = 0.12 * life;
    float shown = smoothstep(0.0, soft, tracer.z) * (1.0 - smoothstep(life - soft, life, tracer.z));
    vec4 color = paletteColor(tracer.w / u_range);

    vec2 v = texelFetch(u_tracerVelocity, texel, 0).xy;
    vec2 p = tracer.xy * u_domainSize + u_sinceStep * v;
    vec2 clip = u_view[0] * p.x + u_view[1] * p.y + u_view[2];
    vec2 way = 0.5 * u_point.z * u_viewport.zw * (u_view[0] * v.x + u_view[1] * v.y);
    float longest = max(u_point.w - 2.0 * u_point.x, 0.0);
    way *= longest / max(max(length(way), longest), 1e-9);
    vec2 center = u_viewport.xy + (0.5 + 0.5 * clip) * u_viewport.zw;
    v_streak = vec4(center + 0.5 * way, -way);
    // Long streaks are dimmer, though by less than their length.
    shown *= fadeAt(tracer.xy);
    v_color = vec4(color.rgb, color.w * shown * u_point.y * u_point.x / (u_point.x + 0.1 * length(way)));
    gl_Position = tracer.z >= 0.0 ? vec4(clip, 0.0, 1.0) : vec4(2.0, 2.0, 0.0, 1.0);
    gl_PointSize = clamp(2.0 * u_point.x + max(abs(way.x), abs(way.y)), 1.0, u_point.w);
}
