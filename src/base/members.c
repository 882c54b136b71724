#include "base/members.h"

#include <stdio.h>

// The name of a struct, and of the structs that contain it, from which writeName makes "boundaries.left.dye".
typedef struct MemberPath {
    const struct MemberPath *outer; // the struct that contains this one; null: none does
    const char *name;               // null: messages do not name the struct, as it is the argument of the public call
} MemberPath;

#define MEMBER_NAME_SIZE 160

static size_t writePath(const MemberPath *path, char *text, size_t at)
{
    if (path == NULL || path->name == NULL) {
        return at;
    }
    at = writePath(path->outer, text, at);
    const int length = snprintf(text + at, MEMBER_NAME_SIZE - at, "%s.", path->name);
    return at + (size_t)length < MEMBER_NAME_SIZE ? at + (size_t)length : MEMBER_NAME_SIZE - 1;
}

// Writes the full name of element `index` of a member to `text`, such as "boundaries.left.dye[2]", and returns it.
static const char *writeName(const MemberPath *path, const gfMember *member, size_t index, char *text)
{
    const size_t at = writePath(path, text, 0);
    if (member->type == GF_MEMBER_VECTOR) {
        snprintf(text + at, MEMBER_NAME_SIZE - at, "%s.%c", member->name, "xyzw"[index % 4]);
    } else if (member->size > gfMember_GetWidth(member->type)) {
        snprintf(text + at, MEMBER_NAME_SIZE - at, "%s[%d]", member->name, (int)index);
    } else {
        snprintf(text + at, MEMBER_NAME_SIZE - at, "%s", member->name);
    }
    return text;
}

double gfMember_Read(gfMemberType type, const void *from)
{
    union {
        bool truth;
        float f32;
        double f64;
        int32_t i32;
        uint32_t u32;
        uint64_t u64;
        int64_t i64;
    } word;
    memcpy(&word, from, gfMember_GetWidth(type));
    switch (type) {
    case GF_MEMBER_BOOL:
        return word.truth ? 1.0 : 0.0;
    case GF_MEMBER_F32:
    case GF_MEMBER_VECTOR:
        return (double)word.f32;
    case GF_MEMBER_F64:
        return word.f64;
    case GF_MEMBER_U64:
        return (double)word.u64;
    case GF_MEMBER_I64:
        return (double)word.i64;
    case GF_MEMBER_I32:
        return (double)word.i32;
    default:
        return (double)word.u32;
    }
}

static bool checkMember(const gfCore *core, const gfMember *m, const char *from, const MemberPath *path,
                        const char *caller)
{
    const size_t each = gfMember_GetWidth(m->type);
    const int digits = m->type == GF_MEMBER_I32 ? 10 : 6;
    char name[MEMBER_NAME_SIZE];
    for (size_t i = 0; i < m->size / each; i++) {
        const double value = gfMember_Read(m->type, from + i * each);
        if (m->type == GF_MEMBER_MASK) {
            GF_REQUIRE(core, ((uint32_t)value & ~(uint32_t)m->high) == 0, OUT_OF_RANGE,
                       "%s: %s is 0x%x; an OR of %s is expected", caller, writeName(path, m, i, name), (unsigned)value,
                       (const char *)m->of);
            continue;
        }
        if (gfInRange(value, m->low, m->high)) {
            continue;
        }
        writeName(path, m, i, name);
        GF_REQUIRE(core, m->type != GF_MEMBER_ENUM, OUT_OF_RANGE, "%s: %s is %d; a %s is expected", caller, name,
                   (int)(uint32_t)value, (const char *)m->of);
        const char *unit = m->of, *space = unit[0] != '\0' ? " " : "";
        GF_REQUIRE(core, m->low != -m->high, OUT_OF_RANGE, "%s: %s is %.*g; within +-%g%s%s is expected", caller, name,
                   digits, value, m->high, space, unit);
        GF_REQUIRE(core, false, OUT_OF_RANGE, "%s: %s is %.*g; %.*g to %.*g%s%s is expected", caller, name, digits,
                   value, digits, m->low, digits, m->high, space, unit);
    }
    return true;
}

static bool checkMembers(const gfCore *core, const gfRecord *record, const char *item, const MemberPath *path,
                         const char *caller)
{
    bool ok = true;
    for (int i = 0; ok && i < record->count; i++) {
        const gfMember *m = &record->rows[i];
        if (m->low > m->high) {
            continue;
        }
        const MemberPath inner = {path, m->name};
        ok = m->type == GF_MEMBER_RECORD ? checkMembers(core, m->of, item + m->offset, &inner, caller)
                                         : checkMember(core, m, item + m->offset, path, caller);
    }
    return ok;
}

bool gfMembers_Check(const gfCore *core, const gfRecord *record, const void *item, const char *path, const char *caller)
{
    const MemberPath start = {NULL, path};
    return checkMembers(core, record, item, &start, caller);
}

// Returns whether one number of a member is the same in two items, the old one and the new one.
static bool checkSame(const gfCore *core, const gfMember *m, const char *const at[2], size_t number,
                      const MemberPath *path, const char *caller)
{
    const double was = gfMember_Read(m->type, at[0]), now = gfMember_Read(m->type, at[1]);
    const int digits = m->type == GF_MEMBER_I32 ? 10 : 6;
    char name[MEMBER_NAME_SIZE];
    GF_REQUIRE(core, now == was, OUT_OF_RANGE,
               "%s: %s is %.*g; %.*g is expected, for it can't change while the fluid is there", caller,
               writeName(path, m, number, name), digits, now, digits, was);
    return true;
}

static bool checkFixed(const gfCore *core, const gfRecord *record, const char *const items[2], const MemberPath *path,
                       const char *caller)
{
    for (int i = 0; i < record->count; i++) {
        const gfMember *m = &record->rows[i];
        const gfRecord *inner = m->type == GF_MEMBER_RECORD ? m->of : NULL;
        const MemberPath ofInner = {path, m->name};
        const size_t each = inner != NULL ? inner->size : gfMember_GetWidth(m->type);
        for (size_t k = 0; (inner != NULL || m->fixed) && k < m->size; k += each) {
            const char *const at[2] = {items[0] + m->offset + k, items[1] + m->offset + k};
            GF_TRY(inner != NULL ? checkFixed(core, inner, at, &ofInner, caller)
                                 : checkSame(core, m, at, k / each, path, caller));
        }
    }
    return true;
}

bool gfMembers_CheckFixed(const gfCore *core, const gfRecord *record, const void *was, const void *item,
                          const char *caller)
{
    const char *const items[2] = {was, item};
    return checkFixed(core, record, items, NULL, caller);
}

bool gfDef_Check(const gfCore *core, const gfRecord *record, const void *def, const char *caller)
{
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    int32_t cookie;
    memcpy(&cookie, (const char *)def + record->cookieOffset, sizeof cookie);
    GF_REQUIRE(core, cookie == record->cookie, COOKIE, "%s: make the definition with gfDefault%s()", caller,
               record->name + 2);
    return gfMembers_Check(core, record, def, NULL, caller);
}

bool gfRecord_Equal(const gfRecord *record, const void *a, const void *b)
{
    bool equal = true;
    for (int i = 0; equal && i < record->count; i++) {
        const gfMember *member = &record->rows[i];
        const char *ofA = (const char *)a + member->offset, *ofB = (const char *)b + member->offset;
        if (member->type != GF_MEMBER_RECORD) {
            equal = memcmp(ofA, ofB, member->size) == 0;
            continue;
        }
        const gfRecord *inner = member->of;
        for (size_t k = 0; equal && k < member->size; k += inner->size) {
            equal = gfRecord_Equal(inner, ofA + k, ofB + k);
        }
    }
    return equal;
}

static uint64_t mixBytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return hash;
}

uint64_t gfRecord_Classify(const gfRecord *record, const void *item, uint64_t hash)
{
    for (int i = 0; i < record->count; i++) {
        const gfMember *member = &record->rows[i];
        const char *at = (const char *)item + member->offset;
        const gfRecord *inner = member->type == GF_MEMBER_RECORD ? member->of : NULL;
        bool amounts = member->type == GF_MEMBER_F32 || member->type == GF_MEMBER_VECTOR;
        for (size_t k = 0; inner != NULL && k < member->size; k += inner->size) {
            hash = gfRecord_Classify(inner, at + k, hash);
        }
        for (size_t k = 0; amounts && k < member->size; k += sizeof(float)) {
            double value = gfMember_Read(GF_MEMBER_F32, at + k);
            hash = mixBytes(hash, value > 0.0 ? "+" : value < 0.0 ? "-" : "0", 1);
        }
        hash = inner == NULL && !amounts ? mixBytes(hash, at, member->size) : hash;
    }
    return hash;
}
