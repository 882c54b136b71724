// Which components of the finer level's cells make up the components of a coarse cell. In: u_weights, of the finer level
// (multigrid/components.glsl). Out: the 16 bits of the map in two bytes, and 1 if there are two components. Finer components
// of a block that a strong weight joins belong together; of more than two such groups the two most alike are merged, for
// a component without a coarse cell would not converge.
#include "multigrid/components.glsl"

layout(location = 0) out vec4 o_components;

const float STRONG = 0.9; // of the largest weight of either
float largest[8];         // of the components a.A, a.B, b.A, ...
float total[8];
vec4 outside[8];          // of that, left, right, down and up out of the block
uint group[8];            // the components joined with each, as bits
const int PAIRS = 20;
float pairWeight[PAIRS];

void note(int component, vec2 weights)
{
    weights = min(weights, 1.0 / CELL_UNIT); // out of the domain they are longer, which says nothing about neighbours
    largest[component] = max(largest[component], max(weights.x, weights.y));
    total[component] += weights.x + weights.y;
}

// Of the two components of `child` to those of another cell.
void noteCell(int child, vec4 weights)
{
    note(2 * child, weights.xy);
    note(2 * child + 1, weights.zw);
}

void noteOutside(int child, vec4 weights, int side)
{
    noteCell(child, weights);
    outside[2 * child][side] += weights.x + weights.y;
    outside[2 * child + 1][side] += weights.z + weights.w;
}

void noteBetween(int low, int high, vec4 weights, int place)
{
    noteCell(low, weights);
    if (!isInside(2 * ivec2(gl_FragCoord.xy) + ivec2(high & 1, high >> 1), u_cells)) {
        return; // the weight leads out of the domain
    }
    noteCell(high, turned(weights));
    pairWeight[place] = weights.x;
    pairWeight[place + 1] = weights.y;
    pairWeight[place + 2] = weights.z;
    pairWeight[place + 3] = weights.w;
}

// The two ends of a weight: four inside the cells, then four for each two cells that share a face.
ivec2 endsOf(int pair)
{
    if (pair < 4) {
        return ivec2(2 * pair, 2 * pair + 1);
    }
    int two = (pair - 4) >> 2;
    ivec2 cells = two == 0 ? ivec2(0, 1) : two == 1 ? ivec2(2, 3) : two == 2 ? ivec2(0, 2) : ivec2(1, 3);
    return 2 * cells + ivec2((pair >> 1) & 1, pair & 1);
}

void join(int u, int v)
{
    uint both = group[u] | group[v];
    for (int i = 0; i < 8; i++) {
        group[i] = ((both >> uint(i)) & 1u) != 0u ? both : group[i];
    }
}

bool isFirst(int component)
{
    return largest[component] > 0.0 && (group[component] & ((1u << uint(component)) - 1u)) == 0u;
}

int groupCount()
{
    int count = 0;
    for (int i = 0; i < 8; i++) {
        count += isFirst(i) ? 1 : 0;
    }
    return count;
}

bool isIn(int component, uint members)
{
    return ((members >> uint(component)) & 1u) != 0u;
}

// Where a group's weights lead: the shares of them that go left, right, down and up out of the block.
vec4 leaning(uint members)
{
    vec4 sum = vec4(0.0);
    float all = 1e-6;
    for (int i = 0; i < 8; i++) {
        sum += isIn(i, members) ? outside[i] : vec4(0.0);
        all += isIn(i, members) ? total[i] : 0.0;
    }
    return sum / all;
}

float groupTotal(uint members)
{
    float sum = 1e-6;
    for (int i = 0; i < 8; i++) {
        sum += isIn(i, members) ? total[i] : 0.0;
    }
    return sum;
}

float weightBetween(uint members, uint others)
{
    float sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        ivec2 e = endsOf(i);
        bool joins = (isIn(e.x, members) && isIn(e.y, others)) || (isIn(e.y, members) && isIn(e.x, others));
        sum += joins ? pairWeight[i] : 0.0;
    }
    return sum;
}

// How much alike the values of two groups will be: as far as a weight ties one to the other, and as both are tied to the
// same neighbours. Without the latter the narrow strip between a wall and the edge of its block would be merged with
// what lies behind the wall.
float likeness(uint members, uint others)
{
    vec4 sharedTies = min(leaning(members), leaning(others));
    return weightBetween(members, others) / min(groupTotal(members), groupTotal(others)) + dot(sharedTies, vec4(1.0));
}

void mergeTwoGroups()
{
    float best = -1.0;
    ivec2 ends = ivec2(0, 1);
    int count = 8 * min(u_cells.x, 1); // no constant: few go here, and drivers that run unrolled loops run them for all
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k < count; k++) {
            float alike = isFirst(i) && isFirst(k) ? likeness(group[i], group[k]) : -1.0;
            if (alike > best) {
                best = alike;
                ends = ivec2(i, k);
            }
        }
    }
    join(ends.x, ends.y);
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    uvec4 cells[4];
    for (int i = 0; i < 8; i++) {
        largest[i] = total[i] = 0.0;
        outside[i] = vec4(0.0);
        group[i] = 1u << uint(i);
    }
    for (int i = 0; i < PAIRS; i++) {
        pairWeight[i] = 0.0;
    }
    for (int k = 0; k < 4; k++) {
        cells[k] = cellAt(first + ivec2(k & 1, k >> 1));
        float inner = float(cells[k].z & 255u);
        pairWeight[k] = inner;
        note(2 * k, vec2(inner, 0.0));
        note(2 * k + 1, vec2(inner, 0.0));
        vec4 outer = weightsOf(cells[k].w);
        note(2 * k, outer.xz);
        note(2 * k + 1, outer.yw);
    }
    noteBetween(0, 1, weightsOf(cells[0].x), 4);
    noteBetween(2, 3, weightsOf(cells[2].x), 8);
    noteBetween(0, 2, weightsOf(cells[0].y), 12);
    noteBetween(1, 3, weightsOf(cells[1].y), 16);
    noteOutside(1, weightsOf(cells[1].x), 1);
    noteOutside(3, weightsOf(cells[3].x), 1);
    noteOutside(2, weightsOf(cells[2].y), 3);
    noteOutside(3, weightsOf(cells[3].y), 3);
    noteOutside(0, turned(weightsOf(cellAt(first + ivec2(-1, 0)).x)), 0);
    noteOutside(2, turned(weightsOf(cellAt(first + ivec2(-1, 1)).x)), 0);
    noteOutside(0, turned(weightsOf(cellAt(first + ivec2(0, -1)).y)), 2);
    noteOutside(1, turned(weightsOf(cellAt(first + ivec2(1, -1)).y)), 2);
    for (int i = 0; i < PAIRS; i++) {
        ivec2 e = endsOf(i);
        if (pairWeight[i] > 0.0 && pairWeight[i] >= STRONG * min(largest[e.x], largest[e.y])) {
            join(e.x, e.y);
        }
    }
    for (int i = 0; i < 6 && groupCount() > 2; i++) {
        mergeTwoGroups();
    }
    uint components = 0u;
    uint groupA = 0u;
    for (int i = 0; i < 8; i++) {
        if (largest[i] > 0.0) {
            groupA = groupA == 0u ? group[i] : groupA;
            components |= (group[i] == groupA ? 1u : 2u) << uint(2 * i);
        }
    }
    o_components = vec4(components & 255u, components >> 8, (components & 0xaaaau) != 0u ? 255u : 0u, 0u) / 255.0;
}
