#include "solvers/particles/params.h"

#include "fluid/records.h"
#include "solvers/particles/scales.h"

#include <stdio.h>

static bool checkMaterial(const gfCore *core, const gfParticleMaterial *m, int index, const char *caller)
{
    char where[32];
    snprintf(where, sizeof where, "particles.materials[%d]", index);
    return gfMembers_Check(core, &gf_particleMaterialRecord, m, where, caller);
}

static bool checkMaterials(const gfCore *core, const gfParticleParams *p, const char *caller)
{
    float lightest = INFINITY, heaviest = 0.0f;
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
    if (!gfMembers_Check(core, &gf_particleParamsRecord, p, "particles", caller)) {
        return false;
    }
    GF_REQUIRE(core, dimensions == 2 || p->groups == 0, OUT_OF_RANGE,
               "%s: particles.groups is %d; 0 is expected in three dimensions", caller, (int)p->groups);
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
