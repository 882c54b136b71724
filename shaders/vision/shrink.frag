// Half the size, smoothed (1 3 3 1 both ways). In: u_source. Out: the same.
uniform sampler2D u_source;
layout(location = 0) out float o_grey;

void main()
{
    const float weights[4] = float[4](1.0, 3.0, 3.0, 1.0);
    ivec2 last = textureSize(u_source, 0) - 1;
    ivec2 first = 2 * ivec2(gl_FragCoord.xy) - 1;
    float sum = 0.0;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            sum += weights[x] * weights[y] * texelFetch(u_source, clamp(first + ivec2(x, y), ivec2(0), last), 0).x;
        }
    }
    o_grey = sum / 64.0;
}
