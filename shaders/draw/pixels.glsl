// What styles share that draw lines along the flow, whose width is in pixels: inputs (see draw/arrows.frag and
// draw/lic.frag), and conversions between the domain and the pixels of the viewport. u_view: draw/quad.vert.
uniform sampler2D u_velocity;
uniform float u_range;
uniform float u_spacing;
uniform vec2 u_domainSize; // m
uniform vec2 u_view[3];
uniform vec4 u_viewport; // px: lower left corner, size

vec2 pixelsOf(vec2 metres)
{
    return 0.5 * u_viewport.zw * (u_view[0] * metres.x + u_view[1] * metres.y);
}

// Returns the pixels from the viewport's lower left corner to a place of the domain (0 to 1).
vec2 pixelAt(vec2 place)
{
    return pixelsOf(place * u_domainSize) + 0.5 * u_viewport.zw * (1.0 + u_view[2]);
}

// Returns the place of a pixel, the inverse of pixelAt(). A view without area has no pixels.
vec2 placeAt(vec2 pixel)
{
    vec2 clip = 2.0 * pixel / u_viewport.zw - 1.0 - u_view[2];
    float area = u_view[0].x * u_view[1].y - u_view[0].y * u_view[1].x;
    vec2 metres = vec2(u_view[1].y * clip.x - u_view[1].x * clip.y, u_view[0].x * clip.y - u_view[0].y * clip.x);
    return metres / (abs(area) > 0.0 ? area : 1.0) / u_domainSize;
}
