#include "solvers/particles/sort.h"

// Elements that the first pass sorts (particles/sort_first.frag).
#define FIRST_RUN 8

bool gfSort_Run(gfDevice *device, gfPair *keys)
{
    int count = keys->read.width * keys->read.height;
    bool ok = true;
    for (int run = 1; ok && run < count; run = run == 1 ? FIRST_RUN : 2 * run) {
        ok = gfPass_Run(
            device,
            &(gfPass){.label = "sort",
                      .shader = GF_SHADER(run == 1 ? "particles/sort_first.frag" : "particles/sort_merge.frag", NULL),
                      .writes = {&keys->write},
                      .inputs = {GF_IN(keys, keys->read.id)},
                      .uniforms = {GF_I1(run, run)}});
        gfPair_Swap(keys);
    }
    return ok;
}

bool gfSort_FindStarts(gfDevice *device, const gfTexture *keys, const gfTexture *starts)
{
    return gfPass_Run(device, &(gfPass){.label = "starts",
                                        .shader = GF_SHADER("particles/starts.frag", NULL),
                                        .writes = {starts},
                                        .inputs = {GF_IN(keys, keys->id)},
                                        .uniforms = {GF_I1(shift, gfLog2(starts->width))}});
}
