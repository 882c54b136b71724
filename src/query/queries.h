// Queries: a request as a texture, the passes that answer it into another, and the ring that reads the answer back.
//
// An answer is one texture of whole numbers (floats as their bits), in rows of GF_REQUEST_WIDTH texels: up to three
// bands of points (a texel a point), regions (two texels each), sides of the domain, if they are asked for, and solids
// (two texels for each column of `loads`), contacts of solids (two each), rays (one), shapes (four) and groups of
// particles (three).
#ifndef GF_QUERIES_H
#define GF_QUERIES_H

#include "gpufluid/query.h"

#include "fluid/solver.h"

_Static_assert(GF_READ_RING == GF_QUERY_RING, "a query's ring is one of reads");

// A region as it was requested, kept to read the answer by.
typedef struct gfRequestedRegion {
    gfQuantity quantity;
    bool watched;
    float threshold, hysteresis;
    int place; // its index in the order of drawing, which is sorted by quantity
} gfRequestedRegion;

// A ray as it was requested, with the share of the way where it comes into the domain and leaves it, and the domain's
// outward normals there; 0: it does not, or through a periodic side.
typedef struct gfRequestedRay {
    gfQueryRay ray;
    bool missed; // it is nowhere in the domain
    float enters, leaves;
    gfVec2 entryNormal, exitNormal;
} gfRequestedRay;

// A request that has not been answered yet.
typedef struct gfQueryRequest {
    uint64_t stepCount;
    double time_s, elapsed_s;
    gfVec2 origin;
    float cellSize, dyeArea; // m, m^2
    bool surfaceInCells;     // from the origin; else m
    int pointCount, regionCount, solidCount, rayCount, shapeCount, groupCount;
    gfRequestedRegion *regions;
    gfSolidId *solids;
    gfVec2 *solidCentres; // world, m; as those of shapes
    gfRequestedRay *rays;
    gfVec2 *shapeCentres;
} gfQueryRequest;

typedef struct gfAnswerSet {
    gfQueryAnswer answer;
    gfPointAnswer *points;
    gfRegionAnswer *regions;
    gfSolidAnswer *solids;
    gfRayAnswer *rays;
    gfShapeAnswer *shapes;
    gfSideAnswer sides[GF_SIDES];
} gfAnswerSet;

// The layout of an answer, in rows, and of a request, in texels.
typedef struct gfQueryLayout {
    int bands[3]; // first rows of points: scalars, velocity, dye; -1: not asked for
    int regions, loads, contacts, rays, shapes, groups, rows;
    int firstSolid; // column of `loads`: after those of the sides
    int requestedRegions, requestedRays, requestedRows;
} gfQueryLayout;

// What is counted of particles in shapes.
typedef struct gfQueryCounts {
    gfTexture asked;   // the shapes, each behind its box, as shaders/particles/inside.frag reads them
    uint32_t *bits;    // of these
    gfVec2 origin;     // that they are relative to
    bool stale;        // they have changed since
    gfTexture inside;  // a texel for each particle
    gfTexture memory;  // a texel for each id
    gfTexture sums[4]; // in parts
    gfPair totals;     // a column a shape, see shaders/query/counts.frag
    int known;         // shapes of which `memory` and `totals` tell who was inside
    bool restarts;     // what entered and left was answered, so the next count starts it anew
} gfQueryCounts;

// Groups of particles; none of it is made where a query has room for none.
typedef struct gfQueryGroups {
    int count;
    gfParticleGroupId *ids;
    gfParticleGroupId *asked[GF_QUERY_RING]; // of each request
    gfGroupAnswer *answers[2];               // of each set
    gfTexture touches[2];                    // a texel for each particle
    gfTexture sums[3];                       // of groups, in parts
} gfQueryGroups;

struct gfQuery {
    gfLink link; // of the fluid's list
    gfQueryDef def;
    gfFluid *fluid; // that it belongs to, for query_calls.c
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
    gfTexture sums, weights;  // of regions, in parts
    gfTexture loadSums;       // of solids, or sides, in parts
    gfPair loads;             // of sides and solids, a column each, see shaders/query/loads.frag
    bool loadsStale;          // the columns are of another list of solids
    bool restarts;            // the sums of loads were answered, so the next step starts them anew
    gfTexture contactSums[2]; // of solids, in parts
    gfQueryCounts counts;
    gfQueryGroups groups;
    double elapsed_s; // s that are added up
    int unpolled;     // requests since the host last polled
    gfReadRing ring;
    gfQueryRequest requests[GF_QUERY_RING];
    float solidReach; // how far distances to solids are told, cells
    uint32_t *bits;   // of a request, kept from one to the next
    uint32_t *read;   // of an answer
    gfAnswerSet sets[2];
    int shown;          // the set that the host has; the other one is filled
    bool fresh;         // the other one has an answer
    bool *above;        // regions that were above in the last answer that came
    bool *known;        // regions that were above in the last answer that was handed out
    uint64_t keepsFrom; // requests up to this number are dropped: they were made before a snapshot was loaded
    uint64_t knownFrom; // requests up to this number report no crossings: they were made before `above` was set
};

// Returns whether the solver has all fields that are asked for; reports UNSUPPORTED.
bool gfQuery_CheckSolver(const gfQueryDef *def, const gfBody *body, const gfSolver *solver, const void *state,
                         const char *caller);
// Makes all that a checked definition needs. False and reported; there is nothing to release then.
bool gfQuery_Init(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_Release(gfDevice *device, gfQuery *query);

// Adds up the loads on solids and sides after a step of `dt` seconds. False and reported.
bool gfQuery_AddLoads(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
// Makes a request; the ring must have room. False and reported: nothing is under way.
bool gfQuery_Request(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, uint64_t stepCount,
                     double time_s);
// The passes of query_lists.c: what solids and sides bear, and who touches solids. False and reported.
bool gfQuery_GatherLoads(const gfQuery *query, gfDevice *device, int first, int count, float dt);
bool gfQuery_AnswerLoads(const gfQuery *query, gfDevice *device);
bool gfQuery_AnswerContacts(const gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
// Makes what that needs, ahead.
bool gfQuery_WarmContacts(const gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);

// The texels of rays in a request, and the pass that casts them. `rows`: of the answer, 0 draws nothing.
void gfQuery_PackRays(gfQuery *query, const gfBody *body, gfQueryRequest *request);
bool gfQuery_DrawRays(const gfQuery *query, const gfBody *body, const gfFieldView *mass, GLuint asked, int rows);

// Particles in shapes. Makes what they need; false and reported, and gfQuery_ReleaseCounts frees the
// rest.
bool gfQuery_InitCounts(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_ReleaseCounts(gfDevice *device, gfQuery *query);
// Counts particles `dt` seconds after they were counted before. False and reported.
bool gfQuery_Count(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
bool gfQuery_AnswerCounts(const gfQuery *query, gfDevice *device);
// Forgets who was inside.
void gfQuery_ForgetCounts(gfQuery *query);

// Groups of particles, in the same way.
bool gfQuery_InitGroups(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_ReleaseGroups(gfDevice *device, gfQuery *query);
// Returns the rows that so many groups take in an answer.
int gfQuery_CountGroupRows(int groups);
bool gfQuery_AnswerGroups(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
// Reads what was asked of the groups `ids`.
void gfQuery_TakeGroups(const gfQuery *query, const gfQueryRequest *request, const gfParticleGroupId *ids,
                        gfGroupAnswer *groups);

// Returns the rows that so many texels of a request or an answer take.
static inline int gfRequest_CountRows(int texels)
{
    return (texels + GF_REQUEST_WIDTH - 1) / GF_REQUEST_WIDTH;
}

// Finds the texels along an axis that a region may overlap: their centres are at most half a texel beyond it.
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

// Takes the oldest answer under way, if it is there or with `waits`, into the set that is not shown. FAILED and
// reported: it is lost.
gfReadStatus gfQuery_CollectOne(gfDevice *device, gfQuery *query, bool waits);
// Takes the answers that are there, or with `waits` all under way. False and reported: one is lost.
bool gfQuery_Collect(gfDevice *device, gfQuery *query, bool waits);
// Gives the newest answer that has not been handed out; false if there is none.
bool gfQuery_HandOut(gfQuery *query, gfQueryAnswer *answer);

// Starts anew after the fluid's state was replaced: drops answers on their way or not handed out yet, and the sums of
// loads.
void gfQuery_Restart(gfQuery *query);

// Sets which of the first `count` regions are above their thresholds; the others are not.
void gfQuery_Stand(gfQuery *query, const bool *above, int count);

#endif
