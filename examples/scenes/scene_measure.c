// What scenes measure of themselves: sums over the fluid, numbers of particles.
#include "scenes/scene_parts.h"

#include <stdlib.h>

static int compareIds(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool areUnique(uint32_t *ids, int32_t count)
{
    qsort(ids, (size_t)count, sizeof *ids, compareIds);
    for (int32_t i = 1; i < count; i++) {
        if (ids[i] == ids[i - 1]) {
            return false;
        }
    }
    return true;
}

// The ids of all particles, `count` of them; false if there are more or less.
static bool readIds(Scene *scene, uint32_t *ids, int32_t count)
{
    size_t size = scene->fluid3d != NULL ? sizeof(gfParticle3D) : sizeof(gfParticle);
    void *all = malloc(((size_t)count + 1) * size);
    bool read = false;
    if (all != NULL && scene->fluid3d != NULL) {
        read = gfFluid3D_ReadParticlesBlocking(scene->fluid3d, all, count + 1) == count;
    } else if (all != NULL) {
        read = gfFluid_ReadParticlesBlocking(scene->fluid, all, count + 1) == count;
    }
    for (int32_t i = 0; read && i < count; i++) {
        ids[i] = scene->fluid3d != NULL ? ((const gfParticle3D *)all)[i].id : ((const gfParticle *)all)[i].id;
    }
    free(all);
    return read;
}

int Scene_GetParticles(const SceneInfo *info)
{
    bool made = Scene_GetSolver(info) == GF_SOLVER_PARTICLES;
    return !made ? 0 : info->space != NULL ? SCENE_PARTICLES_3D : SCENE_PARTICLES;
}

bool Scene_CountParticles(Scene *scene, SceneParticles *particles)
{
    *particles = (SceneParticles){.idsUnique = false};
    gfParticleStats *stats = &particles->stats;
    bool counted = scene->fluid3d != NULL
                       ? gfFluid3D_GetParticleStatsBlocking(scene->fluid3d, stats)
                       : Scene_IsOfParticles(scene->solver) && gfFluid_GetParticleStatsBlocking(scene->fluid, stats);
    uint32_t *ids = counted ? malloc(((size_t)stats->live + 1) * sizeof *ids) : NULL;
    bool read = ids != NULL && readIds(scene, ids, (int32_t)stats->live);
    particles->idsUnique = read && areUnique(ids, (int32_t)stats->live);
    free(ids);
    return read;
}

bool Scene_Measure(Scene *scene, gfFluidStats *stats)
{
    if (scene->fluid3d == NULL) {
        return gfFluid_MeasureBlocking(scene->fluid, stats);
    }
    gfFluid3DStats sums;
    bool measured = gfFluid3D_MeasureBlocking(scene->fluid3d, &sums);
    *stats = (gfFluidStats){.mass = 0.0};
    if (measured) {
        stats->mass = sums.mass;
        stats->momentum[0] = sums.momentum[0];
        stats->momentum[1] = sums.momentum[1];
        stats->speedMax = sums.speedMax;
        stats->nonfinite = sums.nonfinite;
    }
    return measured;
}
