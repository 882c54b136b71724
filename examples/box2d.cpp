// Box2D moves a water mill: a stream turns a wheel of seven parts on an axle, a see-saw dips into the pool, and casks
// drift in it.
//
//     example_box2d [--frames N] [--out FILE.png]      Escape ends
//
// addPart(), takeForces() and tellPoses() couple the two. A body of Box2D's may have several parts in the water. With
// --frames N it draws N frames of 1/60 s and ends; SDL_VIDEODRIVER=offscreen needs no display.
#include "support/sdl_game.h"

#include <box2d/box2d.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace {

// A convex part of a Box2D body, and the water's body for it.
struct Part {
    b2Body *body;
    b2Vec2 centre; // centre of mass, in the body's own coordinates
    gfRigidBodyId id;
};

struct Mill {
    b2World world{b2Vec2(0.0f, -9.81f)}; // Box2D adds the weight
    std::vector<Part> parts;
    gfFluid *water = nullptr;
};

// --- the coupling ----------------------------------------------------------------------------------------------------

// Box2D has masses per metre of depth, as the water has. `density` is in kg/m^3; water has 1000.
bool addPart(Mill &mill, b2Body *body, const b2Shape &outline, const gfShape &shape, float density)
{
    b2MassData mass;
    b2FixtureDef fixture;
    fixture.shape = &outline;
    fixture.density = density;
    fixture.friction = 0.4f;
    body->CreateFixture(&fixture);
    outline.ComputeMass(&mass, density);
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = shape;
    def.density = density;
    def.hostDriven = true;
    mill.parts.push_back({body, mass.center, gfFluid_AddRigidBody(mill.water, &def)});
    return !GF_IS_NULL(mill.parts.back().id);
}

// Applies the water's forces to the bodies, for Box2D's next step.
void takeForces(const Mill &mill)
{
    for (const Part &part : mill.parts) {
        gfRigidBodyState state;
        gfFluid_GetRigidBody(mill.water, part.id, &state);
        part.body->ApplyForce({state.force.x, state.force.y}, part.body->GetWorldPoint(part.centre), true);
        part.body->ApplyTorque(state.torque, true);
    }
}

// Tells the water where the bodies are now, for its next step.
void tellPoses(const Mill &mill)
{
    for (const Part &part : mill.parts) {
        const b2Vec2 place = part.body->GetWorldPoint(part.centre);
        const b2Vec2 velocity = part.body->GetLinearVelocityFromWorldPoint(place);
        gfFluid_DriveRigidBody(mill.water, part.id, {place.x, place.y}, part.body->GetAngle(), {velocity.x, velocity.y},
                               part.body->GetAngularVelocity());
    }
}

// --- the mill --------------------------------------------------------------------------------------------------------

b2Body *addBody(Mill &mill, b2BodyType type, b2Vec2 place)
{
    b2BodyDef def;
    def.type = type;
    def.position = place;
    return mill.world.CreateBody(&def);
}

// Adds a box to a body that has not turned yet; `centre` and `angle` are in the body's coordinates.
bool addBox(Mill &mill, b2Body *body, b2Vec2 centre, b2Vec2 half, float angle, float density)
{
    b2PolygonShape outline;
    outline.SetAsBox(half.x, half.y, centre, angle);
    const b2Vec2 place = body->GetWorldPoint(centre);
    return addPart(mill, body, outline, gfMakeRectangle({place.x, place.y}, {half.x, half.y}, angle), density);
}

bool addGround(Mill &mill, b2Body *ground, b2Vec2 centre, b2Vec2 half, float angle)
{
    b2PolygonShape outline;
    outline.SetAsBox(half.x, half.y, centre, angle);
    ground->CreateFixture(&outline, 0.0f);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeRectangle({centre.x, centre.y}, {half.x, half.y}, angle);
    return !GF_IS_NULL(gfFluid_AddSolid(mill.water, &solid));
}

void addAxle(Mill &mill, b2Body *ground, b2Body *body, float friction)
{
    b2RevoluteJointDef axle;
    axle.Initialize(ground, body, body->GetPosition());
    axle.enableMotor = friction > 0.0f; // a motor of speed 0 brakes
    axle.maxMotorTorque = friction;     // N m
    mill.world.CreateJoint(&axle);
}

bool addWheel(Mill &mill, b2Body *ground, b2Vec2 place)
{
    b2Body *wheel = addBody(mill, b2_dynamicBody, place);
    b2CircleShape hub;
    hub.m_radius = 0.28f;
    bool ok = addPart(mill, wheel, hub, gfMakeCircle({place.x, place.y}, hub.m_radius), 700.0f);
    for (int i = 0; ok && i < 6; i++) {
        const float angle = static_cast<float>(i) * b2_pi / 3.0f;
        ok = addBox(mill, wheel, {0.66f * std::cos(angle), 0.66f * std::sin(angle)}, {0.38f, 0.065f}, angle, 700.0f);
    }
    addAxle(mill, ground, wheel, 15.0f);
    return ok;
}

bool build(void *user, gfDevice *device)
{
    Mill &mill = *static_cast<Mill *>(user);
    gfFluidDef def = gfSuggestLiquid(4.5f, 9.81f, 108); // m, m/s^2 and cells, of which the step follows
    def.gridWidth = 192;                                // cells: the world is 8 m wide
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;       // the stream leaves here, over a weir
    mill.water = gfCreateFluid(device, &def);
    if (mill.water == nullptr) {
        return false;
    }
    b2Body *ground = addBody(mill, b2_staticBody, {0.0f, 0.0f});
    bool ok = addGround(mill, ground, {4.0f, 0.1f}, {4.0f, 0.15f}, 0.0f) &&
              addGround(mill, ground, {0.5f, 3.05f}, {0.7f, 0.1f}, -0.12f) && // the chute
              addGround(mill, ground, {7.9f, 0.5f}, {0.12f, 0.55f}, 0.0f) &&  // the weir
              addWheel(mill, ground, {1.75f, 1.75f});
    b2Body *seesaw = addBody(mill, b2_dynamicBody, {5.6f, 1.2f});
    ok = ok && addBox(mill, seesaw, {0.0f, 0.0f}, {1.0f, 0.075f}, 0.0f, 500.0f);
    addAxle(mill, ground, seesaw, 0.0f);
    for (int i = 0; ok && i < 3; i++) {
        b2CircleShape cask;
        cask.m_radius = 0.2f;
        const b2Vec2 place{4.1f + 0.6f * static_cast<float>(i), 1.7f + 0.4f * static_cast<float>(i)};
        b2Body *body = addBody(mill, b2_dynamicBody, place);
        ok = addPart(mill, body, cask, gfMakeCircle({place.x, place.y}, cask.m_radius), 350.0f);
    }
    gfSourceDef stream = gfDefaultSourceDef();
    stream.shape = gfMakeRectangle({0.15f, 3.35f}, {0.15f, 0.18f}, 0.0f);
    stream.velocity = {2.2f, -0.2f};
    stream.mass = 1.0f;
    stream.mode = GF_SOURCE_SET;
    return ok && gfFluid_FillToLevel(mill.water, nullptr, 1.05f) &&
           !GF_IS_NULL(gfFluid_AddEmitter(mill.water, &stream));
}

bool play(void *user, float dt, float aspect)
{
    Mill &mill = *static_cast<Mill *>(user);
    takeForces(mill);
    mill.world.Step(dt, 8, 3);
    tellPoses(mill);
    gfDrawDef draw = gfDefaultDrawDefFor(mill.water);
    draw.view = gfFluid_GetFitView(mill.water, aspect);
    const float wood[4] = {0.25f, 0.17f, 0.12f, 1.0f};
    std::memcpy(draw.solids.color, wood, sizeof wood);
    return gfFluid_Step(mill.water, dt) && gfFluid_Draw(mill.water, &draw);
}

} // namespace

int main(int argc, char **argv)
{
    Mill mill;
    const SdlGame game = {"example_box2d", &mill, build, play};
    return SdlGame_Run(&game, argc, argv);
}
