// Splits a group into the pieces that hang together, on the CPU, as it happens seldom.
#include "ext/particle_groups/particle_group.h"

#include <math.h>
#include <string.h>

// The members of the group, in a grid of cells as wide as a bond is long: each is in the list of its cell.
typedef struct PieceMembers {
    gfCore *core;
    int count, columns, rows;
    int *particles; // their numbers in the state
    int *next, *first;
    int *root; // of the piece, as far as it is known: union by its lowest member
    float low[2], bond;
} PieceMembers;

static int findPieceRoot(int *root, int i)
{
    while (root[i] != i) {
        root[i] = root[root[i]];
        i = root[i];
    }
    return i;
}

static void unitePieces(int *root, int a, int b)
{
    int first = findPieceRoot(root, a), second = findPieceRoot(root, b);
    root[gfMax(first, second)] = gfMin(first, second);
}

static int pieceCellOf(const PieceMembers *m, const float *place)
{
    int x = gfMin((int)((place[0] - m->low[0]) / m->bond), m->columns - 1);
    int y = gfMin((int)((place[1] - m->low[1]) / m->bond), m->rows - 1);
    return y * m->columns + x;
}

static void freePieceMembers(PieceMembers *m)
{
    gfFree(m->core, m->particles);
    gfFree(m->core, m->first);
}

static bool findPieceMembers(gfCore *core, const gfSphHost *host, int number, float bond, PieceMembers *m)
{
    float high[2] = {-INFINITY, -INFINITY};
    *m = (PieceMembers){.core = core, .low = {INFINITY, INFINITY}, .bond = bond};
    m->particles = gfAlloc(core, (size_t)gfMax(host->count, 1) * 3 * sizeof *m->particles);
    if (m->particles == NULL) {
        return false;
    }
    m->next = m->particles + host->count;
    m->root = m->next + host->count;
    for (int i = 0; i < host->count; i++) {
        if ((int)(host->marks[4 * i] >> GF_MEMBER_BITS) == number) {
            m->root[m->count] = m->count;
            m->particles[m->count++] = i;
            for (int axis = 0; axis < 2; axis++) {
                m->low[axis] = fminf(m->low[axis], host->places[4 * i + axis]);
                high[axis] = fmaxf(high[axis], host->places[4 * i + axis]);
            }
        }
    }
    m->columns = m->count > 0 ? gfMin((int)((high[0] - m->low[0]) / bond) + 1, 1 << 12) : 1;
    m->rows = m->count > 0 ? gfMin((int)((high[1] - m->low[1]) / bond) + 1, 1 << 12) : 1;
    size_t cells = (size_t)m->columns * (size_t)m->rows;
    m->first = gfAlloc(core, cells * sizeof *m->first);
    for (size_t i = 0; m->first != NULL && i < cells; i++) {
        m->first[i] = -1;
    }
    return m->first != NULL;
}

// Unites a member with those of a cell that it hangs together with.
static void unitePiecesWith(PieceMembers *m, const gfSphHost *host, int member, int cell)
{
    const float *place = &host->places[4 * m->particles[member]];
    for (int other = m->first[cell]; other >= 0; other = m->next[other]) {
        const float *there = &host->places[4 * m->particles[other]];
        float x = place[0] - there[0], y = place[1] - there[1];
        if (x * x + y * y < m->bond * m->bond) {
            unitePieces(m->root, member, other);
        }
    }
}

static void findPieces(PieceMembers *m, const gfSphHost *host)
{
    for (int i = 0; i < m->count; i++) {
        int cell = pieceCellOf(m, &host->places[4 * m->particles[i]]), x = cell % m->columns, y = cell / m->columns;
        for (int row = gfMax(y - 1, 0); row <= gfMin(y + 1, m->rows - 1); row++) {
            for (int column = gfMax(x - 1, 0); column <= gfMin(x + 1, m->columns - 1); column++) {
                unitePiecesWith(m, host, i, row * m->columns + column);
            }
        }
        m->next[i] = m->first[cell];
        m->first[cell] = i;
    }
}

// Counts the members of each piece, at its root's place in `sizes`, and finds the two largest. The second is -1 where
// all hang together.
static void findLargestPieces(PieceMembers *m, int *sizes, int largest[2])
{
    memset(sizes, 0, (size_t)m->count * sizeof *sizes);
    largest[0] = largest[1] = -1;
    for (int i = 0; i < m->count; i++) {
        sizes[findPieceRoot(m->root, i)]++;
    }
    for (int i = 0; i < m->count; i++) {
        if (sizes[i] > 0 && (largest[0] < 0 || sizes[i] > sizes[largest[0]])) {
            largest[1] = largest[0];
            largest[0] = i;
        } else if (sizes[i] > 0 && (largest[1] < 0 || sizes[i] > sizes[largest[1]])) {
            largest[1] = i;
        }
    }
}

// Writes the new group of the members of a piece into the state.
static bool relabelPiece(gfParticleGroups *g, gfSph *s, const gfSphHost *host, PieceMembers *m, int root, int number)
{
    const gfTexture *marks = &s->marks.read;
    size_t texels = (size_t)marks->width * (size_t)marks->height;
    uint32_t *values = gfAlloc(m->core, texels * 2 * sizeof *values);
    if (values == NULL) {
        return false;
    }
    memset(values, 0, texels * 2 * sizeof *values);
    for (int i = 0; i < host->count; i++) {
        memcpy(&values[2 * i], &host->marks[4 * i], 2 * sizeof *values);
    }
    for (int i = 0; i < m->count; i++) {
        if (findPieceRoot(m->root, i) == root) {
            uint32_t *mark = &values[2 * m->particles[i]];
            *mark = (*mark & GF_NO_MEMBER) | (uint32_t)number << GF_MEMBER_BITS;
        }
    }
    bool ok = gfTexture_Upload(g->device, marks, values);
    gfFree(m->core, values);
    return ok;
}

bool gfParticleGroups_Split(gfParticleGroups *g, gfSph *s, int number, int free)
{
    gfCore *core = &g->device->core;
    gfSphHost host;
    PieceMembers m = {.core = core};
    int largest[2] = {-1, -1};
    bool ok = false;
    if (!gfSph_Read(g->device, s, &host)) {
        return false;
    }
    int *sizes = gfAlloc(core, (size_t)gfMax(host.count, 1) * sizeof *sizes);
    if (sizes != NULL &&
        findPieceMembers(core, &host, number, GF_GROUP_BOND * s->scales.spacing / s->scales.radius, &m)) {
        findPieces(&m, &host);
        findLargestPieces(&m, sizes, largest);
        if (largest[1] < 0) {
            gfReport(core, GF_LOG_ERROR, GF_ERROR_OUT_OF_RANGE,
                     "gfFluid_SplitParticleGroup: the group hangs together; one that has come apart is expected");
        }
        ok = largest[1] >= 0 &&
             gfParticleGroups_Seed(g, free, &host.places[4 * m.particles[largest[1]]]) && // sums are relative to that
             relabelPiece(g, s, &host, &m, largest[1], free) && gfParticleGroups_List(g, s);
    }
    freePieceMembers(&m);
    gfFree(core, sizes);
    gfSphHost_Free(g->device, &host);
    return ok;
}
