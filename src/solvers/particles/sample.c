// Samples properties of particles at points that the host asks for.
#include "solvers/particles/particles.h"

#include "gl/readback.h"
#include "shared.h"

_Static_assert(GF_PROPERTY_DENSITY == GF_SAMPLES_DENSITY && GF_PROPERTY_PRESSURE == GF_SAMPLES_PRESSURE &&
                   GF_PROPERTY_VELOCITY_X == GF_SAMPLES_VELOCITY_X && GF_PROPERTY_VELOCITY_Y == GF_SAMPLES_VELOCITY_Y &&
                   GF_PROPERTY_SPEED == GF_SAMPLES_SPEED && GF_PROPERTY_RED == GF_SAMPLES_RED &&
                   GF_PROPERTY_GREEN == GF_SAMPLES_GREEN && GF_PROPERTY_BLUE == GF_SAMPLES_BLUE &&
                   GF_PROPERTY_MATERIAL == GF_SAMPLES_MATERIAL,
               "shaders know the properties by these numbers");

// No particle is farther from the domain, cells; the whole part of more is no int.
#define FARTHEST_CELL 1e8

// Points in cells and what is sampled there, laid out like particles.
typedef struct Samples {
    gfTexture points, results;
    int width, height, count;
    float *values; // four a texel
} Samples;

static void destroySamples(gfDevice *device, Samples *samples)
{
    gfTexture_Destroy(device, &samples->points);
    gfTexture_Destroy(device, &samples->results);
    gfFree(&device->core, samples->values);
}

static bool uploadPoints(const gfBody *body, const gfSph *s, const gfVec2 *points, Samples *samples)
{
    gfDevice *device = body->device;
    int width = s->extents[GF_SPH_PARTICLES][0];
    samples->width = width;
    samples->height = (samples->count + width - 1) / width;
    samples->values = gfAlloc(&device->core, (size_t)width * (size_t)samples->height * 4 * sizeof *samples->values);
    if (samples->values == NULL ||
        !gfTexture_Create(device, &samples->points, GF_FORMAT_RGBA32F, width, samples->height) ||
        !gfTexture_Create(device, &samples->results, GF_FORMAT_RGBA32F, width, samples->height)) {
        return false;
    }
    const double origin[2] = {(double)body->def.origin.x, (double)body->def.origin.y};
    for (int i = 0; i < samples->count; i++) {
        const double place[2] = {(double)points[i].x, (double)points[i].y};
        for (int axis = 0; axis < 2; axis++) {
            double cells = (place[axis] - origin[axis]) / (double)s->scales.radius;
            samples->values[4 * i + axis] = (float)fmax(fmin(cells, FARTHEST_CELL), -FARTHEST_CELL);
        }
    }
    return gfTexture_Upload(device, &samples->points, samples->values);
}

static bool drawSamples(gfDevice *device, const gfParticles2D *p, gfParticleProperty property, const Samples *samples)
{
    const gfSph *s = &p->sph;
    const gfSphScales *k = &s->scales;
    float unit = property == GF_PROPERTY_PRESSURE ? gfSph_GetPressureUnit(s) : k->radius;
    return gfPass_Run(
        device, &(gfPass){.label = "sample",
                          .shader = GF_SPH_SHADER(s, "sample.frag", NULL, GF_SPH_SEARCHES),
                          .writes = {&samples->results},
                          .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_IN(tags, s->tags.read.id),
                                     GF_IN(law, p->views[GF_RASTER_LAW].id), GF_IN(source, samples->points.id)},
                          .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_NORM(s), GF_I1(points, samples->count),
                                       GF_I1(property, (GLint)property), GF_I1(materialCount, s->ramped.materialCount),
                                       GF_F1(unit, unit), GF_F2(scale, 1.0f, k->radius)}});
}

bool gfParticles2D_Sample(const gfBody *body, void *state, const gfParticleSamples *wanted)
{
    gfDevice *device = body->device;
    gfParticles2D *p = state;
    Samples samples = {.count = wanted->count};
    bool ok = uploadPoints(body, &p->sph, wanted->points, &samples) &&
              (wanted->property != GF_PROPERTY_PRESSURE || gfParticles2D_DrawLaw(body, p)) &&
              drawSamples(device, p, wanted->property, &samples) &&
              gfReadback_Blocking(device, &(gfReadSource){&samples.results, samples.width, samples.height, 4},
                                  samples.values);
    for (int i = 0; ok && i < wanted->count; i++) {
        const float *result = &samples.values[4 * i];
        wanted->values[i] = result[0];
        if (wanted->gradients != NULL) {
            wanted->gradients[i] = (gfVec2){result[1], result[2]};
        }
    }
    destroySamples(device, &samples);
    return ok;
}
