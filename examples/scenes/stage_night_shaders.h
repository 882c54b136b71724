/// Shaders of a diorama at night: lamps light what stands there, and over the water lie their glitter, oil, flames,
/// smoke and glows. Not part of the library.
#ifndef SCENES_STAGE_NIGHT_SHADERS_H
#define SCENES_STAGE_NIGHT_SHADERS_H

#include "scenes/stage_shaders.h"

// u_lights, two each: place and reach, colour and glow. A third of the light is left at its reach.
#define STAGE_LAMPS                                                     \
    "uniform vec4 u_lights[32];\n"                                      \
    "uniform int u_lightCount;\n"                                       \
    "vec3 lampAt(int i, float square) {\n"                              \
    "    float q = square / (u_lights[2 * i].w * u_lights[2 * i].w);\n" \
    "    return u_lights[2 * i + 1].rgb / (1.0 + q + q * q);\n"         \
    "}\n"

// Of what the picture of the things that stand there hides, nothing is drawn over the water.
#define STAGE_HIDDEN                                                                                   \
    "uniform highp sampler2D u_depth;\n"                                                               \
    "uniform float u_tests;\n"                                                                         \
    "bool isHidden() {\n"                                                                              \
    "    return u_tests > 0.5 && gl_FragCoord.z > texelFetch(u_depth, ivec2(gl_FragCoord.xy), 0).x;\n" \
    "}\n"

// Lamps light what faces them; what has no normal glows by itself.
static const char *const nightFragment =
    "in vec3 v_place, v_normal, v_color;\n"
    "uniform float u_lowest;\n" STAGE_LIGHT STAGE_LAMPS "void main() {\n"
    "    if (v_place.z < u_lowest) {\n"
    "        discard;\n"
    "    }\n"
    "    bool glows = dot(v_normal, v_normal) < 1e-6;\n"
    "    vec3 n = normalize(v_normal + vec3(0.0, 0.0, 1e-5));\n"
    "    float grain = noise(300.0 * v_place) + noise(110.0 * v_place) - 1.0;\n"
    "    vec3 light = getLight(n);\n"
    "    for (int i = 0; i < u_lightCount; i++) {\n"
    "        vec3 way = u_lights[2 * i].xyz - v_place;\n"
    "        float square = dot(way, way);\n"
    "        light += lampAt(i, square) * max(0.12 + 0.88 * dot(n, way) * inversesqrt(square + 1e-6), 0.0);\n"
    "    }\n"
    "    o_color = vec4(encode(glows ? v_color : v_color * (1.0 + 0.3 * grain) * light), 1.0);\n"
    "}\n";

// Sheets one over the other: u_layers has the lowest height, the height from there to the top, and their number.
static const char *const sheetVertex = "layout(location = 0) in vec2 a_place;\n"
                                       "uniform mat4 u_view, u_projection;\n"
                                       "uniform vec3 u_layers;\n"
                                       "uniform int u_number;\n"
                                       "out vec3 v_place;\n"
                                       "out float v_share;\n"
                                       "void main() {\n"
                                       "    v_share = (float(u_number) + 0.5) / u_layers.z;\n"
                                       "    v_place = vec3(a_place, u_layers.x + u_layers.y * v_share);\n"
                                       "    gl_Position = u_projection * (u_view * vec4(v_place, 1.0));\n"
                                       "}\n";

// What lamps do to water, as the library's surface has its slopes: they glitter in it, light its foam and its murk, and
// oil lies on it as a dark film of the colours of thin plates. u_box: lower left corner and 1 over the size of the
// domain.
static const char *const nightWaterFragment =
    "in vec3 v_place;\n"
    "uniform sampler2D u_surface, u_motion, u_oil;\n"
    "uniform vec4 u_box;\n"
    "uniform vec3 u_eye;\n"
    "uniform float u_time;\n" STAGE_LIGHT STAGE_LAMPS STAGE_HIDDEN
    "const vec3 waves[4] = vec3[4](vec3(0.8, 0.6, 95.0), vec3(-0.5, 0.86, 140.0), vec3(0.97, -0.25, 230.0),\n"
    "                              vec3(0.2, 0.98, 330.0));\n"
    "vec2 fineSlope(vec2 p) {\n"
    "    float bend = 2.0 * noise(vec3(9.0 * p, 0.3 * u_time)) + 1.2 * noise(vec3(31.0 * p.yx, 0.6 * u_time));\n"
    "    vec2 slope = vec2(0.0);\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        vec3 w = waves[i];\n"
    "        slope += w.xy * cos(w.z * dot(p, w.xy) + (1.5 + 0.012 * w.z) * u_time + (float(i) - 5.0) * bend);\n"
    "    }\n"
    "    return slope;\n"
    "}\n"
    "void main() {\n"
    "    vec2 at = (v_place.xy - u_box.xy) * u_box.zw;\n"
    "    vec4 surface = texture(u_surface, at);\n"
    "    if (isHidden() || surface.y < 1e-3) {\n"
    "        discard;\n"
    "    }\n"
    "    vec4 motion = texture(u_motion, at);\n"
    "    float oil = max(texture(u_oil, at).w, 0.0);\n"
    "    float patches = noise(vec3(26.0 * v_place.xy, 0.1 * u_time)) - 0.5;\n"
    "    float cover = smoothstep(0.06, 0.30, oil + 0.05 * patches);\n"
    "    vec2 slope = motion.xy * inversesqrt(max(1.0 - dot(motion.xy, motion.xy), 1e-3));\n"
    "    slope += 0.032 * (1.0 - 0.85 * cover) * fineSlope(v_place.xy);\n"
    "    vec3 n = normalize(vec3(slope, 1.0));\n"
    "    vec3 toEye = normalize(u_eye - v_place);\n"
    "    float foam = surface.z;\n"
    "    vec2 p = v_place.xy + 0.012 * patches;\n"
    "    if (foam > 0.01) {\n"
    "        float lace = noise(vec3(95.0 * p, 0.7 * u_time)) + 0.8 * noise(vec3(240.0 * p, u_time));\n"
    "        foam *= smoothstep(1.25 - foam, 2.0 - foam, lace);\n"
    "    }\n"
    "    vec3 mirrored = vec3(0.0), shone = getLight(n);\n"
    "    for (int i = 0; i < u_lightCount; i++) {\n"
    "        vec3 way = u_lights[2 * i].xyz - v_place;\n"
    "        float square = dot(way, way);\n"
    "        vec3 lamp = lampAt(i, square);\n"
    "        vec3 w = way * inversesqrt(square);\n"
    "        vec3 middle = normalize(w + toEye);\n"
    "        vec2 off = middle.xy / middle.z - slope;\n"
    "        float far = dot(off, off);\n"
    "        mirrored += lamp * (0.6 * exp(-far / 0.004) + 0.2 * exp(-far / 0.035));\n"
    "        shone += lamp * max(dot(n, w), 0.0);\n"
    "    }\n"
    "    float thick = 1.7 * oil + 0.7 * patches + 0.5 * noise(vec3(60.0 * p, 0.2 * u_time));\n"
    "    vec3 film = 0.5 + 0.5 * cos(6.2831853 * (thick * vec3(1.0, 1.22, 1.5) + vec3(0.0, 0.1, 0.2)));\n"
    "    float rim = cover * (1.0 - 0.7 * smoothstep(0.5, 1.4, oil));\n"
    "    vec3 body = mix(vec3(0.006, 0.024, 0.026), vec3(0.010, 0.008, 0.006) + 0.06 * rim * film * film, cover);\n"
    "    vec3 light = shone * mix(body, vec3(0.62, 0.64, 0.66), 0.75 * foam) + mirrored;\n"
    "    o_color = vec4(encode(light), max(0.72 * cover, 0.8 * foam));\n"
    "}\n";

// Flames: as high as the air below is hot, torn by noise that rises, and blown along. u_heat: heat of the air.
static const char *const flamesFragment =
    "in vec3 v_place;\n"
    "in float v_share;\n"
    "uniform sampler2D u_heat;\n"
    "uniform vec4 u_box;\n"
    "uniform vec3 u_blow;\n" // m at the top, and 1 over the heat of a flame that reaches it
    "uniform float u_time;\n" STAGE_LIGHT STAGE_HIDDEN "void main() {\n"
    "    vec2 p = v_place.xy - v_share * u_blow.xy;\n"
    "    vec3 q = vec3(p, 0.45 * v_place.z - 0.11 * u_time);\n"
    "    p += (0.006 + 0.040 * v_share) * (vec2(noise(31.0 * q + 3.0), noise(31.0 * q.yxz + 7.0)) - 0.5);\n"
    "    q.xy = p;\n"
    "    float tongues = 0.6 * noise(vec3(44.0 * q.xy, 30.0 * q.z)) + 0.4 * noise(vec3(105.0 * q.xy, 62.0 * q.z) + "
    "90.0);\n"
    "    float heat = texture(u_heat, (p - u_box.xy) * u_box.zw).x * u_blow.z;\n"
    "    float body = min(1.3 * heat, 1.0) - 0.9 * v_share + (0.5 + 1.3 * v_share) * (tongues - 0.55);\n"
    "    float bright = smoothstep(0.0, 0.30, body) * smoothstep(0.05, 0.30, heat);\n"
    "    if (bright <= 0.0 || isHidden()) {\n"
    "        discard;\n"
    "    }\n"
    "    vec3 color = mix(vec3(0.30, 0.060, 0.006), vec3(0.38, 0.19, 0.045), smoothstep(0.15, 0.8, body));\n"
    "    color *= bright * (1.0 - 0.45 * v_share);\n"
    "    o_color = vec4(color, color.r);\n"
    "}\n";

// Smoke in a few sheets, blown along as it rises. Lamps and fire light it. u_smoke: dye of the air.
static const char *const smokeFragment =
    "in vec3 v_place;\n"
    "in float v_share;\n"
    "uniform sampler2D u_smoke;\n"
    "uniform vec4 u_box;\n"
    "uniform vec3 u_blow;\n" // m at the top; coverage of a sheet
    "uniform float u_time;\n" STAGE_LIGHT STAGE_LAMPS STAGE_HIDDEN "void main() {\n"
    "    vec2 p = v_place.xy - v_share * u_blow.xy;\n"
    "    vec2 at = (p - u_box.xy) * u_box.zw;\n"
    "    float amount = max(texture(u_smoke, at).w, 0.0) * (0.25 + 0.75 * v_share);\n"
    "    vec2 edge = smoothstep(vec2(0.0), vec2(0.06), min(at, 1.0 - at));\n"
    "    amount *= edge.x * edge.y;\n"
    "    if (amount < 0.01 || isHidden()) {\n"
    "        discard;\n"
    "    }\n"
    "    vec3 q = vec3(11.0 * (v_place.xy - 0.07 * u_time * vec2(1.0, 0.25)), 9.0 * v_place.z - 0.35 * u_time);\n"
    "    float puffs = 0.65 * noise(q + 20.0) + 0.35 * noise(2.7 * q);\n"
    "    float cover = 1.0 - exp(-u_blow.z * amount * smoothstep(0.25, 0.70, puffs));\n"
    "    vec3 light = 1.4 * u_zenith + 0.5 * u_sun;\n"
    "    for (int i = 0; i < u_lightCount; i++) {\n"
    "        vec3 way = u_lights[2 * i].xyz - v_place;\n"
    "        light += 0.55 * lampAt(i, dot(way, way));\n"
    "    }\n"
    "    o_color = vec4(cover * encode(0.10 * light * (0.3 + 1.4 * puffs)), cover);\n"
    "}\n";

// A glow about a light: a square that faces the eye.
static const char *const glowVertex = "uniform mat4 u_view, u_projection;\n" STAGE_LAMPS "uniform int u_number;\n"
                                      "out vec2 v_corner;\n"
                                      "out vec3 v_color;\n"
                                      "void main() {\n"
                                      "    v_corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);\n"
                                      "    v_color = u_lights[2 * u_number + 1].rgb;\n"
                                      "    float radius = u_lights[2 * u_number + 1].w;\n"
                                      "    vec4 place = u_view * vec4(u_lights[2 * u_number].xyz, 1.0);\n"
                                      "    place.xyz += vec3(radius * v_corner, 0.3 * radius);\n"
                                      "    gl_Position = u_projection * place;\n"
                                      "}\n";

static const char *const glowFragment =
    "in vec2 v_corner;\n"
    "in vec3 v_color;\n"
    "out vec4 o_color;\n" STAGE_HIDDEN "void main() {\n"
    "    float away = dot(v_corner, v_corner);\n"
    "    if (away >= 1.0 || isHidden()) {\n"
    "        discard;\n"
    "    }\n"
    "    float bright = (1.0 - away) * (0.10 / (0.06 + away) - 0.09);\n"
    "    vec3 color = 0.62 * bright * v_color / (0.4 + max(v_color.r, max(v_color.g, v_color.b)));\n"
    "    o_color = vec4(color, color.r);\n"
    "}\n";

#endif
