// Meshes of dioramas: trees and houses, and the whole of a scene's things on their ground.
#include "scenes/pen.h"

#include "scenes/scene_parts.h"

#include <math.h>

#define PICTURE_WIDTH 896 // px, of the ground
#define RELIEF_WIDTH 300
#define PINE_SIDES 9
#define FRONDS 9

void Pen_AddPine(Pen *pen, gfVec3 root, float height, gfVec3 color, unsigned seed)
{
    gfVec3 top = {root.x, root.y, root.z + 0.35f * height};
    Pen_AddBeam(pen, root, top, 0.045f * height, 0.035f * height, (gfVec3){0.14f, 0.09f, 0.055f});
    for (int layer = 0; layer < 4; layer++) {
        float low = root.z + height * (0.16f + 0.19f * (float)layer);
        float radius = height * (0.27f - 0.055f * (float)layer), tall = height * (0.36f - 0.035f * (float)layer);
        gfVec3 own = Land_ScaleColor(color, 0.75f + 0.16f * (float)layer);
        uint32_t tip = Pen_AddVertex(pen, (gfVec3){root.x, root.y, low + tall}, (gfVec3){0.0f, 0.0f, 1.0f},
                                     Land_ScaleColor(own, 1.25f));
        uint32_t last = 0;
        for (int i = 0; i <= PINE_SIDES; i++) {
            float turn = 2.0f * SCENE_PI * ((float)i + 0.5f * (float)layer) / PINE_SIDES;
            float reach = radius * (0.82f + 0.36f * Land_Hash(i % PINE_SIDES, layer, seed));
            gfVec3 place = {root.x + reach * cosf(turn), root.y + reach * sinf(turn),
                            low - 0.05f * height * Land_Hash(i % PINE_SIDES, layer + 9, seed)};
            gfVec3 normal = {0.8f * cosf(turn), 0.8f * sinf(turn), 0.6f};
            uint32_t rim = Pen_AddVertex(pen, place, normal, Land_ScaleColor(own, i % 2 == 0 ? 0.8f : 0.55f));
            if (i > 0) {
                Pen_AddTriangle(pen, last, rim, tip);
            }
            last = rim;
        }
    }
}

void Pen_AddPalm(Pen *pen, gfVec3 root, float height, gfVec2 lean, unsigned seed)
{
    gfVec3 before = root;
    for (int i = 1; i <= 5; i++) {
        float t = (float)i / 5.0f;
        gfVec3 now = {root.x + lean.x * t * t, root.y + lean.y * t * t, root.z + height * t};
        Pen_AddBeam(pen, before, now, height * (0.042f - 0.02f * t), height * (0.038f - 0.02f * t),
                    (gfVec3){0.25f, 0.18f, 0.11f});
        before = now;
    }
    for (int i = 0; i < 3 * FRONDS; i++) {
        float turn = 2.0f * SCENE_PI * ((float)i / FRONDS + 0.3f * Land_Hash(i, 1, seed));
        float reach = height * (0.36f + 0.14f * Land_Hash(i, 2, seed)), rise = height * 0.09f * (float)(i / FRONDS - 1);
        Pen_AddBlade(pen, before, rise, (gfVec2){reach * cosf(turn), reach * sinf(turn)}, 0.11f * height,
                     Land_ScaleColor((gfVec3){0.12f, 0.24f, 0.04f}, 0.8f + 0.5f * Land_Hash(i, 3, seed)));
    }
    for (int i = 0; i < 3; i++) {
        float turn = 2.1f * (float)i, out = 0.04f * height;
        Pen_AddLump(pen, (gfVec3){before.x + out * cosf(turn), before.y + out * sinf(turn), before.z - 0.03f * height},
                    (gfVec3){0.03f * height, 0.03f * height, 0.035f * height}, 0.0f, (gfVec3){0.16f, 0.09f, 0.04f},
                    seed);
    }
}

// The two slopes of a roof and its gables, which stand out a little over the walls.
void Pen_AddHouse(Pen *pen, gfVec3 centre, gfVec3 half, float turn, gfVec3 wall, gfVec3 roof)
{
    const float over = 1.16f, c = cosf(turn), s = sinf(turn);
    float ridge = centre.z + half.z + 0.75f * half.y, eave = centre.z + 0.92f * half.z;
    Pen_AddBox(pen, centre, half, turn, wall);
    for (int side = -1; side <= 1; side += 2) {
        uint32_t corners[4];
        gfVec3 normal = {-s * 0.6f * (float)side, c * 0.6f * (float)side, 0.8f};
        for (int i = 0; i < 4; i++) {
            float x = over * half.x * (i == 0 || i == 3 ? -1.0f : 1.0f);
            float y = i < 2 ? over * half.y * (float)side : 0.0f;
            gfVec3 place = {centre.x + c * x - s * y, centre.y + s * x + c * y, i < 2 ? eave : ridge};
            corners[i] = Pen_AddVertex(pen, place, normal, roof);
        }
        Pen_AddQuad(pen, corners[0], corners[1], corners[2], corners[3]);
        uint32_t gable[3];
        for (int i = 0; i < 3; i++) {
            float x = half.x * (float)side, y = i == 0 ? -half.y : i == 1 ? half.y : 0.0f;
            gfVec3 place = {centre.x + c * x - s * y, centre.y + s * x + c * y,
                            i < 2 ? centre.z + half.z : ridge - 0.1f * half.y};
            gable[i] = Pen_AddVertex(pen, place, (gfVec3){c * (float)side, s * (float)side, 0.0f}, wall);
        }
        Pen_AddTriangle(pen, gable[0], gable[1], gable[2]);
    }
    for (int i = -1; i <= 1; i += 2) { // windows, to either side
        for (int k = -1; k <= 1; k += 2) {
            float x = 0.5f * half.x * (float)k, y = half.y * (float)i;
            gfVec3 place = {centre.x + c * x - s * y, centre.y + s * x + c * y, centre.z + 0.15f * half.z};
            Pen_AddBox(pen, place, (gfVec3){0.17f * half.x, 0.03f * half.y, 0.3f * half.z}, turn,
                       (gfVec3){0.05f, 0.06f, 0.08f});
        }
    }
}

gfShape Pen_MakeOutline(gfVec2 centre, float reach, float stretch, float turn, int corners, unsigned seed)
{
    gfVec2 points[GF_POLYGON_MAX];
    float c = cosf(turn), s = sinf(turn);
    for (int i = 0; i < corners && i < GF_POLYGON_MAX; i++) {
        float angle = 2.0f * SCENE_PI * ((float)i + 0.5f * Land_Hash(i, 1, seed)) / (float)corners;
        float own = reach * (0.78f + 0.44f * Land_Hash(i, 2, seed));
        float u = own * stretch * cosf(angle), v = own / stretch * sinf(angle);
        points[i] = (gfVec2){centre.x + c * u - s * v, centre.y + s * u + c * v};
    }
    return gfMakePolygon(points, corners);
}

bool Pen_SetScenery(Pen *pen, Scene *scene, const PenGround *ground)
{
    LandRelief relief;
    int mesh = scene->meshCount;
    if (!Pen_Finish(pen, scene) || !Land_MakeRelief(&relief, scene, (gfVec2){0.0f, 0.0f}, (gfVec2){scene->width, 1.0f},
                                                    Land_GetWidth(scene, 2, RELIEF_WIDTH), ground->height)) {
        return false;
    }
    Land_AddToRelief(&relief, &scene->meshes[mesh]);
    Land_ShadeMesh(&relief, &scene->meshes[mesh], ground->light);
    bool done = Land_SetGround(scene, ground->height, ground->color, &relief, ground->light,
                               Land_GetWidth(scene, 4, PICTURE_WIDTH));
    Land_FreeRelief(&relief);
    return done;
}
