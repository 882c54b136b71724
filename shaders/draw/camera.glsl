// The host's camera, which looks along -z. u_projection: from the eye (m) to clip space, without shear, with y up the
// rows of the picture. u_scale: one over the size of the target, px.
uniform mat4 u_projection;
uniform vec2 u_scale;

// A line of sight: `origin` has z 0; `way` has z 1, which points towards the viewer.
struct Ray {
    vec3 origin;
    vec3 way;
};

// Returns the line of sight through a place, 0 to 1 over the picture.
Ray rayAt(vec2 place)
{
    vec2 ndc = 2.0 * place - 1.0;
    vec2 size = vec2(u_projection[0][0], u_projection[1][1]);
    return Ray(vec3((ndc * u_projection[3][3] - u_projection[3].xy) / size, 0.0),
               vec3((ndc * u_projection[2][3] - u_projection[2].xy) / size, 1.0));
}

// Returns where a place of the eye's space appears, 0 to 1 over the picture.
vec2 seenAt(vec3 p)
{
    vec4 clip = u_projection * vec4(p, 1.0);
    return 0.5 + 0.5 * clip.xy / max(clip.w, 1e-6);
}

float pixelsPerMetre(float z)
{
    return 0.5 * abs(u_projection[1][1]) / (u_scale.y * max(u_projection[2][3] * z + u_projection[3][3], 1e-6));
}
