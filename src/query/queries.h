// Queries: a request as a texture, the passes that answer it into another, and the ring that reads the answer back.
//
// An answer is one texture of whole numbers (floats as their bits), in rows of GF_REQUEST_WIDTH texels: up to three
// bands of points (a texel a point), regions (two texels each), sides of the domain, if they are asked for, and solids
// (two texels for each column of `loads`).
#ifndef GF_QUERIES_H
#define GF_QUERIES_H

#include "gpufluid/query.h"

#include "fluid/solver.h"
#include "gl/readback.h"

_Static_assert(GF_READ_RING == GF_QUERY_RING, "a query's ring is one of reads");

// A region as it was requested, kept to read the answer by.
typedef struct gfRequestedRegion {
    gfQuantity quantity;
    bool watched;
    float threshold, hysteresis;
    int place; // its index in the order of drawing, which is sorted by quantity
} gfRequestedRegion;

// A request that has not been answered yet.
typedef struct gfQueryRequest {
    uint64_t stepCount;
    double time_s, elapsed_s;
    gfVec2 origin;
    float cellSize, dyeArea; // m, m^2
    bool surfaceInCells;     // from the origin; else m
    int pointCount, regionCount, solidCount;
    gfRequestedRegion *regions;
    gfSolidId *solids;
} gfQueryRequest;

typedef struct gfAnswerSet {
    gfQueryAnswer answer;
    gfPointAnswer *points;
    gfRegionAnswer *regions;
    gfSolidAnswer *solids;
    gfSideAnswer sides[GF_SIDES];
} gfAnswerSet;

// The layout of an answer, in rows, and of a request, in texels.
typedef struct gfQueryLayout {
    int bands[3]; // first rows of points: scalars, velocity, dye; -1: not asked for
    int regions, loads, rows;
    int firstSolid; // column of `loads`: after those of the sides
    int requestedRegions, requestedRows;
} gfQueryLayout;

struct gfQuery {
    gfLink link; // of the fluid's list
    gfQueryDef def;
    gfFluid *fluid; // that it belongs to, for query_calls.c
    gfQueryLayout layout;
    int pointCount, regionCount, solidCount;
    gfVec2 *points;
    gfQueryRegion *regions;
    gfSolidId *solids;
    gfTexture asked[GF_QUERY_RING];
    gfTexture answer;
    gfTexture sums, weights; // of regions, in parts
    gfTexture loadSums;      // of solids, or sides, in parts
    gfPair loads;            // of sides and solids, a column each, see shaders/query/loads.frag
    bool loadsStale;         // the columns are of another list of solids
    bool restarts;           // the sums of loads were answered, so the next step starts them anew
    double elapsed_s;        // s that are added up
    int unpolled;            // requests since the host last polled
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

// Fills the set that is not shown from query->read. (answers.c)
void gfQuery_TakeAnswer(gfQuery *query, const gfQueryRequest *request, uint64_t number);

// The list of queries that a fluid has.
extern const struct gfFluidPart gf_queryPart;

#endif
