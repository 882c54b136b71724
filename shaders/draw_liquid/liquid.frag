// Draws a lit surface from the heights that draw_liquid/height_field.frag drew. In: u_heights, u_dyePerCell (texels of
// it a cell), u_liquid (threshold, rim in texels, reflectance, specular), u_light (direction), u_deep, u_thin, u_foam
// (linear colours). Out: as draw/look.glsl.
//   REFRACTED  effects refract and dim the scene behind, so that the body is clear
//   DYED       the body takes on the colour of u_dye (premultiplied by its amount; u_range: an amount that covers), by
//              the fraction u_deep.w, and where it is clear tints the scene behind
//   LENS       drops on a pane, with caustics and shade on the refracted scene
//   SPRAY      drops of particles that are alone in the air, from u_spray: a sum of bumps, 1 at the rim of a drop
#include "common/placed.glsl"
#include "common/grid.glsl"
#include "common/spline.glsl"
#include "draw/look.glsl"

uniform sampler2D u_heights; // liquid near and in wide reach (0 to 1), amount (1 at the surface), amount times speed
uniform vec2 u_dyePerCell;
uniform ivec2 u_wrap;
uniform vec2 u_domainSize;
uniform vec4 u_liquid;
uniform vec4 u_light; // direction; distance from the liquid to caustics, m
uniform vec4 u_deep;
uniform vec4 u_thin;
#if defined(DYED) || defined(SPRAY)
uniform float u_range;
#endif
#ifdef DYED
uniform sampler2D u_dye;

vec4 colorOf(ivec2 texel)
{
    ivec2 at = placedAt(texel, textureSize(u_heights, 0), 0, u_wrap);
    vec4 dye = texelFetch(u_dye, min(at, textureSize(u_dye, 0) - 1), 0);
    return vec4(dye.rgb / max(dye.w, 1e-6), dye.w - 0.02 * u_range);
}

#include "draw_liquid/color_edges.glsl"
#endif
uniform vec4 u_foam; // colour; speed from which on there is foam
uniform vec4 u_lens; // strength of round caps, fraction of liquid at their edge, clarity, caustics

vec4 splineSlopes(float t)
{
    float s = 1.0 - t;
    return vec4(-s * s, -4.0 * t + 3.0 * t * t, 4.0 * s - 3.0 * s * s, t * t) * 0.5;
}

struct Surface {
    vec4 value;
    vec4 dx; // a texel
    vec4 dy;
    float drops; // part of the amount that is drops
    vec3 plain;  // amount without drops, and its slopes
#ifdef DYED
    vec4 dye;
    vec3 least, most; // colours of its texels
#endif
};

// Reads the surface, smooth to the second derivative, so that highlights show no texels.
Surface surfaceAt(vec2 texel)
{
    vec2 base = floor(texel - 0.5);
    vec2 t = texel - 0.5 - base;
    vec4 wx = splineWeights(t.x), wy = splineWeights(t.y), sx = splineSlopes(t.x);
    vec4 sy = splineSlopes(t.y);
    Surface s;
    s.value = s.dx = s.dy = vec4(0.0);
    s.drops = 0.0;
    s.plain = vec3(0.0);
#ifdef DYED
    s.dye = vec4(0.0);
    s.least = vec3(1e6);
    s.most = vec3(0.0);
#endif
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            ivec2 at = placedAt(ivec2(base) + ivec2(i, j) - 1, textureSize(u_heights, 0), 0, u_wrap);
            vec4 value = texelFetch(u_heights, at, 0);
            s.value += wx[i] * wy[j] * value;
            s.dx += sx[i] * wy[j] * value;
            s.dy += wx[i] * sy[j] * value;
#ifdef DYED
            vec4 dye = texelFetch(u_dye, min(at, textureSize(u_dye, 0) - 1), 0);
            s.dye += wx[i] * wy[j] * dye;
            vec3 color = dye.rgb / max(dye.w, 1e-6);
            s.least = dye.w > 0.02 * u_range ? min(s.least, color) : s.least;
            s.most = dye.w > 0.02 * u_range ? max(s.most, color) : s.most;
#endif
        }
    }
    return s;
}

#ifdef SPRAY
uniform sampler2D u_spray;

// Adds drops: the amount is at least the sum of bumps, less what it is around a smooth surface of this amount.
void addDrops(vec2 place, inout Surface s)
{
    const float SMOOTH = 2.4; // times the square of the mass: the sum around a smooth surface, with a margin for chance
    const float FULL = 1.5;   // a mass so far below the surface that no drop shows
    float amount = s.value.z;
    s.plain = vec3(amount, s.dx.z, s.dy.z);
    float unit = 0.5 / (u_range * u_liquid.x); // the amount in a cell that is half full
    float mass = amount / unit; // in halves of a full cell: 1 at a smooth surface
    if (mass <= 0.0 || mass > FULL) {
        return;
    }
    vec2 size = vec2(textureSize(u_spray, 0));
    vec2 at = place * size - 0.5;
    vec2 base = floor(at), t = at - base;
    vec4 wx = splineWeights(t.x), wy = splineWeights(t.y), sx = splineSlopes(t.x), sy = splineSlopes(t.y);
    vec3 sum = vec3(0.0); // and its slopes
    for (int i = 0; i < 16; i++) {
        ivec2 texel = clamp(ivec2(base) + ivec2(i % 4, i / 4) - 1, ivec2(0), ivec2(size) - 1);
        float bumps = texelFetch(u_spray, texel, 0).x;
        sum += bumps * vec3(wx[i % 4] * wy[i / 4], sx[i % 4] * wy[i / 4], wx[i % 4] * sy[i / 4]);
    }
    float drops = unit * (sum.x - SMOOTH * mass * mass);
    if (drops > amount) {
        float less = 2.0 * SMOOTH * mass;
        vec2 perTexel = unit * size / vec2(textureSize(u_heights, 0));
        s.drops = (drops - amount) / drops;
        s.value.w *= drops / max(amount, 0.02); // keeps the speed
        s.value.z = drops;
        s.dx.z = perTexel.x * sum.y - less * s.dx.z;
        s.dy.z = perTexel.y * sum.z - less * s.dy.z;
    }
}

// Returns the part of a pixel that is covered, from amount and slopes: where drops join the surface the amount has
// edges, so that differences between pixels are no slopes.
float coverOf(vec3 amount, vec2 place)
{
    vec2 texels = vec2(u_cells) * u_dyePerCell;
    vec2 perPixel = vec2(dot(dFdx(place) * texels, amount.yz), dot(dFdy(place) * texels, amount.yz));
    return clamp(0.5 + (amount.x - 1.0) / max(length(perPixel), 1e-5), 0.0, 1.0);
}
#endif

float hash(vec2 cell)
{
    vec3 p = fract(vec3(cell.xyx) * 0.1031);
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

float noise(vec2 p)
{
    vec2 cell = floor(p);
    vec2 t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    return mix(mix(hash(cell), hash(cell + vec2(1.0, 0.0)), t.x),
               mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), t.x), t.y);
}

#ifdef LENS
const float CAP_BLUNT = 0.1; // height of a step at caps' rims, where otherwise the slope would be infinite

// Returns height (0 to 1) and slope (a texel) of caps: the root of the near fraction, in a drop almost a parabola.
vec3 capAt(Surface s)
{
    float above = max(s.value.x - u_lens.y, 0.0) / (1.0 - u_lens.y);
    float root = sqrt(above + CAP_BLUNT * CAP_BLUNT);
    float height = root - CAP_BLUNT, dome = 0.5 + 0.5 * s.value.y;
    vec2 slope = above > 0.0 ? vec2(s.dx.x, s.dy.x) * dome / (2.0 * root * (1.0 - u_lens.y)) : vec2(0.0);
    return vec3(height * dome, slope + 0.5 * height * vec2(s.dx.y, s.dy.y));
}

// Returns the light on the scene behind: rims scatter it, drops focus it, wide flat liquid changes nothing.
float causticsAt(vec2 texel)
{
    vec2 above = surfaceAt(texel).value.xy;
    float rim = smoothstep(0.0, 0.6 * u_lens.y, above.x) * (1.0 - smoothstep(u_lens.y, u_lens.y + 0.4, above.x));
    float gathered = smoothstep(u_lens.y + 0.1, 1.0, above.x) * (1.0 - above.y);
    return max(1.0 + u_lens.w * (gathered - 0.5 * rim), 0.0);
}
#endif

// Returns the light of an overcast sky, bright above, over dark ground, with a soft window towards the light.
vec3 skyAt(vec3 r, vec3 light)
{
    float up = smoothstep(-0.35, 0.9, r.y);
    vec3 sky = mix(vec3(0.05, 0.07, 0.09), vec3(0.62, 0.78, 0.95), up);
    return sky + vec3(1.5, 1.45, 1.35) * smoothstep(0.55, 0.95, dot(r, light));
}

// The optical properties of the liquid at a place.
struct Liquid {
    float near, wide; // fraction of liquid within the near and the wide reach, 0 to 1
    float cover, height;
    vec3 normal, through;
};

Liquid liquidOf(Surface s, vec2 place, vec3 light)
{
    Liquid l;
    l.near = max(s.value.x, 1e-3);
    l.wide = s.value.y;
    float amount = s.value.z;
#ifdef SPRAY
    l.cover = max(coverOf(s.plain, place), coverOf(vec3(amount, s.dx.z, s.dy.z), place));
#else
    l.cover = clamp(0.5 + (amount - 1.0) / max(length(vec2(dFdx(amount), dFdy(amount))), 1e-5), 0.0, 1.0);
#endif

    // Near the rim height follows from the fraction of liquid around, inside from the amount, whose slope is magnified.
    float inside = smoothstep(0.93, 0.97, l.near);
    vec2 slope = -u_liquid.y * mix(1.1, 2.0, inside) * vec2(s.dx.x, s.dy.x) / l.near;
#ifdef SPRAY
    const float DOME = 0.25; // how round drops are
    slope -= DOME * s.drops * vec2(s.dx.z, s.dy.z);
#endif
    l.height = l.near * (0.3 + 0.7 * l.wide);
    l.through = vec3(1.0);
#ifdef LENS
    vec3 cap = capAt(s);
    float edge = s.value.x - u_lens.y;
    float edged = clamp(0.5 + edge / max(length(vec2(dFdx(edge), dFdy(edge))), 1e-5), 0.0, 1.0);
    l.cover = mix(l.cover, max(edged, s.drops * l.cover), u_lens.x);
    l.height = mix(l.height, cap.x, u_lens.x);
    slope = mix(slope, -u_liquid.y * mix(0.6, 1.8, inside) * cap.yz, u_lens.x);
#ifdef REFRACTED
    vec2 off = u_light.w * light.xy / max(length(light.xy), 1e-6) / u_domainSize;
    l.through = vec3(causticsAt((place + off) * vec2(u_cells) * u_dyePerCell));
#endif
#endif
    l.normal = normalize(vec3(slope, 1.0));
    return l;
}

float highlightOn(vec3 n, vec3 light)
{
    float gloss = max(dot(n, normalize(light + vec3(0.0, 0.0, 1.0))), 0.0);
    vec2 sheen = vec2(0.35, 1.2); // wide and narrow
#ifdef LENS
    sheen = mix(sheen, vec2(0.1, 2.5), u_lens.x); // caps are smooth
#endif
    return u_liquid.w * dot(sheen, pow(vec2(gloss), vec2(40.0, 400.0)));
}

// Tints the body with dye; where the body is clear, dye tints the light from behind. Returns the dye's coverage.
float paint(Surface s, vec2 place, float thick, float lit, inout Liquid l, inout vec3 body)
{
    float painted = 0.0;
#ifdef DYED
    float dyed = s.dye.w / u_range;
#ifdef SPRAY
    dyed /= clamp(dyed, 0.01, 1.0); // all water has a colour, drops too
#endif
    painted = u_deep.w * smoothstep(0.0, 0.2, dyed);
    ivec2 first = ivec2(floor(place * vec2(u_cells) * u_dyePerCell - 0.5)) - 1;
    vec3 dye = sharpAt(s.dye.rgb / max(s.dye.w, 1e-6), first, s.most - s.least);
    body = mix(body, mix(1.35, 0.85, thick) * lit * dye, painted);
#ifdef REFRACTED
    vec3 stain = pow(clamp(dye, 1e-3, 1.0), vec3(u_lens.z * mix(0.5, 1.8, thick)));
    l.through *= mix(vec3(1.0), stain, painted * l.cover);
    painted *= 1.0 - u_lens.z;
#endif
#endif
    return painted;
}

// Returns foam: a fixed lace, of which more shows for more foam.
float foamOver(float fast, float near, float drops)
{
    float foam = 0.0;
    if (u_foam.w > 0.0) {
        vec2 at = v_place * u_domainSize * 70.0 / max(u_domainSize.y, 1e-6);
        float grain = 0.45 * noise(at) + 0.35 * noise(2.3 * at + 17.0) + 0.2 * noise(5.1 * at + 41.0);
        float much = smoothstep(0.7, 1.7, fast) * (1.0 - smoothstep(0.48, 0.93, near));
        grain = mix(0.9 * smoothstep(0.2, 0.75, grain), 0.6, drops); // drops that fly through the lace don't flicker
        foam = 0.85 * smoothstep(0.1, 0.9, much * (1.4 - grain));
    }
    return foam;
}

void main()
{
    vec2 place = placeBefore(v_place);
    Surface s = surfaceAt(place * vec2(u_cells) * u_dyePerCell);
#ifdef SPRAY
    addDrops(place, s);
#endif
    float amount = s.value.z;
    vec3 light = normalize(u_light.xyz);
    Liquid l = liquidOf(s, place, light);
    float fresnel = u_liquid.z + (1.0 - u_liquid.z) * pow(1.0 - l.normal.z, 5.0);
    vec3 mirrored = reflect(vec3(0.0, 0.0, -1.0), l.normal);
    float highlight = highlightOn(l.normal, light);

    // Light enters from the lit side and through thin liquid; fast liquid contains air.
    float speed = s.value.w / max(amount, 0.1);
    float thick = smoothstep(0.3, 0.97, mix(l.near, l.wide, 0.7));
    float lit = 0.75 + 0.45 * dot(l.normal.xy, light.xy);
    float fast = u_foam.w > 0.0 ? speed / u_foam.w : 0.0;
    vec3 body = mix(u_thin.rgb, u_deep.rgb, thick * (1.0 - 0.35 * smoothstep(0.3, 1.6, fast))) * lit;
    float painted = paint(s, place, thick, lit, l, body);
    float foam = foamOver(fast, l.near, s.drops);
#ifdef REFRACTED
    float clear = 1.0 - mix(0.10, 0.35, thick) * (1.0 - u_lens.z);
#else
    float clear = 0.35 * (1.0 - smoothstep(0.2, 0.9, l.near));
#endif
    clear *= 1.0 - 0.9 * painted;
    float covered = 1.0 - clear * (1.0 - foam) * (1.0 - fresnel);
    vec3 color = body * (1.0 - clear) * (1.0 - fresnel) + fresnel * skyAt(mirrored, light);
    color = mix(color, u_foam.rgb * (0.55 + 0.5 * lit), foam) + highlight * (1.0 - foam);
    // Where a cell is many pixels wide the body's edge rises over one cell: a step would refract light into specks.
    float rise = smoothstep(0.0, 1.0, (amount - 1.0) / max(length(vec2(s.dx.z, s.dy.z)), 1e-5));
    writeLayer(Layer(color * l.cover, covered * l.cover, l.through), l.cover * l.height * rise);
}
