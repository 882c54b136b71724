/// Reading fields back, writing them, and measuring them.
#ifndef GPUFLUID_FIELD_H
#define GPUFLUID_FIELD_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fields, first row at the bottom. w x h is the grid. GF_SOLVER_GRID has all but MASS; GF_SOLVER_GAUSSIAN has
/// VELOCITY, DYE, PRESSURE, VORTICITY, SOLID and MASS; its dye is what one unit of mass carries, 0 where there is none.
/// GF_SOLVER_PARTICLES has the same, as sums of the kernel over the particles around; all but SOLID are 0 in solids and
/// where no particle is near. Its dye is the colour of the particles, of amount 1 where the mass is 1 or more.
/// GF_SOLVER_SHALLOW has VELOCITY, FACE_VELOCITY, DYE, VORTICITY, SOLID, MASS, GROUND and LEVEL, and FOAM and RIPPLE
/// where its tunables ask for them; velocity and dye are 0 where it is dry.
typedef enum gfField {
    GF_FIELD_VELOCITY,      ///< w x h x 2, m/s, at cell centres (mean of the faces); of GF_GAUSSIAN_CONSERVING that by
                            ///< which mass moved in the last step
    GF_FIELD_FACE_VELOCITY, ///< (w+1) x (h+1) x 2, m/s: x on the left face of a cell, y on its bottom face; x of the
                            ///< last row and y of the last column are no faces and mean nothing. Along a periodic
                            ///< axis the last column (x) or row (y) and the first are the same faces
    GF_FIELD_DYE,           ///< dye grid x 4
    GF_FIELD_TEMPERATURE,   ///< w x h x 1, K
    GF_FIELD_PRESSURE,      ///< w x h x 1, kinematic (pressure over density), m^2/s^2, of the last step,
                            ///< mean over it; of GF_SCHEME_REFLECT that of both its projections, the first counted
                            ///< whole and the second by half, as forces on solids are
    GF_FIELD_DIVERGENCE,    ///< w x h x 1, 1/s, of the velocity as it stands, less what sources ask for; 0 in cells
                            ///< without an open face
    GF_FIELD_DIVERGENCE_BEFORE, ///< the same before the last projection
    GF_FIELD_VORTICITY,         ///< (w+1) x (h+1) x 1, 1/s, at cell corners; 0 along sides that are not periodic
    GF_FIELD_SOLID,    ///< w x h x 1, signed distance to the nearest solid, m, negative inside, at cell centres;
                       ///< at most 30000, and within a cell of 0 inside the rectangle of a mask or texture. Steps know
                       ///< it near solids only: far from them it is drawn when it is read after they changed
    GF_FIELD_RESIDUAL, ///< 1 x 1 x 2, 1/s: divergence before the last projection and after it, root mean square over
                       ///< cells with an open face, summed on the GPU; their ratio is the residual
    GF_FIELD_MASS,     ///< w x h x 1, of GF_SOLVER_GAUSSIAN and GF_SOLVER_PARTICLES: 1 is a cell full of fluid at rest;
                       ///< of GF_SOLVER_SHALLOW: depth of water, m
    GF_FIELD_GROUND,   ///< w x h x 1, of GF_SOLVER_SHALLOW: height of the ground, m
    GF_FIELD_LEVEL,    ///< w x h x 1, of GF_SOLVER_SHALLOW: height of the surface, m; of the ground where it is dry
    GF_FIELD_FOAM,     ///< w x h x 1, of GF_SOLVER_SHALLOW with `foam`: 0 to 1
    GF_FIELD_RIPPLE,   ///< w x h x 1, of GF_SOLVER_SHALLOW with ripples: their height above the surface, m
    GF_FIELD_COUNT
} gfField;

/// Where the values of a field lie in the world.
typedef struct gfFieldInfo {
    int32_t width;    ///< values in a row
    int32_t height;   ///< rows
    int32_t channels; ///< floats a value, 1 to 4
    gfVec2 origin;    ///< world position of the first value, m (for face velocity: of the cell corner)
    gfVec2 spacing;   ///< from value to value, m
} gfFieldInfo;

/// A field as a texture for the host's shaders. A place of the world has the texture coordinates
/// (place - origin) * scale.
typedef struct gfFieldTexture {
    uint32_t texture; ///< GL name
    uint32_t target;  ///< GL_TEXTURE_2D
    uint32_t format;  ///< GL's sized internal format, such as GL_RG32F: what the context gave
    int32_t width;    ///< texels; the first row is at the smallest y
    int32_t height;   ///< texels
    int32_t channels; ///< that mean something, red first, in the field's unit
    gfVec2 origin;    ///< world position of the lower left corner of the first texel, m
    gfVec2 scale;     ///< 1/m
    bool linear;      ///< whether the context filters this format: else sample it as GL_NEAREST, or mix texels
} gfFieldTexture;

/// Handle of a read-back under way; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfReadId);

/// What gfFluid_PollRead found.
typedef enum gfReadStatus {
    GF_READ_FAILED,  ///< the call failed, see gfGetLastError
    GF_READ_PENDING, ///< the GPU is not done: poll again
    GF_READ_READY    ///< the values are there, and the handle is no longer alive
} gfReadStatus;

/// Most read-backs under way on one device.
#define GF_READ_MAX 16

/// Whole-fluid measures, in double precision from the fields as they stand.
typedef struct gfFluidStats {
    double mass;                ///< dye amount (fourth channel) times area, over the domain; of GF_SOLVER_GAUSSIAN
                                ///< the fluid's own mass times area, of GF_SOLVER_SHALLOW the volume of water, m^3
    double dyeInSolids;         ///< the part of it whose dye cell's centre is inside a solid
    double divergenceRmsBefore; ///< before the last step's projection, over cells whose centre is outside solids,
                                ///< 1/s (GF_FIELD_RESIDUAL takes those with an open face)
    double divergenceRmsAfter;  ///< the same after that projection, 1/s
    double speedMax;            ///< at cell centres, m/s
    double kineticEnergy;       ///< half the sum of speed^2 (of GF_SOLVER_GAUSSIAN: times mass) times area, m^4/s^2
    uint64_t nonfinite;         ///< NaN or infinite values over velocity, dye, temperature, pressure and mass
    double massInSolids;        ///< GF_SOLVER_GAUSSIAN: mass times area in cells whose centre is inside a solid, with
                                ///< rigid bodies by more than half a cell; of GF_SOLVER_SHALLOW water that stands
                                ///< under solids
    double massCorrection;      ///< GF_SOLVER_GAUSSIAN: sum of the relative changes that its massCorrection has made
    double momentumX;           ///< GF_SOLVER_GAUSSIAN: mass times the velocity that it carries times area, m^3/s,
                                ///< along x (GF_FIELD_VELOCITY is how mass moves)
    double momentumY;           ///< the same along y
    double lag_s;               ///< GF_SOLVER_SHALLOW: time that its CFL substeps have not caught up with yet, s
} gfFluidStats;

/// Size and place of a field. Needs no context. False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED.
GF_API bool gfFluid_GetFieldInfo(const gfFluid *fluid, gfField field, gfFieldInfo *info);

/// A field as a texture, which must not be changed. Its name and contents hold until the next call that steps, changes,
/// resizes, resets or destroys the fluid, or adds, changes or removes a solid and then reads anything: ask for it anew
/// each frame, which costs a pass for what is not stored as it is read. Its own parameters are nearest and repeating:
/// bind a sampler object of the host's own, clamped to the edge. Face velocity is as in gfField: x half a texel higher
/// than its texels, y half a texel to the right. Velocity is 0 or goes on in solids, and dye and temperature are
/// whatever advection left there: GF_FIELD_SOLID tells. Heights and normals of a surface: gfFluid_GetSurfaceTextures.
/// The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API bool gfFluid_GetTexture(gfFluid *fluid, gfField field, gfFieldTexture *texture);

/// Starts copying a field to host memory without waiting. The context must be current. Poll it until it is ready. A
/// handle that is never polled is freed with the fluid. None on failure: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED,
/// TOO_MANY, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API gfReadId gfFluid_RequestField(gfFluid *fluid, gfField field);

/// Without waiting: READY copies width * height * channels floats to `values` (of `count` floats) and frees the
/// handle. The context must be current.
/// FAILED: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE (count too small; the handle stays), GL (it is freed).
GF_API gfReadStatus gfFluid_PollRead(gfFluid *fluid, gfReadId id, float *values, size_t count);

/// Copies a field to host memory and waits for the GPU: for tests and tools, not for games. The context must be
/// current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_ReadFieldBlocking(gfFluid *fluid, gfField field, float *values, size_t count);

/// Replaces GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE or GF_FIELD_TEMPERATURE (of GF_SOLVER_GAUSSIAN: GF_FIELD_MASS, where
/// negative values count as 0, GF_FIELD_VELOCITY or GF_FIELD_DYE; of GF_SOLVER_PARTICLES: GF_FIELD_VELOCITY, which the
/// particles take over, linear between cells; of GF_SOLVER_SHALLOW: GF_FIELD_MASS, 0 or above, GF_FIELD_GROUND, under
/// which depths stay, GF_FIELD_FACE_VELOCITY or GF_FIELD_DYE) by `count` = width * height * channels floats. The
/// context must be current. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (count, or a value that is not finite
/// or above GF_VALUE_MAX), UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY. Dye and heat written into solids stay until the next
/// substep removes them. Along a periodic axis give the last column or row of face velocities the values of the first:
/// they are the same faces.
GF_API bool gfFluid_WriteField(gfFluid *fluid, gfField field, const float *values, size_t count);

/// The same of a rectangle of the field, row by row, in the texels of gfFluid_GetFieldInfo from its lower left corner:
/// a crater in the ground, a puff of dye from a picture. `count` is width * height * channels. It reads the whole
/// field, so it waits for the GPU: what changes each frame is a matter for sources. A rectangle that is empty (0 x 0)
/// writes nothing. The context must be current. False, nothing changed: as gfFluid_WriteField and
/// gfFluid_ReadFieldBlocking; OUT_OF_RANGE, too, if the rectangle is not within the field.
GF_API bool gfFluid_WriteFieldPartBlocking(gfFluid *fluid, gfField field, int32_t x, int32_t y, int32_t width,
                                           int32_t height, const float *values, size_t count);

/// Takes its divergence from the velocity as it stands, as after gfFluid_WriteField: fluid enters and leaves solids and
/// closed sides no more, and what sources of the last step expanded stays. No time passes, and nothing else changes:
/// the pressure stays that of the last step. GF_FIELD_DIVERGENCE_BEFORE and GF_FIELD_RESIDUAL then tell of this
/// projection. `cycles`: V-cycles (1 to 100) or, with GF_PRESSURE_JACOBI, iterations (1 to 10000), from no pressure at
/// all, where a step begins with the last one; 0: as many as a step. The context must be current. False: NULL_ARGUMENT,
/// OUT_OF_RANGE, UNSUPPORTED (not GF_SOLVER_GRID), HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfFluid_Project(gfFluid *fluid, int32_t cycles);

/// Measures the fluid and waits for the GPU: for tests and tools, not for games. The context must be current.
/// False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_MeasureBlocking(gfFluid *fluid, gfFluidStats *stats);

#ifdef __cplusplus
}
#endif
#endif
