/// Shaders of what is around the fluid of a diorama. Colours leave through the curve that the library has for its own,
/// so that stones and ground agree. Not part of the library.
#ifndef SCENES_STAGE_SHADERS_H
#define SCENES_STAGE_SHADERS_H

#define STAGE_LIGHT                                                                                                \
    "uniform vec3 u_sun, u_light, u_zenith, u_horizon, u_ground;\n"                                                \
    "out vec4 o_color;\n"                                                                                          \
    "vec3 encode(vec3 x) {\n"                                                                                      \
    "    vec3 c = min(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 1.0);\n"                             \
    "    return mix(12.92 * c, 1.055 * pow(max(c, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055,\n"                        \
    "               step(vec3(0.0031308), c));\n"                                                                  \
    "}\n"                                                                                                          \
    "vec3 getSky(float up) {\n"                                                                                    \
    "    return mix(u_horizon, up > 0.0 ? u_zenith : u_ground, sqrt(abs(up)));\n"                                  \
    "}\n"                                                                                                          \
    "vec3 getLight(vec3 n) {\n"                                                                                    \
    "    return u_sun * max(dot(n, normalize(u_light)), 0.0) + 0.55 * mix(u_ground, u_zenith + 0.12, 0.5 + 0.5 * " \
    "n.z);\n"                                                                                                      \
    "}\n"                                                                                                          \
    "float hash(vec3 p) {\n"                                                                                       \
    "    uvec3 q = uvec3(ivec3(p)) * uvec3(1597334673u, 3812015801u, 2798796415u);\n"                              \
    "    uint n = (q.x ^ q.y ^ q.z) * 1597334673u;\n"                                                              \
    "    return float((n ^ (n >> 15)) >> 8) / 16777216.0;\n"                                                       \
    "}\n"                                                                                                          \
    "float noise(vec3 p) {\n"                                                                                      \
    "    vec3 i = floor(p), f = fract(p);\n"                                                                       \
    "    f = f * f * (3.0 - 2.0 * f);\n"                                                                           \
    "    vec2 e = vec2(0.0, 1.0);\n"                                                                               \
    "    return mix(mix(mix(hash(i), hash(i + e.yxx), f.x), mix(hash(i + e.xyx), hash(i + e.yyx), f.x), f.y),\n"   \
    "               mix(mix(hash(i + e.xxy), hash(i + e.yxy), f.x), mix(hash(i + e.xyy), hash(i + e.yyy), f.x), "  \
    "f.y),\n"                                                                                                      \
    "               f.z);\n"                                                                                       \
    "}\n"

static const char *const skyVertex =
    "out vec2 v_place;\n"
    "void main() {\n"
    "    v_place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);\n"
    "    gl_Position = vec4(v_place, 0.0, 1.0);\n"
    "}\n";

static const char *const skyFragment =
    "in vec2 v_place;\n"
    "uniform mat4 u_view;\n"
    "uniform vec2 u_reach;\n" STAGE_LIGHT "void main() {\n"
    "    vec3 ray = normalize(vec3(v_place * u_reach, -1.0) * mat3(u_view));\n"
    "    float near = 1.0 - 0.25 * dot(v_place, v_place);\n" // darker towards the corners
    "    o_color = vec4(encode(getSky(ray.z) * near), 1.0);\n"
    "}\n";

static const char *const dioramaVertex = "layout(location = 0) in vec3 a_place;\n"
                                         "layout(location = 1) in vec3 a_normal;\n"
                                         "layout(location = 2) in vec3 a_color;\n"
                                         "uniform mat4 u_transform, u_view, u_projection;\n"
                                         "out vec3 v_place, v_normal, v_color;\n"
                                         "void main() {\n"
                                         "    vec4 place = u_transform * vec4(a_place, 1.0);\n"
                                         "    v_place = place.xyz;\n"
                                         "    v_normal = mat3(u_transform) * a_normal;\n"
                                         "    v_color = a_color;\n"
                                         "    gl_Position = u_projection * (u_view * place);\n"
                                         "}\n";

// Grain makes plain colours stone, wood and leaves.
static const char *const dioramaFragment =
    "in vec3 v_place, v_normal, v_color;\n"
    "uniform float u_lowest;\n" STAGE_LIGHT "void main() {\n"
    "    if (v_place.z < u_lowest) {\n"
    "        discard;\n"
    "    }\n"
    "    vec3 n = normalize(v_normal + vec3(0.0, 0.0, 1e-5));\n"
    "    float grain = noise(300.0 * v_place) + noise(110.0 * v_place) - 1.0;\n"
    "    o_color = vec4(encode(v_color * (1.0 + 0.3 * grain) * getLight(n)), 1.0);\n"
    "}\n";

// A wave runs down the body and grows towards the tail (Lighthill's carangiform swimming); in a turn the body is an
// arc. u_swim: phase, strength of the stroke, turning in radians per second, the fish's own number.
static const char *const fishVertex =
    "layout(location = 0) in vec3 a_place;\n"
    "layout(location = 1) in vec3 a_normal;\n"
    "layout(location = 2) in vec3 a_color;\n"
    "uniform mat4 u_transform, u_view, u_projection;\n"
    "uniform vec4 u_swim;\n"
    "out vec3 v_place, v_normal, v_color, v_own;\n"
    "float getShift(float along) {\n"
    "    float reach = 0.016 - 0.05 * along + 0.16 * along * along;\n"
    "    float arc = clamp(0.14 * u_swim.z, -0.45, 0.45) * (along - 0.3) * (along - 0.3);\n"
    "    return u_swim.y * reach * sin(u_swim.x - 5.6 * along) + arc;\n"
    "}\n"
    "void main() {\n"
    "    float along = 0.5 - a_place.x;\n"
    "    float shift = getShift(along);\n"
    "    float slope = (getShift(along + 0.01) - getShift(along - 0.01)) / 0.02;\n"
    "    vec2 t = normalize(vec2(1.0, -slope));\n"
    "    float flap = a_color.r * step(0.07, abs(a_place.y)) * 0.03 * sin(0.5 * u_swim.x + 2.0 * a_place.x);\n"
    "    vec3 bent = vec3(a_place.x - a_place.y * t.y, shift + a_place.y * t.x, a_place.z + flap);\n"
    "    vec3 normal = vec3(a_normal.x * t.x - a_normal.y * t.y, a_normal.x * t.y + a_normal.y * t.x, a_normal.z);\n"
    "    vec4 place = u_transform * vec4(bent, 1.0);\n"
    "    v_place = place.xyz;\n"
    "    v_own = a_place;\n"
    "    v_normal = mat3(u_transform) * normal;\n"
    "    v_color = a_color;\n"
    "    gl_Position = u_projection * (u_view * place);\n"
    "}\n";

static const char *const fishFragment =
    "in vec3 v_place, v_normal, v_color, v_own;\n"
    "uniform vec4 u_swim;\n"
    "uniform float u_time;\n" STAGE_LIGHT
    "const vec3 white = vec3(0.88, 0.82, 0.72), orange = vec3(0.92, 0.21, 0.015), black = vec3(0.018, 0.017, 0.02);\n"
    "const vec3 gold = vec3(0.95, 0.48, 0.05), red = vec3(0.78, 0.06, 0.012);\n"
    "vec3 getSkin(float kind, float number) {\n"
    "    vec3 at = vec3(5.0 * v_own.x, 7.0 * v_own.y, 2.0 * v_own.z) + 40.0 + 31.0 * number;\n"
    "    float spots = smoothstep(0.46, 0.56, noise(at) + 0.18 * noise(3.1 * at) - 0.09);\n"
    "    float second = smoothstep(0.60, 0.66, noise(1.4 * at + 9.0));\n"
    "    if (kind < 0.34) { return mix(white, mix(orange, red, 0.5), spots); }\n"
    "    if (kind < 0.62) { return mix(orange, gold, smoothstep(0.02, -0.06, v_own.z) + 0.3 * spots); }\n"
    "    if (kind < 0.78) { return mix(mix(white, red, spots), black, second); }\n"
    "    if (kind < 0.90) { return mix(gold, white, 0.5 * spots); }\n"
    "    return mix(orange, black, spots * 0.9);\n"
    "}\n"
    "void main() {\n"
    "    float number = floor(97.0 * u_swim.w), kind = fract(7.31 * u_swim.w);\n"
    "    vec3 skin = getSkin(kind, number);\n"
    "    skin = mix(skin, white, 0.45 * smoothstep(-0.03, -0.09, v_own.z) * (1.0 - v_color.r));\n" // a pale belly
    "    float scales = noise(vec3(95.0 * v_own.x, 70.0 * v_own.y, 70.0 * v_own.z) + 300.0);\n"
    "    skin *= mix(0.82 + 0.3 * scales, 1.0, v_color.r);\n"
    "    float rays = 0.8 + 0.2 * sin(160.0 * (v_own.y + v_own.z) + 60.0 * v_own.x);\n"
    "    skin = mix(skin, mix(skin, white, 0.35 + 0.4 * v_color.b) * rays, v_color.r);\n" // fins are thin
    "    float eye = length(vec2(v_own.x - 0.432, v_own.z - 0.012));\n"
    "    skin = mix(skin, black, (1.0 - v_color.r) * smoothstep(0.020, 0.014, eye) * step(0.03, abs(v_own.y)));\n"
    "    vec3 n = normalize(v_normal);\n"
    "    vec3 light = getLight(n);\n"
    "    float net = noise(vec3(26.0 * v_place.xy, 1.7 * u_time) + 50.0) - noise(vec3(19.0 * v_place.yx, 1.3 * u_time) "
    "+ 90.0);\n"
    "    light += 0.9 * u_sun * pow(max(1.0 - 5.0 * abs(net), 0.0), 2.0) * max(n.z, 0.0);\n" // from waves above
    "    o_color = vec4(encode(skin * light), 1.0);\n"
    "}\n";

#endif
