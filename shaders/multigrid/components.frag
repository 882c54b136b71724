// Which components of the finer level's cells make up the components of a coarse cell. In: u_weights, of the finer level
// (multigrid/components.glsl). Out: the 16 bits of the map in two bytes, and 1 if there are two components. Finer components
// of a block that a strong weight joins belong together; of more than two such groups the two most alike are merged, for
// a component without a coarse cell would not converge.
#include "multigrid/components.glsl"

layout(location = 0) out vec4 o_components;

const uint ALL_A = 0x1111u;
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

// The two ends of each weight: four inside the cells, then four for each two cells that share a face. Written out, for
// where an array is indexed by what is not constant GPUs put it into slow memory.
#define EACH_PAIR(_)                                            \
    _(0, 0, 1) _(1, 2, 3) _(2, 4, 5) _(3, 6, 7)                 \
    _(4, 0, 2) _(5, 0, 3) _(6, 1, 2) _(7, 1, 3)                 \
    _(8, 4, 6) _(9, 4, 7) _(10, 5, 6) _(11, 5, 7)               \
    _(12, 0, 4) _(13, 0, 5) _(14, 1, 4) _(15, 1, 5)             \
    _(16, 2, 6) _(17, 2, 7) _(18, 3, 6) _(19, 3, 7)

void join(uint both)
{
    for (int i = 0; i < 8; i++) {
        group[i] = ((both >> uint(i)) & 1u) != 0u ? both : group[i];
    }
}

// Groups that have weights, eight bits each, in the order of their first components.
struct Groups {
    uvec2 members;
    int count;
};

Groups listGroups()
{
    Groups list = Groups(uvec2(0u), 0);
    for (int i = 0; i < 8; i++) {
        if (largest[i] > 0.0 && (group[i] & ((1u << uint(i)) - 1u)) == 0u) {
            uint members = group[i] << uint(8 * (list.count & 3));
            list.members |= list.count < 4 ? uvec2(members, 0u) : uvec2(0u, members);
            list.count++;
        }
    }
    return list;
}

uint groupAt(Groups list, int i)
{
    return ((i < 4 ? list.members.x : list.members.y) >> uint(8 * (i & 3))) & 255u;
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

float between(float weight, uvec2 ends, uint members, uint others)
{
    bool joins = ((members & ends.x) != 0u && (others & ends.y) != 0u) ||
                 ((members & ends.y) != 0u && (others & ends.x) != 0u);
    return joins ? weight : 0.0;
}

float weightBetween(uint members, uint others)
{
    float sum = 0.0;
#define ADD(i, u, v) sum += between(pairWeight[i], uvec2(1u << u, 1u << v), members, others);
    EACH_PAIR(ADD)
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

// Few go here, and mostly with three groups: their number is what the loops are as long as.
void mergeTwoGroups(Groups list)
{
    float best = -1.0;
    uint both = 0u;
    for (int i = 0; i < list.count; i++) {
        for (int k = i + 1; k < list.count; k++) {
            uint one = groupAt(list, i);
            uint other = groupAt(list, k);
            float alike = likeness(one, other);
            if (alike > best) {
                best = alike;
                both = one | other;
            }
        }
    }
    join(both);
}

void main()
{
    ivec2 corner = 2 * ivec2(gl_FragCoord.xy);
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
        cells[k] = cellAt(corner + ivec2(k & 1, k >> 1));
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
    noteOutside(0, turned(weightsOf(cellAt(corner + ivec2(-1, 0)).x)), 0);
    noteOutside(2, turned(weightsOf(cellAt(corner + ivec2(-1, 1)).x)), 0);
    noteOutside(0, turned(weightsOf(cellAt(corner + ivec2(0, -1)).y)), 2);
    noteOutside(1, turned(weightsOf(cellAt(corner + ivec2(1, -1)).y)), 2);
#define JOIN(i, u, v)                                                                       \
    if (pairWeight[i] > 0.0 && pairWeight[i] >= STRONG * min(largest[u], largest[v])) {     \
        join(group[u] | group[v]);                                                          \
    }
    EACH_PAIR(JOIN)
    Groups list = listGroups();
    for (int i = 0; i < 6 && list.count > 2; i++) {
        mergeTwoGroups(list);
        list = listGroups();
    }
    uint components = 0u;
    uint groupA = 0u;
    for (int i = 0; i < 8; i++) {
        if (largest[i] > 0.0) {
            groupA = groupA == 0u ? group[i] : groupA;
            components |= (group[i] == groupA ? 1u : 2u) << uint(2 * i);
        }
    }
    components = components == 0u ? ALL_A : components; // as blocks are that busy.frag does not find
    o_components = vec4(components & 255u, components >> 8, (components & 0xaaaau) != 0u ? 255u : 0u, 0u) / 255.0;
}
