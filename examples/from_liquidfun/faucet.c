// Faucet.h: water falls out of a spout into a trough, which runs over.
#include "port.h"

#include <math.h>

#define RADIUS 0.035f // m
#define RATE 120.0f   // particles a second
#define CAPACITY 1000
#define LIFETIME 40.0f // s: LiquidFun's are random, 30 to 50
#define TUBE_Y 3.14f   // m: middle of the spout
#define TUBE_HALF 0.28f
#define TUBE_INSIDE 0.1f // m: LiquidFun's has .04, in which a single row of these particles has no room
#define TUBE_WALL 0.07f

typedef struct Box {
    gfVec2 centre, half;
} Box;

static const Box boxes[] = {
    {{0.0f, 0.0f}, {0.95f, 0.05f}}, // the trough
    {{-1.0f, 0.2f}, {0.05f, 0.25f}},
    {{1.0f, 0.2f}, {0.05f, 0.25f}},
    {{0.0f, -0.125f}, {5.0f, 0.075f}},                            // the ground
    {{-TUBE_INSIDE - TUBE_WALL, TUBE_Y}, {TUBE_WALL, TUBE_HALF}}, // the spout
    {{TUBE_INSIDE + TUBE_WALL, TUBE_Y}, {TUBE_WALL, TUBE_HALF}},
    {{0.0f, TUBE_Y + TUBE_HALF - TUBE_WALL}, {TUBE_INSIDE, TUBE_WALL}},
};

static gfFluid *begin(gfDevice *device)
{
    gfFluidDef def = Port_MakeDef(&faucet, RADIUS);
    def.particles.capacity = CAPACITY;
    def.particles.lifetimes = true;
    def.particles.replacesOldest = true;
    def.particles.depth = 0.5f;                                              // m
    def.particles.speed = 5.0f;                                              // m/s, after 3 m of fall
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN; // what runs over is drained there
    gfFluid *fluid = gfCreateFluid(device, &def);
    bool good = fluid != NULL;
    for (size_t i = 0; good && i < sizeof boxes / sizeof boxes[0]; i++) {
        good = !GF_IS_NULL(Port_AddBox(fluid, boxes[i].centre, boxes[i].half));
    }
    float spacing = def.particles.spacing, columns = floorf(2.0f * TUBE_INSIDE / spacing);
    gfSourceDef tap = gfDefaultSourceDef();
    tap.shape = gfMakeRectangle((gfVec2){0.0f, TUBE_Y}, (gfVec2){TUBE_INSIDE, spacing}, 0.0f);
    tap.mode = GF_SOURCE_SET; // holds the shape full and moving
    tap.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    tap.mass = 1.0f;
    tap.particleLifetime = LIFETIME;
    tap.velocity = (gfVec2){0.0f, -RATE * spacing / columns};
    good = good && !GF_IS_NULL(gfFluid_AddEmitter(fluid, &tap));
    return good ? fluid : NULL;
}

const Port faucet = {"faucet", {-2.0f, -0.2f}, {2.0f, 3.6f}, 3.6f, begin, NULL};
