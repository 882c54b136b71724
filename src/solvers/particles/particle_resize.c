// Particles in a domain of another size or place: those inside keep their place in the world, velocity, colour and id;
// the others are drained. The host does it, as it happens seldom.
#include "gl/readback.h"
#include "solvers/particles/particles.h"

#include <math.h>
#include <string.h>

// Rounding may have put a particle so far, in cells, beyond a side that it lies at.
#define RESIZE_SLACK 1e-3

// Fills textures of the state. Four numbers a place and a stress, and two a tag and a mark; null: there are none.
typedef struct Kept {
    float *places, *stresses;
    uint32_t *tags, *marks;
    int count;
} Kept;

// The way from old places to places in the new domain, in its cells. Where params.radius is 0 the cells may have
// another size.
typedef struct Change {
    double scale, shift[2];
} Change;

// Moves a coordinate; false if the particle is then outside. All in cells.
static bool shiftInto(float *x, double scale, double shift, double end, bool endlessBelow, bool endlessAbove)
{
    double moved = (double)*x * scale + shift;
    if ((moved < -RESIZE_SLACK && !endlessBelow) || (moved > end + RESIZE_SLACK && !endlessAbove)) {
        return false;
    }
    *x = (float)(endlessBelow ? moved : fmax(moved, 0.0));
    *x = endlessAbove ? *x : fminf(*x, (float)end);
    return true;
}

static void keepBeside(const gfSphHost *host, int i, Kept *kept)
{
    if (kept->stresses != NULL) {
        memcpy(&kept->stresses[4 * kept->count], &host->stresses[4 * i], 4 * sizeof *kept->stresses);
    }
    if (kept->marks != NULL) {
        memcpy(&kept->marks[2 * kept->count], &host->marks[4 * i], 2 * sizeof *kept->marks);
    }
}

static void keepInside(const gfSphDomain *domain, const gfSph *s, const gfSphHost *host, const Change *change,
                       Kept *kept)
{
    bool unbounded = domain->params->unbounded;
    for (int i = 0; i < host->count; i++) {
        float *place = &kept->places[4 * kept->count];
        bool inside = true;
        memcpy(place, &host->places[4 * i], 4 * sizeof *place);
        for (int axis = 0; axis < 2; axis++) {
            place[2 + axis] = (float)((double)place[2 + axis] * change->scale);
            const float *closed = &domain->closed.value[2 * axis];
            double end = (double)domain->size[axis] / (double)s->scales.radius;
            inside = inside && shiftInto(&place[axis], change->scale, change->shift[axis], end,
                                         unbounded && closed[0] == 0.0f, unbounded && closed[1] == 0.0f);
        }
        if (inside) {
            keepBeside(host, i, kept);
            memcpy(&kept->tags[2 * kept->count++], &host->tags[4 * i], 2 * sizeof *kept->tags);
        }
    }
    if (kept->count < host->count) { // the place of one that is not kept
        memset(&kept->places[4 * kept->count], 0, 4 * sizeof *kept->places);
    }
}

// The counts go on, and what is not kept is drained.
static bool takeCounts(gfDevice *device, gfSph *s, const gfSph *from, int kept)
{
    uint32_t count[4], dropped[4];
    if (!gfSph_ReadCount(device, from, count)) {
        return false;
    }
    count[2] += count[0] - (uint32_t)kept;
    count[0] = (uint32_t)kept;
    s->steps = from->steps;
    s->added = from->added;
    s->time = from->time;
    s->mortal = from->mortal;
    return gfTexture_Upload(device, &s->count.read, count) &&
           (!gfPair_Exists(&s->droppedSum) || (gfReadback_Integers(device, &from->droppedSum.read, 1, 1, dropped) &&
                                               gfTexture_Upload(device, &s->droppedSum.read, dropped)));
}

bool gfParticles2D_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfDevice *device = body->device;
    gfSph *s = &((gfParticles2D *)state)->sph;
    const gfSph *from = &((const gfParticles2D *)oldState)->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    const gfVec2 old = oldDef->origin, origin = body->def.origin;
    double h = (double)s->scales.radius;
    const Change change = {.scale = (double)from->scales.radius / h,
                           .shift = {((double)old.x - (double)origin.x) / h, ((double)old.y - (double)origin.y) / h}};
    size_t texels = (size_t)s->place.read.width * (size_t)s->place.read.height;
    gfSphHost host;
    if (!gfSph_Read(device, from, &host)) {
        return false;
    }
    Kept kept = {.places = gfAlloc(&device->core, texels * 4 * sizeof *kept.places),
                 .tags = gfAlloc(&device->core, texels * 2 * sizeof *kept.tags),
                 .stresses = host.stresses != NULL ? gfAlloc(&device->core, texels * 4 * sizeof *kept.stresses) : NULL,
                 .marks = host.marks != NULL ? gfAlloc(&device->core, texels * 2 * sizeof *kept.marks) : NULL};
    bool ok = kept.places != NULL && kept.tags != NULL && (host.stresses == NULL || kept.stresses != NULL) &&
              (host.marks == NULL || kept.marks != NULL);
    if (ok) {
        keepInside(&domain, s, &host, &change, &kept);
        ok = gfTexture_Upload(device, &s->place.read, kept.places) &&
             gfTexture_Upload(device, &s->tags.read, kept.tags) &&
             (kept.stresses == NULL || gfTexture_Upload(device, &s->stress.read, kept.stresses)) &&
             (kept.marks == NULL || gfTexture_Upload(device, &s->marks.read, kept.marks)) &&
             takeCounts(device, s, from, kept.count) && gfSph_Rebuild(s, &domain);
    }
    gfFree(&device->core, kept.places);
    gfFree(&device->core, kept.tags);
    gfFree(&device->core, kept.stresses);
    gfFree(&device->core, kept.marks);
    gfSphHost_Free(device, &host);
    return ok;
}
