// Walls of 2D where one plane does not describe them: in corners of solids, between solids, and where a solid meets a
// side of the domain. Convex surfaces count as planes. Walls are found along rays from the particle, and the kernels
// are integrated along each ray from the wall to their radius. Include it after kernels.glsl and walls.glsl.
#if defined(SOLIDS) && DIMENSIONS == 2
const int RAYS = 32;
const int RAY_STEPS = 6;
const float RAY_START = 0.05; // cells: so that rays of a particle on a surface can run along it
const float RAY_HIT = 0.01;   // cells
const float ACUTE = 0.17;     // cosine of a corner with a side of the domain: planes do for wider corners
const float ASIDE = 0.8;      // cells from the nearest wall to where distances are tried, along it and away from it
const float PLANAR = 0.02;    // cells by which the distance may be less at ASIDE along the plane; else it is a corner
const float OPEN = 0.6;       // the same at ASIDE away from the plane: near thin walls distances grow too little

struct Around {
    vec2 value; // of both kernels
    mat2 slope; // a column for each
};

// Returns whether a wall makes an acute corner with a nearby side of the domain.
bool isBySide(vec2 place, Wall wall, vec2 extent)
{
    bool acute = false;
    for (int side = 0; side < SIDES; side++) {
        Wall other = sideOf(side, place, extent);
        acute = acute || (other.distance < 1.0 && dot(other.normal, wall.normal) < -ACUTE);
    }
    return acute;
}

// Returns whether one plane, with the sides of the domain, describes all walls near a particle.
bool isPlanar(vec2 place, Wall wall, vec2 extent)
{
    ivec2 size = textureSize(u_distance, 0);
    vec2 aside = ASIDE * vec2(-wall.normal.y, wall.normal.x);
    float a = distanceAt((place + aside) * u_scale.x, size) / u_scale.y - wall.distance;
    float b = distanceAt((place - aside) * u_scale.x, size) / u_scale.y - wall.distance;
    float c = distanceAt((place + ASIDE * wall.normal) * u_scale.x, size) / u_scale.y - wall.distance - ASIDE;
    return min(a, b) > -PLANAR && c > -OPEN && !isBySide(place, wall, extent);
}

// Returns the distance along a way to the nearest closed side.
float sideAlong(vec2 place, vec2 way, vec2 extent)
{
    float nearest = 1e6;
    for (int side = 0; side < SIDES; side++) {
        Wall wall = sideOf(side, place, extent);
        float towards = -dot(way, wall.normal);
        nearest = min(nearest, towards > 1e-4 ? max(wall.distance, 0.0) / towards : 1e6);
    }
    return nearest;
}

// Returns the distance along a way to a solid.
float solidAlong(vec2 place, vec2 way, float from)
{
    ivec2 size = textureSize(u_distance, 0);
    float t = from;
    for (int i = 0; i < RAY_STEPS && t < 1.0; i++) {
        float d = distanceAt((place + t * way) * u_scale.x, size) / u_scale.y;
        t += d;
        if (d < RAY_HIT) {
            break;
        }
    }
    return t;
}

// Returns the integrals of both kernels, and of their slopes, beyond a distance along a ray, for each unit of angle.
vec4 beyondAlong(float t)
{
    float y = 1.0 - clamp(t, 0.0, 1.0);
    float y2 = y * y, y3 = y2 * y;
    return WALL_FULLNESS * vec4(W2 * y3 * (1.0 / 3.0 - 0.25 * y), W3 * y2 * y2 * (0.25 - 0.2 * y),
                                SLOPE2 * y2 * (0.5 - y / 3.0), SLOPE3 * y3 * (1.0 / 3.0 - 0.25 * y));
}

// Returns the integrals over all walls. Rays start at the normal's direction, so that the result for a plane does not
// depend on its orientation. If `column` is 0 or above, only the solid of this column counts.
Around aroundWalls(vec2 place, Wall wall, vec2 extent, float column)
{
    Around around = Around(vec2(0.0), mat2(0.0));
    ivec2 size = textureSize(u_distance, 0);
    float from = max(wall.distance, RAY_START);
    for (int k = 0; k < RAYS; k++) {
        float angle = (float(k) + 0.5) * (6.2831853 / float(RAYS));
        vec2 turned = vec2(cos(angle), sin(angle));
        vec2 way = turned.x * wall.normal + turned.y * vec2(-wall.normal.y, wall.normal.x);
        float side = sideAlong(place, way, extent), solid = solidAlong(place, way, from);
        bool counts = column < 0.0;
        if (!counts && solid < side) {
            ivec2 texel = clamp(ivec2((place + solid * way) * u_scale.x), ivec2(0), size - 1);
            counts = abs(texelFetch(u_distance, texel, 0).y - column) < 0.5;
        }
        vec4 beyond = counts ? beyondAlong(min(side, solid)) : vec4(0.0);
        around.value += beyond.xy;
        around.slope[0] -= beyond.z * way;
        around.slope[1] -= beyond.w * way;
    }
    float width = 6.2831853 / float(RAYS);
    return Around(width * around.value, width * around.slope);
}
#endif
