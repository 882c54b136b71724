// The velocity at a point, without a wait: a spark that drifts with the wind and leaves a trail.
#include "recipe.h"

static gfFluid *air;
static gfQuery *query;
static gfVec2 spark = {0.3f, 0.3f}; // m
static gfVec2 velocity;             // of the air there, m/s, as of one to three frames ago

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    air = gfCreateFluid(device, &def);
    gfSourceDef fan = gfDefaultSourceDef();
    fan.shape = gfMakeCircle((gfVec2){0.25f, 0.3f}, 0.1f);
    fan.softness = 0.1f;
    fan.velocity = (gfVec2){4.0f, 0.5f};        // an emitter gives so much each second: m/s^2
    gfQueryDef questions = gfDefaultQueryDef(); // GF_QUANTITY_VELOCITY at up to 256 points
    query = gfCreateQuery(air, &questions);
    return !GF_IS_NULL(gfFluid_AddEmitter(air, &fan)) && query != NULL;
}

static bool frame(const Frame *now)
{
    gfSourceDef glow = gfDefaultSourceDef();
    glow.shape = gfMakeCircle(spark, 0.01f);
    glow.fields = GF_SOURCE_DYE;
    glow.dye[0] = 1.0f, glow.dye[1] = 0.5f, glow.dye[2] = 0.1f, glow.dye[3] = 1.0f;
    bool good = gfFluid_Splat(air, &glow) && gfFluid_Step(air, now->dt) && gfQuery_SetPoints(query, &spark, 1) &&
                gfQuery_Request(query) != GF_REQUEST_FAILED; // asked here ...
    gfQueryAnswer answer;
    if (gfQuery_Poll(query, &answer) == GF_POLL_READY) { // ... and answered here, some frames later
        velocity = answer.points[0].velocity;
    }
    spark.x += velocity.x * now->dt;
    spark.y += velocity.y * now->dt;
    gfDrawDef picture = gfDefaultDrawDef();
    return good && gfFluid_Draw(air, &picture);
}

const Recipe probe = {"probe", begin, frame};
