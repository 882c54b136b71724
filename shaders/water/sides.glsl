// The sides of the domain (left, right, bottom, top), through which water may come in up to a level. u_levels: height of
// that level over the domain's lower left corner, against gravity, cells; far below or above where there is none.
// u_yields: how far still water outside yields to a flow, as the way, in cells, from the face to where its pressure is
// that at rest. u_up: the direction against gravity.
uniform vec4 u_levels;
uniform vec4 u_yields;
uniform vec2 u_up;

// Returns the side on which the face of a texel across an axis lies; -1: it is inside.
int sideOfFace(ivec2 texel, ivec2 cells, int axis)
{
    return texel[axis] == 0 ? 2 * axis : texel[axis] == cells[axis] ? 2 * axis + 1 : -1;
}

// Returns how far the middle of a face lies under the level of its side, cells.
float depthAtSide(ivec2 texel, int side)
{
    vec2 middle = vec2(texel) + (side < 2 ? vec2(0.0, 0.5) : vec2(0.5, 0.0));
    return u_levels[side] - dot(u_up, middle);
}

// Returns which fraction of `length` cells of a side lies under a level that is `depth` above their middle.
float shareUnder(float depth, int side, float length)
{
    return clamp(depth / (max(abs(side < 2 ? u_up.y : u_up.x), 1e-3) * length) + 0.5, 0.0, 1.0);
}
