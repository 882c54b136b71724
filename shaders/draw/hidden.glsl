// Finds places that the host's scene hides. u_hostDepth: its depth over the whole picture. u_depthBy: factor and offset
// from this depth to clip space, least depth in clip space, and 1 if there is such a texture.
#include "shared.h"
#include "draw/camera.glsl"

uniform sampler2D u_hostDepth;
uniform vec4 u_depthBy;

// Returns z of the host's scene at a place of the picture, in the eye's space; far away if it shows none.
float hostAt(vec2 place)
{
    if (u_depthBy.w < 0.5) {
        return GF_NO_SURFACE;
    }
    float depth = u_depthBy.x * textureLod(u_hostDepth, place, 0.0).x + u_depthBy.y;
    float under = depth * u_projection[2][3] - u_projection[2][2];
    float z = (u_projection[3][2] - depth * u_projection[3][3]) / under;
    return abs(under) > 1e-9 ? z : GF_NO_SURFACE;
}

// Returns whether a place of the eye's space lies outside the camera's near and far planes.
bool isCut(vec3 p)
{
    vec4 clip = u_projection * vec4(p, 1.0);
    return clip.z < u_depthBy.z * clip.w || clip.z > clip.w;
}

// Returns whether a point, seen at `place`, is cut or lies behind the host's scene.
bool isHidden(vec3 p, vec2 place)
{
    return isCut(p) || p.z < hostAt(place);
}

// Returns a depth for any projection: 0 at the eye, towards 1 far away, most precise nearer than `scale`, m.
float depthOf(float z, float scale)
{
    float x = -z / scale;
    return 0.5 + 0.5 * x / (1.0 + abs(x));
}
