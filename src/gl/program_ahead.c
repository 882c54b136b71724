// Compiles programs before a pass needs them: after a dry run one of each shader file at once, and the others one in
// each step. At the end of the file: binaries of compiled programs, which a host keeps for its next run.
#include "gl/program_cache.h"

#include <stdio.h>

// Compiles one program of each fragment shader's file of which the last dry run needs programs and none is compiled
// yet. Where the GL compiles in parallel, all of these are begun before the first is waited for.
static bool makeNamed(gfDevice *device)
{
    const struct gfProgramCache *cache = device->programs;
    bool ok = true;
    for (gfCachedProgram *c = cache->programs; device->gl.parallelCompile && ok && c != NULL; c = c->next) {
        int failures = device->core.failedAllocations;
        if (c->naming == cache->naming && c->state == GF_MAKING_NAMED &&
            !gfProgramCache_HasFile(device, c->file, true)) {
            ok = gfCachedProgram_Begin(device, c, false);
            if (!ok) {
                c->state = gfMakingState_AfterFailure(device, failures);
            }
        }
    }
    for (gfCachedProgram *c = cache->programs; ok && c != NULL; c = c->next) {
        bool waits = c->state != GF_MAKING_FAILED && gfProgramCache_HasFile(device, c->file, false);
        ok = c->naming != cache->naming || c->state == GF_MAKING_READY || waits ||
             gfCachedProgram_Make(device, c) != NULL;
    }
    return ok;
}

// If a program of a file failed, lets its other programs count as failed, too, or steps of other fluids would try them.
static void failNamed(gfDevice *device)
{
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        for (gfCachedProgram *n = device->programs->programs; c->state == GF_MAKING_FAILED && n != NULL; n = n->next) {
            n->state = n->state == GF_MAKING_NAMED && strcmp(n->file, c->file) == 0 ? GF_MAKING_FAILED : n->state;
        }
    }
}

gfDryRunKind gfPrograms_BeginNaming(gfDevice *device)
{
    gfDryRunKind before = device->dryRun;
    device->programs->naming += before == GF_DRY_RUN_NONE ? 1 : 0;
    device->dryRun = GF_DRY_RUN_NAMES;
    return before;
}

bool gfPrograms_EndNaming(gfDevice *device, gfDryRunKind before, bool ok)
{
    device->dryRun = before;
    if (before != GF_DRY_RUN_NONE || (ok && makeNamed(device))) {
        return ok;
    }
    failNamed(device);
    return false;
}

void gfPrograms_Note(gfDevice *device, uint64_t key)
{
    struct gfProgramCache *cache = device->programs;
    cache->keys[cache->nextKey++ % GF_NOTED_KEYS] = key;
}

bool gfPrograms_Know(const gfDevice *device, uint64_t key)
{
    bool known = false;
    for (int i = 0; key != 0 && i < GF_NOTED_KEYS; i++) {
        known = known || device->programs->keys[i] == key;
    }
    return known;
}

int gfPrograms_Count(const gfDevice *device, bool pending)
{
    int count = 0;
    for (const gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        count += !pending || (c->state == GF_MAKING_NAMED && !c->passedOver) || c->state == GF_MAKING_BEGUN ? 1 : 0;
    }
    return count;
}

static bool isComplete(const gfDevice *device, const gfCachedProgram *c)
{
    GLint complete = GL_TRUE;
    device->gl.fn.GetProgramiv(c->program.id, GF_COMPLETION_STATUS, &complete);
    return complete != GL_FALSE;
}

// As gfPrograms_MakeNext. `once`: a program that lacks memory is passed over, so that a caller's loop comes to an end.
static bool makeNext(gfDevice *device, bool once)
{
    bool apart = device->gl.parallelCompile;
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        if (c->state == GF_MAKING_NAMED && !(once && c->passedOver)) {
            if (!apart || !gfCachedProgram_Begin(device, c, false)) {
                gfCachedProgram_Make(device, c);
            }
            c->passedOver = once && c->state == GF_MAKING_NAMED;
            return true;
        }
    }
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        if (c->state == GF_MAKING_BEGUN && isComplete(device, c)) {
            gfCachedProgram_Make(device, c);
            c->passedOver = once && c->state == GF_MAKING_NAMED; // it had no memory, and must not be begun again
            return true;
        }
    }
    return false;
}

// Calls makeNext as something optional: a failure is only a warning, as the present call does not need the program.
static bool makeNextLeftOut(gfDevice *device, bool once)
{
    gfFailure failure = {0};
    bool made = gfFailure_Begin(&failure, device, "what needs a shader that can't be had is") && makeNext(device, once);
    (void)gfFailure_End(&failure, device, true);
    return made;
}

bool gfPrograms_MakeNext(gfDevice *device)
{
    return makeNextLeftOut(device, true);
}

void gfPrograms_WarmUp(gfDevice *device)
{
    struct gfProgramCache *cache = device->programs;
    if (!device->dryRun && !cache->settled && !makeNextLeftOut(device, false)) {
        cache->settled = gfPrograms_Count(device, true) == 0;
    }
}

// --- binaries --------------------------------------------------------------------------------------------------------

#define PROGRAM_BINARY_RETRIEVABLE_HINT 0x8257
#define PROGRAM_BINARY_LENGTH 0x8741
#define BINARY_FIRST_ROOM 65536
#define BINARY_MAX ((size_t)64 << 20)

#define FNV_PRIME 0x100000001b3ull

// The head before a program's binary that a host keeps. It is checked, as a driver may crash if bytes are not its own.
typedef struct BinaryHead {
    char magic[8];
    uint64_t check[2];     // hash of the driver's bytes
    uint64_t key[2];       // the program's key, which makeKey made
    uint32_t format, size; // as glGetProgramBinary gave them; size in bytes
} BinaryHead;

static const char binaryMagic[8] = "gfPROG1";

static void hashOn(const void *bytes, size_t size, uint64_t hash[2])
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) {
        hash[0] = (hash[0] ^ b[i]) * FNV_PRIME;
        hash[1] = (hash[1] ^ b[i]) * FNV_PRIME;
        hash[1] ^= hash[1] >> 29;
    }
}

void gfProgramBinary_Hash(const void *bytes, size_t size, uint64_t hash[2])
{
    hash[0] = 0xcbf29ce484222325ull;
    hash[1] = 0x9e3779b97f4a7c15ull;
    hashOn(bytes, size, hash);
    hash[0] += hash[0] == 0 ? 1 : 0;
}

bool gfProgramBinary_Works(const gfDevice *device)
{
    return !GF_ONLY_WEBGL && device->gl.binaryFormats > 0 &&
           (device->loadProgramBinary != NULL || device->storeProgramBinary != NULL);
}

// Makes a binary's key: a hash of sources with defines, the GPU's name, and the versions of the GL and the library.
static void makeKey(const gfDevice *device, const uint64_t vertex[2], const uint64_t fragment[2], uint64_t key[2])
{
    // "units by name" keeps away binaries of versions that gave samplers other texture units, which a binary may hold.
    static const char library[] = GF_VERSION_STRING ", units by name";
    gfProgramBinary_Hash(library, strlen(library), key);
    hashOn(device->gl.renderer, strlen(device->gl.renderer), key);
    hashOn(vertex, 2 * sizeof *vertex, key);
    hashOn(fragment, 2 * sizeof *fragment, key);
}

static void nameKey(const uint64_t key[2], char name[GF_PROGRAM_KEY_SIZE])
{
    snprintf(name, GF_PROGRAM_KEY_SIZE, "%016llx%016llx", (unsigned long long)key[0], (unsigned long long)key[1]);
}

// Returns the buffer for binaries, grown to `size` bytes. Null: no memory, only a warning, as programs can be compiled.
static char *getBuffer(gfDevice *device, size_t size)
{
    if (device->binarySize < size) {
        gfFailure failure = {0};
        char *grown = gfFailure_Begin(&failure, device, "a program's binary is") ? gfAlloc(&device->core, size) : NULL;
        if (!gfFailure_End(&failure, device, grown != NULL)) {
            // Else gfMakingState_AfterFailure would think that compiling lacked memory.
            device->core.failedAllocations--;
            return NULL;
        }
        gfFree(&device->core, device->binary);
        device->binary = grown;
        device->binarySize = size;
    }
    return device->binary;
}

static bool isIntact(const char *bytes, size_t size, const uint64_t key[2], BinaryHead *head)
{
    uint64_t check[2];
    if (size < sizeof *head) {
        return false;
    }
    memcpy(head, bytes, sizeof *head);
    if (memcmp(head->magic, binaryMagic, sizeof binaryMagic) != 0 || head->size == 0 ||
        head->size != size - sizeof *head || memcmp(head->key, key, sizeof head->key) != 0) {
        return false;
    }
    gfProgramBinary_Hash(bytes + sizeof *head, head->size, check);
    return memcmp(check, head->check, sizeof check) == 0;
}

bool gfProgramBinary_Load(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2])
{
    char name[GF_PROGRAM_KEY_SIZE];
    uint64_t key[2];
    BinaryHead head;
    GLint ok = 0;
    char *bytes = !GF_ONLY_WEBGL && device->loadProgramBinary != NULL ? getBuffer(device, BINARY_FIRST_ROOM) : NULL;
    if (bytes == NULL) {
        return false;
    }
    makeKey(device, vertex, fragment, key);
    nameKey(key, name);
    size_t size = device->loadProgramBinary(name, bytes, device->binarySize, device->binaryUser);
    if (size > device->binarySize) {
        bytes = size <= BINARY_MAX ? getBuffer(device, size) : NULL;
        size = bytes != NULL ? device->loadProgramBinary(name, bytes, device->binarySize, device->binaryUser) : 0;
    }
    if (size == 0 || size > device->binarySize || !isIntact(bytes, size, key, &head)) {
        return false;
    }
    gfDevice_DropHostErrors(device);
    device->gl.programBinary(program, head.format, bytes + sizeof head, (GLsizei)head.size);
    gfDevice_IgnoreErrors(device); // raised if the context lacks the binary's format
    device->gl.fn.GetProgramiv(program, GL_LINK_STATUS, &ok);
    return ok != 0;
}

void gfProgramBinary_Prepare(const gfDevice *device, GLuint program)
{
    if (gfProgramBinary_Works(device) && device->gl.programParameteri != NULL) {
        device->gl.programParameteri(program, PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    }
}

void gfProgramBinary_Store(gfDevice *device, GLuint program, const uint64_t vertex[2], const uint64_t fragment[2])
{
    char name[GF_PROGRAM_KEY_SIZE];
    GLint length = 0;
    GLsizei written = 0;
    GLenum format = 0;
    if (!gfProgramBinary_Works(device) || device->storeProgramBinary == NULL) {
        return;
    }
    gfDevice_DropHostErrors(device);
    device->gl.fn.GetProgramiv(program, PROGRAM_BINARY_LENGTH, &length);
    BinaryHead head = {.size = 0};
    char *bytes = length > 0 && (size_t)length <= BINARY_MAX ? getBuffer(device, sizeof head + (size_t)length) : NULL;
    if (bytes != NULL) {
        device->gl.getProgramBinary(program, length, &written, &format, bytes + sizeof head);
    }
    gfDevice_IgnoreErrors(device);
    if (written <= 0 || written > length) { // the driver wrote nothing, or not all that it has
        return;
    }
    memcpy(head.magic, binaryMagic, sizeof binaryMagic);
    makeKey(device, vertex, fragment, head.key);
    gfProgramBinary_Hash(bytes + sizeof head, (size_t)written, head.check);
    head.format = format;
    head.size = (uint32_t)written;
    memcpy(bytes, &head, sizeof head);
    nameKey(head.key, name);
    device->storeProgramBinary(name, bytes, sizeof head + (size_t)written, device->binaryUser);
}
