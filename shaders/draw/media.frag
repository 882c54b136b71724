// Porous zones and one-way walls (gfZone): a tint with grains that move with the shape, and a band of arrowheads in the
// allowed direction. In: sources (source/batch.glsl, source/zones.glsl), u_cellSize and u_texelSize a pixel (m);
// u_domainSize, m; u_spacing, of grains, m; u_solidColor, linear light, straight alpha. Out: as finishOverlay().
#define ZONES
#include "source/batch.glsl"
#include "source/zones.glsl"
#include "draw/finish.glsl"
#include "draw/fade.glsl"

in vec2 v_place;
layout(location = 0) out vec4 o_color;
uniform vec2 u_domainSize;
uniform float u_spacing;
uniform vec4 u_solidColor;

const float TINT = 0.28;      // coverage of a medium between its grains
const float GRAIN = 0.3;      // radius of a grain, of their spacing
const float ROW = 0.8660254;  // grains lie in triangles
const float BAND = 7.0;       // px, of arrowheads, each side of a one-way wall
const float SLOPE = 1.2;      // of an arrowhead
const float ARROWHEADS = 3.0; // from one to the next, in grains

// Returns 1 inside, 0 outside, with a transition of a pixel.
float within(float distance)
{
    return clamp(0.5 - distance / u_cellSize, 0.0, 1.0);
}

// Returns a place relative to a shape's centre, in the rotating shape's axes.
vec2 inShape(int shape, vec2 p)
{
    vec2 r = p - u_ways[3 * shape + 1].xy;
    vec4 turn = u_shapes[3 * shape + 2];
    return int(u_shapes[3 * shape].x) == GF_KIND_RECTANGLE
               ? vec2(turn.x * r.x + turn.y * r.y, turn.x * r.y - turn.y * r.x)
               : r;
}

float grains(vec2 r)
{
    float row = floor(r.y / (ROW * u_spacing) + 0.5);
    float odd = mod(row, 2.0);
    float column = floor(r.x / u_spacing - 0.5 * odd + 0.5);
    vec2 grain = u_spacing * vec2(column + 0.5 * odd, ROW * row);
    return within(length(r - grain) - GRAIN * u_spacing);
}

float porousCover(int shape, vec2 p)
{
    float cover = mix(TINT, 1.0, grains(inShape(shape, p)));
    return weight(shape, p) * clamp(hostColor(shape, p).w, 0.0, 1.0) * cover;
}

float oneWayCover(int shape, vec2 p)
{
    float angle = u_zones[3 * shape + 2].w;
    vec2 through = vec2(cos(angle), sin(angle));
    vec2 r = (p - u_ways[3 * shape + 1].xy) / u_cellSize; // px from here on
    float pace = ARROWHEADS * u_spacing / u_cellSize;
    float across = dot(r, vec2(-through.y, through.x));
    across = abs(across - pace * floor(across / pace + 0.5));
    float along = dot(r, through);
    // The tips of arrowheads lie half their length before the middle of a thin shape.
    float line = abs(along + SLOPE * across - 0.8 * BAND) / sqrt(1.0 + SLOPE * SLOPE);
    float distance = shapeDistance(shape, p) / u_cellSize;
    float head = clamp(1.5 - line, 0.0, 1.0) * clamp(BAND - distance + 0.5, 0.0, 1.0) * step(across, 0.9 * BAND);
    return max(head, max(weight(shape, p), clamp(1.0 - abs(distance), 0.0, 1.0) * 0.8) * 0.6);
}

void main()
{
    vec2 p = v_place * u_domainSize;
    float cover = 0.0;
    for (int i = 0; i < u_shapeCount; i++) {
        if (acts(i, GF_ACTS_AS_VALVE) > 0.5) {
            cover = max(cover, oneWayCover(i, p));
        } else {
            cover = max(cover, porousCover(i, p));
        }
    }
    cover *= u_solidColor.w * fadeAt(v_place);
    if (cover <= 0.0) {
        discard;
    }
    o_color = finishOverlay(u_solidColor.rgb, cover);
}
