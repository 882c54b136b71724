// Solids in three dimensions: boxes with rounded edges, which also stand for spheres and capsules. In: u_solidTable, a
// column a solid (ext/fluid3d/volume.h), in the container's cells: centre and reach, half extents and rounding, turn,
// velocity and whether it holds, turning. Needs common/turn.glsl.
uniform sampler2D u_solidTable;
uniform int u_solidCount;

vec4 solidRow(int solid, int row)
{
    return texelFetch(u_solidTable, ivec2(solid, row), 0);
}

bool isNearSolid(int solid, vec3 place)
{
    vec4 centre = solidRow(solid, 0);
    vec3 arm = place - centre.xyz;
    float reach = centre.w + 1.0;
    return dot(arm, arm) < reach * reach;
}

Wall solidWall(int solid, vec3 place)
{
    vec3 arm = place - solidRow(solid, 0).xyz;
    vec4 size = solidRow(solid, 1), turn = solidRow(solid, 2), motion = solidRow(solid, 3);
    vec3 local = turnBy(vec4(-turn.xyz, turn.w), arm);
    vec3 q = abs(local) - size.xyz;
    vec3 outer = max(q, 0.0);
    float away = length(outer);
    float most = max(q.x, max(q.y, q.z));
    vec3 face = q.x == most ? vec3(1.0, 0.0, 0.0) : q.y == most ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0);
    vec3 normal = away > 0.0 ? outer / away : face;
    normal *= vec3(local.x < 0.0 ? -1.0 : 1.0, local.y < 0.0 ? -1.0 : 1.0, local.z < 0.0 ? -1.0 : 1.0);
    return Wall((away > 0.0 ? away : most) - size.w, turnBy(turn, normal),
                motion.xyz + cross(solidRow(solid, 4).xyz, arm), motion.w);
}

Wall nearestSolid(vec3 place)
{
    Wall nearest = Wall(1e6, vec3(0.0), vec3(0.0), 0.0);
    for (int i = 0; i < u_solidCount; i++) {
        if (isNearSolid(i, place)) {
            Wall wall = solidWall(i, place);
            if (wall.distance < nearest.distance) {
                nearest = wall;
            }
        }
    }
    return nearest;
}
