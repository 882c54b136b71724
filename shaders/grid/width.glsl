// How wide what a face stands for is beside walls, in cells: half of the way from one neighbour to the other, or from
// the wall where that is nearer. Ties as in multigrid/weights.glsl are one over the distance; 0, where nothing holds
// the fluid, counts as 1. Where walls are near along both axes the narrower counts.
vec4 distancesTo(vec4 tie)
{
    return mix(1.0 / max(tie, 0.01), vec4(1.0), lessThan(tie, vec4(0.01)));
}

vec4 widthsBetween(vec4 left, vec4 right, vec4 bottom, vec4 top)
{
    return 0.5 * min(distancesTo(left) + distancesTo(right), distancesTo(bottom) + distancesTo(top));
}

// Of one face, by its ties to the left, right, bottom and top; `strength`: how far it counts, 0 to 1.
float widthOf(vec4 ties, float strength)
{
    return mix(1.0, widthsBetween(ties.xxxx, ties.yyyy, ties.zzzz, ties.wwww).x, strength);
}
