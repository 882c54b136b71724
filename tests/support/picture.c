#include "support/picture.h"
#include "support/solvers.h"

double Picture_One(double x, double y)
{
    (void)x, (void)y;
    return 1.0;
}

double Picture_None(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

void Picture_WriteDye(gfFluid *fluid, AmountFn *amount, const double color[3])
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    size_t count = (size_t)info.width * (size_t)info.height * 4;
    float *values = Fixture_Alloc(count * sizeof *values);
    for (int j = 0; j < info.height; j++) {
        for (int i = 0; i < info.width; i++) {
            double x = (double)info.origin.x + i * (double)info.spacing.x;
            double a = amount(x, (double)info.origin.y + j * (double)info.spacing.y);
            for (int c = 0; c < 4; c++) {
                values[4 * (j * info.width + i) + c] = (float)(c < 3 && color != NULL ? a * color[c] : a);
            }
        }
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, values, count));
}

// Dye whose cells are the grid's.
gfFluid *Picture_MakeFluid(gfDevice *device, int cells)
{
    return Solver_Make(device, GF_SOLVER_GRID, cells);
}

gfFluid *Picture_MakeDyed(gfDevice *device, int cells, AmountFn *amount, const double color[3])
{
    gfFluid *fluid = Picture_MakeFluid(device, cells);
    Picture_WriteDye(fluid, amount, color);
    return fluid;
}

void Picture_Fill(gfFluid *fluid, gfField field, const float *value)
{
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, field, &info);
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    for (size_t i = 0; i < count; i++) {
        values[i] = value[i % (size_t)info.channels];
    }
    assert_true(gfFluid_WriteField(fluid, field, values, count));
}

void Picture_WriteAmount(gfFluid *fluid, gfField field, AmountFn *amount)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    float *values = Fixture_Alloc(count * sizeof *values);
    for (int i = 0; i < info.width * info.height * 64; i++) { // 8 x 8 points a cell
        int cell = i / 64;
        double x = (cell % info.width + (i % 8 + 0.5) / 8.0) / info.width;
        double y = (cell / info.width + (i / 8 % 8 + 0.5) / 8.0) / info.height;
        values[cell * info.channels + info.channels - 1] += (float)amount(x, y) / 64.0f;
    }
    assert_true(gfFluid_WriteField(fluid, field, values, count));
}

double Picture_Encode(double c, bool srgb)
{
    double v = fmin(fmax(c, 0.0), 1.0);
    return !srgb ? c : v > 0.0031308 ? 1.055 * pow(v, 1.0 / 2.4) - 0.055 : 12.92 * v;
}

double Picture_Decode(double c)
{
    return c > 0.04045 ? pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
}

GLuint Picture_MakeFloatTarget(const Fixture *fixture, int width, int height, GLuint *texture)
{
    const GladGLContext *gl = &fixture->gl;
    GLuint framebuffer;
    gl->GenTextures(1, texture);
    gl->BindTexture(GL_TEXTURE_2D, *texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, width, height, 0, GL_RGBA, GL_FLOAT, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *texture, 0);
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->Viewport(0, 0, width, height);
    return framebuffer;
}

void Picture_FreeFloatTarget(const Fixture *fixture, GLuint framebuffer, GLuint texture)
{
    fixture->gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    fixture->gl.DeleteFramebuffers(1, &framebuffer);
    fixture->gl.DeleteTextures(1, &texture);
}

const float *Picture_ReadTexels(const Fixture *fixture, GLuint texture, int width, int height)
{
    static float *kept[PICTURES_KEPT];
    static int next;
    const GladGLContext *gl = &fixture->gl;
    float *pixels = realloc(kept[next], (size_t)width * (size_t)height * 4 * sizeof *pixels);
    GLuint framebuffer;
    GLint bound;
    assert_non_null(pixels);
    kept[next] = pixels;
    next = (next + 1) % PICTURES_KEPT;
    gl->GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    assert_int_equal(gl->CheckFramebufferStatus(GL_READ_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->ReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, pixels);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)bound);
    gl->DeleteFramebuffers(1, &framebuffer);
    return pixels;
}

const float *Picture_ReadTexture(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int height)
{
    GLuint texture = gfFluid_DrawToTexture(fluid, def, width, height);
    fail_if(texture == 0, "%s", fixture->lastMessage);
    const float *pixels = Picture_ReadTexels(fixture, texture, width, height);
    Fixture_ExpectNoGlError(fixture);
    return pixels;
}

double Picture_MeanDifference(const float *a, const float *b, int pixels, int channel)
{
    double sum = 0.0;
    for (int i = 0; i < 4 * pixels; i++) {
        sum += channel < 0 || i % 4 == channel ? fabs((double)a[i] - (double)b[i]) : 0.0;
    }
    return sum / (channel < 0 ? 4 * pixels : pixels);
}

gfVec2 Picture_GetMiddle(const float *pixels, int width, int height, int channel)
{
    double sum = 0.0, x = 0.0, y = 0.0;
    for (int i = 0; i < width * height; i++) {
        double value = (double)pixels[4 * i + channel];
        sum += value;
        x += value * (i % width + 0.5);
        y += value * (i / width + 0.5);
    }
    assert_true(sum > 10.0);
    return (gfVec2){(float)(x / sum), (float)(y / sum)};
}

void Picture_DrawOver(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                      const double color[4], uint8_t *pixels)
{
    fixture->gl.ClearColor((float)color[0], (float)color[1], (float)color[2], (float)color[3]);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    fail_if(!gfFluid_Draw(fluid, def), "not drawn: %s", fixture->lastMessage);
    Canvas_Read(fixture, canvas, pixels);
}

gfDrawDef Picture_Look(gfDrawStyle style, bool encodeSrgb)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.style = style;
    def.encodeSrgb = encodeSrgb;
    return def;
}

gfDrawDef Picture_Everything(GLuint background)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.solids.outlineWidth = 1.5f;
    def.tone.map = GF_TONE_FILMIC;
    def.tone.dither = true;
    def.refraction.enabled = def.bloom.enabled = def.shafts.enabled = def.shadow.enabled = true;
    def.refraction.background = background;
    return def;
}

GLuint Picture_MakeTexture(const Fixture *fixture, int width, int height, const uint8_t *pixels)
{
    GLuint texture;
    fixture->gl.GenTextures(1, &texture);
    fixture->gl.BindTexture(GL_TEXTURE_2D, texture);
    fixture->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    fixture->gl.BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

GLuint Picture_MakeGradient(const Fixture *fixture, int side)
{
    uint8_t *pixels = Fixture_Alloc((size_t)side * (size_t)side * 4);
    for (int k = 0; k < side * side; k++) {
        pixels[4 * k] = (uint8_t)(40 + 2 * (k % side));
        pixels[4 * k + 1] = (uint8_t)(20 + 3 * (k / side));
        pixels[4 * k + 2] = 128;
        pixels[4 * k + 3] = 255;
    }
    return Picture_MakeTexture(fixture, side, side, pixels);
}

PICTURE_AMOUNT(blob, 3.0 * exp(-40.0 * ((x - 0.4) * (x - 0.4) + (y - 0.5) * (y - 0.5))))

void Picture_DrawOverChecker(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                             uint8_t *pixels)
{
    const GladGLContext *gl = &fixture->gl;
    gl->Enable(GL_SCISSOR_TEST);
    for (int k = 0; k < 16; k++) {
        gl->Scissor(k % 4 * SIDE / 4, k / 4 * SIDE / 4, SIDE / 4, SIDE / 4);
        gl->ClearColor((k + k / 4) % 2 ? 0.2f : 0.7f, 0.4f, (float)k / 16.0f, 1.0f);
        gl->Clear(GL_COLOR_BUFFER_BIT);
    }
    gl->Disable(GL_SCISSOR_TEST);
    fail_if(!gfFluid_Draw(fluid, def), "not drawn: %s", fixture->lastMessage);
    Canvas_Read(fixture, canvas, pixels);
}

gfFluid *Picture_MakeBlob(gfDevice *device, int cells)
{
    static const double color[3] = {0.9, 0.5, 0.2};
    return Picture_MakeDyed(device, cells, blob, color);
}
