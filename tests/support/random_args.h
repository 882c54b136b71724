/// Numbers for a random caller: a generator of its own, so that a seed means the same everywhere, and numbers that are
/// valid, at the ends of their range, or absurd.
#pragma once

#include <gpufluid/gpufluid.h>

#include "base/slots.h"

/// `absurd`: the chance, of 100, of each number that is picked to be out of its range, NaN or infinite. `few`: features
/// with shaders of their own are picked seldom, as a software renderer compiles longer than it draws. `tame`: numbers
/// are from the middle half of their range, and values are picked by `round`, one after the other.
typedef struct Random {
    uint64_t state;
    int absurd;
    bool few, tame;
    int round;
} Random;

Random Random_Make(uint64_t seed, int absurd, bool few);

/// 0 to count - 1.
int Random_Below(Random *r, int count);

/// True in `percent` of 100 cases.
bool Random_Chance(Random *r, int percent);

/// Within low and high, at one of them, near 0 or `low`, or absurd: below `least` or above `most`, which are NaN where
/// there is no such limit.
double Random_Number(Random *r, double low, double high, double least, double most);
int32_t Random_Whole(Random *r, double low, double high, double least, double most);

/// The same for numbers that are valid from `low` to `high` only.
float Random_Float(Random *r, double low, double high);
int32_t Random_Int(Random *r, int32_t low, int32_t high);

/// Returns one of these values, or an invalid one.
int32_t Random_Value(Random *r, const int32_t *values, int count);

/// Returns a handle: one of `known`, zero, or an invalid one.
gfHandle Random_Handle(Random *r, const gfHandle *known, int count);

/// A place within or around a domain of 1 m, a turn, and shapes there.
gfVec3 Random_Vec3(Random *r, double low, double high);
gfQuat Random_Turn(Random *r);
gfShape Random_Shape(Random *r);
gfShape3D Random_Shape3D(Random *r);
