// The solver of gfFluid3D as the public calls see it: particles in a container in three dimensions.
#ifndef GF_VOLUME_H
#define GF_VOLUME_H

#include "gpufluid/fluid3d.h"

#include "ext/fluid3d/collision.h"
#include "ext/fluid3d/solids3d.h"
#include "ext/fluid3d/sources3d.h"
#include "fluid/particle_view.h"
#include "fluid/state.h"
#include "gl/archive.h"
#include "solvers/particles/container.h"

// The part of a fluid that its solver sees.
typedef struct gfVolumeBody {
    gfDevice *device;
    uint32_t number; // unique in the process; handles carry it
    gfFluid3DDef def;
    gfContainer container;
    gfSolids3D solids;
    gfCollision collision;
    gfSources sources; // gfSource3DDef
} gfVolumeBody;

typedef struct gfVolume gfVolume;

// Returns whether a definition has all that the solver needs in range; reports OUT_OF_RANGE.
bool gfVolume_Check(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Returns whether only parameters change that are not fixed at creation; reports OUT_OF_RANGE.
bool gfVolume_CheckChange(const gfCore *core, const gfParticleParams *from, const gfParticleParams *to,
                          const char *caller);

// Returns the largest size that the container may be stretched to, m.
gfVec3 gfVolume_GetLargest(const gfFluid3DDef *def);

// Makes a volume at rest. Null and reported on failure.
gfVolume *gfVolume_Create(const gfVolumeBody *body);
void gfVolume_Destroy(gfDevice *device, gfVolume *volume);
void gfVolume_Reset(const gfVolumeBody *body, gfVolume *volume);
// Called after def.particles changed. False and reported: nothing changed.
bool gfVolume_Tune(const gfVolumeBody *body, gfVolume *volume);
// Runs one step: sources act, and then substeps, in which container and solids go on 1 / `stepsLeft` of their way.
// False and reported: a pass could not be drawn.
bool gfVolume_Step(gfVolumeBody *body, gfVolume *volume, int stepsLeft, int *substeps);
// Archive measures, writes or reads the state, see gl/archive.h; LayOut changes a definition to one whose volume has
// the same layout.
void gfVolume_Archive(const gfVolumeBody *body, gfVolume *volume, gfArchive *archive);
void gfVolume_LayOut(const gfVolume *volume, gfFluid3DDef *def);
// The textures that persist from step to step, for checks that read them one by one. Repaired renews what depends on
// them after values were replaced: false and reported.
const gfStateTable *gfVolume_GetTable(void);
const void *gfVolume_GetState(const gfVolume *volume);
bool gfVolume_Repaired(const gfVolumeBody *body, gfVolume *volume);
// Returns whether particles were added or poured since creation or reset.
bool gfVolume_IsUsed(const gfVolume *volume);

// Returns whether this fluid can have a source; reports OUT_OF_RANGE.
bool gfVolume_CheckSource(const gfVolumeBody *body, const gfSource3DDef *def, const char *caller);

// These four calls wait for the GPU; false and reported on failure.
bool gfVolume_Add(const gfVolumeBody *body, gfVolume *volume, const gfParticle3D *particles, int count,
                  const char *caller);
// Reads at most `count` particles; *live becomes how many there are.
bool gfVolume_Read(const gfVolumeBody *body, const gfVolume *volume, gfParticle3D *particles, int count, int *live);
bool gfVolume_GetStats(const gfVolumeBody *body, const gfVolume *volume, gfParticleStats *stats);
bool gfVolume_Measure(const gfVolumeBody *body, const gfVolume *volume, gfFluid3DStats *stats);
void gfVolume_View(const gfVolumeBody *body, const gfVolume *volume, gfParticleView *view);

// Returns the kernel radius, m: the length of a cell.
float gfVolume_GetRadius(const gfVolume *volume);
// Answers `count` questions (shaders/particles/probe.frag), a texel each in rows of GF_REQUEST_WIDTH, without waiting;
// `up`: in the container's axes, of length 1. False and reported.
bool gfVolume_Probe(const gfVolumeBody *body, const gfVolume *volume, const gfTexture *questions,
                    const gfTexture *answers, int count, const float up[3]);

#endif
