// Gradients of a picture and their products. In: u_before (brightness). Out: (x x, x y, y y, x) and y, a texel.
uniform sampler2D u_before;
layout(location = 0) out vec4 o_products;
layout(location = 1) out float o_y;

float greyAt(int x, int y)
{
    ivec2 last = textureSize(u_before, 0) - 1;
    return texelFetch(u_before, clamp(ivec2(gl_FragCoord.xy) + ivec2(x, y), ivec2(0), last), 0).x;
}

// Scharr's weights: the gradient's length does not depend on its direction.
void main()
{
    float sw = greyAt(-1, -1);
    float se = greyAt(1, -1);
    float nw = greyAt(-1, 1);
    float ne = greyAt(1, 1);
    float x = (3.0 * (se - sw + ne - nw) + 10.0 * (greyAt(1, 0) - greyAt(-1, 0))) / 32.0;
    float y = (3.0 * (nw - sw + ne - se) + 10.0 * (greyAt(0, 1) - greyAt(0, -1))) / 32.0;
    o_products = vec4(x * x, x * y, y * y, x);
    o_y = y;
}
