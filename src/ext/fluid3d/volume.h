// The solver of gfFluid3D as the public calls see it: particles in a container in three dimensions.
#ifndef GF_VOLUME_H
#define GF_VOLUME_H

#include "gpufluid/fluid3d.h"
#include "gpufluid/source3d.h"

#include "ext/fluid3d/collision.h"
#include "ext/fluid3d/solids3d.h"
#include "fluid/particle_view.h"
#include "fluid/sources.h"
#include "fluid/state.h"
#include "gl/archive.h"
#include "solvers/particles/container.h"
#include "solvers/particles/sph.h"

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

typedef struct gfVolume {
    gfSph sph;       // its state
    bool poured;     // sources may have poured since creation or reset
    double shift[3]; // of places at rest in the world against the container, along its axes, since then; m
} gfVolume;

// Returns whether a definition has all that the solver needs in range; reports OUT_OF_RANGE.
bool gfVolume_Check(const gfCore *core, const gfFluid3DDef *def, const char *caller);
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
// Archive measures, writes or reads the state, see gl/archive.h.
void gfVolume_Archive(const gfVolumeBody *body, gfVolume *volume, gfArchive *archive);
// Renews what depends on values of the state that were replaced: false and reported.
bool gfVolume_Repaired(const gfVolumeBody *body, gfVolume *volume);

// --- sources3d.c, emitters3d.c

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, const char *caller);
// Returns the fields on which a source has an effect, as gfSource_GetFields.
uint32_t gfSource3D_GetFields(const gfSource3DDef *def);
// Returns whether this fluid can have a source; reports OUT_OF_RANGE.
bool gfVolume_CheckSource(const gfVolumeBody *body, const gfSource3DDef *def, const char *caller);

// Lets sources act at the start of a fixed step, after solids are drawn. `shift`: of the lattice on which sources that
// hold their shape full add particles, m. *pours becomes true if one may have poured. False and reported: a pass was
// not drawn.
bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *sph, const gfSphDomain *domain, const double shift[3],
                           bool *pours);

// These three calls wait for the GPU; false and reported on failure.
bool gfVolume_Add(const gfVolumeBody *body, gfVolume *volume, const gfParticle3D *particles, int count,
                  const char *caller);
// Reads at most `count` particles; *live becomes how many there are.
bool gfVolume_Read(const gfVolumeBody *body, const gfVolume *volume, gfParticle3D *particles, int count, int *live);
bool gfVolume_Measure(const gfVolumeBody *body, const gfVolume *volume, gfFluid3DStats *stats);
void gfVolume_View(const gfVolumeBody *body, const gfVolume *volume, gfParticleView *view);

// Answers `count` questions (shaders/particles/probe.frag), a texel each in rows of GF_REQUEST_WIDTH, without waiting;
// `up`: in the container's axes, of length 1. False and reported.
bool gfVolume_Probe(const gfVolumeBody *body, const gfVolume *volume, const gfTexture *questions,
                    const gfTexture *answers, int count, const float up[3]);

#endif
