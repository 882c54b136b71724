// Visits the particles of a 2D fluid that may be in a box. A shader defines visit() and calls visitBox().
//   SORTED  only the box's cells are visited, each row one range of the state; otherwise all particles
#include "particles/layout.glsl"
#ifdef SORTED
#include "particles/starts.glsl"
#endif

void visit(int i);

// Visits every `parts`-th particle, from number `part` of each row on. `low`, `high`: corners of the box, cells.
void visitBox(vec2 low, vec2 high, int part, int parts)
{
#ifdef SORTED
    ivec2 last = u_grid.xy - 2;
    ivec2 from = clamp(ivec2(floor(clamp(low, vec2(-1.0), vec2(last)))) + 1, ivec2(1), last);
    ivec2 to = clamp(ivec2(floor(clamp(high, vec2(-1.0), vec2(last)))) + 1, ivec2(1), last);
    for (int y = from.y; y <= to.y; y++) {
        int end = startOf(cellNumber(ivec2(to.x, y)) + 1);
        for (int i = startOf(cellNumber(ivec2(from.x, y))) + part; i < end; i += parts) {
            visit(i);
        }
    }
#else
    int count = liveCount();
    for (int i = part; i < count; i += parts) {
        visit(i);
    }
#endif
}
