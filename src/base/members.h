// Tables of structs, a row for each member: name, offset, type, range. By them public definitions are checked, and
// structs saved (gl/archive.h). bindings/make_members.py makes those of public structs from comments in their headers.
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
    GF_MEMBER_RECORD, // a struct, or an array of one, that is described by a table of its own
    GF_MEMBER_VECTOR, // floats of a vector, which messages call .x, .y, .z
    GF_MEMBER_ENUM,   // one of the values from `low` to `high`
    GF_MEMBER_MASK    // an OR of flags; `high` has the bits of all flags that exist
} gfMemberType;

typedef struct gfMember {
    const char *name;
    size_t offset, size; // bytes; the size of an array member is that of all elements
    gfMemberType type;
    const void *of;   // a struct's gfRecord; else text for messages: the name of an enumeration, or the unit of numbers
    double low, high; // the range of a number; low > high: not checked. Of a struct: low > high: members not checked
    bool fixed;       // the member can't be changed after the fluid was made
} gfMember;

// The table of one struct.
typedef struct gfRecord {
    const char *name; // of a public struct; null: a private struct, whose ranges are checked only in snapshots
    size_t size;      // of the struct, bytes
    const gfMember *rows;
    int count;
    size_t cookieOffset; // where a definition has its member `cookie`
    int32_t cookie;      // the value expected there (see base/core.h); 0: the struct is no definition
} gfRecord;

#define GF_MEMBER_ROW(type, member, kind, of, low, high) GF_MEMBER_ANY(type, member, kind, of, low, high, false)
#define GF_MEMBER_FIXED(type, member, kind, of, low, high) GF_MEMBER_ANY(type, member, kind, of, low, high, true)
#define GF_MEMBER_ANY(type, member, kind, of, low, high, fixed)                                                  \
    {                                                                                                            \
#member, offsetof(type, member), sizeof(((type *)0)->member), GF_MEMBER_##kind, of, (low), (high), fixed \
    }
#define GF_RECORD_OF(type, rows)                        \
    {                                                   \
#type, sizeof(type), rows, GF_COUNT(rows), 0, 0 \
    }
#define GF_RECORD_OF_DEF(type, rows, made)                                        \
    {                                                                             \
#type, sizeof(type), rows, GF_COUNT(rows), offsetof(type, cookie), (made) \
    }

// Return the size in bytes of one number of a member's type, and the value of the number at `from`.
static inline size_t gfMember_GetWidth(gfMemberType type)
{
    bool wide = type == GF_MEMBER_F64 || type == GF_MEMBER_U64 || type == GF_MEMBER_I64;
    return wide ? 8 : type == GF_MEMBER_BOOL ? sizeof(bool) : 4;
}
double gfMember_Read(gfMemberType type, const void *from);

// Returns whether two structs have the same members, bit for bit.
bool gfRecord_Equal(const gfRecord *record, const void *a, const void *b);
// Returns a hash of an item, begun with `hash`. Of a float only the sign counts, or that it is 0. So the hash is the
// same for definitions that differ only in amounts, and so need the same shaders (fluid/dry_run.c).
uint64_t gfRecord_Classify(const gfRecord *record, const void *item, uint64_t hash);

// Returns whether all members of a struct are in range; reports the first that is not, OUT_OF_RANGE. `path`: the
// struct's name before the member's in messages; null: they name only the member. `caller`: the public function.
bool gfMembers_Check(const gfCore *core, const gfRecord *record, const void *item, const char *path,
                     const char *caller);
// Checks that definitions `was` and `item` agree in fixed members (gfMember.fixed). False and reported: OUT_OF_RANGE.
bool gfMembers_CheckFixed(const gfCore *core, const gfRecord *record, const void *was, const void *item,
                          const char *caller);
// Checks a host's definition. False and reported: NULL_ARGUMENT, COOKIE (not of its gfDefault...()), OUT_OF_RANGE.
bool gfDef_Check(const gfCore *core, const gfRecord *record, const void *def, const char *caller);

#endif
