// Moving what texels hold along one axis without making or losing any (a flux form, as in Lin and Rood 1996): a face
// alone decides how far it moves, so that what one texel gains its neighbour loses, whatever the CFL number. In:
// u_carrier, the volume that crosses faces (m/s, 0 through what is closed). u_stepTexels: dt over the texel's size.
uniform sampler2D u_carrier;
uniform vec2 u_stepTexels;

const int MOST_REACH = 16;   // texels to the next closed face
const float MOST_MOVED = 64.0; // texels a sweep

// Texels that the fluid at a face moves by. Beyond the sides it moves as it does there.
float rawMoved(ivec2 face, ivec2 along)
{
    vec2 volume = texelFetch(u_carrier, placed(face, textureSize(u_carrier, 0), 1), 0).xy * u_stepTexels;
    return clamp(along.x == 1 ? volume.x : volume.y, -MOST_MOVED, MOST_MOVED);
}

// Not past a closed face.
float moved(ivec2 face, ivec2 along)
{
    float way = rawMoved(face, along);
    int reach = min(int(ceil(abs(way))) - 1, MOST_REACH);
    for (int i = 1; i <= reach; i++) {
        if (rawMoved(face + i * along, along) == 0.0 || rawMoved(face - i * along, along) == 0.0) {
            return clamp(way, -float(i), float(i));
        }
    }
    return way;
}

// What lies below the share `s` of a texel of value m with two neighbours on each side: of the parabola of Colella and
// Woodward (1984), which is monotone, and flat at extremes.
vec4 partOf(vec4 ll, vec4 l, vec4 m, vec4 r, vec4 rr, float s)
{
    vec4 below = m - clamp((7.0 * (l + m) - (ll + r)) / 12.0, min(l, m), max(l, m));
    vec4 above = clamp((7.0 * (m + r) - (l + rr)) / 12.0, min(m, r), max(m, r)) - m;
    vec4 alike = max(sign(below) * sign(above), vec4(0.0));
    vec4 a = alike * sign(below) * min(abs(below), 2.0 * abs(above));
    vec4 b = alike * sign(above) * min(abs(above), 2.0 * abs(below));
    return s * (m + (1.0 - s) * (s * (a - b) - a));
}
