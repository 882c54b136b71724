// WaveMachine.h: a box that rocks to and fro on a hinge, with water in it.
#include "port.h"

#include <math.h>

#define PI 3.14159265f
#define RADIUS 0.025f // m
#define HALF_WIDTH 2.0f
#define HALF_HEIGHT 1.0f
#define THICKNESS 0.05f // m: half of a wall's

static const gfVec2 hinge = {0.0f, 1.0f};
static gfSolidId walls[4];
static float time;

// A wall of the box, which is turned by `angle` about the hinge.
static gfSolidDef makeWall(int i, float angle)
{
    bool upright = i < 2;
    float side = i % 2 == 0 ? -1.0f : 1.0f;
    gfVec2 away = {upright ? side * HALF_WIDTH : 0.0f, upright ? 0.0f : side * HALF_HEIGHT};
    gfVec2 half = {upright ? THICKNESS : HALF_WIDTH, upright ? HALF_HEIGHT : THICKNESS};
    gfVec2 centre = {hinge.x + away.x * cosf(angle) - away.y * sinf(angle),
                     hinge.y + away.x * sinf(angle) + away.y * cosf(angle)};
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(centre, half, angle);
    def.velocityFromMotion = true;
    return def;
}

static gfFluid *begin(gfDevice *device)
{
    gfFluidDef def = Port_MakeDef(&wave_machine, RADIUS);
    def.particles.depth = 2.0f; // m
    gfFluid *fluid = gfCreateFluid(device, &def);
    bool good = fluid != NULL;
    time = 0.0f;
    for (int i = 0; good && i < 4; i++) {
        gfSolidDef wall = makeWall(i, 0.0f);
        walls[i] = gfFluid_AddSolid(fluid, &wall);
        good = !GF_IS_NULL(walls[i]);
    }
    return good && Port_Fill(fluid, hinge, (gfVec2){0.9f, 0.9f}) ? fluid : NULL;
}

// The motor of LiquidFun's joint turns at .05 pi cos(t), so the angle is .05 pi sin(t).
static bool frame(gfFluid *fluid, float dt)
{
    time += dt;
    bool good = true;
    for (int i = 0; i < 4; i++) {
        gfSolidDef wall = makeWall(i, 0.05f * PI * sinf(time));
        good = gfFluid_SetSolid(fluid, walls[i], &wall) && good;
    }
    return good;
}

const Port wave_machine = {"wave_machine", {-2.5f, -0.5f}, {2.5f, 2.5f}, 2.5f, begin, frame};
