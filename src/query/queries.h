// Queries ask each frame for values at points, means of regions, loads on solids and so on, without waiting. A request
// is packed into a texture, passes draw the answer to another, and a ring of buffers reads it back some frames later.
// An answer is an integer texture of floats' bits, in rows of GF_REQUEST_WIDTH texels. Results lie below each other: up
// to three bands of points (a texel each), regions (two), loads on sides, if wanted, and solids (two for each column of
// `loads`), contacts of solids (two), rays (one), shapes (four) and groups of particles (three).
#ifndef GF_QUERIES_H
#define GF_QUERIES_H

#include "gpufluid/query.h"

#include "fluid/solver.h"

_Static_assert(GF_READ_RING == GF_QUERY_RING, "a query's ring is one of reads");

#define GF_GROUP_TEXELS 3 // texels of an answer to a group of particles

// What is remembered of a requested region, to make sense of its sums when the answer comes.
typedef struct gfRequestedRegion {
    gfQuantity quantity;
    bool watched;
    float threshold, hysteresis;
    // Index of the region once the regions of the request are sorted by quantity, the order in which they are drawn.
    int place;
} gfRequestedRegion;

// What is remembered of a requested ray: the fractions of its length at which it enters and leaves the domain, and the
// sides' outward normals there, zero if the ray starts or ends inside, or if the side is periodic.
typedef struct gfRequestedRay {
    gfQueryRay ray;
    bool missed; // the ray misses the domain
    float enters, leaves;
    gfVec2 entryNormal, exitNormal;
} gfRequestedRay;

// A request whose answer has not come yet: the time and place of the fluid that it asked about, and its lists.
typedef struct gfQueryRequest {
    uint64_t stepCount;
    double time_s, elapsed_s;
    gfVec2 origin;
    float cellSize, dyeArea; // width of a cell, m, and area of a dye texel, m^2
    bool surfaceInCells;     // heights of the surface come in cells from the domain's origin; false: in m
    int pointCount, regionCount, solidCount, rayCount, shapeCount, groupCount;
    gfRequestedRegion *regions;
    gfSolidId *solids;
    gfVec2 *solidCentres; // centres of the solids and, below, of the shapes at the time of the request, world, m
    gfRequestedRay *rays;
    gfVec2 *shapeCentres;
    gfParticleGroupId *groups;
} gfQueryRequest;

typedef struct gfAnswerSet {
    gfQueryAnswer answer;
    gfPointAnswer *points;
    gfRegionAnswer *regions;
    gfSolidAnswer *solids;
    gfRayAnswer *rays;
    gfShapeAnswer *shapes;
    gfGroupAnswer *groups;
    gfSideAnswer sides[GF_SIDES];
} gfAnswerSet;

// Where things lie in the texture of an answer (their first rows) and of a request (their first texels).
typedef struct gfQueryLayout {
    int bands[3]; // first rows of the values at points: scalars, velocity, dye; -1: the query does not ask for them
    int regions, loads, contacts, rays, shapes, groups, rows;
    int firstSolid; // column of `loads` with the first solid; the columns before it are of the domain's sides
    int requestedRegions, requestedRays, requestedRows;
} gfQueryLayout;

// Counts of the particles in the shapes that a query asks about, and of those that enter and leave.
typedef struct gfQueryCounts {
    gfTexture asked;   // texture with the shapes and a box around each, for shaders/particles/inside.frag
    uint32_t *bits;    // host copy of the texels of `asked`
    gfVec2 origin;     // corner of the domain to which the shapes in `asked` are relative, world, m
    bool stale;        // the host changed the shapes after `asked` was packed
    gfTexture inside;  // a texel for each particle: in which shapes it is and was, a bit a shape
    gfTexture memory;  // found by the id of a particle: the shapes that it was in at the last count
    gfTexture sums[4]; // partial sums over the particles in each shape
    gfPair totals;     // sums of each shape, a column each (shaders/query/counts.frag)
    // Number of shapes, from the first on, for which `memory` and `totals` tell who was inside at the last count.
    int known;
    bool restarts; // entries and exits have been answered, so the next count starts them at 0
} gfQueryCounts;

// Groups of particles.
typedef struct gfQueryGroups {
    int count;
    gfParticleGroupId *ids;
    gfTexture touches[2]; // what each particle touches, a texel each; and place and direction of its nearest contact
    gfTexture sums[3];    // partial sums over the members of each group
} gfQueryGroups;

struct gfQuery {
    gfLink link; // link in the fluid's list of queries
    gfQueryDef def;
    gfFluid *fluid; // the fluid that the query asks about
    gfQueryLayout layout;
    int pointCount, regionCount, solidCount, rayCount, shapeCount;
    char *memory; // one block of memory for all lists of the query, its requests and its answers
    gfVec2 *points;
    gfQueryRegion *regions;
    gfSolidId *solids;
    gfQueryRay *rays;
    gfShape *shapes;
    gfTexture asked[GF_QUERY_RING];
    gfTexture answer;
    gfTexture sums, weights; // partial sums over regions
    gfTexture loadSums;      // partial sums of the loads on some solids or on the domain's sides
    // Loads on sides and solids, a column each: of the last step, and their sum over time (shaders/query/loads.frag).
    gfPair loads;
    bool loadsStale;          // the host changed the list of solids, so the columns belong to other solids
    bool restarts;            // the sums of loads have been answered, so the next step starts them at 0
    gfTexture contactSums[2]; // partial sums over the particles that touch each solid
    gfQueryCounts counts;
    gfQueryGroups groups;
    double elapsed_s; // time over which loads are summed so far, s
    int unpolled;     // number of requests since the host last polled
    gfReadRing ring;
    gfQueryRequest requests[GF_QUERY_RING];
    float solidReach; // distances to solids in answers are cut off beyond this, cells
    uint32_t *bits;   // host memory in which a request's texels are packed
    uint32_t *read;   // host memory into which an answer's texels are read back
    gfAnswerSet sets[2];
    int shown;          // index of the answer set that the host may read; the next answer is put into the other one
    bool fresh;         // the set that the host may not read yet holds a new answer
    bool *above;        // which regions were above their thresholds in the last answer that arrived
    bool *known;        // which regions were above their thresholds in the last answer that the host took
    uint64_t keepsFrom; // answers to requests up to this number are dropped, as a snapshot was loaded since
    // Answers to requests up to this number report no crossings of thresholds, as the host set `above` since.
    uint64_t knownFrom;
};

// Returns whether the solver has all fields that a query asks for. If not, reports UNSUPPORTED.
bool gfQuery_CheckSolver(const gfQueryDef *def, const gfBody *body, const gfSolver *solver, const void *state,
                         const char *caller);
// Makes memory, textures and programs of a query with a checked definition. False: nothing is left to release.
bool gfQuery_Init(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_Release(gfDevice *device, gfQuery *query);

// Adds the loads on solids and on the domain's sides to their sums over time, after a step of `dt` seconds.
bool gfQuery_AddLoads(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
// Makes a request for the fluid's present state; the ring must have room. False: no answer will come.
bool gfQuery_RequestOf(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, uint64_t stepCount,
                       double time_s);
// Draw loads (add a step to the sums over time, copy both to the answer), and the sums over particles touching solids.
bool gfQuery_GatherLoads(const gfQuery *query, gfDevice *device, int first, int count, float dt);
bool gfQuery_AnswerLoads(const gfQuery *query, gfDevice *device);
bool gfQuery_AnswerContacts(const gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
// Makes the programs and framebuffers of gfQuery_AnswerContacts ahead of use.
bool gfQuery_WarmContacts(const gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);

// Pack the query's rays, and draw their hits into `rows` rows of the answer; 0: only makes the program.
void gfQuery_PackRays(gfQuery *query, const gfBody *body, gfQueryRequest *request);
bool gfQuery_DrawRays(const gfQuery *query, const gfBody *body, const gfFieldView *mass, GLuint asked, int rows);

// Makes textures and programs to count particles in shapes. False: the caller must call gfQuery_ReleaseCounts.
bool gfQuery_InitCounts(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_ReleaseCounts(gfDevice *device, gfQuery *query);
// Counts the particles in shapes, `dt` seconds after the last count.
bool gfQuery_Count(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
bool gfQuery_AnswerCounts(const gfQuery *query, gfDevice *device);
// Forgets which particles were inside shapes, so that the next count finds no entries and exits.
void gfQuery_ForgetCounts(gfQuery *query);

// Make and release the textures and programs for the groups of particles of a query.
bool gfQuery_InitGroups(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_ReleaseGroups(gfDevice *device, gfQuery *query);
bool gfQuery_AnswerGroups(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
// Fills in the answers to the request's groups from query->read.
void gfQuery_TakeGroups(const gfQuery *query, const gfQueryRequest *request, gfGroupAnswer *groups);

// Returns the number of rows that `texels` texels of a request or an answer take.
static inline int gfRequest_CountRows(int texels)
{
    return (texels + GF_REQUEST_WIDTH - 1) / GF_REQUEST_WIDTH;
}

// Finds the texels along an axis that overlap a region from `low` to `high`: those whose centres are at most half a
// texel beyond it. `size`: of a texel; `texels`: their number.
static inline void gfRequest_GetSpan(double low, double high, double size, int texels, uint32_t *first, uint32_t *count)
{
    double from = fmin(fmax(floor(low / size), 0.0), texels);
    double to = fmin(fmax(ceil(high / size), from), texels);
    *first = (uint32_t)from;
    *count = (uint32_t)(to - from);
}

// Packs a shape into a request, relative to the domain's lower left corner `origin`: as a turned box with round
// corners, or as a polygon (shaders/common/asked_shapes.glsl).
void gfRequest_PackShape(const gfShape *shape, gfVec2 origin, uint32_t *texels);

// Takes the oldest answer under way, if it has arrived, and stores its results in the set that the host may not read
// yet. `waits`: waits for it. FAILED and reported: the answer is lost.
gfPollStatus gfQuery_CollectOne(gfDevice *device, gfQuery *query, bool waits);
// Takes all answers that have arrived. `waits`: waits for all under way. False: an answer is lost.
bool gfQuery_Collect(gfDevice *device, gfQuery *query, bool waits);
// Gives the host the newest answer that it has not had yet. False: there is none.
bool gfQuery_HandOut(gfQuery *query, gfQueryAnswer *answer);

// Starts anew when the fluid's state was replaced, as by a snapshot: drops answers not handed out, and sums of loads.
void gfQuery_Restart(gfQuery *query);

// Sets which of the first `count` regions count as above their thresholds, the others as below, for later crossings.
void gfQuery_Stand(gfQuery *query, const bool *above, int count);

#endif
