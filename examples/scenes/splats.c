// Splats in random places, into whatever solver the scene has.
#include "scenes/scene_parts.h"

#include <math.h>

static gfVec2 getDirection(Scene *scene)
{
    float angle = 2.0f * SCENE_PI * Scene_Random(scene);
    return Scene_Vec(cosf(angle), sinf(angle));
}

static void throwInto3D(Scene *scene, float size, float speed)
{
    const gfFluid3DDef def = gfFluid3D_GetDef(scene->fluid3d);
    gfSource3DDef splat = gfDefaultSource3DDef();
    gfVec2 along = getDirection(scene);
    const gfVec3 half = {0.5f * def.size.x, 0.5f * def.size.y, 0.5f * def.size.z};
    const gfVec3 centre = {def.position.x + half.x * (1.8f * Scene_Random(scene) - 0.9f),
                           def.position.y - half.y * 0.9f * Scene_Random(scene),
                           def.position.z + half.z * (1.8f * Scene_Random(scene) - 0.9f)};
    splat.fields = GF_SOURCE_VELOCITY;
    splat.shape = gfMakeSphere(centre, 2.0f * size);
    splat.softness = size;
    splat.velocity = (gfVec3){speed * along.x, speed, speed * along.y};
    gfFluid3D_Splat(scene->fluid3d, &splat);
}

static void throwInto2D(Scene *scene, gfVec2 place, float size, float speed)
{
    gfSourceDef splat = gfDefaultSourceDef();
    gfVec2 along = getDirection(scene);
    splat.fields = GF_SOURCE_VELOCITY;
    splat.shape = gfMakeCircle(place, size);
    splat.softness = size;
    splat.velocity = Scene_Vec(speed * along.x, speed * along.y);
    gfFluid_Splat(scene->fluid, &splat);
    if (scene->solver == GF_SOLVER_PARTICLES) {
        return;
    }
    splat.mode = GF_SOURCE_SET;
    splat.fields = GF_SOURCE_DYE;
    splat.shape.radius = 0.7f * size;
    if (scene->solver == GF_SOLVER_GAUSSIAN) {
        splat.mass = 1.0f;
        splat.softness = 0.0f;
        splat.fields = GF_SOURCE_MASS | (Scene_GetDrawDef(scene).style == GF_DRAW_DYE ? GF_SOURCE_DYE : 0u);
    }
    Scene_SetHue(splat.dye, Scene_Random(scene), 0.97f);
    for (int i = 0; i < 4; i++) {
        splat.dye[i] *= scene->brush.dye;
    }
    gfFluid_Splat(scene->fluid, &splat);
}

void Scene_ThrowSplats(Scene *scene, int count, float size, float speed)
{
    for (int i = 0; i < count; i++) {
        gfVec2 place = {scene->width * (0.08f + 0.84f * Scene_Random(scene)), 0.08f + 0.84f * Scene_Random(scene)};
        if (scene->fluid3d != NULL) {
            throwInto3D(scene, size, speed);
        } else if (scene->info->diorama != NULL) {
            Diorama_Poke(scene, place, 0.01f * speed);
        } else {
            throwInto2D(scene, place, size, speed);
        }
    }
}
