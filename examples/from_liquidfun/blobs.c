// ElasticParticles.h and RigidParticles.h: two discs and a block of particles fall into a pit, and a heavy ball on
// them.
#include "port.h"

#define RADIUS 0.035f  // m
#define STIFFNESS 6.0f // Hz
#define LINKS 30.0f    // Hz: springs alone bend more

typedef struct Blob {
    gfVec2 centre;
    float radius; // 0: a rectangle
    gfVec2 half;
    float angle, angularVelocity;
    bool hasSprings;
    float color[4];
} Blob;

static const Blob blobs[] = {
    {{0.0f, 3.0f}, 0.5f, {0.0f, 0.0f}, 0.0f, 0.0f, true, {0.64f, 0.05f, 0.03f, 1.0f}},
    {{-1.0f, 3.0f}, 0.5f, {0.0f, 0.0f}, 0.0f, 0.0f, false, {0.05f, 0.40f, 0.06f, 1.0f}},
    {{1.0f, 4.0f}, 0.0f, {1.0f, 0.5f}, -0.5f, 2.0f, false, {0.03f, 0.08f, 0.64f, 1.0f}},
};

static bool addBlob(gfFluid *fluid, const Blob *blob, bool isRigid)
{
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = blob->radius > 0.0f ? gfMakeCircle(blob->centre, blob->radius)
                                    : gfMakeRectangle(blob->centre, blob->half, blob->angle);
    def.angularVelocity = blob->angularVelocity;
    for (int i = 0; i < 4; i++) {
        def.color[i] = blob->color[i];
    }
    def.params.rigid = isRigid;
    def.params.stiffness = blob->hasSprings ? 0.0f : STIFFNESS;
    def.params.links = blob->hasSprings ? LINKS : 0.0f;
    return !GF_IS_NULL(gfFluid_AddParticleGroup(fluid, &def));
}

// In LiquidFun gravity acts on bodies with 2.5 times its strength on particles, which are 2.4 times as dense as the
// ball.
static bool addBall(gfFluid *fluid)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle((gfVec2){0.0f, 8.0f}, 0.5f);
    def.density = 1000.0f / 2.4f; // kg/m^3
    def.gravityScale = 2.5f;
    return !GF_IS_NULL(gfFluid_AddRigidBody(fluid, &def));
}

static gfFluid *beginWith(gfDevice *device, const Port *port, bool isRigid)
{
    int count = (int)(sizeof blobs / sizeof blobs[0]);
    gfFluidDef def = Port_MakeDef(port, RADIUS);
    def.particles.capacity = 2000;
    def.particles.groups = count;
    def.particles.depth = 2.0f;                   // m
    def.particles.speed = 8.0f;                   // m/s, of the ball
    def.particles.materials[0].viscosity = 0.01f; // m^2/s: what meets does not bounce
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = gfCreateFluid(device, &def);
    bool good = fluid != NULL && !GF_IS_NULL(Port_AddBox(fluid, (gfVec2){-2.5f, 1.0f}, (gfVec2){0.5f, 1.0f})) &&
                !GF_IS_NULL(Port_AddBox(fluid, (gfVec2){2.5f, 1.0f}, (gfVec2){0.5f, 1.0f}));
    for (int i = 0; good && i < count; i++) {
        good = addBlob(fluid, &blobs[i], isRigid);
    }
    return good && addBall(fluid) ? fluid : NULL;
}

static gfFluid *beginElastic(gfDevice *device)
{
    return beginWith(device, &elastic, false);
}

static gfFluid *beginRigid(gfDevice *device)
{
    return beginWith(device, &rigid, true);
}

const Port elastic = {"elastic", {-2.5f, 0.0f}, {2.5f, 9.0f}, 5.0f, beginElastic, NULL};
const Port rigid = {"rigid", {-2.5f, 0.0f}, {2.5f, 9.0f}, 5.0f, beginRigid, NULL};
