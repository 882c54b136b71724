// Queries: what is asked as a texture, the passes that answer into another, and the ring that brings it back.
//
// All that is answered is one texture of whole numbers (floats as their bits), in rows of GF_REQUEST_WIDTH texels: up
// to three bands of points (a texel a point), regions (two texels each), sides of the domain, if they are asked for,
// and solids (two texels for each column of `loads`).
#ifndef GF_QUERIES_H
#define GF_QUERIES_H

#include "gpufluid/query.h"

#include "fluid/solver.h"
#include "gl/readback.h"

_Static_assert(GF_READ_RING == GF_QUERY_RING, "a query's ring is one of reads");

// A region as it was asked about, for who reads the answer.
typedef struct gfRequestedRegion {
    gfQuantity quantity;
    bool watched;
    float threshold, hysteresis;
    int place; // among those drawn, which are sorted by quantity
} gfRequestedRegion;

// A request under way.
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
    int bands[3]; // first rows: what stands there, what flows, dye; -1: not asked for
    int regions, loads, rows;
    int firstSolid; // column of `loads`: after those of the sides
    int requestedRegions, requestedRows;
} gfQueryLayout;

struct gfQuery {
    gfLink link; // of the fluid's list
    gfQueryDef def;
    gfFluid *fluid; // whose it is, for those who know what that is
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
    bool loadsStale;         // they are of another list
    bool restarts;           // what has been added up was answered: the next step starts anew
    double elapsed_s;        // since then
    int unpolled;            // requests since the host last polled
    gfReadRing ring;
    gfQueryRequest requests[GF_QUERY_RING];
    float solidReach; // how far distances to solids are told, cells
    uint32_t *bits;   // of what is asked, kept from one request to the next
    uint32_t *read;   // of an answer
    gfAnswerSet sets[2];
    int shown;          // the set that the host has; the other one is filled
    bool fresh;         // the other one has an answer
    bool *above;        // how regions stood in the last answer that came
    bool *known;        // and in the last one that was handed out
    uint64_t keepsFrom; // requests up to this number are answered no more: they are of before a snapshot was loaded
    uint64_t knownFrom; // requests up to this number tell no crossings: they are of before `above` was set
};

// Returns whether the solver has all fields that are asked for; reports UNSUPPORTED.
bool gfQuery_CheckSolver(const gfQueryDef *def, const gfBody *body, const gfSolver *solver, const void *state,
                         const char *caller);
// Makes all that a definition needs that has been checked. False and reported; there is nothing to release then.
bool gfQuery_Init(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state);
void gfQuery_Release(gfDevice *device, gfQuery *query);

// After a step of `dt` seconds: adds up what solids and sides bear. False and reported.
bool gfQuery_AddLoads(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, float dt);
// Asks; the ring has room. False and reported: nothing is under way.
bool gfQuery_Request(gfQuery *query, const gfBody *body, const gfSolver *solver, void *state, uint64_t stepCount,
                     double time_s);
// Takes the oldest under way, if it is there or with `waits`: the set that is not shown has it then. FAILED and
// reported: it is lost.
gfReadStatus gfQuery_CollectOne(gfDevice *device, gfQuery *query, bool waits);
// Takes the answers that are there, or with `waits` all under way. False and reported: one is lost.
bool gfQuery_Collect(gfDevice *device, gfQuery *query, bool waits);
// The newest answer that has not been handed out; false if there is none.
bool gfQuery_HandOut(gfQuery *query, gfQueryAnswer *answer);

// The fluid is another one: answers on their way or not handed out yet are dropped, and what added up starts anew.
void gfQuery_Restart(gfQuery *query);

// Regions stand so from now on, `count` of them; the others are not above.
void gfQuery_Stand(gfQuery *query, const bool *above, int count);

// Fills the set that is not shown from query->read. (answers.c)
void gfQuery_TakeAnswer(gfQuery *query, const gfQueryRequest *request, uint64_t number);

// The list of queries that a fluid has.
extern const struct gfFluidPart gf_queryPart;

#endif
