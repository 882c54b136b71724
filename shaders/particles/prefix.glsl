// Sums over a list of counts. In: u_counts, any list of whole numbers (particles/linear.glsl), of which red counts;
// u_countsBefore, a list of the sums before each group of 16 (gfPrefix_Run).
#include "particles/linear.glsl"

uniform usampler2D u_counts;
uniform usampler2D u_countsBefore;

uint countOf(int i)
{
    return texelFetch(u_counts, texelOf(i, shiftOf(u_counts)), 0).x;
}

// Returns the sum of elements 0 to 16 * group - 1.
uint groupBefore(int group)
{
    return texelFetch(u_countsBefore, texelOf(group, shiftOf(u_countsBefore)), 0).x;
}

// Returns the sum of elements 0 to i - 1; i may be the number of elements.
uint prefixBefore(int i)
{
    uint sum = groupBefore(i >> 4);
    for (int j = i & ~15; j < i; j++) {
        sum += countOf(j);
    }
    return sum;
}

uint prefixTotal()
{
    return prefixBefore(sizeOf(u_counts));
}

// Returns the element that contains unit k, from 0 to less than the total. `before`: the sum of those before it.
int findUnit(uint k, out uint before)
{
    int low = 0; // the last group that begins at or before unit k
    int high = (sizeOf(u_counts) + 15) >> 4;
    while (high - low > 1) {
        int middle = (low + high) >> 1;
        if (groupBefore(middle) <= k) {
            low = middle;
        } else {
            high = middle;
        }
    }
    int i = 16 * low;
    int last = min(i + 15, sizeOf(u_counts) - 1);
    before = groupBefore(low);
    uint count = countOf(i);
    while (before + count <= k && i < last) {
        before += count;
        i++;
        count = countOf(i);
    }
    return i;
}

int findUnit(uint k)
{
    uint before;
    return findUnit(k, before);
}
