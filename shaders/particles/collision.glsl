// The surface of a collision map (ext/fluid3d/volume.h), as a wall. In: u_collisionMap, normal and height (m above the
// container's bottom). u_mapScale: texels a cell along x and z, cells a metre, thickness (cells); 0: no map.
uniform sampler2D u_collisionMap;
uniform vec4 u_mapScale;

const float CLIFF = 1.0; // cells: a particle deeper in the ground than this came from the side

// Returns the surface under a place, as a plane, from the map's texel.
Wall mapWall(vec3 place)
{
    Wall wall = Wall(1e6, vec3(0.0, 1.0, 0.0), vec3(0.0), 1.0);
    if (u_mapScale.x > 0.0) {
        ivec2 size = textureSize(u_collisionMap, 0);
        ivec2 texel = clamp(ivec2(floor(place.xz * u_mapScale.xy)), ivec2(0), size - 1);
        vec4 surface = texelFetch(u_collisionMap, texel, 0);
        vec2 middle = (vec2(texel) + 0.5) / u_mapScale.xy;
        float height = surface.w * u_mapScale.z;
        float d = dot(surface.xyz, place - vec3(middle.x, height, middle.y));
        if (surface.w > 0.5 * GF_NO_GROUND && d > -u_mapScale.w) {
            wall.distance = d;
            wall.normal = surface.xyz;
        }
    }
    return wall;
}

// Stops a particle from outside that is deep in the ground now: it hit a vertical wall, and stays in its column.
void stopAtCliff(vec3 place, inout vec3 next, inout vec3 velocity)
{
    if (mapWall(next).distance < -CLIFF && mapWall(place).distance >= -0.01) {
        next.xz = place.xz;
        velocity.xz = vec2(0.0);
    }
}
