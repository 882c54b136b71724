// The width, in cells, that a face stands for beside walls: half of the distance between its two neighbours, or between
// nearer walls. Couplings as in multigrid/weights.glsl are one over the distance; 0, where no wall holds the fluid,
// counts as 1. Where walls are near along both axes the narrower width counts.
vec4 distancesTo(vec4 coupling)
{
    return mix(1.0 / max(coupling, 0.01), vec4(1.0), lessThan(coupling, vec4(0.01)));
}

vec4 widthsBetween(vec4 left, vec4 right, vec4 bottom, vec4 top)
{
    return 0.5 * min(distancesTo(left) + distancesTo(right), distancesTo(bottom) + distancesTo(top));
}

// Returns a face's width, by its couplings left, right, bottom and top. `strength`: 1 returns this, 0 a whole cell.
float widthOf(vec4 couplings, float strength)
{
    return mix(1.0, widthsBetween(couplings.xxxx, couplings.yyyy, couplings.zzzz, couplings.wwww).x, strength);
}
