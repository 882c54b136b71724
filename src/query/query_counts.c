// Particles in shapes: counted after each step and at each request, and compared with who was inside the time before.
#include "query/queries.h"

#include <string.h>

// Rows of a shape in the totals, and its texels in an answer.
#define COUNT_ROWS 4

static void releaseFollowing(gfDevice *device, gfQueryCounts *c)
{
    gfTexture_Destroy(device, &c->inside);
    gfTexture_Destroy(device, &c->memory);
}

// Makes the textures that go by the number of particles, where there are none of this size yet: a snapshot may have
// brought another. The memory has room for twice as many ids as there can be particles.
static bool followParticles(gfQuery *q, const gfBody *body, const gfSolver *solver, const void *state)
{
    gfQueryCounts *c = &q->counts;
    gfDevice *device = body->device;
    gfParticleView view;
    solver->particles->view(body, state, &view);
    int width = view.place->width, height = view.place->height;
    if (c->inside.id != 0 && c->inside.width == width && c->inside.height == height) {
        return true;
    }
    int rows = gfMin((2 * view.capacity + width - 1) / width, device->gl.maxTextureSize);
    releaseFollowing(device, c);
    c->known = 0;
    return gfTexture_Create(device, &c->inside, GF_FORMAT_RGBA32UI, width, height) &&
           gfTexture_Create(device, &c->memory, GF_FORMAT_RGBA32UI, width, rows);
}

// Packs the shapes again if they or the domain's corner moved. False and reported.
static bool packShapes(gfQuery *q, const gfBody *body)
{
    gfQueryCounts *c = &q->counts;
    gfVec2 o = body->def.origin;
    if (!c->stale && c->origin.x == o.x && c->origin.y == o.y) {
        return true;
    }
    for (int i = 0; i < q->shapeCount; i++) {
        uint32_t *texels = c->bits + (size_t)4 * GF_REGION_TEXELS * (size_t)i;
        gfBounds b = gfShape_GetBounds(&q->shapes[i]);
        const float box[4] = {b.minX - o.x, b.minY - o.y, b.maxX - o.x, b.maxY - o.y};
        memcpy(texels, box, sizeof box);
        gfRequest_PackShape(&q->shapes[i], o, texels + 4);
    }
    c->origin = o;
    c->stale = false;
    return gfTexture_Upload(body->device, &c->asked, c->bits);
}

// Adds the parts of all shapes up, and what entered and left to the sums over time.
static bool gatherCounts(const gfQuery *q, gfDevice *device, const gfTexture *count)
{
    const gfQueryCounts *c = &q->counts;
    const gfRegion region = {0, 0, q->shapeCount, COUNT_ROWS};
    return gfPass_Run(device, &(gfPass){.label = "query_counts",
                                        .shader = GF_SHADER("query/counts.frag", NULL),
                                        .writes = {&c->totals.write},
                                        .region = &region,
                                        .inputs = {GF_IN(parts0, c->sums[0].id), GF_IN(parts1, c->sums[1].id),
                                                   GF_IN(parts2, c->sums[2].id), GF_IN(parts3, c->sums[3].id),
                                                   GF_IN(sums, c->totals.read.id), GF_IN(count, count->id)},
                                        .uniforms = {GF_I1(known, c->known), GF_F1(kept, c->restarts ? 0.0f : 1.0f)}});
}

static bool countShapes(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    static const float none[4] = {0};
    gfQueryCounts *c = &q->counts;
    gfParticleView view;
    if (!followParticles(q, body, solver, state) || !packShapes(q, body)) {
        return false;
    }
    solver->particles->view(body, state, &view);
    if (c->known == 0) {
        gfTexture_Clear(body->device, &c->memory, none);
    }
    const gfCountTarget target = {.shapes = &c->asked,
                                  .count = q->shapeCount,
                                  .known = c->known,
                                  .elapsed = dt,
                                  .inside = &c->inside,
                                  .memory = &c->memory,
                                  .before = &c->totals.read,
                                  .sums = {&c->sums[0], &c->sums[1], &c->sums[2], &c->sums[3]}};
    if (!solver->countInside(body, state, &target) || !gatherCounts(q, body->device, view.count)) {
        c->known = 0;
        return false;
    }
    gfPair_Swap(&c->totals);
    c->known = q->shapeCount;
    c->restarts = false;
    return true;
}

bool gfQuery_Count(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    return q->shapeCount == 0 || countShapes(q, body, solver, state, dt);
}

bool gfQuery_AnswerCounts(const gfQuery *q, gfDevice *device)
{
    const gfRegion region = {0, q->layout.shapes, GF_REQUEST_WIDTH, gfRequest_CountRows(COUNT_ROWS * q->shapeCount)};
    return gfPass_Run(device, &(gfPass){.label = "query_counts",
                                        .shader = GF_SHADER("query/shapes.frag", NULL),
                                        .writes = {&q->answer},
                                        .region = &region,
                                        .inputs = {GF_IN(sums, q->counts.totals.read.id)},
                                        .uniforms = {GF_I1(firstRow, q->layout.shapes)}});
}

void gfQuery_ForgetCounts(gfQuery *q)
{
    q->counts.known = 0;
    q->counts.restarts = true;
}

bool gfQuery_InitCounts(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    gfQueryCounts *c = &q->counts;
    gfDevice *device = body->device;
    int shapes = q->def.maxShapes, rows = gfRequest_CountRows(GF_REGION_TEXELS * shapes);
    if (shapes == 0) {
        return true;
    }
    c->bits = gfAlloc(&device->core, (size_t)rows * 4 * GF_REQUEST_WIDTH * sizeof *c->bits);
    bool ok = c->bits != NULL && gfTexture_Create(device, &c->asked, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, rows) &&
              gfPair_Create(device, &c->totals, GF_FORMAT_RGBA32UI, shapes, COUNT_ROWS);
    for (int i = 0; ok && i < GF_COUNT(c->sums); i++) {
        ok = gfTexture_Create(device, &c->sums[i], GF_FORMAT_RGBA32UI, shapes * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y);
    }
    c->stale = true;
    for (int i = 0; ok && i < 2; i++) { // both sides of the pair
        ok = countShapes(q, body, solver, state, 0.0f) && gfQuery_AnswerCounts(q, device);
    }
    gfQuery_ForgetCounts(q);
    return ok;
}

void gfQuery_ReleaseCounts(gfDevice *device, gfQuery *q)
{
    gfQueryCounts *c = &q->counts;
    releaseFollowing(device, c);
    gfTexture_Destroy(device, &c->asked);
    gfPair_Destroy(device, &c->totals);
    for (int i = 0; i < GF_COUNT(c->sums); i++) {
        gfTexture_Destroy(device, &c->sums[i]);
    }
    gfFree(&device->core, c->bits);
}
