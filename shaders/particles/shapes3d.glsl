// Shapes of sources in 3D: there are none so far.
uniform int u_shapeCount;

bool isSet(int shape)
{
    return false;
}

float acts(int shape, int field)
{
    return 0.0;
}

float shapeWeight(int shape, vec3 place)
{
    return 0.0;
}

float shapeDepth(int shape, vec3 place)
{
    return 0.0;
}

vec4 shapeColor(int shape, vec3 place)
{
    return vec4(1.0);
}

vec3 shapeVelocity(int shape, vec4 color)
{
    return vec3(0.0);
}

vec4 shapeDye(int shape, vec4 color)
{
    return vec4(0.0);
}

float shapeMass(int shape, vec4 color)
{
    return 0.0;
}

float shapeAttraction(int shape, vec4 color)
{
    return 0.0;
}
