#include "column.h"
#include "library.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

#define SPACING_M 0.01f
#define FIXED_STEP_S (1.0f / 60.0f)
#define SUBSTEPS 3
/// Radii of the kernels in spacings: 21 neighbours in 2D, 19 in 3D.
#define RADIUS_2D 2.6f
#define RADIUS_3D 1.65f
/// Of the longest stable substep: the fluid is as stiff as SUBSTEPS allow, and a little less.
#define STABLE_SHARE 0.9f
/// By how much a particle is off its place in the lattice, in spacings, at most.
#define JITTER 0.1f
/// More than this over rest, and the fluid has collapsed: it has more neighbours than a fluid should.
#define DENSEST_MAX 2.0

const ColumnSearch columnSearches[COLUMN_SEARCHES] = {
    {"sorted", GF_SEARCH_SORTED, false},
    {"slots", GF_SEARCH_SLOTS, false},
    {"hashed", GF_SEARCH_HASHED, false},
    {"plain", GF_SEARCH_SORTED, true},
};

/// Particles along a side of the column; the last layer may have some less.
static int countAlong(const Column *self)
{
    return (int)ceil(pow(self->particles, 1.0 / self->dimensions) - 1e-6);
}

static float getHeight(const Column *self)
{
    return SPACING_M * (float)countAlong(self);
}

static gfParticleParams makeParams(const Column *self, const ColumnSearch *search)
{
    gfParticleParams params = gfDefaultParticleParams();
    float soundSpeed = STABLE_SHARE * (float)GF_SPH_CFL * self->radius * SUBSTEPS / FIXED_STEP_S;
    params.capacity = self->particles;
    params.spacing = SPACING_M;
    params.radius = self->radius;
    params.depth = getHeight(self);
    params.gravity = (gfVec3){0.0f, -soundSpeed * soundSpeed * params.compression / params.depth, 0.0f};
    params.substeps = SUBSTEPS;
    params.search = search->search;
    params.plain = search->plain;
    // 16 slots a cell, for 7 particles at rest in 2D and 4.5 in 3D: with twice as many, a million particles in 3D need
    // a texture larger than any context has.
    params.slotPages = 1;
    return params;
}

/// The place of each particle. All go to the right and down, without divergence, as fast as the column falls when it
/// has come down by half its height; so particles change cells from the first substep on.
static void fill(const Column *self, const gfParticleParams *params, gfParticle3D *particles)
{
    int along = countAlong(self);
    int layer = self->dimensions == 3 ? along * along : along;
    float rate = sqrtf(-params->gravity.y / params->depth);
    uint32_t random = 9001u;
    for (int i = 0; i < self->particles; i++) {
        const int sites[3] = {i % along, i / layer, i / along % along};
        float place[3] = {0.0f, 0.0f, 0.0f};
        for (int axis = 0; axis < self->dimensions; axis++) {
            float off = JITTER * (2.0f * Random_Next(&random) - 1.0f);
            place[axis] = ((float)sites[axis] + 0.5f + off) * SPACING_M;
        }
        particles[i] = (gfParticle3D){.position = {place[0], place[1], place[2]},
                                      .velocity = {rate * place[0], -rate * place[1], 0.0f}};
    }
}

static bool createFluid(Column *self, const BenchSetup *setup, const gfParticleParams *params)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.cellSize = 2.0f * SPACING_M;
    def.gridWidth = countAlong(self);
    def.gridHeight = (5 * countAlong(self) + 7) / 8;
    def.fixedStep = FIXED_STEP_S;
    def.particles = *params;
    self->size[0] = def.cellSize * (float)def.gridWidth;
    self->size[1] = def.cellSize * (float)def.gridHeight;
    self->fluid = gfCreateFluid(setup->device, &def);
    return self->fluid != NULL;
}

static bool createFluid3D(Column *self, const BenchSetup *setup, const gfParticleParams *params)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    float height = getHeight(self);
    def.size = (gfVec3){2.0f * height, 1.25f * height, height};
    def.position = (gfVec3){0.5f * def.size.x, 0.5f * def.size.y, 0.5f * def.size.z};
    def.fixedStep = FIXED_STEP_S;
    def.particles = *params;
    self->size[0] = def.size.x;
    self->size[1] = def.size.y;
    self->size[2] = def.size.z;
    self->fluid3D = gfCreateFluid3D(setup->device, &def);
    return self->fluid3D != NULL;
}

/// In the form that 2D takes.
static bool addFlat(const Column *self, const gfParticle3D *particles)
{
    gfParticle *flat = malloc((size_t)self->particles * sizeof(*flat));
    if (flat == NULL) {
        return Gpu_Fail(self->gpu, "out of memory");
    }
    for (int i = 0; i < self->particles; i++) {
        const gfParticle3D *from = &particles[i];
        flat[i] = (gfParticle){.position = {from->position.x, from->position.y},
                               .velocity = {from->velocity.x, from->velocity.y}};
    }
    bool added =
        gfFluid_AddParticles(self->fluid, flat, self->particles) || Library_Fail(self->gpu, "gfFluid_AddParticles");
    free(flat);
    return added;
}

static bool addParticles(const Column *self, const gfParticleParams *params)
{
    gfParticle3D *particles = malloc((size_t)self->particles * sizeof(*particles));
    if (particles == NULL) {
        return Gpu_Fail(self->gpu, "out of memory");
    }
    fill(self, params, particles);
    bool added = self->dimensions == 2 ? addFlat(self, particles)
                                       : gfFluid3D_AddParticles(self->fluid3D, particles, self->particles) ||
                                             Library_Fail(self->gpu, "gfFluid3D_AddParticles");
    free(particles);
    return added;
}

bool Column_Create(Column *self, const BenchSetup *setup, int particles, int dimensions, const ColumnSearch *search,
                   bool *refused)
{
    *self = (Column){.gpu = setup->gpu,
                     .particles = particles,
                     .dimensions = dimensions,
                     .radius = SPACING_M * (dimensions == 3 ? RADIUS_3D : RADIUS_2D)};
    gfParticleParams params = makeParams(self, search);
    *refused = false;
    if (!(dimensions == 3 ? createFluid3D(self, setup, &params) : createFluid(self, setup, &params))) {
        gfErrorCode code = gfGetLastError(NULL);
        *refused = code == GF_ERROR_OUT_OF_RANGE || code == GF_ERROR_OUT_OF_MEMORY;
        return Library_Fail(setup->gpu, dimensions == 3 ? "gfCreateFluid3D" : "gfCreateFluid");
    }
    if (!addParticles(self, &params)) {
        Column_Destroy(self);
        return false;
    }
    return true;
}

void Column_Destroy(Column *self)
{
    gfDestroyFluid(self->fluid);
    gfDestroyFluid3D(self->fluid3D);
    self->fluid = NULL;
    self->fluid3D = NULL;
}

bool Column_Step(Column *self)
{
    return self->dimensions == 3 ? gfFluid3D_StepOnce(self->fluid3D) || Library_Fail(self->gpu, "gfFluid3D_StepOnce")
                                 : gfFluid_StepOnce(self->fluid) || Library_Fail(self->gpu, "gfFluid_StepOnce");
}

/// x, y and z of as many as there should be; to be freed. Null with a line in gpu->error.
static float *readPlaces(const Column *self)
{
    int count = self->particles;
    float *places = calloc((size_t)count * 3, sizeof(*places));
    gfParticle *flat = malloc((size_t)count * sizeof(*flat));
    gfParticle3D *deep = malloc((size_t)count * sizeof(*deep));
    int read = -1;
    if (places != NULL && flat != NULL && deep != NULL) {
        read = self->dimensions == 3 ? gfFluid3D_ReadParticlesBlocking(self->fluid3D, deep, count)
                                     : gfFluid_ReadParticlesBlocking(self->fluid, flat, count);
    }
    for (int i = 0; read == count && i < count; i++) {
        float *place = places + 3 * i;
        place[0] = self->dimensions == 3 ? deep[i].position.x : flat[i].position.x;
        place[1] = self->dimensions == 3 ? deep[i].position.y : flat[i].position.y;
        place[2] = self->dimensions == 3 ? deep[i].position.z : 0.0f;
    }
    free(deep);
    free(flat);
    if (read != count) {
        Gpu_Fail(self->gpu, "%d particles of %d can be read", read, count);
        free(places);
        return NULL;
    }
    return places;
}

static bool isFinite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static bool measureCrowding(const Column *self, Crowding *crowding)
{
    float *places = readPlaces(self);
    if (places == NULL) {
        return false;
    }
    const CrowdingInput input = {
        .places = places,
        .count = self->particles,
        .dimensions = self->dimensions,
        .size = {self->size[0], self->size[1], self->size[2]},
        .radius = self->radius,
        .spacing = SPACING_M,
    };
    bool finite = isFinite(places, 3 * (size_t)self->particles);
    bool measured = finite && Crowding_Measure(&input, crowding);
    free(places);
    return measured || Gpu_Fail(self->gpu, finite ? "out of memory" : "a particle is nowhere");
}

bool Column_Measure(const Column *self, ColumnState *state)
{
    bool counted = self->dimensions == 3 ? gfFluid3D_GetParticleStatsBlocking(self->fluid3D, &state->stats)
                                         : gfFluid_GetParticleStatsBlocking(self->fluid, &state->stats);
    if (!counted) {
        return Library_Fail(self->gpu, "statistics of particles");
    }
    if (state->stats.softened || state->stats.substeps != SUBSTEPS) {
        return Gpu_Fail(self->gpu, "%d substeps are taken, and %d should do", (int)state->stats.substeps, SUBSTEPS);
    }
    if (!measureCrowding(self, &state->crowding)) {
        return false;
    }
    return state->crowding.densest <= DENSEST_MAX ||
           Gpu_Fail(self->gpu, "the fluid has collapsed: it is %.2f times as dense as at rest somewhere",
                    state->crowding.densest);
}
