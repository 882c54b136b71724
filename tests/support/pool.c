#include "support/pool.h"

#define CELLS_PER_SPACING 0.5f
#define WIDTH 256 ///< of the textures, texels
#define HEIGHT 64

typedef struct Particles {
    float place[WIDTH * HEIGHT][4], velocity[WIDTH * HEIGHT][4];
    uint32_t tags[WIDTH * HEIGHT][2];
    int count;
    uint32_t seed;
} Particles;

static float random01(Particles *p)
{
    p->seed = p->seed * 1664525u + 1013904223u;
    return (float)(p->seed >> 8) / 16777216.0f;
}

// Position in metres, velocity in m/s.
static void addParticle(Particles *p, float cell, const float at[3], const float velocity[3], float density)
{
    assert_in_range(p->count, 0, WIDTH * HEIGHT - 1);
    int i = p->count++;
    for (int c = 0; c < 3; c++) {
        p->place[i][c] = at[c] / cell;
        p->velocity[i][c] = velocity[c] / cell;
    }
    p->place[i][3] = density;
    p->tags[i][0] = (uint32_t)i;
    p->tags[i][1] = (uint32_t)(i % 2) << 24 | 0x2040c0u;
}

static void fillPool(Particles *p, const PoolDef *def, float cell)
{
    float s = def->spacing;
    for (float z = 0.5f * s; z < def->length; z += s) {
        for (float x = 0.5f * s; x < def->width; x += s) {
            for (float y = 0.5f * s; y < def->depth; y += s) {
                const float at[3] = {x + 0.4f * s * (random01(p) - 0.5f), y + 0.4f * s * (random01(p) - 0.5f),
                                     z + 0.4f * s * (random01(p) - 0.5f)};
                const float velocity[3] = {0.3f * sinf(9.0f * z), 0.2f * cosf(7.0f * x), 0.1f};
                addParticle(p, cell, at, velocity, fminf(1.0f, 0.62f + 0.25f * ((def->depth - y) / s)));
            }
        }
    }
}

static void makeTexture(gfDevice *device, gfTexture *texture, gfFormat format, int width, int height,
                        const void *values)
{
    assert_true(gfTexture_Create(device, texture, format, width, height) && gfTexture_Upload(device, texture, values));
}

Pool Pool_Make(gfDevice *device, const PoolDef *def)
{
    static const float still[3] = {0.0f, 0.0f, 0.0f};
    Pool pool = {0};
    Particles *p = Fixture_Alloc(sizeof *p);
    p->seed = 7;
    float cell = def->spacing / CELLS_PER_SPACING;
    fillPool(p, def, cell);
    for (int i = 0; i < def->dropCount; i++) {
        addParticle(p, cell, def->drops[i], still, 0.1f);
    }
    int height = (p->count + WIDTH - 1) / WIDTH;
    const uint32_t count[4] = {(uint32_t)p->count, 0, 0, 0};
    makeTexture(device, &pool.place, GF_FORMAT_RGBA32F, WIDTH, height, p->place);
    makeTexture(device, &pool.velocity, GF_FORMAT_RGBA32F, WIDTH, height, p->velocity);
    makeTexture(device, &pool.tags, GF_FORMAT_RG32UI, WIDTH, height, p->tags);
    makeTexture(device, &pool.count, GF_FORMAT_RGBA32UI, 1, 1, count);
    pool.view = (gfParticleView){.dimensions = 3,
                                 .capacity = p->count,
                                 .width = WIDTH,
                                 .cellSize = cell,
                                 .spacing = def->spacing,
                                 .world = {[0] = cell, [5] = cell, [10] = cell, [15] = 1.0f},
                                 .colors = {{0.9f, 0.1f, 0.05f, 1.0f}, {0.05f, 0.8f, 0.1f, 1.0f}}};
    return pool;
}

const gfParticleView *Pool_View(Pool *pool)
{
    pool->view.place = &pool->place;
    pool->view.velocity = &pool->velocity;
    pool->view.tags = &pool->tags;
    pool->view.count = &pool->count;
    return &pool->view;
}

void Pool_Free(gfDevice *device, Pool *pool)
{
    gfTexture_Destroy(device, &pool->place);
    gfTexture_Destroy(device, &pool->velocity);
    gfTexture_Destroy(device, &pool->tags);
    gfTexture_Destroy(device, &pool->count);
}

static void normalize3(float v[3])
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) {
        v[i] /= length;
    }
}

static void cross3(const float a[3], const float b[3], float c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

void Pool_LookAt(const float eye[3], const float target[3], float view[16])
{
    float up[3] = {0.0f, 1.0f, 0.0f}, right[3], back[3] = {eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]};
    normalize3(back);
    cross3(up, back, right);
    normalize3(right);
    cross3(back, right, up);
    const float *rows[3] = {right, up, back};
    memset(view, 0, 16 * sizeof *view);
    view[15] = 1.0f;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            view[4 * c + r] = rows[r][c];
            view[12 + r] -= rows[r][c] * eye[c];
        }
    }
}

void Pool_Perspective(float degrees, float aspect, float nearest, float farthest, float projection[16])
{
    float f = 1.0f / tanf(0.5f * degrees * 3.14159265f / 180.0f);
    memset(projection, 0, 16 * sizeof *projection);
    projection[0] = f / aspect;
    projection[5] = f;
    projection[10] = -(farthest + nearest) / (farthest - nearest);
    projection[11] = -1.0f;
    projection[14] = -2.0f * farthest * nearest / (farthest - nearest);
}

void Pool_PerspectiveOf(PoolDepth kind, float degrees, float nearest, float farthest, float projection[16])
{
    Pool_Perspective(degrees, 1.0f, nearest, farthest, projection);
    if (kind == POOL_DEPTH_REVERSED) {
        projection[10] = 0.0f;
        projection[14] = nearest;
    } else if (kind == POOL_DEPTH_ZERO_TO_ONE) {
        projection[10] = -farthest / (farthest - nearest);
        projection[14] = -farthest * nearest / (farthest - nearest);
    }
}

float Pool_GetDepth(PoolDepth kind, const float projection[16], float distance)
{
    float depth = (projection[14] - projection[10] * distance) / distance;
    return kind == POOL_DEPTH_GL ? 0.5f + 0.5f * depth : depth;
}
