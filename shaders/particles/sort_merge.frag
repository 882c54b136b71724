// Merges pairs of sorted runs of u_run elements; the last may be shorter. In: u_keys. Out: this place's element.
#include "particles/sort.glsl"

uniform int u_run;
layout(location = 0) out uvec2 o_key;

void main()
{
    int shift = shiftOf(u_keys), count = sizeOf(u_keys);
    int own = int(gl_FragCoord.x) + (int(gl_FragCoord.y) << shift);
    int left = own / (2 * u_run) * (2 * u_run);
    int right = min(left + u_run, count);
    int leftCount = right - left;
    int rightCount = min(right + u_run, count) - right;
    // A binary search: `low` becomes the number of elements before this place that come from the left run.
    int place = own - left;
    int low = max(place - rightCount, 0);
    int high = min(place, leftCount);
    while (low < high) {
        int middle = (low + high) >> 1;
        if (comesBefore(keyAt(right + place - 1 - middle, shift), keyAt(left + middle, shift))) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    uvec2 a = keyAt(left + min(low, leftCount - 1), shift);
    uvec2 b = keyAt(min(right + place - low, count - 1), shift);
    bool takesLeft = low < leftCount && (place - low >= rightCount || !comesBefore(b, a));
    o_key = takesLeft ? a : b;
}
