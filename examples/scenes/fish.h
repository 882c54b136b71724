/// A school of fish: they swim together, keep off shore and stones, and flee what stirs the water. Plain C on the CPU,
/// the same on every run from the same seed. Not part of the library.
#ifndef SCENES_FISH_H
#define SCENES_FISH_H

#include "scenes/land.h"

#define SCHOOL_MAX 48

/// One fish. It swims the way it heads.
typedef struct Fish {
    gfVec2 place;    ///< m
    float height;    ///< m, of its middle
    float heading;   ///< radians from +x, counter-clockwise
    float turning;   ///< radians per second: its body bends that way
    float climb;     ///< m/s
    float speed;     ///< m/s
    float cruise;    ///< m/s, when nothing frightens it
    float length;    ///< m
    float phase;     ///< of the beat of its tail, radians
    float fright;    ///< 0 to 1
    float depthWish; ///< share of the water that it likes to have above it
    float pattern;   ///< 0 to 1: its colours
    int shoal;       ///< those of one shoal seek each other
} Fish;

typedef struct SchoolDef {
    int count; ///< at most SCHOOL_MAX
    unsigned seed;
    gfVec2 size; ///< of the domain, whose lower left corner is (0, 0), m
    float level; ///< of the water, m
    LandGroundFn *ground;
    const Scene *scene;    ///< handed to `ground`; may be null
    const gfShape *stones; ///< polygons that stand in the water
    int stoneCount;
} SchoolDef;

typedef struct School {
    Fish fish[SCHOOL_MAX];
    int count;
    SchoolDef def;
    float *room; ///< distance to where no fish can swim, m, on a grid over the domain
    int roomWidth, roomHeight;
    double time_s;
    unsigned random;
} School;

/// False: no memory, or nowhere to swim.
bool School_Create(School *school, const SchoolDef *def);
void School_Destroy(School *school);

/// Lets `dt` seconds pass; `pointer` is where the water is stirred, or null.
void School_Step(School *school, float dt, const gfVec2 *pointer);

/// Distance from a place to the nearest where no fish can swim, m.
float School_GetRoom(const School *school, gfVec2 place);

/// From a fish of length 1, whose nose is at x = 0.5, to the world, for the host's drawing.
void Fish_GetTransform(const Fish *fish, float transform[16]);

/// A fish of length 1, its back along +z; in place of a colour: 1 on fins, 0, how far out on a fin.
/// False: no memory.
bool Fish_MakeMesh(SceneMesh *mesh);

#endif
