/// What calls of the whole library are made with: the objects and handles that there are, memory for arguments, and
/// what each type is made of. The calls themselves, random_calls.c, are made by make_calls.py. Arguments are random, or
/// tame (guided.h).
#pragma once

#include "support/fixture.h"
#include "support/random_args.h"

#include "random_calls.h"

#define CALLER_OBJECTS 40
#define CALLER_HANDLES 24
#define CALLER_BLOCKS 64
#define CALLER_CALLS 512
#define CALLER_TEXTURES 3
#define CALLER_LIST 8          ///< most members of a list that is handed over
#define CALLER_VALUES 65536    ///< likewise of floats
#define CALLER_SAVED (1 << 22) ///< bytes of the room for a snapshot
#define CALLER_DEVICES 2
#define CALLER_FLUIDS 12

typedef enum Outcome { OUTCOME_DONE, OUTCOME_REFUSED } Outcome;

typedef struct CallerObject {
    void *pointer;
    ObjectKind kind;
    const void *owner; ///< what takes it along when it is destroyed; null: nothing
    int born;          ///< the number of the call
} CallerObject;

/// A handle, the fluid that it is of, and whether a call said that it names nothing any more.
typedef struct CallerHandle {
    gfHandle id;
    const void *owner;
    bool stale;
} CallerHandle;

/// What a refused call must leave as it was.
typedef struct Witness {
    gfMemoryCounts memory[CALLER_DEVICES];
    gfFluidDef defs[CALLER_FLUIDS];
    gfStepInfo clocks[CALLER_FLUIDS];
} Witness;

typedef struct Caller {
    const GladGLContext *gl; ///< null: viewports are left alone
    gfDeviceDef deviceDef;   ///< of devices that are made
    void (*before)(struct Caller *c);
    void (*after)(struct Caller *c, bool done); ///< around each call; null: nothing
    void *user;                                 ///< whatever the two need
    char where[128];                            ///< told with what goes wrong
    Random random;
    int call;
    const char *name;
    gfErrorCode code; ///< of the last call
    int made[CALLER_CALLS], done[CALLER_CALLS];
    CallerObject objects[CALLER_OBJECTS];
    int objectCount;
    CallerHandle handles[HANDLE_KINDS][CALLER_HANDLES];
    int handleCounts[HANDLE_KINDS];
    void *blocks[CALLER_BLOCKS]; ///< arguments of this call
    int blockCount;
    int depth; ///< of lists in lists
    uint32_t textures[CALLER_TEXTURES];
    uint8_t *saved[2]; ///< snapshots of some fluid in two and in three dimensions
    size_t savedSizes[2];
    int expected[CALLER_CALLS]; ///< the count that the last refusal of each call has asked for
    int kind;                   ///< which call it is
    int swept;                  ///< how many were called one after the other, at the start
    GLint canvas;               ///< the framebuffer that is bound
    gfDevice *framing;          ///< the device that a call was asked to open or close a frame of
    gfDevice *frame;            ///< whose frame is open; null: none
    int frameSince;             ///< the call that opened it
    const void *lost;           ///< a device that was told that its context is gone
    bool wrong;                 ///< a number that came back is not finite
    char complaint[256];        ///< which
    bool failing;               ///< the GL does: programs and what the host has in its memory may stay
    bool guided;                ///< on the oldest object of each kind, with what is valid: guided.h
    bool newest;                ///< on the newest one
    gfSolverKind solver;        ///< of fluids that are made then
    gfParticleSearch search;    ///< and of their particles
    const char *leavesOut;      ///< names of calls that are not made, null: none
    int kept[OBJECT_KINDS];     ///< how many of each kind stay
} Caller;

typedef enum RandomKind {
    RANDOM_FLOAT,
    RANDOM_DOUBLE,
    RANDOM_INT,
    RANDOM_UINT,
    RANDOM_BOOL,
    RANDOM_ENUM,
    RANDOM_BITS,
    RANDOM_TEXTURE,
    RANDOM_COOKIE,
    RANDOM_CALLBACK,
    RANDOM_OBJECT,
    RANDOM_LIST
} RandomKind;

/// A member of a structure: `cells` of it, `stride` bytes apart. low to high is tried; what is below `least` and above
/// `most` the headers forbid (NaN: they say nothing).
typedef struct RandomField {
    const char *name;
    size_t offset;
    int cells;
    size_t stride;
    RandomKind kind;
    bool rare; ///< needs other shaders
    double low, high, least, most;
    const int32_t *values; ///< of an enumeration or mask
    int valueCount;
    int what;           ///< the ObjectKind, or the StructKind of a list
    size_t countOffset; ///< of a list: where its length is
} RandomField;

typedef struct RandomStruct {
    const char *name;
    size_t size;
    void (*base)(Caller *c, void *to); ///< valid, as a host would begin
    const RandomField *fields;
    size_t fieldCount;
} RandomStruct;

typedef struct RandomCall {
    const char *name;
    Outcome (*call)(Caller *c);
    int weight;
    bool keeps;      ///< what it made for the next call stays, even if it is refused
    bool grows;      ///< of that lists in the host's memory, and programs, alone
    bool lazy;       ///< likewise where the GL fails
    int makes, ends; ///< the ObjectKind that it creates or destroys; -1: none
    int takes;       ///< that of its first argument
    int needs, many; ///< the HandleKind of an argument, and how many of it
    int gives;       ///< that of its result
    int rounds;      ///< values of the enumeration that has most of its arguments' ones
} RandomCall;

/// A float or double that a call wrote.
typedef struct FinitePlace {
    size_t offset;
    bool isDouble;
} FinitePlace;

extern const RandomStruct randomStructs[STRUCT_KINDS];
extern const RandomCall randomCalls[];
extern const int randomCallCount;

/// With textures of the host's, where there is a GL: one as hosts have it, one of half floats with NaN and infinities,
/// one of the largest. Caller_Free destroys the devices with all that is theirs.
Caller *Caller_Make(const GladGLContext *gl, gfDeviceDef def, Random random);
void Caller_Free(Caller *c);

/// One call: what must hold after each, and `after`. Whether it was done.
bool Caller_Call(Caller *c, int kind);
int Caller_Find(const char *name);
/// Fails the test.
#define CALLER_FAIL(c, ...)                                 \
    do {                                                    \
        fprintf(stderr, "%s, %s: ", (c)->where, (c)->name); \
        fail_msg(__VA_ARGS__);                              \
    } while (0)

/// Objects. Null now and then for no reason, and where there is none of the kind. Caller_ObjectWith: mostly one that
/// has such a handle.
void *Caller_Object(Caller *c, ObjectKind kind);
void *Caller_ObjectWith(Caller *c, ObjectKind kind, HandleKind handle);
int Caller_CountObjects(const Caller *c, ObjectKind kind);
void Caller_Own(Caller *c, ObjectKind kind, void *pointer, const void *owner);
const void *Caller_OwnerOf(const Caller *c, const void *pointer);
/// Whether it goes with the group that it is of.
bool Caller_IsMember(const Caller *c, const CallerObject *object);
/// After a call that destroys: it and what goes with it, if the call did.
void Caller_Forget(Caller *c, Outcome outcome, const void *pointer);

/// Handles: mostly of this owner and alive. Caller_Used marks those that a call would not have.
gfHandle Caller_Handle(Caller *c, HandleKind kind, const void *owner);
int Caller_CountHandles(const Caller *c, HandleKind kind);
void Caller_Remember(Caller *c, HandleKind kind, const void *owner, gfHandle id);
void Caller_Used(Caller *c, Outcome outcome, gfHandle id);

/// Arguments. Caller_Struct: one or a list, changed a little; Caller_Value: one that is seldom changed. Memory has
/// exactly the size that is asked for, so that a sanitizer sees each byte too many; all of it is freed by
/// Caller_EndCall. Null now and then.
void *Caller_Room(Caller *c, size_t size);
void *Caller_Struct(Caller *c, StructKind kind, size_t count);
void Caller_Value(Caller *c, StructKind kind, void *to);
void Caller_Change(Caller *c, StructKind kind, void *to);
const float *Caller_Matrix(Caller *c, size_t count);
const float *Caller_Numbers(Caller *c, size_t count);
const bool *Caller_Flags(Caller *c, size_t count);
size_t Caller_Count(Caller *c, size_t largest);
uint32_t Caller_Texture(Caller *c);
const void *Caller_Saved(Caller *c, size_t *size);
void *Caller_RoomToSave(Caller *c, size_t *size);

/// Around the call.
void Caller_Begin(Caller *c);
Outcome Caller_Untold(void);
void Caller_KeepSaved(Caller *c, const void *data, size_t size);
size_t Caller_Least(int32_t result, int32_t count);
void Caller_ExpectFinite(Caller *c, const void *written, size_t count, size_t size, const FinitePlace *places,
                         int placeCount);
void Caller_EndCall(Caller *c);

/// Bytes that are no number where a call was to write some.
#define CALLER_POISON 0xFF
