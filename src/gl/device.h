// The device's insides: what targets, programs, passes and fluids share of one GL context.
#ifndef GF_DEVICE_H
#define GF_DEVICE_H

#include "base/core.h"
#include "gl/host_state.h"

struct gfProgramCache;
struct gfTimers;
struct gfReadQueue;
struct gfEffects;

// Samplers of the library's own: a host's texture keeps its own parameters.
typedef enum gfSampler {
    GF_SAMPLE_NEAREST,
    GF_SAMPLE_LINEAR, // for the host's textures and the picture's
    GF_SAMPLE_FIELD,  // for fields that a shader reads with sampleLinear(): nearest where floats can't be filtered
    GF_SAMPLER_COUNT
} gfSampler;

struct gfDevice {
    gfCore core;
    gfGL gl;
    gfMemoryCounts counts; // all but cpuBytes, which core counts
    bool keepHostState;
    gfGLState hostState;
    int callDepth; // public calls under way: only the outermost one saves and restores
    GLuint vertexArray;
    GLuint samplers[GF_SAMPLER_COUNT];
    const char *shaderDir;
    struct gfProgramCache *programs;
    struct gfTimers *timers;
    struct gfReadQueue *reads;
    struct gfEffects *effects; // made by the first drawing
    struct gfFluid *firstFluid;
};

// Every public call that touches GL stands between these. Begin reports HOST_STATE and then nothing was touched.
bool gfDevice_Begin(gfDevice *device);
void gfDevice_End(gfDevice *device);

// Drops errors that were pending, and reports them as the host's; to be called before work whose own errors are asked
// for afterwards with gfDevice_CheckGL.
void gfDevice_DropHostErrors(gfDevice *device);
// False and reported (GL or OUT_OF_MEMORY) if the GL has an error pending; `what` names the work.
bool gfDevice_CheckGL(gfDevice *device, const char *what);

#endif
