// What make_calls.py can't know: structures that are of no use with nothing but defaults, and arguments that have to
// agree with each other. It finds these functions by their names, and the macros by theirs.
#include "random/caller.h"

#include "support/flow.h"
#include "support/solvers.h"

// Of one statement.
#define BASE(type, made)                  \
    void Base_##type(Caller *c, type *to) \
    {                                     \
        *to = made;                       \
    }

// The default one with a shape.
#define BASE_WITH_SHAPE(type, Made, shapeOf) \
    void Base_##type(Caller *c, type *to)    \
    {                                        \
        *to = gfDefault##Made();             \
        to->shape = shapeOf(&c->random);     \
    }

BASE(gfVec3, Random_Vec3(&c->random, 0.0, 1.0))
BASE(gfQuat, Random_Turn(&c->random))
BASE(gfShape, Random_Shape(&c->random))
BASE(gfShape3D, Random_Shape3D(&c->random))
BASE(gfDeviceDef, c->deviceDef)
BASE_WITH_SHAPE(gfSource3DDef, Source3DDef, Random_Shape3D)
BASE_WITH_SHAPE(gfSolid3DDef, Solid3DDef, Random_Shape3D)
BASE_WITH_SHAPE(gfRigidBodyDef, RigidBodyDef, Random_Shape)
BASE_WITH_SHAPE(gfRigidBody3DDef, RigidBody3DDef, Random_Shape3D)
BASE_WITH_SHAPE(gfQueryRegion, QueryRegion, Random_Shape)

void Base_gfVec2(Caller *c, gfVec2 *to)
{
    to->x = Random_Float(&c->random, -0.2, 1.2);
    to->y = Random_Float(&c->random, -0.2, 1.2);
}

// What would read beyond the image is the host's fault, so no size is larger than it is.
void Base_gfMask(Caller *c, gfMask *to)
{
    uint8_t *pixels = Caller_Room(c, 64);
    for (int i = 0; pixels != NULL && i < 64; i++) {
        pixels[i] = (uint8_t)(64 * Random_Below(&c->random, 4));
    }
    *to = (gfMask){pixels, 1 + Random_Below(&c->random, 8), 1 + Random_Below(&c->random, 8), 8};
    if (Random_Chance(&c->random, 3 * c->random.absurd)) {
        const int32_t absurd[] = {0, -1, INT32_MIN};
        *(Random_Chance(&c->random, 50) ? &to->width : &to->stride) = absurd[Random_Below(&c->random, 3)];
    }
}

void Base_gfCollisionMeshData(Caller *c, gfCollisionMeshData *to)
{
    enum { VERTICES = 4, INDICES = 6 };
    float *positions = Caller_Room(c, 3 * VERTICES * sizeof *positions);
    uint32_t *indices = Caller_Room(c, INDICES * sizeof *indices);
    for (int i = 0; positions != NULL && i < 3 * VERTICES; i++) {
        positions[i] = Random_Float(&c->random, -1.0, 1.0);
    }
    for (int i = 0; indices != NULL && i < INDICES; i++) {
        bool absurd = Random_Chance(&c->random, c->random.absurd);
        indices[i] = absurd ? UINT32_MAX : (uint32_t)Random_Below(&c->random, VERTICES);
    }
    *to = (gfCollisionMeshData){positions, VERTICES, indices, INDICES};
    if (Random_Chance(&c->random, 3 * c->random.absurd)) {
        const int32_t absurd[] = {0, -1, INT32_MIN, 2};
        *(Random_Chance(&c->random, 50) ? &to->vertexCount : &to->indexCount) = absurd[Random_Below(&c->random, 4)];
    }
}

static uint32_t sameTexture(uint32_t saved, void *user)
{
    return user != NULL ? saved : 0;
}

void Base_gfSnapshotTextures(Caller *c, gfSnapshotTextures *to)
{
    *to = (gfSnapshotTextures){sameTexture, Random_Chance(&c->random, 90) ? c : NULL};
}

void Base_gfSurfaceSource(Caller *c, gfSurfaceSource *to)
{
    *to = gfDefaultSurfaceDef().source;
    to->of = !c->guided                       ? (gfHeightOf)Random_Below(&c->random, GF_HEIGHT_COUNT)
             : c->solver == GF_SOLVER_SHALLOW ? GF_HEIGHT_WATER
                                              : GF_HEIGHT_PRESSURE;
}

void Base_gfSurfaceDef(Caller *c, gfSurfaceDef *to)
{
    *to = gfDefaultSurfaceDef();
    Base_gfSurfaceSource(c, &to->source);
}

// That of which there are the fewest fluids, without those of groups.
static gfSolverKind rarestSolver(const Caller *c)
{
    int counts[GF_SOLVER_WATER + 1] = {0}, rarest = 0;
    for (int i = 0; i < c->objectCount; i++) {
        const CallerObject *object = &c->objects[i];
        if (object->kind == OBJECT_gfFluid && Caller_OwnerOf(c, object->pointer) == object->owner) {
            counts[gfFluid_GetDef(object->pointer).solver]++;
        }
    }
    for (int i = 1; i <= GF_SOLVER_WATER; i++) {
        rarest = counts[i] < counts[rarest] ? i : rarest;
    }
    return (gfSolverKind)rarest;
}

// Few particles, far apart.
void Base_gfFluidDef(Caller *c, gfFluidDef *to)
{
    *to = gfDefaultFluidDef();
    to->solver = c->guided ? c->solver : rarestSolver(c);
    to->gridWidth = 8 * (2 + Random_Below(&c->random, 5)); // periodic sides want a multiple
    to->gridHeight = 16 + Random_Below(&c->random, 33);
    to->cellSize = 1.0f / 24.0f;
    to->maxSteps = 2;
    to->particles.capacity = c->guided ? 300 : 1 + Random_Below(&c->random, 300);
    to->particles.spacing = 0.08f;
    to->particles.groups = c->guided ? 4 : Random_Chance(&c->random, 50) ? 1 + Random_Below(&c->random, 4) : 0;
    to->particles.maxSubsteps = 2;
    to->particles.search = c->search;
    to->shallow.cflSubsteps = to->water.cflSubsteps = 3;
    to->water.capacity = c->guided ? 0 : Random_Below(&c->random, 2000);
    if (to->solver == GF_SOLVER_GRID && Random_Chance(&c->random, 20)) {
        to->boundaries.left.kind = to->boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    }
}

void Base_gfFluid3DDef(Caller *c, gfFluid3DDef *to)
{
    *to = gfDefaultFluid3DDef();
    to->particles.capacity = c->guided ? 300 : 1 + Random_Below(&c->random, 300);
    to->particles.spacing = 0.1f;
    to->particles.maxSubsteps = 2;
    to->particles.search = c->search;
    to->maxSteps = 2;
}

// A texture needs a rectangle.
static uint32_t someTexture(Caller *c, gfShape *shape)
{
    if (!Random_Chance(&c->random, 25)) {
        return 0;
    }
    if (!Random_Chance(&c->random, c->random.absurd)) {
        *shape = gfMakeRectangle((gfVec2){0.5f, 0.4f}, (gfVec2){0.3f, 0.2f}, Random_Float(&c->random, -4.0, 4.0));
    }
    return Caller_Texture(c);
}

void Base_gfSourceDef(Caller *c, gfSourceDef *to)
{
    *to = gfDefaultSourceDef();
    to->shape = Random_Shape(&c->random);
    to->velocity.x = Random_Float(&c->random, -5.0, 5.0);
    to->dye[0] = to->dye[3] = to->mass = Random_Float(&c->random, 0.0, 2.0);
    to->texture = someTexture(c, &to->shape);
    if (c->guided) { // a zone, which may have a mask
        to->shape = gfMakeRectangle((gfVec2){0.5f, 0.4f}, (gfVec2){0.3f, 0.2f}, 0.1f);
        to->zone.drag = to->zone.turbulence.strength = 1.0f;
    }
}

void Base_gfSolidDef(Caller *c, gfSolidDef *to)
{
    *to = gfDefaultSolidDef();
    to->shape = Random_Shape(&c->random);
    to->texture = someTexture(c, &to->shape);
    to->drag = to->texture == 0 && Random_Chance(&c->random, 30) ? Random_Float(&c->random, 0.0, 50.0) : 0.0f;
}

void Base_gfGroundDef(Caller *c, gfGroundDef *to)
{
    *to = gfDefaultGroundDef();
    to->shape = Random_Shape(&c->random);
    to->height = Random_Float(&c->random, -1.0, 1.0);
    to->texture = someTexture(c, &to->shape);
}

// Guided, of all that the solver can be asked for.
void Base_gfQueryDef(Caller *c, gfQueryDef *to)
{
    *to = gfDefaultQueryDef();
    if (c->guided) {
        const bool grid = c->solver == GF_SOLVER_GRID, particles = c->solver == GF_SOLVER_PARTICLES;
        to->quantities |= GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE;
        to->quantities |= c->solver == GF_SOLVER_SHALLOW ? GF_QUANTITY_SURFACE : GF_QUANTITY_PRESSURE;
        to->maxSolids = solverRows[c->solver].loads ? CALLER_LIST : 0;
        to->sides = grid;
        to->maxRays = grid ? 0 : CALLER_LIST;
        to->maxShapes = solverRows[c->solver].particles ? CALLER_LIST : 0;
        to->maxGroups = particles ? CALLER_LIST : 0;
        to->contactReach = solverRows[c->solver].particles ? 1.0f : 0.0f;
    }
}

void Base_gfTracersDef(Caller *c, gfTracersDef *to)
{
    *to = gfDefaultTracersDef();
    to->count = 1 + Random_Below(&c->random, 200);
}

void Base_gfOpticalFlowDef(Caller *c, gfOpticalFlowDef *to)
{
    *to = gfDefaultOpticalFlowDef();
    to->width = 8 + Random_Below(&c->random, 33);
    to->height = 8 + Random_Below(&c->random, 33);
}

void Base_gfParticle(Caller *c, gfParticle *to)
{
    *to = (gfParticle){.velocity = {Random_Float(&c->random, -5.0, 5.0), 0.0f}};
    to->position = (gfVec2){Random_Float(&c->random, 0.1, 0.6), Random_Float(&c->random, 0.1, 0.6)};
}

// Guided, of two pieces, which may be split.
static const uint8_t twoPixels[5] = {255, 0, 0, 0, 255};
static const gfMask twoPieces = {twoPixels, 5, 1, 5};

void Base_gfParticleGroupDef(Caller *c, gfParticleGroupDef *to)
{
    *to = gfDefaultParticleGroupDef();
    to->shape = Random_Shape(&c->random);
    to->params.rigid = Random_Chance(&c->random, 50);
    if (c->guided) {
        to->shape = gfMakeRectangle((gfVec2){0.5f, 0.4f}, (gfVec2){0.3f, 0.15f}, 0.0f);
        to->mask = &twoPieces;
    } else if (to->shape.kind == GF_SHAPE_RECTANGLE && Random_Chance(&c->random, 30)) {
        gfMask *mask = Caller_Room(c, sizeof *mask);
        if (mask != NULL) {
            Base_gfMask(c, mask);
        }
        to->mask = mask;
    }
}

void Base_gfParticleHeat(Caller *c, gfParticleHeat *to)
{
    *to = (gfParticleHeat){.meltsAbove = Random_Float(&c->random, 0.0, 2.0)};
    to->freezesBelow = to->meltsAbove - Random_Float(&c->random, 0.0, 1.0);
    gfShape *within = Random_Chance(&c->random, 50) ? Caller_Room(c, sizeof *within) : NULL;
    if (within != NULL) {
        *within = Random_Shape(&c->random);
    }
    to->within = within;
}

void Base_gfParticle3D(Caller *c, gfParticle3D *to)
{
    *to = (gfParticle3D){.velocity = Random_Vec3(&c->random, -5.0, 5.0)};
    to->position = Random_Vec3(&c->random, 0.2, 0.6);
    if (c->guided) { // in the middle of the container
        gfFluid3D_GetContainer(Caller_Object(c, OBJECT_gfFluid3D), &to->position, NULL, NULL);
    }
}

// One style, most of the time, for each has shaders of its own. Also in a viewport that is nearly nothing; the host
// sets it, so it is never negative. Within a frame it makes no call.
void Base_gfDrawDef(Caller *c, gfDrawDef *to)
{
    *to = gfDefaultDrawDef();
    if (!c->guided && (!c->random.few || Random_Chance(&c->random, 20))) {
        to->style = (gfDrawStyle)Random_Below(&c->random, GF_DRAW_STYLE_COUNT);
    }
    if (c->frame == NULL && Random_Chance(&c->random, 20) && !c->guided) {
        c->gl->Viewport(Random_Below(&c->random, 9) - 4, 0, Random_Below(&c->random, 40), Random_Below(&c->random, 30));
    }
}

// Mostly of a fluid in two dimensions; what is left out is null.
void Base_gfGamePart(Caller *c, gfGamePart *to)
{
    *to = (gfGamePart){0};
    if (Random_Chance(&c->random, 80)) {
        to->fluid = Caller_Object(c, OBJECT_gfFluid);
        to->draw = Random_Chance(&c->random, 70) ? Caller_Struct(c, STRUCT_gfDrawDef, 1) : NULL;
        to->surface = Random_Chance(&c->random, 10) ? Caller_Struct(c, STRUCT_gfSurfaceDef, 1) : NULL;
        to->query = Random_Chance(&c->random, 50) ? Caller_Object(c, OBJECT_gfQuery) : NULL;
        to->governor = Random_Chance(&c->random, 20) ? Caller_Object(c, OBJECT_gfGovernor) : NULL;
    }
    if (to->fluid == NULL) {
        to->fluid3D = Caller_Object(c, OBJECT_gfFluid3D);
        to->draw3D = Random_Chance(&c->random, 70) ? Caller_Struct(c, STRUCT_gfDraw3DDef, 1) : NULL;
    }
}

// One that keeps the host's state, for that is looked at after each call.
void Adjust_gfCreateDevice(Caller *c, Args_gfCreateDevice *a)
{
    gfDeviceDef *def = a->def != NULL ? Caller_Room(c, sizeof *def) : NULL;
    if (def != NULL) {
        *def = *a->def;
        def->keepHostState = true;
    }
    a->def = def;
}

// One without a fluid, mostly of what a host can apply.
void Adjust_gfCreateFrameGovernor(Caller *c, Args_gfCreateFrameGovernor *a)
{
    gfGovernorDef *def = a->def != NULL ? Caller_Room(c, sizeof *def) : NULL;
    if (def != NULL) {
        *def = *a->def;
        def->may &=
            Random_Chance(&c->random, 10) ? UINT32_MAX : GF_GOVERNED_DRAWING | GF_GOVERNED_LOOK | GF_GOVERNED_SPEED;
    }
    a->def = def;
}

void Adjust_gfDevice_BeginFrame(Caller *c, Args_gfDevice_BeginFrame *a)
{
    c->framing = a->device;
}

void Adjust_gfDevice_EndFrame(Caller *c, Args_gfDevice_EndFrame *a)
{
    a->device = c->frame != NULL && !Random_Chance(&c->random, c->random.absurd) ? c->frame : a->device;
    c->framing = a->device;
}

void Adjust_gfDevice_SetTarget(Caller *c, Args_gfDevice_SetTarget *a)
{
    a->device = c->frame != NULL ? c->frame : a->device;
    a->framebuffer = Random_Chance(&c->random, c->random.absurd) ? a->framebuffer : (uint32_t)c->canvas;
    if (Random_Chance(&c->random, 20)) { // so far out that its far side can't be counted
        a->x = Random_Chance(&c->random, 50) ? INT32_MAX - Random_Below(&c->random, 50) : INT32_MIN;
        a->y = Random_Chance(&c->random, 50) ? INT32_MAX - Random_Below(&c->random, 50) : a->y;
    }
}

// A device that has made little: what it made in the context is lost, too.
void Adjust_gfDevice_Lose(Caller *c, Args_gfDevice_Lose *a)
{
    for (int i = 0; i < c->objectCount; i++) {
        if (c->objects[i].pointer == a->device && (c->call - c->objects[i].born > 60 || a->device == c->frame)) {
            a->device = NULL;
            return;
        }
    }
    c->lost = a->device != NULL ? a->device : c->lost;
}

void Adjust_gfDestroyDevice(Caller *c, Args_gfDestroyDevice *a)
{
    for (int i = 0; i < c->objectCount; i++) {
        a->device = c->objects[i].pointer == c->lost ? c->objects[i].pointer : a->device;
    }
    c->frame = a->device == c->frame ? NULL : c->frame; // it goes with the device
}

// Fields that can be written, and as many numbers as they have.
void Adjust_gfFluid_WriteField(Caller *c, Args_gfFluid_WriteField *a)
{
    static const gfField writable[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE,      GF_FIELD_TEMPERATURE,
                                       GF_FIELD_MASS,          GF_FIELD_VELOCITY, GF_FIELD_GROUND};
    gfFieldInfo info;
    if (!Random_Chance(&c->random, 10)) {
        a->field = writable[Random_Below(&c->random, 6)];
    }
    if (gfFluid_GetFieldInfo(a->fluid, a->field, &info) && !Random_Chance(&c->random, c->random.absurd)) {
        a->count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        a->values = Caller_Numbers(c, a->count);
    }
}

void Adjust_gfFluid_WriteFieldPartBlocking(Caller *c, Args_gfFluid_WriteFieldPartBlocking *a)
{
    static const gfField writable[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_MASS, GF_FIELD_GROUND};
    gfFieldInfo info;
    a->field = writable[Random_Below(&c->random, 4)];
    if (gfFluid_GetFieldInfo(a->fluid, a->field, &info) && !Random_Chance(&c->random, c->random.absurd)) {
        a->x = Random_Below(&c->random, (int)info.width);
        a->y = Random_Below(&c->random, (int)info.height);
        a->width = Random_Below(&c->random, (int)(info.width - a->x) + 1);
        a->height = Random_Below(&c->random, (int)(info.height - a->y) + 1);
        a->count = (size_t)a->width * (size_t)a->height * (size_t)info.channels;
        a->values = Caller_Numbers(c, a->count);
    }
}

// Mostly a source that an emitter can be: one that adds has an acceleration in place of a velocity.
static const gfSourceDef *someEmitter(Caller *c, const gfSourceDef *source)
{
    bool pushes = source != NULL && source->mode == GF_SOURCE_ADD && !Random_Chance(&c->random, c->random.absurd);
    gfSourceDef *def = pushes ? Caller_Room(c, sizeof *def) : NULL;
    if (def != NULL) {
        *def = Flow_Emitting(*source);
    }
    return def != NULL ? def : source;
}

void Adjust_gfFluid_AddEmitter(Caller *c, Args_gfFluid_AddEmitter *a)
{
    a->def = someEmitter(c, a->def);
}

void Adjust_gfFluid_SetEmitter(Caller *c, Args_gfFluid_SetEmitter *a)
{
    a->def = someEmitter(c, a->def);
}

void Adjust_gfFluid_PlaceEmitter(Caller *c, Args_gfFluid_PlaceEmitter *a)
{
    a->def = someEmitter(c, a->def);
}

void Adjust_gfFluid_AddSolidMask(Caller *c, Args_gfFluid_AddSolidMask *a)
{
    gfShape *shape = Random_Chance(&c->random, 90) ? Caller_Room(c, sizeof *shape) : NULL;
    if (shape != NULL) {
        *shape = gfMakeRectangle((gfVec2){0.4f, 0.6f}, (gfVec2){0.3f, Random_Float(&c->random, 0.01, 0.4)}, 0.5f);
        a->rectangle = shape;
    }
}

// Mostly the definition that there is with some changes, of which few are refused.
void Adjust_gfFluid_SetDef(Caller *c, Args_gfFluid_SetDef *a)
{
    gfFluidDef *def = Random_Chance(&c->random, 80) ? Caller_Room(c, sizeof *def) : NULL;
    if (def != NULL) {
        *def = gfFluid_GetDef(a->fluid);
        Caller_Change(c, STRUCT_gfFluidDef, def);
        a->def = def;
    }
}

void Adjust_gfFluid3D_SetDef(Caller *c, Args_gfFluid3D_SetDef *a)
{
    gfFluid3DDef *def = Random_Chance(&c->random, 80) ? Caller_Room(c, sizeof *def) : NULL;
    if (def != NULL) {
        *def = gfFluid3D_GetDef(a->fluid);
        Caller_Change(c, STRUCT_gfFluid3DDef, def);
        a->def = def;
    }
}

// Mostly one pixel, which every mask has.
void Adjust_gfFluid_SetMaskPart(Caller *c, Args_gfFluid_SetMaskPart *a)
{
    static const uint8_t pixel = 200;
    gfMask *part = Random_Chance(&c->random, 80) ? Caller_Room(c, sizeof *part) : NULL;
    if (part != NULL) {
        *part = (gfMask){&pixel, 1, 1, 1};
        a->part = part;
        a->x = a->y = 0;
    }
}

// The guided caller's fluid of the grid solver, or its other one.
static gfFluid *ownFluid(const Caller *c, bool grid)
{
    gfFluid *found = NULL;
    for (int i = 0; i < c->objectCount; i++) {
        bool own = c->objects[i].kind == OBJECT_gfFluid && !Caller_IsMember(c, &c->objects[i]);
        if (own && (gfFluid_GetDef(c->objects[i].pointer).solver == GF_SOLVER_GRID) == grid) {
            found = c->objects[i].pointer;
        }
    }
    return found;
}

void Adjust_gfFluid_HeatParticleGroup(Caller *c, Args_gfFluid_HeatParticleGroup *a)
{
    a->air = c->guided ? ownFluid(c, true) : a->air;
}

// A liquid that is one, if there is any.
void Adjust_gfFluid_Couple(Caller *c, Args_gfFluid_Couple *a)
{
    if (c->guided) {
        a->air = ownFluid(c, true);
        a->liquid = ownFluid(c, false);
    }
    for (int i = 0; i < 8 && gfFluid_GetDef(a->air).solver != GF_SOLVER_GRID; i++) {
        a->air = Caller_Object(c, OBJECT_gfFluid);
    }
    for (int i = 0; i < 8 && gfFluid_GetDef(a->liquid).solver == GF_SOLVER_GRID; i++) {
        a->liquid = Caller_Object(c, OBJECT_gfFluid);
    }
}

void Adjust_gfFluid_Resize(Caller *c, Args_gfFluid_Resize *a)
{
    a->origin = c->guided ? (gfVec2){0.1f, -0.1f} : a->origin;
}

void Adjust_gfFluid_Scroll(Caller *c, Args_gfFluid_Scroll *a)
{
    gfCells multiple = gfFluid_GetScrollMultiple(a->fluid);
    if (Random_Chance(&c->random, 80)) {
        a->cellsX = (Random_Below(&c->random, 9) - 4) * multiple.x;
        a->cellsY = (Random_Below(&c->random, 9) - 4) * multiple.y;
    }
}

void Adjust_gfCreateFluidGroup(Caller *c, Args_gfCreateFluidGroup *a)
{
    if (a->def != NULL && Random_Chance(&c->random, 80)) {
        gfFluidDef *def = Caller_Room(c, sizeof *def);
        if (def != NULL) {
            *def = gfDefaultFluidDef();
            def->gridWidth = def->gridHeight = 16 + 8 * Random_Below(&c->random, 3);
            def->cellSize = 1.0f / 24.0f;
            def->maxSteps = 2;
        }
        a->def = def;
    }
}
