// A tracer's own random number, and its length of life: half to one and a half of the mean life, in which ages are
// counted, for seconds of long lives would not fit into half floats. u_seed: the tracers', and that of the step.
uniform ivec2 u_seed;

uint ownOf(ivec2 texel)
{
    return scramble(uint(texel.x) ^ scramble(uint(texel.y) ^ scramble(uint(u_seed.x))));
}

float lifeOf(uint own)
{
    return 0.5 + unitOf(scramble(own));
}
