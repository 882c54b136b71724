/// The baseline `plain`: the textbook fluid of GPU Gems 1 chapter 38 and its many descendants, written here. Collocated
/// grid, central differences, every field RGBA32F, one pass per step and field, Jacobi from zero, solids as a mask that
/// each pass reads. It is meant to be a competent copy of the book: no needless pass, query or state change.
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "gpu.h"

/// A disc, m.
typedef struct PlainDisc {
    float x;
    float y;
    float radius;
} PlainDisc;

/// What happens in it. The lower left corner is the origin; the domain is grid times cell size.
typedef struct PlainDef {
    int width; ///< cells
    int height;
    float cellSize;        ///< m
    float dt;              ///< s
    int iterations;        ///< of Jacobi
    float buoyancy;        ///< m/s^2/K
    PlainDisc solid;       ///< beside it, the outermost ring of cells is solid: the walls
    PlainDisc source;      ///< pours in, with an edge of one cell
    float dyeRate[4];      ///< 1/s
    float temperatureRate; ///< K/s
} PlainDef;

typedef enum PlainPass {
    PLAIN_ADVECT_VELOCITY,
    PLAIN_ADVECT_DYE,
    PLAIN_ADVECT_TEMPERATURE,
    PLAIN_BUOYANCY,
    PLAIN_SOURCE_DYE,
    PLAIN_SOURCE_TEMPERATURE,
    PLAIN_DIVERGENCE,
    PLAIN_JACOBI,
    PLAIN_GRADIENT,
    PLAIN_PASS_COUNT
} PlainPass;

typedef struct Plain {
    Gpu *gpu;
    PlainDef def;
    GLuint programs[PLAIN_PASS_COUNT];
    Pair velocity;
    Pair dye;
    Pair temperature;
    Pair pressure;
    Target divergence;
    Target solid;
} Plain;

/// False with a line in gpu->error; then there is nothing to destroy.
bool Plain_Create(Plain *plain, Gpu *gpu, const PlainDef *def);
void Plain_Destroy(Plain *plain);

/// One step: Plain_Advance, then Plain_Project.
void Plain_Step(Plain *plain);

/// All of a step up to the projection.
void Plain_Advance(Plain *plain);

/// Divergence, pressure from zero, gradient.
void Plain_Project(Plain *plain);

/// One step; root mean square of plain's own divergence over fluid cells after its projection, over that before. Waits.
/// False without memory.
bool Plain_MeasureResidual(Plain *plain, double *residual);

#endif
