#include "random/caller.h"

static bool isAbsurd(Caller *c)
{
    return Random_Chance(&c->random, c->random.absurd);
}

int Caller_CountObjects(const Caller *c, ObjectKind kind)
{
    int count = 0;
    for (int i = 0; i < c->objectCount; i++) {
        count += c->objects[i].kind == kind;
    }
    return count;
}

bool Caller_IsMember(const Caller *c, const CallerObject *object)
{
    return object->kind == OBJECT_gfFluid && Caller_OwnerOf(c, object->pointer) != object->owner;
}

static void *guidedObject(const Caller *c, ObjectKind kind)
{
    const CallerObject *found = NULL;
    for (int i = 0; i < c->objectCount; i++) {
        const CallerObject *object = &c->objects[i];
        bool fits = object->kind == kind && !Caller_IsMember(c, object);
        if (fits && (found == NULL || (object->born > found->born) == c->newest)) {
            found = object;
        }
    }
    return found != NULL ? found->pointer : NULL;
}

void *Caller_Object(Caller *c, ObjectKind kind)
{
    if (c->guided) {
        return guidedObject(c, kind);
    }
    int count = Caller_CountObjects(c, kind);
    if (count == 0 || isAbsurd(c)) {
        return NULL;
    }
    int left = Random_Below(&c->random, count), i = 0;
    for (; c->objects[i].kind != kind || left > 0; i++) {
        left -= c->objects[i].kind == kind;
    }
    return c->objects[i].pointer;
}

void *Caller_ObjectWith(Caller *c, ObjectKind kind, HandleKind handle)
{
    int count = c->guided ? 0 : c->handleCounts[handle];
    for (int i = 0; i < count && !isAbsurd(c); i++) {
        const CallerHandle *known = &c->handles[handle][Random_Below(&c->random, count)];
        for (int j = 0; j < c->objectCount && !known->stale; j++) {
            if (c->objects[j].kind == kind && c->objects[j].pointer == known->owner) {
                return c->objects[j].pointer;
            }
        }
    }
    return Caller_Object(c, kind);
}

void Caller_Own(Caller *c, ObjectKind kind, void *pointer, const void *owner)
{
    bool known = pointer == NULL;
    for (int i = 0; i < c->objectCount; i++) {
        known = known || c->objects[i].pointer == pointer;
    }
    if (!known) {
        assert_true(c->objectCount < CALLER_OBJECTS);
        c->objects[c->objectCount++] = (CallerObject){pointer, kind, owner, c->call};
    }
}

const void *Caller_OwnerOf(const Caller *c, const void *pointer)
{
    for (int i = 0; i < c->objectCount; i++) {
        if (c->objects[i].pointer == pointer && c->objects[i].kind == OBJECT_gfFluid && c->objects[i].owner != NULL) {
            const void *owner = c->objects[i].owner;
            for (int j = 0; j < c->objectCount; j++) { // a group's fluid is not the device's own
                if (c->objects[j].pointer == owner && c->objects[j].kind == OBJECT_gfFluidGroup) {
                    return c->objects[j].owner;
                }
            }
            return owner;
        }
        if (c->objects[i].pointer == pointer) {
            return c->objects[i].owner;
        }
    }
    return NULL;
}

static void forgetHandles(Caller *c, const void *owner)
{
    for (int kind = 0; kind < HANDLE_KINDS; kind++) {
        for (int i = 0; i < c->handleCounts[kind]; i++) {
            CallerHandle *handle = &c->handles[kind][i];
            handle->stale = handle->stale || handle->owner == owner;
        }
    }
}

static void forget(Caller *c, const void *pointer)
{
    for (int i = 0; i < c->objectCount; i++) {
        if (c->objects[i].pointer == pointer) {
            c->objects[i] = c->objects[--c->objectCount];
            break;
        }
    }
    forgetHandles(c, pointer);
    for (int i = 0; i < c->objectCount;) {
        if (c->objects[i].owner == pointer) {
            forget(c, c->objects[i].pointer);
            i = 0;
        } else {
            i++;
        }
    }
    c->lost = c->lost == pointer ? NULL : c->lost;
}

void Caller_Forget(Caller *c, Outcome outcome, const void *pointer)
{
    if (outcome == OUTCOME_DONE && pointer != NULL) {
        forget(c, pointer);
    }
}

gfHandle Caller_Handle(Caller *c, HandleKind kind, const void *owner)
{
    const CallerHandle *list = c->handles[kind];
    gfHandle known[CALLER_HANDLES];
    int count = 0;
    bool any = Random_Chance(&c->random, 5) && !c->guided;
    const void *around = Caller_OwnerOf(c, owner); // a query asks about solids of its fluid
    for (int i = 0; i < c->handleCounts[kind]; i++) {
        if (any || ((list[i].owner == owner || list[i].owner == around) && !list[i].stale)) {
            known[count++] = list[i].id;
        }
    }
    return Random_Handle(&c->random, known, count);
}

int Caller_CountHandles(const Caller *c, HandleKind kind)
{
    int count = 0;
    for (int i = 0; i < c->handleCounts[kind]; i++) {
        count += !c->handles[kind][i].stale;
    }
    return count;
}

void Caller_Remember(Caller *c, HandleKind kind, const void *owner, gfHandle id)
{
    if (GF_IS_NULL(id)) {
        return;
    }
    CallerHandle *list = c->handles[kind];
    int at = 0;
    while (at < c->handleCounts[kind] && !list[at].stale) {
        at++;
    }
    if (c->handleCounts[kind] < CALLER_HANDLES) {
        at = c->handleCounts[kind]++;
    } else if (at == CALLER_HANDLES) {
        at = Random_Below(&c->random, CALLER_HANDLES);
    }
    list[at] = (CallerHandle){id, owner, false};
}

void Caller_Used(Caller *c, Outcome outcome, gfHandle id)
{
    bool removed = c->guided && outcome == OUTCOME_DONE && strstr(c->name, "_Remove") != NULL;
    if (!removed && (outcome == OUTCOME_DONE || gfGetLastError(NULL) != GF_ERROR_BAD_HANDLE)) {
        return;
    }
    for (int kind = 0; kind < HANDLE_KINDS; kind++) {
        for (int i = 0; i < c->handleCounts[kind]; i++) {
            CallerHandle *handle = &c->handles[kind][i];
            handle->stale = handle->stale || GF_ID_EQUALS(handle->id, id);
        }
    }
}

static void *take(Caller *c, size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    assert_non_null(block);
    assert_true(c->blockCount < CALLER_BLOCKS);
    c->blocks[c->blockCount++] = block;
    return block;
}

void *Caller_Room(Caller *c, size_t size)
{
    void *block = isAbsurd(c) ? NULL : take(c, size);
    if (block != NULL && size <= CALLER_VALUES) {
        memset(block, CALLER_POISON, size);
    } else if (block != NULL) {
        memset(block, CALLER_POISON, 16);
    }
    return block;
}

void Caller_EndCall(Caller *c)
{
    while (c->blockCount > 0) {
        free(c->blocks[--c->blockCount]);
    }
}

const float *Caller_Matrix(Caller *c, size_t count)
{
    float *m = isAbsurd(c) ? NULL : take(c, count * sizeof *m);
    for (size_t i = 0; m != NULL && i < count; i++) {
        m[i] = i % 5 == 0 ? 1.0f : 0.0f;
    }
    if (m != NULL && Random_Chance(&c->random, 70) && !c->guided) {
        m[Random_Below(&c->random, (int)count)] = Random_Float(&c->random, -1.0, 1.0);
    }
    return m;
}

const float *Caller_Numbers(Caller *c, size_t count)
{
    float *numbers = isAbsurd(c) ? NULL : take(c, count * sizeof *numbers);
    bool large = Random_Chance(&c->random, 20);
    for (size_t i = 0; numbers != NULL && i < count; i++) {
        numbers[i] = (float)Random_Below(&c->random, 1000) * (large ? 60.0f : 1e-3f);
    }
    if (numbers != NULL && count > 0) {
        numbers[Random_Below(&c->random, (int)count)] = Random_Float(&c->random, -2.0, 2.0);
    }
    return numbers;
}

const bool *Caller_Flags(Caller *c, size_t count)
{
    bool *flags = isAbsurd(c) ? NULL : take(c, count * sizeof *flags);
    for (size_t i = 0; flags != NULL && i < count; i++) {
        flags[i] = Random_Chance(&c->random, 50);
    }
    return flags;
}

// Of many numbers mostly as many as any call wants, or as the last refusal asked for, for fewer are refused.
size_t Caller_Count(Caller *c, size_t largest)
{
    if (c->expected[c->kind] > 0 && (c->guided || Random_Chance(&c->random, 50))) {
        return (size_t)c->expected[c->kind];
    }
    if (c->guided) {
        return largest > CALLER_LIST ? largest : (size_t)(1 + Random_Below(&c->random, 4));
    }
    bool all = largest > CALLER_LIST && Random_Chance(&c->random, 70);
    return all ? largest : (size_t)Random_Below(&c->random, CALLER_LIST + 1);
}

// None, or one of the host's: a name that is none is the host's fault, of which the GL tells it.
uint32_t Caller_Texture(Caller *c)
{
    return isAbsurd(c) ? 0 : c->textures[c->guided ? 0 : Random_Below(&c->random, CALLER_TEXTURES)];
}

// Whole, cut off, or with some bytes changed.
const void *Caller_Saved(Caller *c, size_t *size)
{
    int which = c->guided ? strstr(c->name, "3D") != NULL : Random_Below(&c->random, 2);
    *size = c->savedSizes[which];
    if (Random_Chance(&c->random, 10) && *size > 0 && !c->guided) {
        *size = (size_t)Random_Below(&c->random, (int)*size);
    }
    uint8_t *copy = isAbsurd(c) ? NULL : take(c, *size);
    if (copy != NULL && *size > 0) {
        memcpy(copy, c->saved[which], *size);
        for (int i = Random_Chance(&c->random, 20) && !c->guided ? 1 + Random_Below(&c->random, 4) : 0; i > 0; i--) {
            copy[Random_Below(&c->random, (int)*size)] ^= (uint8_t)(1 << Random_Below(&c->random, 8));
        }
    }
    return copy;
}

void *Caller_RoomToSave(Caller *c, size_t *size)
{
    bool little = Random_Chance(&c->random, 10) && !c->guided;
    *size = little ? (size_t)Random_Below(&c->random, 4000) : CALLER_SAVED;
    return Caller_Room(c, *size);
}

void Caller_KeepSaved(Caller *c, const void *data, size_t size)
{
    gfSnapshotInfo info;
    if (!gfSnapshot_Inspect(data, size, &info)) {
        return; // which has reported it
    }
    free(c->saved[info.is3D]);
    c->saved[info.is3D] = MADE(malloc(size));
    memcpy(c->saved[info.is3D], data, size);
    c->savedSizes[info.is3D] = size;
}

static void put(void *at, const void *value, size_t size)
{
    memcpy(at, value, size);
}

static void putNumber(Caller *c, const RandomField *field, void *at)
{
    double value = Random_Number(&c->random, field->low, field->high, field->least, field->most);
    float single = (float)value;
    int32_t whole = Random_Whole(&c->random, field->low, field->high, field->least, field->most);
    if (field->kind == RANDOM_FLOAT) {
        put(at, &single, sizeof single);
    } else if (field->kind == RANDOM_DOUBLE) {
        put(at, &value, sizeof value);
    } else {
        put(at, &whole, sizeof whole); // of either sign
    }
}

// An OR of some of the values, or all bits.
static void putBits(Caller *c, const RandomField *field, void *at)
{
    uint32_t bits = isAbsurd(c) ? UINT32_MAX : 0;
    for (int i = 0; i < field->valueCount; i++) {
        bits |= Random_Chance(&c->random, 30) ? (uint32_t)field->values[i] : 0;
    }
    put(at, &bits, sizeof bits);
}

// One or two of them; a length that is negative or too large, which must be refused before it is believed; or none.
static void putList(Caller *c, const RandomField *field, char *whole, void *at)
{
    int32_t count = c->depth > 0 ? 0 : Random_Below(&c->random, 3);
    void *list = NULL;
    c->depth++;
    if (count > 0) {
        list = Caller_Struct(c, (StructKind)field->what, (size_t)count);
    }
    c->depth--;
    if (isAbsurd(c)) {
        count = Random_Chance(&c->random, 50) || !isfinite(field->most) ? -1 - Random_Below(&c->random, 9)
                                                                        : (int32_t)field->most + 1;
    }
    put(at, &list, sizeof list);
    put(whole + field->countOffset, &count, sizeof count);
}

static void putOther(Caller *c, const RandomField *field, char *whole, void *at)
{
    void *object;
    void *none = NULL;
    int32_t number;
    bool flag;
    uint32_t texture;
    switch (field->kind) {
    case RANDOM_BOOL:
        flag = Random_Chance(&c->random, 50);
        put(at, &flag, sizeof flag);
        break;
    case RANDOM_ENUM:
        number = Random_Value(&c->random, field->values, field->valueCount);
        put(at, &number, sizeof number);
        break;
    case RANDOM_BITS:
        putBits(c, field, at);
        break;
    case RANDOM_TEXTURE:
        texture = Random_Chance(&c->random, 40) ? Caller_Texture(c) : 0;
        put(at, &texture, sizeof texture);
        break;
    case RANDOM_COOKIE:
        number = Random_Below(&c->random, 2);
        if (isAbsurd(c)) {
            put(at, &number, sizeof number);
        }
        break;
    case RANDOM_OBJECT:
        object = Caller_Object(c, (ObjectKind)field->what);
        put(at, &object, sizeof object);
        break;
    case RANDOM_LIST:
        putList(c, field, whole, at);
        break;
    default: // a callback: there, or not
        if (isAbsurd(c)) {
            put(at, &none, sizeof none);
        }
        break;
    }
}

void Caller_Change(Caller *c, StructKind kind, void *to)
{
    const RandomStruct *type = &randomStructs[kind];
    for (int i = type->fieldCount > 0 && !c->guided ? Random_Below(&c->random, 5) : 0; i > 0; i--) {
        const RandomField *field = &type->fields[Random_Below(&c->random, (int)type->fieldCount)];
        if (field->rare && c->random.few && !Random_Chance(&c->random, 5)) {
            continue;
        }
        char *at = (char *)to + field->offset + (size_t)Random_Below(&c->random, field->cells) * field->stride;
        if (field->kind <= RANDOM_UINT) {
            putNumber(c, field, at);
        } else {
            putOther(c, field, to, at);
        }
    }
}

void Caller_Value(Caller *c, StructKind kind, void *to)
{
    randomStructs[kind].base(c, to);
    if (Random_Chance(&c->random, 15)) {
        Caller_Change(c, kind, to);
    }
}

void *Caller_Struct(Caller *c, StructKind kind, size_t count)
{
    if (isAbsurd(c)) {
        return NULL;
    }
    char *all = take(c, count * randomStructs[kind].size);
    for (size_t i = 0; i < count; i++) {
        char *one = all + i * randomStructs[kind].size;
        randomStructs[kind].base(c, one);
        Caller_Change(c, kind, one);
    }
    return all;
}

void Caller_Begin(Caller *c)
{
    c->wrong = false;
    gfClearLastError();
    if (c->before != NULL) {
        c->before(c);
    }
}

Outcome Caller_Untold(void)
{
    return gfGetLastError(NULL) == GF_ERROR_OK ? OUTCOME_DONE : OUTCOME_REFUSED;
}

size_t Caller_Least(int32_t result, int32_t count)
{
    return result < count ? (size_t)(result > 0 ? result : 0) : (size_t)(count > 0 ? count : 0);
}

void Caller_ExpectFinite(Caller *c, const void *written, size_t count, size_t size, const FinitePlace *places,
                         int placeCount)
{
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < placeCount && !c->wrong; j++) {
            const char *at = (const char *)written + i * size + places[j].offset;
            float single;
            double value;
            memcpy(&single, at, sizeof single);
            value = (double)single;
            if (places[j].isDouble) {
                memcpy(&value, at, sizeof value);
            }
            if (!isfinite(value)) {
                c->wrong = true;
                snprintf(c->complaint, sizeof c->complaint, "number %d, at byte %zu, of output %zu is %g", j,
                         places[j].offset, i, value);
            }
        }
    }
}

static Witness witness(const Caller *c)
{
    Witness w;
    int devices = 0, fluids = 0;
    memset(&w, 0, sizeof w);
    for (int i = 0; i < c->objectCount; i++) {
        const CallerObject *object = &c->objects[i];
        if (object->kind == OBJECT_gfDevice && devices < CALLER_DEVICES) {
            w.memory[devices++] = gfDevice_GetMemory(object->pointer);
        } else if (object->kind == OBJECT_gfFluid && fluids < CALLER_FLUIDS) {
            gfFluidDef def = gfFluid_GetDef(object->pointer);
            gfStepInfo clock = gfFluid_GetStepInfo(object->pointer);
            memcpy(&w.defs[fluids], &def, sizeof def);
            memcpy(&w.clocks[fluids++], &clock, sizeof clock);
        }
    }
    return w;
}

// A call that `grows` made a fluid and destroyed it: it may leave programs, and timers of their passes, and where there
// was no other fluid the device gave back what it keeps for drawings. One that `fails` in the GL may leave programs.
static bool sameMemory(bool grows, bool fails, const gfMemoryCounts *a, const gfMemoryCounts *b)
{
    if (!grows && !fails) {
        return memcmp(a, b, sizeof *a) == 0;
    }
    const bool gaveBack = grows && a->fluids == 0 && b->gpuBytes <= a->gpuBytes && b->textures <= a->textures &&
                          b->framebuffers <= a->framebuffers && b->buffers <= a->buffers;
    const bool same = a->gpuBytes == b->gpuBytes && a->textures == b->textures && a->framebuffers == b->framebuffers &&
                      a->buffers == b->buffers;
    return a->fluids == b->fluids && (same || gaveBack) && (grows || a->queries == b->queries);
}

static void checkRefusal(Caller *c, const Witness *before, const RandomCall *call, const char *message)
{
    const bool keeps = call->keeps || (c->failing && call->lazy);
    Witness after = witness(c);
    for (int i = 0; i < CALLER_DEVICES && !keeps; i++) {
        const gfMemoryCounts *a = &before->memory[i], *b = &after.memory[i];
        if (!sameMemory(call->grows, c->failing, a, b)) {
            CALLER_FAIL(c,
                        "refused, and memory changed, %zu to %zu bytes, %zu to %zu of the GPU, %d to %d programs, "
                        "%d to %d textures, %d to %d framebuffers, %d to %d buffers, %d to %d queries: %s",
                        a->cpuBytes, b->cpuBytes, a->gpuBytes, b->gpuBytes, (int)a->programs, (int)b->programs,
                        (int)a->textures, (int)b->textures, (int)a->framebuffers, (int)b->framebuffers, (int)a->buffers,
                        (int)b->buffers, (int)a->queries, (int)b->queries, message);
        }
    }
    if (strcmp(c->name, "gfDevice_RunGameFrame") == 0) { // which goes on past what fails
        return;
    }
    if (memcmp(before->defs, after.defs, sizeof after.defs) != 0) {
        CALLER_FAIL(c, "refused, and a definition changed: %s", message);
    }
    const bool stepped = c->failing && strstr(c->name, "_Step") != NULL;
    if (!stepped && memcmp(before->clocks, after.clocks, sizeof after.clocks) != 0) {
        CALLER_FAIL(c, "refused, and a clock changed: %s", message);
    }
}

// What opens or closes a frame, or takes it along. A host whose state is not put back puts it back itself.
static void followFrame(Caller *c, Outcome outcome, const gfDevice *before)
{
    if (strcmp(c->name, "gfDevice_BeginFrame") == 0 && outcome == OUTCOME_DONE) {
        c->frame = c->framing;
        c->frameSince = c->call;
    } else if (strcmp(c->name, "gfDevice_EndFrame") == 0 && c->framing == c->frame) {
        c->frame = NULL;
    } else if (before != NULL && c->frame == NULL && c->gl != NULL) {
        c->gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)c->canvas);
    }
}

int Caller_Find(const char *name)
{
    int i = 0;
    while (i < randomCallCount && strcmp(randomCalls[i].name, name) != 0) {
        i++;
    }
    assert_true(i < randomCallCount);
    return i;
}

bool Caller_Call(Caller *c, int kind)
{
    const RandomCall *call = &randomCalls[kind];
    const char *message, *wish;
    const gfDevice *frame = c->frame;
    c->kind = kind;
    c->name = call->name;
    Witness before = witness(c);
    Outcome outcome = call->call(c);
    c->code = gfGetLastError(&message);
    c->made[kind]++;
    c->done[kind] += outcome == OUTCOME_DONE;
    wish = strstr(message, "count is ");
    wish = wish != NULL ? strstr(wish, "; ") : NULL;
    c->expected[kind] = wish != NULL ? atoi(wish + 2) : 0;
    // A step of a group goes on without a pass that it could not make.
    const bool goesOn = c->failing && strncmp(c->name, "gfFluidGroup_Step", 17) == 0;
    if (outcome == OUTCOME_DONE && c->code != GF_ERROR_OK && !goesOn) {
        CALLER_FAIL(c, "accepted with an error: %s", message);
    }
    if (outcome == OUTCOME_REFUSED) {
        if (c->code == GF_ERROR_OK || message[0] == '\0') {
            CALLER_FAIL(c, "refused without an error");
        }
        checkRefusal(c, &before, call, message);
    }
    if (c->wrong) {
        CALLER_FAIL(c, "%s", c->complaint);
    }
    followFrame(c, outcome, frame);
    if (c->after != NULL) {
        c->after(c, outcome == OUTCOME_DONE);
    }
    Caller_EndCall(c);
    c->call++;
    return outcome == OUTCOME_DONE;
}

static void makeTextures(Caller *c)
{
    float values[4][4][4];
    uint8_t bytes[4][4][4];
    memset(bytes, 200, sizeof bytes);
    c->gl->GenTextures(CALLER_TEXTURES, c->textures);
    for (int i = 0; i < CALLER_TEXTURES; i++) {
        for (int j = 0; j < 64; j++) {
            values[j / 16][j / 4 % 4][j % 4] = i == 2 ? 60000.0f : j % 5 == 0 ? NAN : j % 7 == 0 ? INFINITY : 0.5f;
        }
        c->gl->BindTexture(GL_TEXTURE_2D, c->textures[i]);
        c->gl->TexImage2D(GL_TEXTURE_2D, 0, i == 0 ? GL_RGBA8 : GL_RGBA16F, 4, 4, 0, GL_RGBA,
                          i == 0 ? GL_UNSIGNED_BYTE : GL_FLOAT, i == 0 ? (const void *)bytes : (const void *)values);
        c->gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    }
    c->gl->BindTexture(GL_TEXTURE_2D, 0);
}

Caller *Caller_Make(const GladGLContext *gl, gfDeviceDef def, Random random)
{
    Caller *c = calloc(1, sizeof *c);
    assert_true(c != NULL && randomCallCount <= CALLER_CALLS);
    c->gl = gl;
    c->deviceDef = def;
    c->random = random;
    c->name = "start";
    if (gl != NULL) {
        gl->GetIntegerv(GL_FRAMEBUFFER_BINDING, &c->canvas);
        makeTextures(c);
    }
    return c;
}

void Caller_Free(Caller *c)
{
    if (c->frame != NULL) {
        gfDevice_EndFrame(c->frame);
    }
    while (c->objectCount > 0) {
        void *device = c->objects[0].pointer;
        for (int i = 0; i < c->objectCount; i++) {
            device = c->objects[i].kind == OBJECT_gfDevice ? c->objects[i].pointer : device;
        }
        gfDestroyDevice(device);
        Caller_Forget(c, OUTCOME_DONE, device);
    }
    if (c->gl != NULL) {
        c->gl->DeleteTextures(CALLER_TEXTURES, c->textures);
    }
    free(c->saved[0]);
    free(c->saved[1]);
    free(c);
}
