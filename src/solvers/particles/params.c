#include "solvers/particles/params.h"

#include "solvers/particles/scales.h"

#include <stdio.h>

static bool checkMaterial(const gfCore *core, const gfParticleMaterial *m, int index, const char *caller)
{
    const gfRange ranges[] = {
        {"density", (double)m->density, (double)1e-3f, 1e6},
        {"viscosity", (double)m->viscosity, 0.0, 1e6},
        {"tension", (double)m->tension, 0.0, 1.0},
        {"pull", (double)m->pull, 0.0, 1e6},
        {"nearStiffness", (double)m->nearStiffness, 0.0, (double)0.3f},
        {"expansion", (double)m->expansion, 0.0, 1.0},
        {"friction", (double)m->friction, 0.0, 45.0},
        {"cohesion", (double)m->cohesion, 0.0, 1e6},
        {"mixing", (double)m->mixing, 0.0, 1000.0},
        {"repulsion", (double)m->repulsion, 0.0, 1e6},
        {"color[0]", (double)m->color[0], 0.0, 1.0},
        {"color[1]", (double)m->color[1], 0.0, 1.0},
        {"color[2]", (double)m->color[2], 0.0, 1.0},
        {"color[3]", (double)m->color[3], 0.0, 1.0},
    };
    char where[96];
    snprintf(where, sizeof where, "%s: particles.materials[%d]", caller, index);
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), where);
}

static bool checkMaterials(const gfCore *core, const gfParticleParams *p, const char *caller)
{
    float lightest = INFINITY, heaviest = 0.0f;
    GF_REQUIRE(core, gfInRange(p->materialCount, 1, GF_MATERIAL_MAX), OUT_OF_RANGE,
               "%s: particles.materialCount is %d; 1 to %d is expected", caller, (int)p->materialCount,
               GF_MATERIAL_MAX);
    for (int i = 0; i < p->materialCount; i++) {
        if (!checkMaterial(core, &p->materials[i], i, caller)) {
            return false;
        }
        lightest = fminf(lightest, p->materials[i].density);
        heaviest = fmaxf(heaviest, p->materials[i].density);
    }
    GF_REQUIRE(core, heaviest <= GF_DENSITY_RATIO_MAX * lightest, OUT_OF_RANGE,
               "%s: the densities of particles.materials are %g to %g; at most %g times the lightest is expected",
               caller, (double)lightest, (double)heaviest, (double)GF_DENSITY_RATIO_MAX);
    return true;

error:
    return false;
}

bool gfParticleParams_Check(const gfCore *core, const gfParticleParams *p, int dimensions, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"particles.capacity", p->capacity, 1.0, GF_PARTICLE_MAX},
        {"particles.spacing", (double)p->spacing, (double)1e-6f, 1e6},
        {"particles.radius", (double)p->radius, 0.0, 4e6},
        {"particles.compression", (double)p->compression, (double)1e-4f, 0.5},
        {"particles.depth", (double)p->depth, 0.0, 1e6},
        {"particles.speed", (double)p->speed, 0.0, most},
        {"particles.gravity.x", (double)p->gravity.x, -most, most},
        {"particles.gravity.y", (double)p->gravity.y, -most, most},
        {"particles.gravity.z", (double)p->gravity.z, -most, most},
        {"particles.wallDamping", (double)p->wallDamping, 0.0, 1.0},
        {"particles.drag", (double)p->drag, 0.0, 1000.0},
        {"particles.lookAhead", (double)p->lookAhead, 0.0, 1.0},
        {"particles.stiffness", (double)p->stiffness, 0.0, 1e12},
        {"particles.substeps", p->substeps, 0.0, 1000.0},
        {"particles.maxSubsteps", p->maxSubsteps, 1.0, 1000.0},
        {"particles.search", p->search, GF_SEARCH_AUTO, GF_SEARCH_HASHED},
        {"particles.slotBlock", p->slotBlock, 1.0, 8.0},
        {"particles.slotPages", p->slotPages, 1.0, 15.0},
        {"particles.groups", p->groups, 0.0, dimensions == 2 ? GF_PARTICLE_GROUPS_MAX : 0.0},
    };
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        return false;
    }
    float radius = gfSphScales_GetRadius(p, dimensions);
    GF_REQUIRE(core, gfInRange((double)(radius / p->spacing), 1.4999, 4.0001), OUT_OF_RANGE,
               "%s: particles.radius is %g; 1.5 to 4 times the spacing, %g m, is expected", caller, (double)radius,
               (double)p->spacing);
    GF_REQUIRE(core, p->slotBlock * p->slotBlock * p->slotPages <= 240, OUT_OF_RANGE,
               "%s: particles.slotBlock squared times slotPages is %d; at most 240 is expected", caller,
               (int)(p->slotBlock * p->slotBlock * p->slotPages));
    GF_REQUIRE(core, !p->unbounded || p->search == GF_SEARCH_AUTO || p->search == GF_SEARCH_HASHED, OUT_OF_RANGE,
               "%s: particles.unbounded is set; GF_SEARCH_AUTO or GF_SEARCH_HASHED is expected", caller);
    return checkMaterials(core, p, caller);

error:
    return false;
}

bool gfParticleParams_CheckChange(const gfCore *core, const gfParticleParams *from, const gfParticleParams *to,
                                  const char *caller)
{
    const char *changed = to->capacity != from->capacity     ? "capacity"
                          : to->radius != from->radius       ? "radius"
                          : to->search != from->search       ? "search"
                          : to->slotBlock != from->slotBlock ? "slotBlock"
                          : to->slotPages != from->slotPages ? "slotPages"
                          : to->unbounded != from->unbounded ? "unbounded"
                          : to->plain != from->plain         ? "plain"
                          : to->groups != from->groups       ? "groups"
                          : to->lifetimes != from->lifetimes ? "lifetimes"
                                                             : NULL;
    GF_REQUIRE(core, changed == NULL, OUT_OF_RANGE,
               "%s: particles.%s can't change while the fluid is there; the one in its definition (gfFluid_GetDef) is "
               "expected",
               caller, changed != NULL ? changed : "");
    return true;

error:
    return false;
}
