// Tables of the members of structs, by which definitions are checked here and saved by gl/archive.h. Tables of public
// definitions are generated from the headers' comments (bindings/make_members.py).
#ifndef GF_MEMBERS_H
#define GF_MEMBERS_H

#include "base/core.h"

typedef enum gfMemberType {
    GF_MEMBER_WORDS, // any values of four bytes: enumerations, or structs of enumerations and floats
    GF_MEMBER_I32,
    GF_MEMBER_U32,
    GF_MEMBER_F32,
    GF_MEMBER_U64,
    GF_MEMBER_I64,
    GF_MEMBER_F64,
    GF_MEMBER_BOOL,
    GF_MEMBER_RECORD, // structs that have a table of their own
    GF_MEMBER_VECTOR, // floats that messages call x, y, z
    GF_MEMBER_ENUM,   // one of the values from `low` to `high`
    GF_MEMBER_MASK    // an OR of the bits of `high`
} gfMemberType;

typedef struct gfMember {
    const char *name;
    size_t offset, size; // size: of an array, all of it
    gfMemberType type;
    const void *of;   // the gfRecord of a struct, the type of an enumeration or of bits, or the unit of numbers
    double low, high; // the range of a number, where low <= high; a struct with low <= high is checked with its owner
} gfMember;

// The members of a struct.
typedef struct gfRecord {
    const char *name; // of a public struct; null: a private one, whose ranges are checked when a snapshot is read
    size_t size;      // of the struct
    const gfMember *rows;
    int count;
    size_t cookieOffset; // of a definition's cookie
    int32_t cookie;      // 0: the struct is no definition
} gfRecord;

#define GF_MEMBER_ROW(type, member, kind, of, low, high)                                                  \
    {                                                                                                     \
#member, offsetof(type, member), sizeof(((type *)0)->member), GF_MEMBER_##kind, of, (low), (high) \
    }
#define GF_RECORD_OF(type, rows)                        \
    {                                                   \
#type, sizeof(type), rows, GF_COUNT(rows), 0, 0 \
    }
#define GF_RECORD_OF_DEF(type, rows, made)                                        \
    {                                                                             \
#type, sizeof(type), rows, GF_COUNT(rows), offsetof(type, cookie), (made) \
    }

// Return the size of one number of a member in bytes, and its value.
static inline size_t gfMember_GetWidth(gfMemberType type)
{
    return type == GF_MEMBER_F64 || type == GF_MEMBER_U64 || type == GF_MEMBER_I64 ? 8 : 4;
}
double gfMember_Read(gfMemberType type, const void *from);

// Returns whether two structs have the same members, bit for bit.
bool gfRecord_Equal(const gfRecord *record, const void *a, const void *b);
// Returns a hash, begun with `hash`, that is the same for items that differ in amounts alone: of a float only its sign
// counts, or that it is 0.
uint64_t gfRecord_Classify(const gfRecord *record, const void *item, uint64_t hash);

// Returns whether all members of a struct are in range; reports the first that is not, OUT_OF_RANGE. `path`: the
// struct's name in messages; null: it is the call's argument. `caller`: the public function.
bool gfMembers_Check(const gfCore *core, const gfRecord *record, const void *item, const char *path,
                     const char *caller);
// Checks a definition: that there is one, that its default function made it, and its members. Reports NULL_ARGUMENT,
// COOKIE, OUT_OF_RANGE.
bool gfDef_Check(const gfCore *core, const gfRecord *record, const void *def, const char *caller);

#endif
