// Removes particles that did not survive, and keeps the order of the others. In: u_counts of survivors.frag; the state.
// Out: the state, without gaps.
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
