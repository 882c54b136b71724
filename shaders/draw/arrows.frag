// Draws arrows along the flow, at the middles of squares of u_spacing pixels of the viewport. In: u_velocity (faces,
// m/s): length and palette colour up to u_range (m/s). Out: as draw/look.glsl. A pixel tests nine squares around.
#include "common/grid.glsl"
#include "draw/look.glsl"
#include "draw/pixels.glsl"

const float LONGEST = 1.0; // squares; so that an arrow ends within the squares beside its own

// Returns the signed distance (px) to an arrow from (0, 0) along x, `len` pixels long: a shaft that widens, and a head.
float arrowDistance(vec2 p, float len)
{
    float head = min(0.32 * u_spacing, 0.55 * len);
    float wide = 0.46 * head;
    float shaft = mix(0.012, 0.042, clamp(p.x / max(len, 1e-3), 0.0, 1.0)) * u_spacing + 0.25;
    p.y = abs(p.y);
    vec2 toShaft = vec2(abs(p.x - 0.5 * (len - 0.8 * head)) - 0.5 * (len - 0.8 * head), p.y - shaft);
    float d = length(max(toShaft, 0.0)) + min(max(toShaft.x, toShaft.y), 0.0);
    // The head: within its slanted sides and its back, which is notched by a fifth of its length.
    float slanted = dot(vec2(p.x - len, p.y), normalize(vec2(wide, head)));
    float back = dot(vec2(len - head - p.x, p.y - wide), normalize(vec2(wide, -0.2 * head)));
    return min(d, max(slanted, back));
}

void main()
{
    vec2 pixel = pixelAt(v_place);
    vec2 square = floor(pixel / u_spacing);
    vec4 shown = vec4(0.0);
    for (int i = 0; i < 9; i++) {
        vec2 middle = (square + vec2(float(i % 3), float(i / 3)) - 0.5) * u_spacing;
        vec2 place = placeAt(middle);
        vec2 v = velocityAt(u_velocity, placeBefore(clamp(place, 0.0, 1.0)) * vec2(u_cells));
        float share = length(v) / u_range;
        vec2 way = pixelsOf(v);
        float pixels = length(way);
        bool inside = all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, vec2(1.0)));
        if (!inside || !(pixels > 0.0) || sampleLinear(u_distance, place * vec2(u_cells)).x < 0.0) {
            continue;
        }
        way /= pixels;
        float len = LONGEST * u_spacing * min(share, 1.0);
        vec2 r = pixel - middle;
        vec2 p = vec2(dot(r, way) + 0.5 * len, way.x * r.y - way.y * r.x);
        // An arrow that is too short for a head fades.
        float cover = clamp(0.5 - arrowDistance(p, len), 0.0, 1.0) * smoothstep(1.0, 4.0, len);
        vec4 color = paletteColor(share);
        cover *= color.w;
        shown = vec4(color.rgb * cover, cover) + (1.0 - cover) * shown;
    }
    writeLook(shown.rgb / max(shown.w, 1e-6), shown.w);
}
