// The outflow of the cells of a block and of the red cells around it (multigrid/weights.glsl): the right-hand side of
// the pressure equation, m/s (divergence times the cell size). In: u_velocity (m/s, faces). Fluid flows through the
// open fraction of a face.
//   MOVING     solids move through its closed fraction: u_wallVelocity (of solids and inflows, m/s, faces)
//   EXPANSION  minus the fluid that sources pour in: u_expansion (1/s)
//   NO_RING    only for the block's own cells
uniform sampler2D u_velocity;
uniform sampler2D u_wallVelocity;
uniform sampler2D u_expansion;
uniform float u_cellSize;
uniform float u_opens; // 1: some side is open

// The velocity through the four faces of each cell.
struct Flow {
    Weights own, ring;
};

#ifdef SOFTWARE
#define FACE(x, y) textureLod(field, (faceAt(c + ivec2(x, y)) + 0.5) / vec2(u_cells + 1), 0.0).xy
#else
#define FACE(x, y) texelFetch(field, ivec2(faceAt(c + ivec2(x, y))), 0).xy
#endif

// Returns a face's velocity; on a periodic axis the last face is the first.
vec2 faceAt(ivec2 face)
{
    face += u_wrap * u_cells * (ivec2(lessThan(face, ivec2(0))) - ivec2(greaterThanEqual(face, u_cells)));
    return vec2(clamp(face, ivec2(0), u_cells));
}

Flow flowOf(sampler2D field, ivec2 c)
{
    vec2 f00 = FACE(0, 0), f10 = FACE(1, 0), f20 = FACE(2, 0), f01 = FACE(0, 1), f11 = FACE(1, 1), f21 = FACE(2, 1);
    vec2 f02 = FACE(0, 2), f12 = FACE(1, 2);
    Flow f;
    f.own = Weights(vec4(f00.x, f10.x, f01.x, f11.x), vec4(f10.x, f20.x, f11.x, f21.x),
                    vec4(f00.y, f10.y, f01.y, f11.y), vec4(f01.y, f11.y, f02.y, f12.y));
#ifndef NO_RING
    f.ring = Weights(vec4(f20.x, f02.x, FACE(-1, 1).x, FACE(1, -1).x), vec4(FACE(3, 0).x, f12.x, f01.x, FACE(2, -1).x),
                     vec4(f20.y, f02.y, FACE(-1, 1).y, FACE(1, -1).y), vec4(f21.y, FACE(0, 3).y, FACE(-1, 2).y, f10.y));
#endif
    return f;
}

// A weight across an open side is twice the open fraction.
vec4 fractionsOf(vec4 weights, vec4 face, int axis)
{
    float least = u_wrap[axis] == 0 ? 0.0 : -9.0;
    float most = u_wrap[axis] == 0 ? float(u_cells[axis]) : -9.0;
    return weights * (1.0 - 0.5 * (vec4(equal(face, vec4(least))) + vec4(equal(face, vec4(most)))));
}

// Returns the open fractions of cells' faces; `x`, `y`: the cells' column and row.
Weights openFractions(Weights w, vec4 x, vec4 y)
{
    if (u_opens > 0.5) {
        w.left = fractionsOf(w.left, x, 0);
        w.right = fractionsOf(w.right, x + 1.0, 0);
        w.bottom = fractionsOf(w.bottom, y, 1);
        w.top = fractionsOf(w.top, y + 1.0, 1);
    }
    return w;
}

vec4 through(Weights open, Weights velocity)
{
    return open.right * velocity.right - open.left * velocity.left + open.top * velocity.top -
           open.bottom * velocity.bottom;
}

Weights rest(Weights open)
{
    return Weights(1.0 - open.left, 1.0 - open.right, 1.0 - open.bottom, 1.0 - open.top);
}

#ifdef EXPANSION
float expansionIn(ivec2 cell)
{
    cell += u_wrap * u_cells * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, u_cells)));
    return u_cellSize * texelFetch(u_expansion, clamp(cell, ivec2(0), u_cells - 1), 0).x;
}
#endif

// `unit`: one unit of the weights. Out: the outflow of the block's cells, and of the red cells around it.
void outflow(ivec2 block, Weights own, vec4 isFree, Weights ring, vec4 ringIsFree, float unit, out vec4 rhs,
             out vec4 ringRhs)
{
    ivec2 c = 2 * block;
    vec2 at = vec2(c);
    Flow f = flowOf(u_velocity, c);
    own = openFractions(Weights(unit * own.left, unit * own.right, unit * own.bottom, unit * own.top),
                        at.x + vec4(0.0, 1.0, 0.0, 1.0), at.y + vec4(0.0, 0.0, 1.0, 1.0));
    rhs = through(own, f.own);
#ifndef NO_RING
    ring = openFractions(Weights(unit * ring.left, unit * ring.right, unit * ring.bottom, unit * ring.top),
                         at.x + vec4(2.0, 0.0, -1.0, 1.0), at.y + vec4(0.0, 2.0, 1.0, -1.0));
    ringRhs = through(ring, f.ring);
#endif
#ifdef MOVING
    Flow walls = flowOf(u_wallVelocity, c);
    rhs += through(rest(own), walls.own);
#ifndef NO_RING
    ringRhs += through(rest(ring), walls.ring);
#endif
#endif
#ifdef EXPANSION
    rhs -= vec4(expansionIn(c), expansionIn(c + ivec2(1, 0)), expansionIn(c + ivec2(0, 1)), expansionIn(c + 1));
#ifndef NO_RING
    ringRhs -= vec4(expansionIn(c + ivec2(2, 0)), expansionIn(c + ivec2(0, 2)), expansionIn(c + ivec2(-1, 1)),
                    expansionIn(c + ivec2(1, -1)));
#endif
#endif
    rhs *= isFree;
#ifndef NO_RING
    ringRhs *= ringIsFree;
#endif
}
