#include "solvers/particles/sort.h"

// Elements that the first pass sorts (particles/sort_first.frag).
#define FIRST_RUN 8

static const gfProgramRow sortRows[] = {
    {offsetof(gfSort, first), &gf_vertexCover, "particles/sort_first.frag", "", 0, 0, 0},
    {offsetof(gfSort, merge), &gf_vertexCover, "particles/sort_merge.frag", "", 0, 0, 0},
    {offsetof(gfSort, starts), &gf_vertexCover, "particles/starts.frag", "", 0, 0, 0},
};
static const gfProgramTable sortTable = {sortRows, GF_COUNT(sortRows), NULL};

bool gfSort_Load(gfDevice *device, gfSort *sort)
{
    return gfPrograms_Load(device, &sortTable, 0, sort);
}

bool gfSort_Run(gfDevice *device, const gfSort *sort, gfPair *keys)
{
    int count = keys->read.width * keys->read.height;
    bool ok = true;
    for (int run = 1; ok && run < count; run = run == 1 ? FIRST_RUN : 2 * run) {
        ok = gfPass_Run(device, &(gfPass){.label = "sort",
                                          .program = run == 1 ? sort->first : sort->merge,
                                          .writes = {&keys->write},
                                          .inputs = {GF_IN(keys, keys->read.id)},
                                          .uniforms = {GF_I1(run, run)}});
        gfPair_Swap(keys);
    }
    return ok;
}

bool gfSort_FindStarts(gfDevice *device, const gfSort *sort, const gfTexture *keys, const gfTexture *starts)
{
    return gfPass_Run(device, &(gfPass){.label = "starts",
                                        .program = sort->starts,
                                        .writes = {starts},
                                        .inputs = {GF_IN(keys, keys->id)},
                                        .uniforms = {GF_I1(shift, gfLog2(starts->width))}});
}
