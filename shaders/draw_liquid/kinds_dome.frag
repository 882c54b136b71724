// Blurs the sums of kinds_sum.frag (u_sums) widely within each texel's piece (u_near), for a dome-like height: first
// along x, then along y. u_reach: standard deviation, texels. Out: the blurred sum, its slope along x, the blurred sum
// of all other pieces, and the piece.
//   UP  along y, from u_across. Out: o_shape: own sum, sum of all other pieces, blurred sum, and piece; o_slope: slopes
//       (a texel) of the own sum and of the blurred one; o_color: colour and speckles
uniform sampler2D u_near;
uniform sampler2D u_sums;
uniform float u_reach;
layout(location = 0) out vec4 o_shape;
#ifdef UP
uniform sampler2D u_across;
layout(location = 1) out vec4 o_slope;
layout(location = 2) out vec4 o_color;
#endif

ivec2 here, last;
float code;

ivec2 beside(int x, int y)
{
    return clamp(here + ivec2(x, y), ivec2(0), last);
}

// Returns the sum of this texel's piece at another texel.
float sumAt(ivec2 texel)
{
    vec2 sums = texelFetch(u_sums, texel, 0).xy;
    return texelFetch(u_near, texel, 0).w == code ? sums.x : sums.y;
}

// Returns the piece of this texel: the most frequent one around it, so that borders do not follow single particles.
float codeHere()
{
    float best = texelFetch(u_near, here, 0).w, most = -1.0;
    bool alike = true;
    for (int i = 0; i < 9; i++) {
        alike = alike && texelFetch(u_near, beside(2 * (i % 3) - 2, 2 * (i / 3) - 2), 0).w == best;
    }
    int candidates = alike ? 0 : 9;
    for (int i = 0; i < candidates; i++) {
        float wanted = texelFetch(u_near, beside(2 * (i % 3) - 2, 2 * (i / 3) - 2), 0).w, votes = 0.0;
        for (int j = 0; j < 25; j++) {
            ivec2 texel = beside(j % 5 - 2, j / 5 - 2);
            votes += texelFetch(u_near, texel, 0).w == wanted ? texelFetch(u_sums, texel, 0).x : 0.0;
        }
        best = votes > most ? wanted : best;
        most = max(votes, most);
    }
    return best;
}

void main()
{
    here = ivec2(gl_FragCoord.xy);
    last = textureSize(u_near, 0) - 1;
#ifdef UP
    code = texelFetch(u_across, here, 0).w;
    o_slope = vec4(0.0);
    o_color = vec4(0.0);
#else
    code = codeHere();
#endif
    // Loops without a turn save time on software renderers, which compute both sides of a branch.
    int apart = u_reach > 4.0 ? 2 : 1, reach = code > 0.0 ? int(ceil(2.2 * u_reach)) / apart * apart : -1;
    float scale = 1.0 / (u_reach * u_reach), weight = code > 0.0 ? 0.0 : 1.0;
    vec3 sum = vec3(0.0);
    for (int i = -reach; i <= reach; i += apart) {
        float w = exp(-0.5 * scale * float(i * i));
        float slope = w * scale * float(i);
        weight += w;
#ifdef UP
        vec4 v = texelFetch(u_across, beside(0, i), 0);
        sum += v.w == code ? vec3(w * v.xy, slope * v.x) : vec3(w, 0.0, slope) * v.z;
#else
        vec2 sums = min(texelFetch(u_sums, beside(i, 0), 0).xy, 1.0);
        sums = texelFetch(u_near, beside(i, 0), 0).w == code ? sums : sums.yx;
        sum += vec3(vec2(w, slope) * sums.x, w * sums.y);
#endif
    }
    sum /= weight;
#ifdef UP
    vec4 sums = texelFetch(u_sums, here, 0);
    o_color = texelFetch(u_near, here, 0);
    o_shape = vec4(o_color.w == code ? sums.xy : sums.yx, sum.x, code);
    int tries = o_color.w == code ? 0 : 9;
    for (int i = 0; i < tries && o_color.w != code; i++) {
        o_color = texelFetch(u_near, beside(2 * (i % 3) - 2, 2 * (i / 3) - 2), 0);
    }
    o_color.w = sums.z;
    o_slope = vec4(0.5 * (sumAt(beside(1, 0)) - sumAt(beside(-1, 0))),
                   0.5 * (sumAt(beside(0, 1)) - sumAt(beside(0, -1))), sum.yz);
#else
    o_shape = vec4(sum, code);
#endif
}
