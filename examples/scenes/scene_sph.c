// What the scenes of GF_SOLVER_PARTICLES share: the spacing that a number of particles takes, their places, the look.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

// Turns by this angle never line up: a disc filled so has the same density everywhere (Vogel 1979).
#define GOLDEN_ANGLE 2.39996323f

void Sph_TuneFluid(gfFluidDef *def, float area)
{
    def->solver = GF_SOLVER_PARTICLES;
    def->dyeScale = 1.0f; // it has no dye of its own
    def->particles.spacing = sqrtf(area / (float)def->particles.capacity);
    def->particles.maxSubsteps = 48;
}

static float getArea(const SphPiece *piece)
{
    return piece->half.x > 0.0f ? 4.0f * piece->half.x * piece->half.y : SCENE_PI * piece->radius * piece->radius;
}

// Rows of as equal numbers as can be.
static void fillRectangle(const SphPiece *piece, float spacing, gfParticle *particles, int count)
{
    int rows = (int)lroundf(2.0f * piece->half.y / spacing);
    rows = rows < 1 ? 1 : rows > count ? count : rows;
    for (int row = 0, n = 0; row < rows; row++) {
        int end = (int)((int64_t)count * (row + 1) / rows);
        for (int i = 0, columns = end - n; n < end; i++, n++) {
            float x = ((float)i + 0.5f) / (float)columns - 0.5f;
            float y = ((float)row + 0.5f) / (float)rows - 0.5f;
            particles[n].position =
                Scene_Vec(piece->centre.x + 2.0f * x * piece->half.x, piece->centre.y + 2.0f * y * piece->half.y);
        }
    }
}

static void fillDisc(const SphPiece *piece, gfParticle *particles, int count)
{
    for (int i = 0; i < count; i++) {
        float distance = piece->radius * sqrtf(((float)i + 0.5f) / (float)count);
        float angle = fmodf(GOLDEN_ANGLE * (float)i, 2.0f * SCENE_PI);
        particles[i].position =
            Scene_Vec(piece->centre.x + distance * cosf(angle), piece->centre.y + distance * sinf(angle));
    }
}

bool Sph_Fill(Scene *scene, const SphPiece *pieces, int count)
{
    gfParticleParams params = gfFluid_GetDef(scene->fluid).particles;
    gfParticle *particles = calloc((size_t)params.capacity, sizeof *particles);
    if (particles == NULL) {
        return false;
    }
    float whole = 0.0f;
    for (int i = 0; i < count; i++) {
        whole += getArea(&pieces[i]);
    }
    float area = 0.0f;
    int begin = 0;
    for (int i = 0; i < count; i++) {
        area += getArea(&pieces[i]);
        int end = i == count - 1 ? params.capacity : (int)lround((double)params.capacity * (double)(area / whole));
        for (int n = begin; n < end; n++) {
            particles[n].velocity = pieces[i].velocity;
            particles[n].material = pieces[i].material;
        }
        if (pieces[i].half.x > 0.0f) {
            fillRectangle(&pieces[i], params.spacing, particles + begin, end - begin);
        } else {
            fillDisc(&pieces[i], particles + begin, end - begin);
        }
        begin = end;
    }
    bool added = gfFluid_AddParticles(scene->fluid, particles, params.capacity);
    free(particles);
    return added;
}

// Goes over a lattice as dense as fluid at rest, one place an area of the square of `pitch`. Returns how many of its
// places hold particles; `particles` may be null.
static int fillLattice(float width, SphKindFn *kind, float pitch, gfParticle *particles)
{
    float along = pitch * sqrtf(2.0f / sqrtf(3.0f)), up = along * sqrtf(0.75f);
    int rows = (int)(1.0f / up) + 1, columns = (int)(width / along) + 1, count = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            gfVec2 place = {along * ((float)column + (row % 2 == 0 ? 0.25f : 0.75f)), up * ((float)row + 0.5f)};
            int material = place.x < width && place.y < 1.0f ? kind(width, place) : -1;
            if (material >= 0 && particles != NULL) {
                particles[count] = (gfParticle){.position = place, .material = (uint32_t)material};
            }
            count += material >= 0 ? 1 : 0;
        }
    }
    return count;
}

void Sph_TuneFluidFor(gfFluidDef *def, SphKindFn *kind)
{
    const float pitch = 1.0f / 256.0f;
    float width = (float)def->gridWidth * def->cellSize;
    int places = fillLattice(width, kind, pitch, NULL);
    Sph_TuneFluid(def, pitch * pitch * (float)(places > 0 ? places : 1));
}

// The widest lattice that holds enough particles; what it holds beyond them is left out here and there.
gfParticle *Sph_PlaceKinds(const Scene *scene, SphKindFn *kind)
{
    gfParticleParams params = gfFluid_GetDef(scene->fluid).particles;
    float narrow = 0.5f * params.spacing, wide = 1.5f * params.spacing;
    for (int count = 0; (count = fillLattice(scene->width, kind, narrow, NULL)) < params.capacity;) {
        wide = narrow;
        narrow *= 0.5f;
    }
    for (int i = 0; i < 24; i++) {
        float pitch = 0.5f * (narrow + wide);
        *(fillLattice(scene->width, kind, pitch, NULL) >= params.capacity ? &narrow : &wide) = pitch;
    }
    int count = fillLattice(scene->width, kind, narrow, NULL);
    gfParticle *particles = calloc((size_t)count, sizeof *particles);
    if (particles == NULL) {
        return NULL;
    }
    fillLattice(scene->width, kind, narrow, particles);
    for (int i = 0; i < params.capacity; i++) {
        particles[i] = particles[(int)((int64_t)i * count / params.capacity)];
    }
    return particles;
}

bool Sph_FillKinds(Scene *scene, SphKindFn *kind)
{
    gfParticle *particles = Sph_PlaceKinds(scene, kind);
    bool added = particles != NULL &&
                 gfFluid_AddParticles(scene->fluid, particles, gfFluid_GetDef(scene->fluid).particles.capacity);
    free(particles);
    return added;
}

void Sph_TiltGravity(Scene *scene, float angle)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    float gravity = hypotf(def.particles.gravity.x, def.particles.gravity.y);
    def.particles.gravity.x = gravity * sinf(angle);
    def.particles.gravity.y = -gravity * cosf(angle);
    gfFluid_SetDef(scene->fluid, &def);
}

void Sph_TuneDraw(gfDrawDef *def)
{
    Liquid_TuneDraw(def);
    def->liquid.rim = 0.030f;
    def->liquid.foamSpeed = 0.60f;
    def->liquid.specular = 1.1f;
    def->refraction.absorption = 1.5f;
}

void Sph_TunePaint(gfDrawDef *def)
{
    Sph_TuneDraw(def);
    def->liquid.dyed = 1.0f;
    def->liquid.foamSpeed = 0.0f;
    def->liquid.rim = 0.026f;
    def->liquid.reflectance = 0.03f;
    def->refraction.absorption = 0.5f;
}

void Sph_TuneKinds(gfDrawDef *def)
{
    Sph_TuneDraw(def);
    def->style = GF_DRAW_KINDS;
    def->particles.color = GF_PARTICLE_OWN;
    def->particles.size = 1.3f;
    def->refraction.absorption = 3.0f;
}
