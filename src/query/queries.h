// Queries: a request is a texture, passes draw the answer to another, and a ring of buffers reads it back.
//
// An answer is one integer texture (floats by their bits), in rows of GF_REQUEST_WIDTH texels: up to three bands of
// points (a texel a point), regions (two texels each), sides of the domain, if wanted, and solids (two texels for each
// column of `loads`), contacts of solids (two each), rays (one), shapes (four) and groups of particles (three).
#ifndef GF_QUERIES_H
#define GF_QUERIES_H

#include "gpufluid/query.h"

#include "fluid/solver.h"

_Static_assert(GF_READ_RING == GF_QUERY_RING, "a query's ring is one of reads");

// A requested region, kept to interpret the answer.
typedef struct gfRequestedRegion {
    gfQuantity quantity;
    bool watched;
    float threshold, hysteresis;
    int place; // its index in the order of drawing, by quantity
} gfRequestedRegion;

// A requested ray, the fractions of its way at which it enters and leaves the domain, and the outward normals of the
// domain there; zero: it does not, or through a periodic side.
typedef struct gfRequestedRay {
    gfQueryRay ray;
    bool missed; // it misses the domain
    float enters, leaves;
    gfVec2 entryNormal, exitNormal;
} gfRequestedRay;

// A request that has not been answered yet.
typedef struct gfQueryRequest {
    uint64_t stepCount;
    double time_s, elapsed_s;
    gfVec2 origin;
    float cellSize, dyeArea; // m, m^2
    bool surfaceInCells;     // the surface's height is in cells from the origin; false: m
    int pointCount, regionCount, solidCount, rayCount, shapeCount, groupCount;
    gfRequestedRegion *regions;
    gfSolidId *solids;
    gfVec2 *solidCentres; // world, m; likewise shapeCentres
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

// The layout of an answer, in rows, and of a request, in texels.
typedef struct gfQueryLayout {
    int bands[3]; // first rows of points: scalars, velocity, dye; -1: not asked for
    int regions, loads, contacts, rays, shapes, groups, rows;
    int firstSolid; // the solids' first column of `loads`, after the sides
    int requestedRegions, requestedRays, requestedRows;
} gfQueryLayout;

// Counts of particles in shapes.
typedef struct gfQueryCounts {
    gfTexture asked;   // boxes and shapes, for shaders/particles/inside.frag
    uint32_t *bits;    // of `asked`
    gfVec2 origin;     // to which `asked` is relative
    bool stale;        // the shapes have changed since
    gfTexture inside;  // a texel for each particle
    gfTexture memory;  // a texel for each id
    gfTexture sums[4]; // partial sums
    gfPair totals;     // a column a shape, see shaders/query/counts.frag
    int known;         // of how many shapes `memory` and `totals` tell who was inside
    bool restarts;     // entries and exits were answered, so the next count starts at 0
} gfQueryCounts;

// Groups of particles.
typedef struct gfQueryGroups {
    int count;
    gfParticleGroupId *ids;
    gfTexture touches[2]; // a texel for each particle
    gfTexture sums[3];    // partial sums of groups
} gfQueryGroups;

struct gfQuery {
    gfLink link; // of the fluid's list
    gfQueryDef def;
    gfFluid *fluid; // its owner, for query_calls.c
    gfQueryLayout layout;
    int pointCount, regionCount, solidCount, rayCount, shapeCount;
    char *memory; // of all lists, here and in requests and answers
    gfVec2 *points;
    gfQueryRegion *regions;
    gfSolidId *solids;
    gfQueryRay *rays;
    gfShape *shapes;
    gfTexture asked[GF_QUERY_RING];
    gfTexture answer;
    gfTexture sums, weights;  // partial sums of regions
    gfTexture loadSums;       // partial sums of solids or sides
    gfPair loads;             // of sides and solids, a column each, see shaders/query/loads.frag
    bool loadsStale;          // the columns belong to an older list of solids
    bool restarts;            // the sums of loads were answered, so the next step starts at 0
    gfTexture contactSums[2]; // partial sums of solids
    gfQueryCounts counts;
    gfQueryGroups groups;
    double elapsed_s; // time over which loads are summed
    int unpolled;     // requests since the host last polled
    gfReadRing ring;
    gfQueryRequest requests[GF_QUERY_RING];
    float solidReach; // limit of answered distances to solids, cells
    uint32_t *bits;   // buffer for a request's texels
    uint32_t *read;   // buffer for an answer's texels
    gfAnswerSet sets[2];
    int shown;          // the set that the host has; the other one is filled
    bool fresh;         // the other set holds a new answer
    bool *above;        // which regions were above in the last answer that arrived
    bool *known;        // which regions were above in the last answer given to the host
    uint64_t keepsFrom; // requests up to this number are dropped, as a snapshot was loaded since
    uint64_t knownFrom; // requests up to this number report no crossings, as `above` was set since
};

// Returns whether the solver has all fields that a query asks for; reports UNSUPPORTED.
bool gfQuery_CheckSolver(const gfQueryDef *def, const gfBody *body, const gfSolver *solver, const void *state,
                         const char *caller);
// Makes all objects that a checked definition needs. False and reported: nothing is left to release.
bool gfQuery_Init(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_Release(gfDevice *device, gfQuery *query);

// Adds the loads on solids and sides to the sums, after a step of `dt` seconds. False and reported on failure.
bool gfQuery_AddLoads(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
// Makes a request; the ring must have room. False and reported: nothing is under way.
bool gfQuery_RequestOf(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, uint64_t stepCount,
                       double time_s);
// Passes for loads on solids and sides, and for particles that touch solids. False and reported on failure.
bool gfQuery_GatherLoads(const gfQuery *query, gfDevice *device, int first, int count, float dt);
bool gfQuery_AnswerLoads(const gfQuery *query, gfDevice *device);
bool gfQuery_AnswerContacts(const gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
// Makes the programs and framebuffers of these passes ahead.
bool gfQuery_WarmContacts(const gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);

// Pack the rays into a request, and draw their answers. `rows`: of the answer; 0: draws nothing.
void gfQuery_PackRays(gfQuery *query, const gfBody *body, gfQueryRequest *request);
bool gfQuery_DrawRays(const gfQuery *query, const gfBody *body, const gfFieldView *mass, GLuint asked, int rows);

// Makes the objects for particles in shapes. False and reported: gfQuery_ReleaseCounts must free the rest.
bool gfQuery_InitCounts(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_ReleaseCounts(gfDevice *device, gfQuery *query);
// Counts particles, `dt` seconds after the last count. False and reported on failure.
bool gfQuery_Count(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
bool gfQuery_AnswerCounts(const gfQuery *query, gfDevice *device);
// Forgets which particles were inside.
void gfQuery_ForgetCounts(gfQuery *query);

// The same calls for groups of particles.
bool gfQuery_InitGroups(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_ReleaseGroups(gfDevice *device, gfQuery *query);
// Returns the rows of an answer that so many groups take.
int gfQuery_CountGroupRows(int groups);
bool gfQuery_AnswerGroups(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
// Fills in the answers to the request's groups from query->read.
void gfQuery_TakeGroups(const gfQuery *query, const gfQueryRequest *request, gfGroupAnswer *groups);

// Returns the rows that so many texels of a request or an answer take.
static inline int gfRequest_CountRows(int texels)
{
    return (texels + GF_REQUEST_WIDTH - 1) / GF_REQUEST_WIDTH;
}

// Finds the texels along an axis that overlap a region: those whose centres are at most half a texel beyond it.
static inline void gfRequest_GetSpan(double low, double high, double size, int texels, uint32_t *first, uint32_t *count)
{
    double from = fmin(fmax(floor(low / size), 0.0), texels);
    double to = fmin(fmax(ceil(high / size), from), texels);
    *first = (uint32_t)from;
    *count = (uint32_t)(to - from);
}

// Packs a shape as a turned box with round corners, or as a polygon, relative to the domain's corner; see
// shaders/common/asked_shapes.glsl.
void gfRequest_PackShape(const gfShape *shape, gfVec2 origin, uint32_t *texels);

// Takes the oldest answer under way into the set that the host does not hold, if it has arrived; `waits`: waits for it.
// FAILED and reported: it is lost.
gfPollStatus gfQuery_CollectOne(gfDevice *device, gfQuery *query, bool waits);
// Takes the answers that have arrived; `waits`: all answers under way. False and reported: one is lost.
bool gfQuery_Collect(gfDevice *device, gfQuery *query, bool waits);
// Gives the host the newest answer that it has not had; false: there is none.
bool gfQuery_HandOut(gfQuery *query, gfQueryAnswer *answer);

// Starts anew after the fluid's state was replaced: drops answers that the host has not had, and the sums of loads.
void gfQuery_Restart(gfQuery *query);

// Sets which of the first `count` regions count as above their thresholds; the others count as below.
void gfQuery_Stand(gfQuery *query, const bool *above, int count);

#endif
