// Groups of particles, and what their members touch.
#include "query/queries.h"

#include <string.h>

// Texels of a group in an answer.
#define ANSWER_TEXELS 3

static void releaseTouches(gfDevice *device, gfQueryGroups *g)
{
    gfTexture_Destroy(device, &g->touches[0]);
    gfTexture_Destroy(device, &g->touches[1]);
}

// Makes the textures that go by the number of particles, where there are none of this size yet: a snapshot may have
// brought another.
static bool fitTouches(gfQueryGroups *g, const gfBody *body, const gfSolver *solver, const void *state)
{
    gfDevice *device = body->device;
    gfParticleView view;
    solver->particles->view(body, state, &view);
    int width = view.place->width, height = view.place->height;
    if (g->touches[1].id != 0 && g->touches[1].width == width && g->touches[1].height == height) {
        return true;
    }
    releaseTouches(device, g);
    return gfTexture_Create(device, &g->touches[0], GF_FORMAT_RGBA32UI, width, height) &&
           gfTexture_Create(device, &g->touches[1], GF_FORMAT_RGBA32UI, width, height);
}

// Draws what the first `count` groups touch, and answers that in `rows` rows; 0 makes what the passes need.
static bool drawTouches(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, int count)
{
    int32_t listed[GF_GROUP_VECTORS][4] = {{0}};
    gfQueryGroups *g = &q->groups;
    for (int i = 0; i < count; i++) {
        int number = solver->particles->findGroup(body, state, GF_TO_HANDLE(g->ids[i]), NULL);
        if (number > 0) {
            listed[(number - 1) / 4][(number - 1) % 4] = i + 1;
        }
    }
    const gfTouchTarget target = {.listed = (const int32_t(*)[4])listed,
                                  .count = count,
                                  .reach = q->def.contactReach,
                                  .touches = {&g->touches[0], &g->touches[1]},
                                  .sums = {&g->sums[0], &g->sums[1], &g->sums[2]}};
    const gfRegion region = {0, q->layout.groups, GF_REQUEST_WIDTH, gfRequest_CountRows(ANSWER_TEXELS * count)};
    return fitTouches(g, body, solver, state) && solver->drawTouches(body, state, &target) &&
           gfPass_Run(body->device,
                      &(gfPass){.label = "query_groups",
                                .shader = GF_SHADER("query/groups.frag", NULL),
                                .writes = {&q->answer},
                                .region = &region,
                                .inputs = {GF_IN(parts0, g->sums[0].id), GF_IN(parts1, g->sums[1].id),
                                           GF_IN(parts2, g->sums[2].id)},
                                .uniforms = {GF_I1(firstRow, q->layout.groups), GF_I1(groupCount, count)}});
}

int gfQuery_CountGroupRows(int groups)
{
    return gfRequest_CountRows(ANSWER_TEXELS * groups);
}

bool gfQuery_AnswerGroups(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    return q->groups.count == 0 || drawTouches(q, body, solver, state, q->groups.count);
}

bool gfQuery_InitGroups(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    gfQueryGroups *g = &q->groups;
    gfDevice *device = body->device;
    size_t most = (size_t)q->def.maxGroups;
    if (most == 0) {
        return true;
    }
    bool ok = (g->ids = gfAlloc(&device->core, most * sizeof *g->ids)) != NULL;
    for (int i = 0; ok && i < GF_QUERY_RING; i++) {
        ok = (g->asked[i] = gfAlloc(&device->core, most * sizeof *g->asked[i])) != NULL;
    }
    for (int i = 0; ok && i < 2; i++) {
        ok = (g->answers[i] = gfAlloc(&device->core, most * sizeof *g->answers[i])) != NULL;
    }
    for (int i = 0; ok && i < GF_COUNT(g->sums); i++) {
        ok = gfTexture_Create(device, &g->sums[i], GF_FORMAT_RGBA32UI, q->def.maxGroups, GF_TOUCH_PARTS);
    }
    return ok && drawTouches(q, body, solver, state, 0);
}

void gfQuery_ReleaseGroups(gfDevice *device, gfQuery *q)
{
    gfQueryGroups *g = &q->groups;
    releaseTouches(device, g);
    for (int i = 0; i < GF_COUNT(g->sums); i++) {
        gfTexture_Destroy(device, &g->sums[i]);
    }
    for (int i = 0; i < GF_QUERY_RING; i++) {
        gfFree(&device->core, g->asked[i]);
    }
    gfFree(&device->core, g->answers[0]);
    gfFree(&device->core, g->answers[1]);
    gfFree(&device->core, g->ids);
}

void gfQuery_TakeGroups(const gfQuery *q, const gfQueryRequest *r, const gfParticleGroupId *ids, gfGroupAnswer *groups)
{
    for (int i = 0; i < r->groupCount; i++) {
        const uint32_t *counts =
            q->read + 4 * ((size_t)q->layout.groups * GF_REQUEST_WIDTH + ANSWER_TEXELS * (size_t)i);
        gfGroupAnswer a = {.group = ids[i],
                           .particles = (int32_t)counts[0],
                           .touching = (int32_t)counts[1],
                           .touchingSolids = (int32_t)counts[2],
                           .touches = counts[4]};
        if (counts[3] > 0) {
            float sums[4], share = 1.0f / (float)counts[3];
            memcpy(sums, counts + 8, sizeof sums);
            a.contactPoint = (gfVec2){r->origin.x + share * sums[0], r->origin.y + share * sums[1]};
            a.contactNormal = (gfVec2){share * sums[2], share * sums[3]};
        }
        groups[i] = a;
    }
    for (int i = r->groupCount; i < q->def.maxGroups; i++) {
        groups[i] = (gfGroupAnswer){.particles = 0};
    }
}
