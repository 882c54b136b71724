// Ghosts: mirror images of the liquid, in walls. Forces see them as neighbours, so that no neighbours are missing near
// a wall, and a surface meets it at a right angle. Beyond closed sides a texel is the mirror image of one inside;
// ghosts in solids are drawn beforehand (gaussian/ghosts.frag).
#ifdef SOLIDS
uniform sampler2D u_ghosts; // a texel a cell: velocity, mass

vec4 ghostAt(ivec2 cell)
{
    return texelFetch(u_ghosts, min(cell, u_cells - 1), 0);
}

// Returns the ghosts in the four cells of a texel: a column for each value.
mat4 ghostsAt(ivec2 texel)
{
    return transpose(mat4(ghostAt(2 * texel), ghostAt(2 * texel + ivec2(1, 0)), ghostAt(2 * texel + ivec2(0, 1)),
                          ghostAt(2 * texel + 1)));
}
#endif

// Forces reach this many texels beyond closed sides.
const int GHOST_TEXELS = 2;

// Reads the particles of a texel, if `near` is 1 with ghosts in solids.
Particles readInside(ivec2 texel, vec2 scale, int near)
{
    Particles p = readParticles(texel, scale);
#ifdef SOLIDS
    for (int n = 0; n < near; n++) {
        // A cell of a solid that still holds liquid, which has to leave it, has no ghost.
        mat4 ghosts = ghostsAt(texel);
        p.own = max(vec4(greaterThan(p.mass, vec4(0.0))), vec4(equal(ghosts[2], vec4(0.0))));
        p.velocityX = mix(ghosts[0], p.velocityX, p.own);
        p.velocityY = mix(ghosts[1], p.velocityY, p.own);
        p.mass = mix(ghosts[2], p.mass, p.own);
        p.bulk *= p.own;
    }
#endif
    return p;
}

// Returns in x the texel, along an axis of `cells` cells, whose values stand at texel `at`; in y 1 if `at` is a ghost.
// If the number of cells is odd the second half of the last texel is a ghost, too.
ivec2 foldTexel(int at, int cells, bool low, bool high)
{
    int count = (cells + 1) >> 1;
    if (at < 0 && low) {
        return ivec2(-1 - at, 1);
    }
    if (at >= count && high) {
        return ivec2(2 * count - 1 - (cells & 1) - at, 1);
    }
    return ivec2(at, 0);
}

// Reads a texel's particles, ghosts up to GHOST_TEXELS beyond a closed side; with ghosts in solids only if `near` is 1.
Particles readWithGhosts(ivec2 texel, vec2 scale, int near)
{
    bvec4 closed = greaterThan(u_closedSides, vec4(0.5));
    ivec2 x = foldTexel(texel.x, u_cells.x, closed.x, closed.y);
    ivec2 y = foldTexel(texel.y, u_cells.y, closed.z, closed.w);
    Particles p = readInside(wrapTexel(ivec2(x.x, y.x)), scale, near);
    bool inside = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, u_cells >> 1));
    int rounds = inside ? 0 : 1;
    for (int n = 0; n < rounds; n++) {
        if (x.y == 1) {
            p = Particles(-p.velocityX.yxwz, p.velocityY.yxwz, p.mass.yxwz, p.bulk.yxwz, vec4(0.0));
        }
        if (y.y == 1) {
            p = Particles(p.velocityX.zwxy, -p.velocityY.zwxy, p.mass.zwxy, p.bulk.zwxy, vec4(0.0));
        }
        ivec2 last = texelCount() - 1;
        if (closed.y && (u_cells.x & 1) == 1 && texel.x == last.x) {
            p = Particles(vec4(1.0, -1.0, 1.0, -1.0) * p.velocityX.xxzz, p.velocityY.xxzz, p.mass.xxzz,
                          p.bulk.xxzz, p.own * vec4(1.0, 0.0, 1.0, 0.0));
        }
        if (closed.w && (u_cells.y & 1) == 1 && texel.y == last.y) {
            p = Particles(p.velocityX.xyxy, vec4(1.0, 1.0, -1.0, -1.0) * p.velocityY.xyxy, p.mass.xyxy,
                          p.bulk.xyxy, p.own * vec4(1.0, 1.0, 0.0, 0.0));
        }
    }
    return p;
}

// Does the same as texelNeighbourhood() (gaussian/state.glsl), but includes ghosts beyond closed sides.
ivec4 ghostNeighbourhood(ivec2 own, ivec4 neighbourhood)
{
    ivec2 first = own + (neighbourhood.xy >> 1);
    ivec2 last = own + ((neighbourhood.zw + 1) >> 1);
    ivec2 period = u_wrap * texelCount();
    ivec2 beforeFirst = -ivec2(greaterThan(u_closedSides.xz, vec2(0.5))) * GHOST_TEXELS - period;
    ivec2 beyondLast = ivec2(greaterThan(u_closedSides.yw, vec2(0.5))) * GHOST_TEXELS + period;
    return ivec4(max(first, beforeFirst), min(last, texelCount() - 1 + beyondLast));
}
