// Kernels of the double-density scheme (Clavet, Beaudoin, Poulin 2005), of radius 1: W2 = c (1 - r)^2, W3 = c (1 - r)^3
// for near density, and poly6 c (1 - r^2)^3 (Mueller 2003) for viscosity; each with integral 1.
#if DIMENSIONS == 3
const float W2 = 2.3873241;   // 15 / (2 pi)
const float W3 = 4.7746483;   // 15 / pi
const float POLY6 = 1.5666815; // 315 / (64 pi)
#else
const float W2 = 1.9098593;   // 6 / pi
const float W3 = 3.1830989;   // 10 / pi
const float POLY6 = 1.2732395; // 4 / pi
#endif

// The factors of -W2' and -W3', at (1 - r) and (1 - r)^2.
const float SLOPE2 = 2.0 * W2;
const float SLOPE3 = 3.0 * W3;

// The factor on walls, relative to a half space of fluid. A wall's force is the gradient of the density that it adds,
// so that it conserves energy; but it contains only the particle's own pressure, where fluid would add its own. A
// factor of 2 would make up for this in a column at rest, but would keep particles farther from walls.
const float WALL_FULLNESS = 1.7;

// The integrals of W2 and W3 (value) and of their gradients (slope) beyond a plane at distance x (0 to 1): a wall
// counts as a half space of the same fluid. 3D: exact. 2D: fitted, within 1 % of the largest.
struct Beyond {
    vec2 value;
    vec2 slope;
};

Beyond beyondPlane(float x)
{
    x = clamp(x, 0.0, 1.0);
#if DIMENSIONS == 3
    float x2 = x * x, x3 = x2 * x, x4 = x2 * x2, x5 = x4 * x;
    return Beyond(vec2(1.25 * (1.0 - x) - 2.5 * (1.0 - x3) + 2.5 * (1.0 - x4) - 0.75 * (1.0 - x5),
                       1.5 * (1.0 - x) - 5.0 * (1.0 - x3) + 7.5 * (1.0 - x4) - 4.5 * (1.0 - x5) + 1.0 - x5 * x),
                  vec2(1.25 - 7.5 * x2 + 10.0 * x3 - 3.75 * x4,
                       1.5 - 15.0 * x2 + 30.0 * x3 - 22.5 * x4 + 6.0 * x5));
#else
    float y = 1.0 - x;
    float y2 = y * y, y3 = y2 * y;
    return Beyond(vec2(y3 * (0.2884555 + y * (0.5141739 - y * (0.1752149 + y * 0.1271305))),
                       y2 * y2 * (0.4371145 + y * (0.1008036 + y * (0.3835876 - y * 0.4211818)))),
                  vec2(y2 * (0.8653665 + y * (2.0566955 - y * (0.8760745 + y * 0.7627831))),
                       y3 * (1.7484579 + y * (0.5040182 + y * (2.3015259 - y * 2.9482726)))));
#endif
}
