// Shallow water seen from above, lit by the slope of its surface, from the results of surface/top_water_field.frag:
// u_heights, u_motion. u_waves, u_patterns: tiles of fine waves and of the lace of foam (surface/). u_liquid (origin of
// patterns, m; reflectance, specular), u_light (towards it), u_deep, u_thin and u_foam (linear colours, and the speed
// from which on there is foam), u_range (depth that counts as deep, m). u_water: how strongly slopes shade, caustics,
// foam at the shore, tiles of foam a metre. Out: as draw/look.glsl.
//   GROUND  the ground is drawn, too: u_relief, its colours in u_palette
//   DYED    the water takes on the colour of u_dye, by the fraction u_deep.w
#include "common/grid.glsl"
#include "common/clamped_cubic.glsl"
#include "common/spline.glsl"
#include "draw/look.glsl"
#include "draw/dye.glsl"

uniform sampler2D u_heights;
uniform sampler2D u_motion;
uniform sampler2D u_relief;
uniform sampler2D u_patterns;
#include "surface/flowing.glsl"

uniform vec2 u_domainSize;
uniform vec4 u_liquid;
uniform vec4 u_light;
uniform vec4 u_deep;
uniform vec4 u_thin;
uniform vec4 u_foam;
uniform vec4 u_water;
uniform float u_range;

const vec3 LOST = vec3(2.4, 1.15, 0.85); // optical thickness of water of the depth that counts as deep
const float BENT = 0.25;                 // bending of light over a slope, by water of depth 1

const float STEEPER = 2.5;               // factor on slopes in lighting, as waves hardly show from above

// Reads a field through a spline, without creases, also across periodic seams, which samplers clamp.
vec4 smoothly(sampler2D field, vec2 place)
{
#ifdef WRAP
    vec2 q = place * vec2(u_cells) - 0.5;
    ivec2 base = ivec2(floor(q));
    vec4 wx = splineWeights(q.x - floor(q.x)), wy = splineWeights(q.y - floor(q.y));
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 16; i++) {
        ivec2 at = ivec2(i & 3, i >> 2);
        sum += wx[at.x] * wy[at.y] * texelFetch(field, placed(base + at - 1, u_cells, 0), 0);
    }
    return sum;
#else
    return smoothAt(field, place);
#endif
}

// Returns the sky in direction `way`, with the light in it.
vec3 skyAbove(vec3 way, vec3 light)
{
    vec3 sky = mix(vec3(0.62, 0.74, 0.86), vec3(0.22, 0.42, 0.72), smoothstep(0.3, 1.0, way.z));
    return sky + vec3(1.2, 1.1, 0.95) * smoothstep(0.5, 1.0, dot(way, light));
}

struct Water {
    float depth; // m, below 0 beyond the shore
    float deep;  // over the depth that counts as deep
    vec2 slope;  // including fine waves
    vec2 velocity;
    vec2 p;      // m
    float pixel; // m
};

// Returns the light that reaches the ground, relative to flat water.
float gatheredAt(Water w, float bySurface, float seen)
{
    vec2 below = w.p + min(BENT * w.depth, 2.0 * u_micro.w) * w.slope;
    float fine = fineLightAt(below) - 1.0;
    float focus = smoothstep(0.0, 0.35, w.deep);
    float strength = u_water.y * clamp(u_micro.y / 0.04, 0.0, 1.0) * seen;
    return max(1.0 + focus * (strength * fine + u_water.y * (bySurface - 1.0)), 0.0);
}

// Returns the lace of foam: 1 in the walls of its bubbles, as fine as pixels show it.
vec2 laceAt(Water w)
{
    vec4 coarse = driftingPattern(w.p, w.velocity, u_water.w);
    vec4 fine = driftingPattern(w.p, w.velocity, 2.3 * u_water.w);
    float lace = mix(coarse.w, fine.w, 0.4 * (1.0 - smoothstep(0.004, 0.01, w.pixel * u_water.w)));
    return vec2(mix(lace, 0.4, smoothstep(0.02, 0.06, w.pixel * u_water.w)), fine.z);
}

// Returns foam: the fluid's own, more where it is fast, and a moving line at the shore.
float foamAt(Water w, float kept)
{
    float fast = u_foam.w > 0.0 ? length(w.velocity) / u_foam.w : 0.0;
    float amount = clamp(max(kept, 0.7 * smoothstep(1.0, 3.0, fast)), 0.0, 1.0);
    vec2 lace = vec2(0.0);
    // A loop without turns is skipped even by renderers that compute both sides of a branch.
    int turns = amount > 0.004 || (u_water.z > 0.0 && w.deep < 0.15) ? 1 : 0;
    for (int i = 0; i < turns; i++) {
        lace = laceAt(w);
    }
    float edge = 0.9 - 0.9 * amount;
    float foam = 0.95 * smoothstep(edge - 0.1, edge + 0.3, lace.x) * smoothstep(0.0, 0.2, amount);
    foam += 0.12 * amount * lace.y; // milky water between bubbles
    float along = tileAt(u_patterns, 0.21 * u_water.w * w.p).z;
    float lap = 0.5 + 0.5 * sin(6.2831853 * (u_drift.x / u_drift.w + 3.0 * along));
    float line = 1.0 - smoothstep(0.0, 0.06 + 0.09 * lap, w.deep);
    float shore = smoothstep(0.6, 1.15, line + 1.1 * (lace.x - 0.35)) * (0.7 + 0.3 * lap);
    return clamp(max(foam, min(2.0 * u_water.z, 1.0) * shore * (0.4 + 0.6 * u_water.z)), 0.0, 1.0);
}

#ifdef GROUND
vec3 groundAt(vec2 place, vec2 p, vec3 light, float wet)
{
    vec4 relief = smoothly(u_relief, place);
    vec3 n = normalize(vec3(-relief.yz, 1.0));
    const mat2 turn = mat2(0.7373689, 0.6754903, -0.6754903, 0.7373689);
    float grain = tileAt(u_patterns, 2.1 * u_water.w * p).z + tileAt(u_patterns, 0.57 * u_water.w * (turn * p)).z;
    vec3 color = paletteColor(relief.x + 0.1 * (grain - 1.0)).rgb * (0.55 + 0.45 * grain);
    return color * (0.45 + 0.55 * clamp(dot(n, light) / light.z, 0.0, 1.8)) * (1.0 - 0.4 * wet);
}
#endif

void main()
{
    vec4 heights = smoothly(u_heights, v_place), motion = smoothly(u_motion, v_place);
    vec3 light = normalize(vec3(u_light.xy, max(u_light.z, 0.2 * length(u_light.xy))));
    vec2 p = v_place * u_domainSize + u_liquid.xy; // of the world
    float pixel = max(length(dFdx(p)), length(dFdy(p)));
    float shown = clamp(0.5 + heights.x / max(length(vec2(dFdx(heights.x), dFdy(heights.x))), 1e-6), 0.0, 1.0);
    // Cells far from water show none, even where negative depths are interpolated.
    shown *= 1.0 - smoothstep(0.85, 0.98, heights.y / GF_DRY_FOAM);
    float depth = max(heights.x, 0.0);

    float seen = 1.0 - smoothstep(0.15, 0.5, pixel / u_micro.w);
    float share = u_micro.y * seen * smoothstep(0.0, u_micro.z, depth);
    vec2 fine = driftingRipples(p, motion.zw).xy;
    Water w = Water(depth, min(depth / u_range, 100.0), motion.xy - share * fine, motion.zw, p, pixel);
    vec3 n = normalize(vec3(-STEEPER * u_water.x * w.slope, 1.0));

    // Water scatters some light back, and lets some through.
    float shade = 0.3 + 0.7 * clamp(dot(n, light) / light.z, 0.0, 2.2);
    vec3 body = mix(u_thin.rgb, u_deep.rgb, 1.0 - exp(-1.8 * w.deep)) * shade;
    vec3 through = exp(-LOST * w.deep);
#ifdef DYED
    vec4 dye = dyeAt(v_place);
    float painted = u_deep.w * (1.0 - exp(-2.0 * max(dye.w, 0.0)));
    body = mix(body, max(dye.rgb, 0.0) / max(dye.w, 1e-6) * shade, painted);
    through *= 1.0 - painted;
#endif
    vec3 color = body * (1.0 - through);
    float gathered = gatheredAt(w, heights.w, seen);

    // The surface reflects the sky and the light.
    float fresnel = u_liquid.z + (1.0 - u_liquid.z) * pow(1.0 - n.z, 5.0);
    vec3 mirrored = reflect(vec3(0.0, 0.0, -1.0), n);
    float gloss = max(dot(n, normalize(light + vec3(0.0, 0.0, 1.0))), 0.0);
    float highlight = u_liquid.w * dot(vec2(0.12, 1.0), pow(vec2(gloss), vec2(24.0, 240.0)));
    highlight *= smoothstep(0.0, 0.1, w.deep);

    float foam = foamAt(w, max(heights.y, 0.0));
    vec3 white = u_foam.rgb * (0.5 + 0.5 * shade);
    float wet = heights.z * (1.0 - shown);
#ifdef GROUND
    vec3 ground = groundAt(v_place, p, light, max(heights.z, shown));
    color += through * gathered * ground;
    through = vec3(0.0);
#else
    color += 0.3 * through * u_thin.rgb * clamp(gathered - 1.0, 0.0, 1.5);
    through *= min(gathered, 1.0);
    vec3 ground = vec3(0.0);
#endif
    color = mix(color, skyAbove(mirrored, light), fresnel) + highlight;
    color = mix(color, white, foam);
    through *= (1.0 - fresnel) * (1.0 - foam);
#ifdef GROUND
    writeLayer(Layer(mix(ground, color, shown), 1.0, vec3(1.0)), shown * w.deep);
#else
    writeLayer(Layer(color * shown, 0.0, mix(vec3(1.0 - 0.35 * wet), through, shown)), shown * w.deep);
#endif
}
