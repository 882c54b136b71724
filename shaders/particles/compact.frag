// Removes particles that did not survive, in order. In: u_counts of survivors.frag; the state. Out: it, without gaps.
#include "particles/state.glsl"
#include "particles/prefix.glsl"

void main()
{
    int k = numberHere(u_shifts.x);
    if (uint(k) >= prefixTotal()) {
        discard;
    }
    copyState(particleTexel(findUnit(uint(k))));
}
