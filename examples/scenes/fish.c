// The school: boids (Reynolds 1987) that turn no faster than a fish does, and a map of how much room there is.
#include "scenes/fish.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_CELLS 72      // along the domain's height
#define SHALLOWEST 0.055f  // m of water that a fish needs
#define STEP_MAX 0.02f     // s
#define SIGHT 0.24f        // m, how far a fish sees others
#define SHORE_SIGHT 0.13f  // m, how far it sees the shore
#define FRIGHT_REACH 0.38f // m
#define FRIGHT_LIFE 1.1f   // s, in which it falls to 1/e
#define TURN_MAX 2.2f      // radians per second, at ease
#define SHOALS 3

static float getRandom(School *school)
{
    school->random++;
    return Land_Hash((int)school->random, 77, school->def.seed);
}

// --- room ----------------------------------------------------------------------------------------------------------

static bool canSwim(const SchoolDef *def, float x, float y)
{
    if (def->level - def->ground(def->scene, x, y) < SHALLOWEST) {
        return false;
    }
    for (int i = 0; i < def->stoneCount; i++) {
        if (Land_GetDistance(&def->stones[i], (gfVec2){x, y}) < 0.0f) {
            return false;
        }
    }
    return true;
}

static void relax(School *school, int x, int y, int dx, int dy, float length)
{
    float *room = school->room;
    int i = x + dx, j = y + dy;
    bool outside = i < 0 || j < 0 || i >= school->roomWidth || j >= school->roomHeight;
    float there = outside ? 0.0f : room[j * school->roomWidth + i];
    float *here = &room[y * school->roomWidth + x];
    *here = fminf(*here, there + length);
}

// Distances spread from cell to cell, once each way.
static void spreadRoom(School *school, float cell)
{
    int count = school->roomWidth * school->roomHeight;
    for (int pass = 0; pass < 2; pass++) {
        int sign = pass == 0 ? -1 : 1;
        for (int n = 0; n < count; n++) {
            int i = pass == 0 ? n : count - 1 - n;
            int x = i % school->roomWidth, y = i / school->roomWidth;
            relax(school, x, y, sign, 0, cell);
            relax(school, x, y, 0, sign, cell);
            relax(school, x, y, sign, sign, 1.414f * cell);
            relax(school, x, y, -sign, sign, 1.414f * cell);
        }
    }
}

static bool makeRoom(School *school)
{
    const SchoolDef *def = &school->def;
    float cell = def->size.y / ROOM_CELLS;
    school->roomHeight = ROOM_CELLS;
    school->roomWidth = (int)fmaxf(roundf(def->size.x / cell), 4.0f);
    int count = school->roomWidth * school->roomHeight;
    school->room = malloc((size_t)count * sizeof *school->room);
    if (school->room == NULL) {
        return false;
    }
    bool any = false;
    for (int i = 0; i < count; i++) {
        bool free = canSwim(def, ((float)(i % school->roomWidth) + 0.5f) * cell,
                            ((float)(i / school->roomWidth) + 0.5f) * cell);
        school->room[i] = free ? 1e9f : 0.0f;
        any = any || free;
    }
    spreadRoom(school, cell);
    return any;
}

float School_GetRoom(const School *school, gfVec2 place)
{
    float u = place.x / school->def.size.x * (float)school->roomWidth - 0.5f;
    float v = place.y / school->def.size.y * (float)school->roomHeight - 0.5f;
    u = fminf(fmaxf(u, 0.0f), (float)school->roomWidth - 1.001f);
    v = fminf(fmaxf(v, 0.0f), (float)school->roomHeight - 1.001f);
    const float *room = school->room + (int)v * school->roomWidth + (int)u;
    float du = u - floorf(u), dv = v - floorf(v);
    const float *above = room + school->roomWidth;
    return Land_Blend(Land_Blend(room[0], room[1], du), Land_Blend(above[0], above[1], du), dv);
}

// Towards where there is more room, of length 1 or 0.
static gfVec2 getWayOut(const School *school, gfVec2 place)
{
    const float step = 0.02f;
    gfVec2 way = {School_GetRoom(school, (gfVec2){place.x + step, place.y}) -
                      School_GetRoom(school, (gfVec2){place.x - step, place.y}),
                  School_GetRoom(school, (gfVec2){place.x, place.y + step}) -
                      School_GetRoom(school, (gfVec2){place.x, place.y - step})};
    float length = hypotf(way.x, way.y);
    return length > 1e-6f ? (gfVec2){way.x / length, way.y / length} : (gfVec2){0.0f, 0.0f};
}

// --- swimming ------------------------------------------------------------------------------------------------------

static void addWay(gfVec2 *sum, float x, float y, float weight)
{
    sum->x += weight * x;
    sum->y += weight * y;
}

// Keeps apart from all, and swims with and towards its own shoal.
static void followOthers(const School *school, const Fish *fish, gfVec2 *way)
{
    gfVec2 middle = {0.0f, 0.0f}, along = {0.0f, 0.0f};
    int seen = 0;
    for (int i = 0; i < school->count; i++) {
        const Fish *other = &school->fish[i];
        float dx = other->place.x - fish->place.x, dy = other->place.y - fish->place.y;
        float distance = hypotf(dx, dy);
        if (other == fish || distance > SIGHT) {
            continue;
        }
        float close = 0.75f * (fish->length + other->length) - distance;
        if (close > 0.0f) {
            addWay(way, dx / fmaxf(distance, 1e-3f), dy / fmaxf(distance, 1e-3f), -14.0f * close);
        }
        if (other->shoal == fish->shoal) {
            addWay(&middle, dx, dy, 1.0f);
            addWay(&along, cosf(other->heading), sinf(other->heading), 1.0f);
            seen++;
        }
    }
    if (seen > 0) {
        addWay(way, middle.x, middle.y, 1.6f / (float)seen);
        addWay(way, along.x, along.y, 0.45f / (float)seen);
    }
}

static void flee(Fish *fish, const gfVec2 *pointer, float dt, gfVec2 *way)
{
    fish->fright *= expf(-dt / FRIGHT_LIFE);
    if (pointer == NULL) {
        return;
    }
    float dx = fish->place.x - pointer->x, dy = fish->place.y - pointer->y;
    float distance = fmaxf(hypotf(dx, dy), 1e-3f);
    float fear = Land_Step(FRIGHT_REACH, 0.35f * FRIGHT_REACH, distance);
    fish->fright = fmaxf(fish->fright, fear);
    addWay(way, dx / distance, dy / distance, 7.0f * fear);
}

// The way that a fish wants to go.
static gfVec2 getWay(const School *school, Fish *fish, const gfVec2 *pointer, float dt)
{
    gfVec2 way = {cosf(fish->heading), sinf(fish->heading)};
    float roam = 0.25f * sinf(0.37f * (float)school->time_s * (0.7f + 0.6f * fish->pattern) + 40.0f * fish->pattern);
    addWay(&way, -sinf(fish->heading), cosf(fish->heading), roam);
    followOthers(school, fish, &way);
    flee(fish, pointer, dt, &way);
    float ahead = 0.5f * fish->length + 0.25f * fish->speed;
    gfVec2 nose = {fish->place.x + ahead * cosf(fish->heading), fish->place.y + ahead * sinf(fish->heading)};
    float near = Land_Step(SHORE_SIGHT, 0.02f, School_GetRoom(school, nose));
    // The way out is the fish's own: a nose that is across a stone would be led out on the other side of it, for ever.
    gfVec2 out = getWayOut(school, fish->place);
    addWay(&way, out.x, out.y, 9.0f * near);
    return way;
}

static void steer(Fish *fish, gfVec2 way, float dt)
{
    float wanted = atan2f(way.y, way.x) - fish->heading;
    wanted -= 2.0f * SCENE_PI * roundf(wanted / (2.0f * SCENE_PI));
    float most = TURN_MAX * (1.0f + 3.0f * fish->fright);
    float turning = fminf(fmaxf(4.0f * wanted, -most), most);
    fish->turning += (turning - fish->turning) * fminf(8.0f * dt, 1.0f);
    fish->heading += fish->turning * dt;
    // It waits with its push until it heads the right way.
    float facing = 0.65f + 0.35f * cosf(wanted);
    float speed = fish->cruise * (1.0f + 4.5f * fish->fright) * facing;
    fish->speed += (speed - fish->speed) * fminf((1.5f + 6.0f * fish->fright) * dt, 1.0f);
}

static void move(School *school, Fish *fish, float dt)
{
    fish->place.x += fish->speed * cosf(fish->heading) * dt;
    fish->place.y += fish->speed * sinf(fish->heading) * dt;
    const float least = 0.3f * fish->length;
    for (int i = 0; i < 4; i++) {
        float room = School_GetRoom(school, fish->place);
        if (room >= least) {
            break;
        }
        gfVec2 out = getWayOut(school, fish->place);
        addWay(&fish->place, out.x, out.y, least - room);
    }
    const SchoolDef *def = &school->def;
    float ground = def->ground(def->scene, fish->place.x, fish->place.y);
    float low = ground + 0.17f * fish->length, high = def->level - 0.16f * fish->length;
    float wave = 0.12f * sinf(0.23f * (float)school->time_s + 50.0f * fish->pattern);
    float depth = fminf(fmaxf(fish->depthWish + wave + 0.2f * fish->fright, 0.0f), 1.0f);
    float wanted = fmaxf(Land_Blend(high, low, depth), low);
    float height = fish->height + (wanted - fish->height) * fminf(1.4f * dt, 1.0f);
    height = fmaxf(fminf(height, high), low);
    fish->climb = (height - fish->height) / dt;
    fish->height = height;
    // A stroke of the tail takes a fish about two thirds of its length on.
    float beats = 0.9f + 1.5f * fish->speed / fish->length;
    fish->phase = fmodf(fish->phase + 2.0f * SCENE_PI * beats * dt, 2.0f * SCENE_PI);
}

void School_Step(School *school, float dt, const gfVec2 *pointer)
{
    int steps = (int)ceilf(dt / STEP_MAX);
    for (int step = 0; step < steps; step++) {
        float part = dt / (float)steps;
        gfVec2 ways[SCHOOL_MAX];
        for (int i = 0; i < school->count; i++) {
            ways[i] = getWay(school, &school->fish[i], pointer, part);
        }
        for (int i = 0; i < school->count; i++) {
            steer(&school->fish[i], ways[i], part);
            move(school, &school->fish[i], part);
        }
        school->time_s += (double)part;
    }
}

// --- coming and going ----------------------------------------------------------------------------------------------

// Somewhere with room, and apart from those that are there.
static gfVec2 findPlace(School *school)
{
    gfVec2 best = {0.0f, 0.0f};
    float most = -1.0f;
    for (int i = 0; i < 60; i++) {
        gfVec2 place = {school->def.size.x * getRandom(school), school->def.size.y * getRandom(school)};
        float room = fminf(2.0f * School_GetRoom(school, place), 0.2f);
        for (int k = 0; k < school->count; k++) {
            const Fish *other = &school->fish[k];
            room = fminf(room, hypotf(other->place.x - place.x, other->place.y - place.y));
        }
        if (room > most) {
            most = room;
            best = place;
        }
    }
    return best;
}

bool School_Create(School *school, const SchoolDef *def)
{
    *school = (School){.def = *def};
    if (!makeRoom(school)) {
        School_Destroy(school);
        return false;
    }
    school->def.stones = NULL; // whose they are may end before the school does
    int count = def->count < SCHOOL_MAX ? def->count : SCHOOL_MAX;
    while (school->count < count) {
        gfVec2 place = findPlace(school);
        Fish *fish = &school->fish[school->count];
        float big = getRandom(school);
        *fish = (Fish){.place = place,
                       .heading = 2.0f * SCENE_PI * getRandom(school),
                       .length = 0.082f + 0.058f * big * big,
                       .cruise = 0.045f + 0.04f * getRandom(school),
                       .phase = 2.0f * SCENE_PI * getRandom(school),
                       .depthWish = 0.1f + 0.55f * getRandom(school),
                       .pattern = getRandom(school),
                       .shoal = school->count % SHOALS};
        fish->speed = fish->cruise;
        fish->height = def->level - 0.5f * SHALLOWEST;
        school->count++;
    }
    return true;
}

void School_Destroy(School *school)
{
    free(school->room);
    *school = (School){.count = 0};
}
