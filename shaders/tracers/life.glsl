// A tracer's own random number, and its length of life: half to one and a half of the mean life. Ages are in mean
// lives, because half floats are too coarse for seconds of a long life. u_seed: the tracers', and that of the step.
uniform ivec2 u_seed;

uint ownOf(ivec2 texel)
{
    return scramble(uint(texel.x) ^ scramble(uint(texel.y) ^ scramble(uint(u_seed.x))));
}

float lifeOf(uint own)
{
    return 0.5 + unitOf(scramble(own));
}
