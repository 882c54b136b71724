// Meshes of dioramas: what all shapes are made of, and the plain ones.
#include "scenes/pen.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDES 20

static void *grow(Pen *pen, void *items, int needed, int *room, size_t size)
{
    if (needed <= *room || pen->failed) {
        return items;
    }
    int wanted = *room > 0 ? 2 * *room : 1024;
    while (wanted < needed) {
        wanted *= 2;
    }
    void *grown = realloc(items, (size_t)wanted * size);
    if (grown == NULL) {
        pen->failed = true;
        return items;
    }
    *room = wanted;
    return grown;
}

uint32_t Pen_AddVertex(Pen *pen, gfVec3 place, gfVec3 normal, gfVec3 color)
{
    SceneMesh *mesh = &pen->mesh;
    mesh->vertices =
        grow(pen, mesh->vertices, mesh->vertexCount + 1, &pen->vertexRoom, SCENE_VERTEX_SIZE * sizeof *mesh->vertices);
    if (pen->failed) {
        return 0;
    }
    Space_SetVertex(mesh, mesh->vertexCount, place, normal, color);
    return (uint32_t)mesh->vertexCount++;
}

void Pen_AddTriangle(Pen *pen, uint32_t a, uint32_t b, uint32_t c)
{
    SceneMesh *mesh = &pen->mesh;
    mesh->indices = grow(pen, mesh->indices, mesh->indexCount + 3, &pen->indexRoom, sizeof *mesh->indices);
    if (!pen->failed) {
        const uint32_t corners[3] = {a, b, c};
        memcpy(mesh->indices + mesh->indexCount, corners, sizeof corners);
        mesh->indexCount += 3;
    }
}

void Pen_AddQuad(Pen *pen, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    Pen_AddTriangle(pen, a, b, c);
    Pen_AddTriangle(pen, a, c, d);
}

void Pen_Smooth(Pen *pen, int firstVertex, int firstIndex)
{
    SceneMesh *mesh = &pen->mesh;
    for (int i = firstVertex; i < mesh->vertexCount; i++) {
        memset(mesh->vertices + SCENE_VERTEX_SIZE * (size_t)i + 3, 0, 3 * sizeof(float));
    }
    for (int i = firstIndex; i + 2 < mesh->indexCount; i += 3) {
        float *corner[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = mesh->vertices + SCENE_VERTEX_SIZE * (size_t)mesh->indices[i + k];
        }
        float u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = corner[1][k] - corner[0][k];
            v[k] = corner[2][k] - corner[0][k];
        }
        const float normal[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int k = 0; k < 9; k++) {
            corner[k / 3][3 + k % 3] += normal[k % 3];
        }
    }
    for (int i = firstVertex; i < mesh->vertexCount; i++) {
        float *n = mesh->vertices + SCENE_VERTEX_SIZE * (size_t)i + 3;
        float length = fmaxf(sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), 1e-12f);
        for (int k = 0; k < 3; k++) {
            n[k] /= length;
        }
    }
}

void Pen_AddBox(Pen *pen, gfVec3 centre, gfVec3 half, float turn, gfVec3 color)
{
    float c = cosf(turn), s = sinf(turn);
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        float sign = face % 2 == 0 ? 1.0f : -1.0f;
        uint32_t corners[4];
        for (int i = 0; i < 4; i++) {
            float p[3], n[3] = {0.0f, 0.0f, 0.0f};
            const float h[3] = {half.x, half.y, half.z};
            float a = i == 0 || i == 3 ? -1.0f : 1.0f, b = i < 2 ? -1.0f : 1.0f;
            p[axis] = sign * h[axis];
            p[(axis + 1) % 3] = sign * a * h[(axis + 1) % 3];
            p[(axis + 2) % 3] = b * h[(axis + 2) % 3];
            n[axis] = sign;
            gfVec3 place = {centre.x + c * p[0] - s * p[1], centre.y + s * p[0] + c * p[1], centre.z + p[2]};
            corners[i] = Pen_AddVertex(pen, place, (gfVec3){c * n[0] - s * n[1], s * n[0] + c * n[1], n[2]}, color);
        }
        Pen_AddQuad(pen, corners[0], corners[1], corners[2], corners[3]);
    }
}

// Rings of SIDES vertices one after the other become a skin.
static void addRings(Pen *pen, uint32_t first, int rings)
{
    for (uint32_t i = 0; i < (uint32_t)(rings - 1) * SIDES; i++) {
        uint32_t row = first + i / SIDES * SIDES;
        uint32_t next = row + (i % SIDES + 1) % SIDES;
        Pen_AddQuad(pen, first + i, next, next + SIDES, first + i + SIDES);
    }
}

void Pen_AddTurned(Pen *pen, gfVec3 base, const gfVec2 *profile, int count, gfVec3 color)
{
    int firstVertex = pen->mesh.vertexCount, firstIndex = pen->mesh.indexCount;
    for (int i = 0; i < count * SIDES; i++) {
        float turn = 2.0f * SCENE_PI * (float)(i % SIDES) / SIDES;
        gfVec2 ring = profile[i / SIDES];
        gfVec3 place = {base.x + ring.x * cosf(turn), base.y + ring.x * sinf(turn), base.z + ring.y};
        float tone = 0.92f + 0.16f * Land_Hash(i / SIDES, 0, (unsigned)firstVertex);
        Pen_AddVertex(pen, place, (gfVec3){0.0f, 0.0f, 0.0f}, Land_ScaleColor(color, tone));
    }
    addRings(pen, (uint32_t)firstVertex, count);
    Pen_Smooth(pen, firstVertex, firstIndex);
}

void Pen_AddBeam(Pen *pen, gfVec3 from, gfVec3 to, float fromRadius, float toRadius, gfVec3 color)
{
    int firstVertex = pen->mesh.vertexCount, firstIndex = pen->mesh.indexCount;
    gfVec3 d = {to.x - from.x, to.y - from.y, to.z - from.z};
    float length = fmaxf(sqrtf(d.x * d.x + d.y * d.y + d.z * d.z), 1e-6f);
    d = Land_ScaleColor(d, 1.0f / length);
    // Two directions across it.
    gfVec3 u = fabsf(d.z) > 0.8f ? (gfVec3){1.0f, 0.0f, 0.0f} : (gfVec3){0.0f, 0.0f, 1.0f};
    gfVec3 v = {d.y * u.z - d.z * u.y, d.z * u.x - d.x * u.z, d.x * u.y - d.y * u.x};
    float norm = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    v = Land_ScaleColor(v, 1.0f / norm);
    u = (gfVec3){v.y * d.z - v.z * d.y, v.z * d.x - v.x * d.z, v.x * d.y - v.y * d.x};
    for (int ring = 0; ring < 4; ring++) {
        gfVec3 middle = ring == 0 ? from : to;
        float radius = ring == 0 ? fromRadius : ring < 3 ? toRadius : 0.0f;
        for (int i = 0; i < SIDES; i++) {
            float a = radius * cosf(2.0f * SCENE_PI * (float)i / SIDES);
            float b = radius * sinf(2.0f * SCENE_PI * (float)i / SIDES);
            gfVec3 place = {middle.x + a * u.x + b * v.x, middle.y + a * u.y + b * v.y, middle.z + a * u.z + b * v.z};
            Pen_AddVertex(pen, place, u, ring > 1 ? Land_ScaleColor(color, 1.25f) : color);
        }
    }
    addRings(pen, (uint32_t)firstVertex, 2);
    Pen_Smooth(pen, firstVertex, firstIndex);
    int cap = pen->mesh.indexCount;
    addRings(pen, (uint32_t)firstVertex + 2 * SIDES, 2);
    Pen_Smooth(pen, firstVertex + 2 * SIDES, cap);
}

void Pen_AddSheet(Pen *pen, const Scene *scene, gfVec2 low, gfVec2 high, float size, LandGroundFn *ground,
                  LandColorFn *color)
{
    int columns = (int)ceilf((high.x - low.x) / size) + 1, rows = (int)ceilf((high.y - low.y) / size) + 1;
    uint32_t first = (uint32_t)pen->mesh.vertexCount;
    const float step = 0.5f * size;
    for (int i = 0; i < columns * rows; i++) {
        float x = Land_Blend(low.x, high.x, (float)(i % columns) / (float)(columns - 1));
        float y = Land_Blend(low.y, high.y, (float)(i / columns) / (float)(rows - 1));
        float height = ground(scene, x, y);
        gfVec3 normal = {(ground(scene, x - step, y) - ground(scene, x + step, y)) / size,
                         (ground(scene, x, y - step) - ground(scene, x, y + step)) / size, 1.0f};
        float length = sqrtf(1.0f + normal.x * normal.x + normal.y * normal.y);
        gfVec3 c = color(scene, x, y, height, hypotf(normal.x, normal.y));
        Pen_AddVertex(pen, (gfVec3){x, y, height}, Land_ScaleColor(normal, 1.0f / length), c);
    }
    for (int i = 0; i < (columns - 1) * (rows - 1); i++) {
        uint32_t corner = first + (uint32_t)(i / (columns - 1) * columns + i % (columns - 1));
        Pen_AddQuad(pen, corner, corner + 1, corner + (uint32_t)columns + 1, corner + (uint32_t)columns);
    }
}

bool Pen_Finish(Pen *pen, Scene *scene)
{
    if (pen->failed || scene->meshCount >= SCENE_MESH_MAX) {
        free(pen->mesh.vertices);
        free(pen->mesh.indices);
        *pen = (Pen){.failed = true};
        return false;
    }
    Space_SetTransform(pen->mesh.transform, (gfVec3){0.0f, 0.0f, 0.0f}, (gfQuat){0.0f, 0.0f, 0.0f, 1.0f},
                       (gfVec3){1.0f, 1.0f, 1.0f});
    scene->meshes[scene->meshCount++] = pen->mesh;
    *pen = (Pen){.failed = false};
    return true;
}
