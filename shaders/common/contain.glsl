// Keeps a value finite and within the documented range (GF_VALUE_MAX), so that one bad number stays one bad number.
const float VALUE_MAX = 60000.0;

float contain(float x)
{
    return isnan(x) ? 0.0 : clamp(x, -VALUE_MAX, VALUE_MAX);
}

vec2 contain(vec2 v)
{
    return vec2(contain(v.x), contain(v.y));
}

vec4 contain(vec4 v)
{
    return vec4(contain(v.xy), contain(v.zw));
}
