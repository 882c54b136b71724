#include "solvers/particles/prefix.h"

#include <string.h>

// Makes a list of `count` elements, no wider than `width`.
static bool createList(gfDevice *device, gfTexture *list, int width, int count)
{
    width = gfMin(width, 1 << gfLog2(count));
    return gfTexture_CreateNamed(device, list, GF_FORMAT_R32UI, width, (count + width - 1) / width, "prefix sums");
}

bool gfPrefix_Create(gfDevice *device, gfPrefix *p, int width, int height)
{
    memset(p, 0, sizeof *p);
    bool ok = true;
    int count = width * height, groups = (count + 15) / 16;
    do {
        count = (count + 15) / 16;
        ok = ok && createList(device, &p->level[p->levels], width, count);
        p->levels += ok ? 1 : 0;
    } while (ok && p->levels < GF_PREFIX_LEVELS && count > 16);
    if (ok && createList(device, &p->before, width, groups + 1)) {
        return true;
    }
    gfPrefix_Destroy(device, p);
    return false;
}

void gfPrefix_Destroy(gfDevice *device, gfPrefix *p)
{
    for (int i = 0; i < p->levels; i++) {
        gfTexture_Destroy(device, &p->level[i]);
    }
    gfTexture_Destroy(device, &p->before);
    memset(p, 0, sizeof *p);
}

bool gfPrefix_Run(gfDevice *device, const gfPrefix *p, const gfTexture *counts)
{
    static const char *const levels[GF_PREFIX_LEVELS] = {"LEVELS 1", "LEVELS 2", "LEVELS 3", "LEVELS 4", "LEVELS 5"};
    bool ok = true;
    for (int i = 0; ok && i < p->levels; i++) {
        const gfTexture *source = i == 0 ? counts : &p->level[i - 1], *sums = &p->level[i];
        ok = gfPass_Run(device, &(gfPass){.label = "prefix sums",
                                          .shader = GF_SHADER("particles/prefix_groups.frag", NULL),
                                          .writes = {sums},
                                          .inputs = {GF_IN(counts, source->id)},
                                          .uniforms = {GF_I1(shift, gfLog2(sums->width))}});
    }
    const gfTexture *level = p->level;
    return ok &&
           gfPass_Run(device, &(gfPass){.label = "prefix sums",
                                        .shader = GF_SHADER("particles/prefix_before.frag", levels[p->levels - 1]),
                                        .writes = {&p->before},
                                        .inputs = {GF_IN(groupSums1, level[0].id), GF_IN(groupSums2, level[1].id),
                                                   GF_IN(groupSums3, level[2].id), GF_IN(groupSums4, level[3].id),
                                                   GF_IN(groupSums5, level[4].id)},
                                        .uniforms = {GF_I1(shift, gfLog2(p->before.width))}});
}
