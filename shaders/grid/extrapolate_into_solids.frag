// Extrapolates the velocity into solids, one face deep, so that reads near a surface, which mix in faces behind it, get
// the fluid's velocity: its tangential part is the nearest open faces', its normal part the solid's. Where the solid
// holds the fluid the velocity stays the solid's. In: u_velocity (m/s, faces), u_faces, u_wallVelocity (m/s, faces),
// u_distance (m, nearest solid, at cell corners). Out: velocity (m/s, faces); only closed faces are drawn.
//   MOVING  some solid moves; otherwise u_wallVelocity is 0 and not read
//   SECOND  also sets a second velocity, u_source, to the same values there
//   COPY    copies both without a change
#include "common/rounded.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_faces;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
layout(location = 0) out vec2 o_velocity;
#ifdef SECOND
uniform sampler2D u_source;
layout(location = 1) out vec2 o_second;
#endif

#ifndef COPY
#include "common/placed.glsl"

#ifdef MOVING
uniform sampler2D u_wallVelocity;
#define WALL_VELOCITY(texel) texelFetch(u_wallVelocity, texel, 0).xy
#else
#define WALL_VELOCITY(texel) vec2(0.0)
#endif
uniform sampler2D u_distance;
uniform float u_cellSize;

// Returns in x and y the mean over open faces of one axis, weighted by distance, in z their total weight. The faces are
// those of `count` x `count` texels from `texel` on, the first of which lies at `shift` from the face.
vec3 openMean(ivec2 texel, int axis, int count, vec2 shift)
{
    vec3 sum = vec3(0.0);
    bool inner = all(greaterThanEqual(texel, ivec2(0))) && all(lessThanEqual(texel + count - 1, u_cells));
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < count; i++) {
            ivec2 at = texel + ivec2(i, j);
            bool known = true;
            if (!inner) {
                bvec2 inside = bvec2(at.x >= 0 && at.x <= u_cells.x, at.y >= 0 && at.y <= u_cells.y);
                known = (inside.x || u_wrap.x == 1) && (inside.y || u_wrap.y == 1);
                at = placedAt(at, u_cells + 1, 1, u_wrap);
            }
            vec2 d = vec2(i, j) + shift;
            if (known && texelFetch(u_faces, at, 0)[axis] > 0.01) {
                float w = 1.0 / (0.01 + dot(d, d) * dot(d, d));
                sum += w * vec3(texelFetch(u_velocity, at, 0)[axis], WALL_VELOCITY(at)[axis], 1.0);
            }
        }
    }
    return vec3(sum.xy / max(sum.z, 1e-6), sum.z);
}

// Open faces at most 2.7 cells away are read, and the centre of a face is half a cell from its ends.
const float DEEP_CELLS = 3.2;

float distanceAt(ivec2 corner)
{
    return texelFetch(u_distance, placedAt(corner, u_cells + 1, 1, u_wrap), 0).x;
}

// Returns the extrapolated velocity at the face of `axis` whose first corner is `from`.
float extrapolated(ivec2 from, int axis, float wall)
{
    ivec2 along = axis == 0 ? ivec2(0, 1) : ivec2(1, 0);
    ivec2 across = ivec2(1) - along;
    float here = distanceAt(from), next = distanceAt(from + along);
    if (max(here, next) < -DEEP_CELLS * u_cellSize) {
        return wall; // all faces around are closed
    }
    float through = distanceAt(from + across) + distanceAt(from + across + along) - distanceAt(from - across) -
                    distanceAt(from - across + along);
    float beside = 4.0 * (next - here);
    vec2 slope = vec2(through, beside); // 4 cell sizes long near a flat surface
    if (length(slope) < 3.4 * u_cellSize) {
        return wall; // in the middle of a thin wall: the fluid beyond must not be mixed in
    }
    vec2 normal = normalize(slope);
    vec3 own = openMean(from - 1, axis, 3, vec2(-1.0));
    vec3 other = openMean(from - along - 2 * across, 1 - axis, 4, vec2(-1.5));
    float slip = own.z > 0.0 ? own.x - wall : 0.0;
    float otherSlip = other.z > 0.0 ? other.x - other.y : 0.0;
    return wall + slip - normal.x * (normal.x * slip + normal.y * otherSlip);
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 faces = texelFetch(u_faces, texel, 0);
    bvec2 inner = bvec2(u_wrap.x == 1 || (texel.x > 0 && texel.x < u_cells.x),
                        u_wrap.y == 1 || (texel.y > 0 && texel.y < u_cells.y));
    bvec2 closed = bvec2(faces.x < 0.01 && inner.x, faces.y < 0.01 && inner.y);
    if (!any(closed)) {
        discard;
    }
    vec2 velocity = texelFetch(u_velocity, texel, 0).xy;
#ifndef COPY
    ivec2 cell = min(texel, u_cells - 1);
    vec2 wall = WALL_VELOCITY(texel);
    if (closed.x && faces.z < 0.5) {
        velocity.x = extrapolated(ivec2(texel.x, cell.y), 0, wall.x);
    }
    if (closed.y && faces.w < 0.5) {
        velocity.y = extrapolated(ivec2(cell.x, texel.y), 1, wall.y);
    }
#endif
    o_velocity = storedVelocity(velocity);
#ifdef SECOND
    o_second = texelFetch(u_source, texel, 0).xy;
#ifndef COPY
    o_second = vec2(closed.x ? o_velocity.x : o_second.x, closed.y ? o_velocity.y : o_second.y);
#endif
#endif
}
