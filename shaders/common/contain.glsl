// Keeps a value finite and within the documented range (GF_VALUE_MAX), so that one bad number does not spread. NaN,
// infinity and values too large to be a sum of good ones become 0.
const float LARGEST_VALUE = 60000.0;

float contain(float x)
{
    // Only comparisons are used, because a compiler may assume that isnan() is false. NaN fails all three.
    return abs(x) <= LARGEST_VALUE ? x
           : abs(x) < 1e30            ? (x > 0.0 ? LARGEST_VALUE : -LARGEST_VALUE)
                                      : 0.0;
}

// If all numbers of a vector are in range, one test suffices, which saves instructions.
vec4 contain(vec4 v)
{
    if (all(lessThanEqual(abs(v), vec4(LARGEST_VALUE)))) {
        return v;
    }
    return vec4(contain(v.x), contain(v.y), contain(v.z), contain(v.w));
}

vec2 contain(vec2 v)
{
    return contain(vec4(v, 0.0, 0.0)).xy;
}
