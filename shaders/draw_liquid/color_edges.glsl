// Draws the edges between colours of a field as sharp as a pixel. A mean over 4 x 4 texels changes smoothly from one
// colour to the next; the edge is put where both have equal shares of the mean, so that texels' stairs do not show. The
// including file defines colorOf(texel): a texel's colour, with a fourth value above 0 if the texel counts.

const float LEAST_OFF = 0.15; // least distance of a third colour from any mix of the two others

// Returns the shares of b and c in a colour, all relative to a; `third`: the part of c that is orthogonal to b.
vec2 sharesOf(vec3 off, vec3 b, vec3 c, vec3 third)
{
    float share = dot(third, third) > 0.0 ? dot(off, third) / dot(third, third) : 0.0;
    return vec2(dot(off - share * c, b) / max(dot(b, b), 1e-6), share);
}

// Returns the sharp colour for a mean of 4 x 4 texels from `first` on. If `range`, of the colours, is small: no edge.
vec3 sharpAt(vec3 mean, ivec2 first, vec3 range)
{
    int texels = max(range.r, max(range.g, range.b)) > 0.08 ? 16 : 0;
    vec3 across = dFdx(mean), up = dFdy(mean);
    // The mixed colours: `a`, farthest from the mean; `b`, farthest from `a`; `c`, farthest from their line.
    vec3 a = mean, b = vec3(0.0), c = vec3(0.0), third = vec3(0.0);
    float far = 0.0;
    for (int i = 0; i < texels; i++) {
        vec4 color = colorOf(first + ivec2(i % 4, i / 4));
        vec3 d = color.rgb - mean;
        bool farther = color.w > 0.0 && dot(d, d) > far;
        a = farther ? color.rgb : a;
        far = farther ? dot(d, d) : far;
    }
    for (int i = 0; i < texels; i++) {
        vec4 color = colorOf(first + ivec2(i % 4, i / 4));
        vec3 d = color.rgb - a;
        b = color.w > 0.0 && dot(d, d) > dot(b, b) ? d : b;
    }
    far = LEAST_OFF * LEAST_OFF;
    for (int i = 0; i < texels; i++) {
        vec4 color = colorOf(first + ivec2(i % 4, i / 4));
        vec3 d = color.rgb - a, off = d - b * (dot(d, b) / max(dot(b, b), 1e-6));
        bool farther = color.w > 0.0 && dot(off, off) > far;
        c = farther ? d : c;
        third = farther ? off : third;
        far = farther ? dot(off, off) : far;
    }
    vec2 shares = sharesOf(mean - a, b, c, third);
    vec2 right = sharesOf(across, b, c, third), above = sharesOf(up, b, c, third);
    // The two largest shares, and how their difference changes between pixels.
    vec3 of[3] = vec3[3](vec3(1.0 - shares.x - shares.y, -right.x - right.y, -above.x - above.y),
                         vec3(shares.x, right.x, above.x), vec3(shares.y, right.y, above.y));
    int most = of[1].x > of[0].x ? 1 : 0;
    most = of[2].x > of[most].x ? 2 : most;
    int second = most == 0 ? 1 : 0, other = 3 - most - second;
    second = of[other].x > of[second].x ? other : second;
    vec3 more = of[most] - of[second];
    float cover = clamp(0.5 + 0.5 * more.x / max(abs(more.y) + abs(more.z), 0.02), 0.0, 1.0);
    vec3 corners[3] = vec3[3](a, a + b, a + c);
    vec3 sharp = mix(corners[second], corners[most], cover);
    return mix(mean, sharp, smoothstep(0.1, 0.35, length(b)));
}
