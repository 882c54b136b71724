// Random numbers out of counters: PCG's permutation of each, one after the other.
uint scramble(uint n)
{
    n = n * 747796405u + 2891336453u;
    n = ((n >> ((n >> 28) + 4u)) ^ n) * 277803737u;
    return (n >> 22) ^ n;
}

// Returns a number from 0 to 1, less than 1.
float unitOf(uint n)
{
    return float(n >> 8) / 16777216.0;
}
