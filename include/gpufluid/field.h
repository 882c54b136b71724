/// Fields of a gfFluid: reading them back, writing them, measuring them, and using them as textures.
/// gfFluid_GetFieldInfo has a field's size. Games read with gfFluid_RequestField and gfFluid_PollField, which never
/// wait; a query (query.h) reads a few points more cheaply.
#ifndef GPUFLUID_FIELD_H
#define GPUFLUID_FIELD_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fields of a fluid. w x h is the grid; the first row is at the bottom. Fields of each solver:
///   - GF_SOLVER_GRID: all but MASS, GROUND, LEVEL, FOAM and RIPPLE.
///   - GF_SOLVER_GAUSSIAN: VELOCITY, DYE, PRESSURE, VORTICITY, SOLID and MASS. Its dye is per unit of mass.
///   - GF_SOLVER_PARTICLES: the fields of GF_SOLVER_GAUSSIAN, as kernel sums over the particles around. All but SOLID
///     are 0 in solids and where no particle is near. Its dye is the particles' colour, of amount 1 where the mass is 1
///     or more.
///   - GF_SOLVER_WATER: likewise, by a kernel of one cell, but pressure is the grid's. Linear between cell centres, the
///     mass crosses 0.5 at the surface.
///   - GF_SOLVER_SHALLOW: VELOCITY, FACE_VELOCITY, DYE, VORTICITY, SOLID, MASS, GROUND and LEVEL; FOAM and RIPPLE if
///     its tunables ask for them. Velocity and dye are 0 where it is dry.
typedef enum gfField {
    GF_FIELD_VELOCITY, ///< w x h x 2, m/s, at cell centres (mean of the faces); in GF_GAUSSIAN_CONSERVING the velocity
                       ///< by which mass moved in the last step
    GF_FIELD_FACE_VELOCITY, ///< (w+1) x (h+1) x 2, m/s: x on the left face of a cell, y on its bottom face. Ignore x of
                            ///< the last row and y of the last column, which are no faces. Along a periodic axis the
                            ///< last column (x) or row (y) and the first are the same faces
    GF_FIELD_DYE,           ///< (w dyeScale) x (h dyeScale) x 4: red, green, blue, amount
    GF_FIELD_TEMPERATURE,   ///< w x h x 1, K
    GF_FIELD_PRESSURE,      ///< w x h x 1, kinematic (pressure over density), m^2/s^2, mean over the last step.
                       ///< GF_SCHEME_REFLECT has two projections: the first counts whole and the second half, as in
                       ///< forces on solids
    GF_FIELD_DIVERGENCE,        ///< w x h x 1, 1/s, of the present velocity, less the divergence of sources; 0 in cells
                                ///< without an open face
    GF_FIELD_DIVERGENCE_BEFORE, ///< GF_FIELD_DIVERGENCE as it was before the last projection
    GF_FIELD_VORTICITY,         ///< (w+1) x (h+1) x 1, 1/s, at cell corners; 0 along sides that are not periodic
    GF_FIELD_SOLID, ///< w x h x 1, signed distance to the nearest solid, m, negative inside, at cell centres; at most
                    ///< 30000. In a mask's or texture's rectangle it is exact only within a cell of the outline. Steps
                    ///< compute it near solids only; the first read after a change of solids computes the rest
    GF_FIELD_RESIDUAL, ///< 1 x 1 x 2, 1/s: divergence before the last projection and after it, each a root mean square
                       ///< over cells with an open face. Their ratio is the residual
    GF_FIELD_MASS,     ///< w x h x 1. GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES, GF_SOLVER_WATER: 1 is a cell full of
                       ///< fluid at rest. GF_SOLVER_SHALLOW: depth of water, m
    GF_FIELD_GROUND,   ///< w x h x 1, of GF_SOLVER_SHALLOW: height of the ground, m
    GF_FIELD_LEVEL,    ///< w x h x 1, of GF_SOLVER_SHALLOW: height of the surface, m; of the ground where it is dry
    GF_FIELD_FOAM,     ///< w x h x 1, of GF_SOLVER_SHALLOW with `foam`: 0 to 1
    GF_FIELD_RIPPLE,   ///< w x h x 1, of GF_SOLVER_SHALLOW with ripples: their height above the surface, m
    GF_FIELD_COUNT
} gfField;

/// Size of a field, and the place of its values in the world.
typedef struct gfFieldInfo {
    int32_t width;    ///< values in a row
    int32_t height;   ///< rows
    int32_t channels; ///< floats a value, 1 to 4
    gfVec2 origin;    ///< world position of the first value, m (of face velocity: of the cell's corner)
    gfVec2 spacing;   ///< distance between values along x and y, m
} gfFieldInfo;

/// A field as a texture for the host's shaders. The texture coordinates of a world position p are (p - origin) * scale.
typedef struct gfFieldTexture {
    uint32_t texture; ///< GL name
    uint32_t target;  ///< GL_TEXTURE_2D
    uint32_t format;  ///< GL's sized internal format, such as GL_RG32F, as the context gave it
    int32_t width;    ///< texels; the first row is at the smallest y
    int32_t height;   ///< texels
    int32_t channels; ///< channels in use, red first, in the field's unit
    gfVec2 origin;    ///< world position of the lower left corner of the first texel, m
    gfVec2 scale;     ///< 1/m
    bool linear;      ///< whether the context can filter this format; if not, sample with GL_NEAREST or mix texels
} gfFieldTexture;

/// Handle of a read-back in progress; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfRequestId);

/// Results of gfFluid_PollField and other polls.
typedef enum gfPollStatus {
    GF_POLL_FAILED,  ///< the call failed, see gfGetLastError
    GF_POLL_PENDING, ///< the GPU is not done, or nothing was asked: poll again
    GF_POLL_READY    ///< the values were written, and the handle is no longer alive
} gfPollStatus;

/// Most read-backs in progress on one device.
#define GF_REQUESTS_MAX 16

/// Measures of a whole fluid, summed in double precision from the fields as they stand.
typedef struct gfFluidStats {
    double mass;        ///< GF_SOLVER_GRID: dye amount (fourth channel) times area. Others: mass times area (the first
                        ///< material has mass 1 in a full cell); of GF_SOLVER_SHALLOW volume of water, m^3
    double dyeInSolids; ///< dye amount times area (times mass, if any) in cells whose centre is inside a solid
    double divergenceRmsBefore; ///< divergence before the last step's projection, 1/s, as a root mean square over cells
                                ///< whose centre is outside solids (GF_FIELD_RESIDUAL takes those with an open face)
    double divergenceRmsAfter;  ///< divergence after that projection, 1/s, as divergenceRmsBefore
    double speedMax;            ///< largest speed at a cell centre, m/s
    double kineticEnergy;       ///< half the sum of speed^2 (times mass, if any) times area, m^4/s^2
    uint64_t nonfinite;         ///< number of NaN or infinite values in velocity, dye, temperature, pressure and mass
    double massInSolids; ///< mass times area in cells whose centre is inside a solid (with rigid bodies: more than half
                         ///< a cell inside); GF_SOLVER_SHALLOW: volume of water under solids
    double massCorrection; ///< GF_SOLVER_GAUSSIAN: sum of the relative changes by gfGaussianParams.massCorrection
    double momentum[2];    ///< mass times velocity times area, m^3/s; 0 in GF_SOLVER_GRID. In GF_SOLVER_GAUSSIAN
                           ///< it is the particles' momentum, and their velocity differs from GF_FIELD_VELOCITY
    double lag_s;          ///< GF_SOLVER_SHALLOW: time that its CFL substeps are behind the clock, s
} gfFluidStats;

/// Fills in size and place of a field. Needs no context. False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED.
GF_API bool gfFluid_GetFieldInfo(const gfFluid *fluid, gfField field, gfFieldInfo *info);

/// Returns a field as a texture, which must not be changed. Ask anew each frame: name and contents hold until the next
/// call that steps, changes, resizes, resets or destroys the fluid, or that reads anything after a solid changed. A
/// field that the solver does not store in this form costs a pass. The texture's own parameters are nearest and
/// repeating: bind a sampler object of the host's, clamped to the edge. Face velocity lies as in gfField: x half a
/// texel higher than its texels, y half a texel to the right. In solids velocity is 0 or extrapolated, and dye and
/// temperature are leftovers of advection; GF_FIELD_SOLID tells solids apart. Heights and normals of a surface:
/// gfFluid_GetSurfaceTextures.
/// The context must be current. False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY,
/// FRAMEBUFFER, SHADER.
GF_API bool gfFluid_GetTexture(gfFluid *fluid, gfField field, gfFieldTexture *texture);

/// Starts copying a field to host memory without waiting; gfFluid_PollField has it some frames later. A handle that is
/// never polled is freed with the fluid. The context must be current. None on failure: NULL_ARGUMENT, OUT_OF_RANGE,
/// UNSUPPORTED, TOO_MANY, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API gfRequestId gfFluid_RequestField(gfFluid *fluid, gfField field);

/// Looks, without waiting, whether a copy is done. READY copies width * height * channels floats to `values` (room for
/// `count` floats) and frees the handle. The context must be current.
/// FAILED: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE (count too small; the handle stays), GL (it is freed).
GF_API gfPollStatus gfFluid_PollField(gfFluid *fluid, gfRequestId id, float *values, size_t count);

/// Copies a field to `values` (`count` floats) and waits for the GPU: for tests and tools, not for games. The context
/// must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_ReadFieldBlocking(gfFluid *fluid, gfField field, float *values, size_t count);

/// Replaces a field by `count` = width * height * channels floats. Each solver takes these:
///   - GF_SOLVER_GRID: GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE.
///   - GF_SOLVER_GAUSSIAN: GF_FIELD_MASS (negative values count as 0), GF_FIELD_VELOCITY, GF_FIELD_DYE.
///   - GF_SOLVER_PARTICLES, GF_SOLVER_WATER: GF_FIELD_VELOCITY, which the particles take over, linear between cells.
///   - GF_SOLVER_SHALLOW: GF_FIELD_MASS (0 or above), GF_FIELD_GROUND (the water keeps its depth),
///     GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE.
/// Heights that mark unknown ground (-9999, -32768) give a warning (gfDeviceDef.validation): replace them before.
/// Dye and heat written into solids stay until the next step removes them. Along a periodic axis give the last
/// column or row of face velocities the values of the first: they are the same faces. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (count, or a value that is not finite or above GF_VALUE_MAX),
/// UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid_WriteField(gfFluid *fluid, gfField field, const float *values, size_t count);

/// Replaces a rectangle of a field: a crater in the ground, a puff of dye from a picture. `x` and `y` are its lower
/// left texel and `width` x `height` its size, in the texels of gfFluid_GetFieldInfo; rows go upwards. `count` is that
/// area times channels. It reads the whole field, so it waits for the GPU; use sources for changes in each frame. An
/// empty rectangle (0 x 0) writes nothing. The context must be current. False, nothing changed: as gfFluid_WriteField
/// and gfFluid_ReadFieldBlocking; OUT_OF_RANGE, too, if the rectangle is not within the field.
GF_API bool gfFluid_WriteFieldPartBlocking(gfFluid *fluid, gfField field, int32_t x, int32_t y, int32_t width,
                                           int32_t height, const float *values, size_t count);

/// Removes the divergence of the present velocity, after gfFluid_WriteField for example. Then no fluid enters or leaves
/// solids and closed sides; expansion by the last step's sources stays. No time passes, and nothing else changes; the
/// pressure stays that of the last step. GF_FIELD_DIVERGENCE_BEFORE and GF_FIELD_RESIDUAL then describe this
/// projection. `cycles` is the number of multigrid cycles (1 to 100) or, with GF_PRESSURE_JACOBI, of iterations (1 to
/// 10000); 0: as many as a step takes. They start from a pressure of 0, while a step starts from the last pressure. The
/// context must be current. False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (not GF_SOLVER_GRID), HOST_STATE, SHADER,
/// FRAMEBUFFER.
GF_API bool gfFluid_Project(gfFluid *fluid, int32_t cycles);

/// Measures the whole fluid and waits for the GPU: for tests and tools, not for games. The context must be current.
/// False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_MeasureBlocking(gfFluid *fluid, gfFluidStats *stats);

#ifdef __cplusplus
}
#endif
#endif
