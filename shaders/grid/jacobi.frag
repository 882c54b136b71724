// One Jacobi iteration of the pressure equation: the sum of (neighbour - own) over a cell's open faces equals u_rhs.
// In: u_pressure and u_rhs (packed, m/s), u_openFaces (packed: their number, in fifths). Out: pressure (packed).
// Pressure is 0 in solids and beyond the walls, so that the plain sum of all four neighbours is the sum over open
// faces. u_warmStart: factor on u_pressure, 1 but in the first iteration. u_relaxation: how far to go towards the
// solved value. u_largest: what pressure is kept within. Seven reads serve four cells.
uniform sampler2D u_pressure;
uniform sampler2D u_rhs;
uniform sampler2D u_openFaces;
uniform float u_warmStart;
uniform float u_relaxation;
uniform float u_largest;
layout(location = 0) out vec4 o_pressure;

void main()
{
    vec2 size = vec2(textureSize(u_pressure, 0));
    vec2 uv = gl_FragCoord.xy / size;
    vec4 own = textureLod(u_pressure, uv, 0.0);
    vec2 inside = step(vec2(1.0), gl_FragCoord.xy);
    vec2 insideLast = step(gl_FragCoord.xy, size - 1.0);
    vec2 l = inside.x * textureLodOffset(u_pressure, uv, 0.0, ivec2(-1, 0)).yw;
    vec2 r = insideLast.x * textureLodOffset(u_pressure, uv, 0.0, ivec2(1, 0)).xz;
    vec2 b = inside.y * textureLodOffset(u_pressure, uv, 0.0, ivec2(0, -1)).zw;
    vec2 t = insideLast.y * textureLodOffset(u_pressure, uv, 0.0, ivec2(0, 1)).xy;
    vec4 sum = vec4(l.x, r.x, l.y, r.y) + vec4(b, t) + own.yxwz + own.zwxy;
    vec4 fifths = textureLod(u_openFaces, uv, 0.0);
    vec4 solved = (u_warmStart * sum - textureLod(u_rhs, uv, 0.0)) * 0.2 / max(fifths, 0.2);
    vec4 pressure = mix(u_warmStart * own, solved, u_relaxation);
    o_pressure = step(0.1, fifths) * clamp(pressure, -u_largest, u_largest);
}
