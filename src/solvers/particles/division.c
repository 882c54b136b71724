// Divides particles that a flow carries, or joins them, after its cells got another size: a cell at rest has as many as
// before, so each particle stands for another area. Volume stays as it is to half a particle.
#include "solvers/particles/sph.h"

// Particles that are joined lie no farther apart than this, cells: others are alone in the air.
#define JOINED_WITHIN 2.0f

// Where the parts of one particle go.
typedef struct Parts {
    int count;
    float side;      // of the square that the particle takes, cells
    float mirror[2]; // size of the domain, cells: places beyond its sides are mirrored
} Parts;

// Returns where part `number` lies in a square from 0 to 1: on a lattice, else by a low-discrepancy sequence (Roberts
// 2018).
static void placePart(int count, int number, float at[2])
{
    int side = (int)(sqrt((double)count) + 0.5);
    if (side * side == count) {
        at[0] = ((float)(number % side) + 0.5f) / (float)side;
        at[1] = ((float)(number / side) + 0.5f) / (float)side;
        return;
    }
    double x = 0.5 + 0.7548776662466927 * number, y = 0.5 + 0.5698402909980532 * number;
    at[0] = (float)(x - floor(x));
    at[1] = (float)(y - floor(y));
}

// Sets the place of a part of particle `i` of `from`, and with a slope of the velocity (gfSph.stress) its velocity.
static void movePart(const Parts *parts, int number, const gfSphHost *from, int i, float *place)
{
    float at[2], mean[2] = {0.0f, 0.0f}, offset[2];
    for (int k = 0; k < parts->count; k++) {
        placePart(parts->count, k, at);
        mean[0] += at[0] / (float)parts->count;
        mean[1] += at[1] / (float)parts->count;
    }
    placePart(parts->count, number, at);
    for (int axis = 0; axis < 2; axis++) {
        float to = place[axis] + parts->side * (at[axis] - mean[axis]), most = parts->mirror[axis];
        to = to < 0.0f ? -to : to > most ? 2.0f * most - to : to;
        offset[axis] = to - place[axis];
        place[axis] = to;
    }
    for (int axis = 0; from->stresses != NULL && axis < 2; axis++) {
        const float *slope = &from->stresses[4 * i + 2 * axis];
        place[2 + axis] += slope[0] * offset[0] + slope[1] * offset[1];
    }
}

// Adds the velocities of particles `first` to `last` that are near the last one, of which one is left, as a mean.
static void joinVelocities(const gfSphHost *from, int first, int last, float *place)
{
    double sum[2] = {0.0, 0.0};
    int count = 0;
    for (int i = first; i <= last; i++) {
        const float *other = &from->places[4 * i];
        if (hypotf(other[0] - place[0], other[1] - place[1]) <= JOINED_WITHIN) {
            sum[0] += (double)other[2];
            sum[1] += (double)other[3];
            count++;
        }
    }
    for (int axis = 0; axis < 2 && count > 0; axis++) {
        place[2 + axis] = (float)(sum[axis] / count);
    }
}

// Copies particle `i` of `from` to number `to`. Part 0 keeps the id, others get new ones.
static void copyParticle(const gfSphHost *from, int i, gfSphHost *host, int to, uint32_t id)
{
    memcpy(&host->places[4 * to], &from->places[4 * i], 4 * sizeof *host->places);
    memcpy(&host->tags[4 * to], &from->tags[4 * i], 4 * sizeof *host->tags);
    host->tags[4 * to] = id;
    if (host->marks != NULL) {
        memcpy(&host->marks[4 * to], &from->marks[4 * i], 4 * sizeof *host->marks);
    }
    if (host->stresses != NULL) {
        memcpy(&host->stresses[4 * to], &from->stresses[4 * i], 4 * sizeof *host->stresses);
    }
}

static void divideAll(const gfSph *s, const gfSphHost *from, double share, uint32_t nextId, gfSphHost *host)
{
    Parts parts = {.side = s->scales.spacing / s->scales.radius,
                   .mirror = {(float)(s->cells[0] - 2), (float)(s->cells[1] - 2)}};
    double reached = 0.5; // how many particles there should be by now
    int joined = 0;       // the first particle that none stands for
    for (int i = 0; i < from->count; i++) {
        int before = (int)reached;
        reached += share;
        parts.count = (int)reached - before;
        for (int k = 0; k < parts.count; k++) {
            int to = host->count++;
            float *place = &host->places[4 * to];
            copyParticle(from, i, host, to, k == 0 ? from->tags[4 * i] : nextId++);
            if (i > joined) {
                joinVelocities(from, joined, i, place);
            }
            if (parts.count > 1) {
                movePart(&parts, k, from, i, place);
            }
        }
        joined = parts.count > 0 ? i + 1 : joined;
    }
}

bool gfSphHost_Divide(gfDevice *device, const gfSph *s, gfSphHost *host, double share, uint32_t nextId)
{
    double most = ceil((double)host->count * share) + 1.0;
    GF_REQUIRE(&device->core, most <= (double)GF_PARTICLE_MAX, TOO_MANY,
               "%d particles become %.0f in cells of another size; at most %d are expected", host->count, most,
               GF_PARTICLE_MAX);
    size_t values = 4 * (size_t)most;
    gfSphHost made = {.places = gfAlloc(&device->core, values * sizeof *made.places),
                      .tags = gfAlloc(&device->core, values * sizeof *made.tags),
                      .marks = host->marks != NULL ? gfAlloc(&device->core, values * sizeof *made.marks) : NULL,
                      .stresses =
                          host->stresses != NULL ? gfAlloc(&device->core, values * sizeof *made.stresses) : NULL};
    bool ok = made.places != NULL && made.tags != NULL && (host->marks == NULL || made.marks != NULL) &&
              (host->stresses == NULL || made.stresses != NULL);
    if (ok) {
        divideAll(s, host, share, nextId, &made);
    }
    gfSphHost_Free(device, ok ? host : &made);
    if (ok) {
        *host = made;
    }
    return ok;
}
