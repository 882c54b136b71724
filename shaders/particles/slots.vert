// Draws each particle as a square over the slots of its voxel (gl/routing.h), on each page in turn. In: u_place (list
// of particles; the first DIMENSIONS numbers: position in cells), u_count (their number). u_gridSize: voxels along x, y
// and z (1 in 2D), with a border of one all around; layer z lies above layer z - 1. u_pages: squares a page, pages.
#include "common/tile_vertex.glsl"

uniform sampler2D u_place;
uniform usampler2D u_count;
uniform vec4 u_gridSize;
uniform ivec2 u_pages;
flat out uint v_particle;

void main()
{
    int page = tileNumber() / u_pages.x;
    int particle = tileNumber() - page * u_pages.x;
    int width = textureSize(u_place, 0).x;
    vec4 place = texelFetch(u_place, ivec2(particle % width, particle / width), 0);
#if DIMENSIONS == 2
    place.z = 0.0;
    vec3 border = vec3(1.0, 1.0, 0.0);
#else
    vec3 border = vec3(1.0);
#endif
    vec3 voxel = clamp(floor(place.xyz) + border, vec3(0.0), u_gridSize.xyz - 1.0);
    vec2 size = vec2(u_gridSize.x, u_gridSize.y * u_gridSize.z * float(u_pages.y));
    vec2 block = vec2(voxel.x, voxel.y + u_gridSize.y * (voxel.z + u_gridSize.z * float(page)));
    bool alive = uint(particle) < texelFetch(u_count, ivec2(0), 0).x;
    v_particle = uint(particle);
    gl_Position = vec4(alive ? 2.0 * (block + placeInTile()) / size - 1.0 : vec2(2.0), 0.0, 1.0);
    gl_PointSize = u_tileTexels;
}
