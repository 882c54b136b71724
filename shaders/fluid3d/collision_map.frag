// The highest surface within a box. In: a mesh's height above the bottom, m. u_boxSize: size of the box and the height
// of its bottom, m. u_scale: one over the size of the map. Out: normal, height.
//   TEXTURED  a host's camera saw the surface: u_hostDepth (0 top to 1 bottom)
//   NORMALS   with TEXTURED: the camera also stored normals, u_hostNormals
//   ENCODED   with NORMALS: they are stored as (n + 1) / 2
uniform vec4 u_boxSize;
uniform vec2 u_scale;
layout(location = 0) out vec4 o_map;

#ifdef TEXTURED
uniform sampler2D u_hostDepth;
uniform sampler2D u_hostNormals;

float heightAt(vec2 place)
{
    return (1.0 - textureLod(u_hostDepth, place, 0.0).x) * u_boxSize.y;
}

// Returns the slope along one axis towards the neighbour that is nearer in height, so that no step becomes a slope.
float slopeAlong(vec2 place, vec2 step, float height, float texel)
{
    float after = heightAt(place + step) - height;
    float before = height - heightAt(place - step);
    return (abs(after) < abs(before) ? after : before) / texel;
}
#else
in float v_height;
#endif

void main()
{
#ifdef TEXTURED
    vec2 place = gl_FragCoord.xy * u_scale;
    float height = heightAt(place);
    bool empty = height <= 0.0;
#ifdef NORMALS
    vec3 normal = textureLod(u_hostNormals, place, 0.0).xyz;
#ifdef ENCODED
    normal = 2.0 * normal - 1.0;
#endif
    normal = dot(normal, normal) > 0.0 ? normalize(normal) : vec3(0.0, 1.0, 0.0);
    normal = normal.y < 0.0 ? -normal : normal;
#else
    vec2 texel = u_boxSize.xz * u_scale;
    vec3 normal = normalize(vec3(-slopeAlong(place, vec2(u_scale.x, 0.0), height, texel.x), 1.0,
                                 -slopeAlong(place, vec2(0.0, u_scale.y), height, texel.y)));
#endif
#else
    // A triangle is flat, so that the height's screen-space derivatives are constant and exact.
    vec2 slope = vec2(dFdx(v_height), dFdy(v_height)) / (u_boxSize.xz * u_scale);
    float height = v_height;
    bool empty = height < 0.0 || height > u_boxSize.y;
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
#endif
    if (empty) {
        discard;
    }
    o_map = vec4(normal, height + u_boxSize.w);
    gl_FragDepth = 1.0 - height / u_boxSize.y;
}
