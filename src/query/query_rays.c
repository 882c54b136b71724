// Rays that are cast against the surface of liquid: cut to the domain here, followed through its cells by the shader.
#include "query/queries.h"

#include <string.h>

// Depth at which ground counts as wet, cells.
#define WET_DEPTH 0.01f
// Mass at which cells do.
#define WET_MASS 0.5f

static void setNormal(const gfBody *body, gfVec2 *normal, int axis, double way)
{
    float towards = way > 0.0 ? 1.0f : -1.0f;
    *normal = (gfVec2){axis == 0 ? towards : 0.0f, axis == 1 ? towards : 0.0f};
    if (axis < 0 || gfBoundaries_Wrap(&body->def.boundaries, axis)) {
        *normal = (gfVec2){0.0f, 0.0f};
    }
}

// Cuts a ray to the domain and writes both ends, in cells.
static void packRay(const gfBody *body, gfRequestedRay *r, float ends[4])
{
    const double h = (double)body->def.cellSize;
    const double origin[2] = {(double)body->def.origin.x, (double)body->def.origin.y};
    const double size[2] = {body->def.gridWidth, body->def.gridHeight};
    const double from[2] = {((double)r->ray.start.x - origin[0]) / h, ((double)r->ray.start.y - origin[1]) / h};
    const double way[2] = {((double)r->ray.end.x - (double)r->ray.start.x) / h,
                           ((double)r->ray.end.y - (double)r->ray.start.y) / h};
    double enters = 0.0, leaves = 1.0;
    int entryAxis = -1, exitAxis = -1;
    bool beside = false;
    for (int axis = 0; axis < 2; axis++) {
        if (way[axis] == 0.0) {
            beside = beside || !gfInRange(from[axis], 0.0, size[axis]);
            continue;
        }
        double in = (way[axis] > 0.0 ? -from[axis] : size[axis] - from[axis]) / way[axis];
        double out = (way[axis] > 0.0 ? size[axis] - from[axis] : -from[axis]) / way[axis];
        entryAxis = in > enters ? axis : entryAxis;
        exitAxis = out < leaves ? axis : exitAxis;
        enters = fmax(enters, in);
        leaves = fmin(leaves, out);
    }
    r->missed = beside || enters > leaves;
    r->enters = (float)enters;
    r->leaves = (float)leaves;
    setNormal(body, &r->entryNormal, entryAxis, entryAxis >= 0 ? -way[entryAxis] : 0.0);
    setNormal(body, &r->exitNormal, exitAxis, exitAxis >= 0 ? way[exitAxis] : 0.0);
    for (int i = 0; i < 4; i++) {
        double place = from[i % 2] + (i < 2 ? enters : leaves) * way[i % 2];
        ends[i] = r->missed ? 0.0f : (float)fmin(fmax(place, 0.0), size[i % 2]);
    }
}

void gfQuery_PackRays(gfQuery *q, const gfBody *body, gfQueryRequest *request)
{
    for (int i = 0; i < q->rayCount; i++) {
        float ends[4];
        request->rays[i] = (gfRequestedRay){.ray = q->rays[i]};
        packRay(body, &request->rays[i], ends);
        memcpy(q->bits + 4 * ((size_t)q->layout.requestedRays + (size_t)i), ends, sizeof ends);
    }
}

bool gfQuery_DrawRays(const gfQuery *q, const gfBody *body, const gfFieldView *mass, GLuint asked, int rows)
{
    const gfFluidDef *def = &body->def;
    const gfRegion region = {0, q->layout.rays, GF_REQUEST_WIDTH, rows};
    float wet = def->solver == GF_SOLVER_SHALLOW ? WET_DEPTH * def->cellSize : WET_MASS;
    return gfPass_Run(body->device, &(gfPass){.label = "query_rays",
                                              .shader = GF_SHADER("query/rays.frag", NULL),
                                              .writes = {&q->answer},
                                              .region = &region,
                                              .inputs = {GF_IN(questions, asked), GF_IN(mass, mass->texture->id)},
                                              .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight),
                                                           GF_I2(wrap, gfBoundaries_Wrap(&def->boundaries, 0),
                                                                 gfBoundaries_Wrap(&def->boundaries, 1)),
                                                           GF_F1(wet, wet), GF_I1(firstTexel, q->layout.requestedRays),
                                                           GF_I1(firstRow, q->layout.rays)}});
}
