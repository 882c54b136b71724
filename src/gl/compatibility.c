#include "gl/host_state.h"

// GL constants of compatibility profiles, which glad's header for core profiles lacks.
#define GF_RENDER_MODE 0x0C40
#define GF_RENDER 0x1C00
#define GF_LIST_INDEX 0x0B33
#define GF_CLAMP_FRAGMENT_COLOR 0x891B
#define GF_COLOR_MATRIX 0x80B1
#define GF_MATRIX_MODE 0x0BA0
#define GF_COLOR 0x1800

// A value of glPixelTransfer that changes uploaded or read colours. The library transfers no stencil or depth values.
typedef struct PixelTransfer {
    GLenum name;
    GLfloat neutral;
    bool imaging; // only in contexts with GL_ARB_imaging
} PixelTransfer;

static const PixelTransfer transfers[] = {
    {0x0D10 /* GL_MAP_COLOR */, 0.0f, false},
    {0x0D14 /* GL_RED_SCALE */, 1.0f, false},
    {0x0D15 /* GL_RED_BIAS */, 0.0f, false},
    {0x0D18 /* GL_GREEN_SCALE */, 1.0f, false},
    {0x0D19 /* GL_GREEN_BIAS */, 0.0f, false},
    {0x0D1A /* GL_BLUE_SCALE */, 1.0f, false},
    {0x0D1B /* GL_BLUE_BIAS */, 0.0f, false},
    {0x0D1C /* GL_ALPHA_SCALE */, 1.0f, false},
    {0x0D1D /* GL_ALPHA_BIAS */, 0.0f, false},
    {0x80B4 /* GL_POST_COLOR_MATRIX_RED_SCALE */, 1.0f, true},
    {0x80B5 /* GL_POST_COLOR_MATRIX_GREEN_SCALE */, 1.0f, true},
    {0x80B6 /* GL_POST_COLOR_MATRIX_BLUE_SCALE */, 1.0f, true},
    {0x80B7 /* GL_POST_COLOR_MATRIX_ALPHA_SCALE */, 1.0f, true},
    {0x80B8 /* GL_POST_COLOR_MATRIX_RED_BIAS */, 0.0f, true},
    {0x80B9 /* GL_POST_COLOR_MATRIX_GREEN_BIAS */, 0.0f, true},
    {0x80BA /* GL_POST_COLOR_MATRIX_BLUE_BIAS */, 0.0f, true},
    {0x80BB /* GL_POST_COLOR_MATRIX_ALPHA_BIAS */, 0.0f, true},
};

_Static_assert(GF_COUNT(transfers) <= GF_PIXEL_TRANSFERS_MAX, "raise GF_PIXEL_TRANSFERS_MAX");

static const GLfloat identityMatrix[16] = {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f, [15] = 1.0f};

static bool hasTransfer(const gfGL *gl, const PixelTransfer *transfer)
{
    return gl->pixelTransferf != NULL && (gl->imaging || !transfer->imaging);
}

bool gfCompatibility_Check(const gfGL *gl, const gfCore *core)
{
    GLint mode = 0, list = 0;
    if (!gfGL_IsCompatibility(gl)) {
        return true;
    }
    gl->fn.GetIntegerv(GF_RENDER_MODE, &mode);
    GF_REQUIRE(core, mode != 0, HOST_STATE,
               "the host is between glBegin and glEnd, where the GL refuses all else; call glEnd before the library");
    GF_REQUIRE(core, mode == GF_RENDER, HOST_STATE,
               "the host's glRenderMode is 0x%04x, in which nothing is drawn; GL_RENDER is expected", (unsigned)mode);
    gl->fn.GetIntegerv(GF_LIST_INDEX, &list);
    GF_REQUIRE(core, list == 0, HOST_STATE,
               "the host has glNewList(%d) open, a display list that would record the library's calls; call glEndList "
               "before the library",
               list);
    return true;
}

void gfCompatibility_Save(const gfGL *gl, gfCompatibilityState *s)
{
    if (!gfGL_IsCompatibility(gl)) {
        return;
    }
    for (int i = 0; i < GF_COUNT(transfers); i++) {
        if (hasTransfer(gl, &transfers[i])) {
            gl->fn.GetFloatv(transfers[i].name, &s->transfers[i]);
        }
    }
    gl->fn.GetIntegerv(GF_CLAMP_FRAGMENT_COLOR, &s->clampFragmentColor);
    if (gl->imaging) {
        gl->fn.GetFloatv(GF_COLOR_MATRIX, s->colorMatrix);
    }
}

static void setColorMatrix(const gfGL *gl, const GLfloat matrix[16])
{
    GLint mode = 0;
    gl->fn.GetIntegerv(GF_MATRIX_MODE, &mode);
    gl->matrixMode(GF_COLOR);
    gl->loadMatrixf(matrix);
    gl->matrixMode((GLenum)mode);
}

void gfCompatibility_Set(const gfGL *gl, const gfCompatibilityState *s, bool neutral)
{
    if (!gfGL_IsCompatibility(gl)) {
        return;
    }
    for (int i = 0; i < GF_COUNT(transfers); i++) {
        const PixelTransfer *t = &transfers[i];
        if (hasTransfer(gl, t) && (s == NULL || s->transfers[i] != t->neutral)) {
            gl->pixelTransferf(t->name, neutral ? t->neutral : s->transfers[i]);
        }
    }
    if (s == NULL || s->clampFragmentColor == GL_TRUE) {
        gl->fn.ClampColor(GF_CLAMP_FRAGMENT_COLOR, neutral ? GL_FALSE : GL_TRUE);
    }
    if (gl->imaging && (s == NULL || memcmp(s->colorMatrix, identityMatrix, sizeof identityMatrix) != 0)) {
        setColorMatrix(gl, neutral ? identityMatrix : s->colorMatrix);
    }
}
