// Code of docs/guide.md that is not its program's: each piece does what the guide says, in every context.
#include "support/canvas.h"
#include "support/flow.h"

// As a game has them.
#define glGenFramebuffers fixture->gl.GenFramebuffers
#define glDeleteFramebuffers fixture->gl.DeleteFramebuffers
#define glBindFramebuffer fixture->gl.BindFramebuffer
#define glFramebufferTexture2D fixture->gl.FramebufferTexture2D
#define glReadPixels fixture->gl.ReadPixels

static const float pixelsAMetre = 320.0f; // a window of 640 x 480 is 2 m x 1.5 m

static gfVec2 placeInFluid(float x, float y, float windowHeight)
{
    return (gfVec2){x / pixelsAMetre, (windowHeight - y) / pixelsAMetre};
}

static gfVec2 speedInFluid(float x, float y) // pixels a second
{
    return (gfVec2){x / pixelsAMetre, -y / pixelsAMetre};
}

TEST(testPixels)
{
    gfVec2 corner = placeInFluid(640.0f, 0.0f, 480.0f), down = speedInFluid(0.0f, 320.0f);
    assert_true(corner.x == 2.0f && corner.y == 1.5f);
    assert_true(down.x == 0.0f && down.y == -1.0f);
}

TEST(testReadPicture)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfSourceDef dye = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.25f}, (gfVec2){0.5f, 0.25f}, 0.0f));
    dye.dye[0] = dye.dye[3] = 3.0f;
    assert_true(gfFluid_Splat(fluid, &dye) && gfFluid_StepOnce(fluid));
    gfDrawDef look = gfDefaultDrawDef();
    static float pixels[96 * 96 * 4]; // red, green, blue, alpha; the lowest row first
    GLuint texture = gfFluid_DrawToTexture(fluid, &look, 96, 96), framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glReadPixels(0, 0, 96, 96, GL_RGBA, GL_FLOAT, pixels); // as floats: OpenGL ES takes no bytes here
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    assert_int_equal(fixture->gl.GetError(), GL_NO_ERROR);
    const float *low = pixels + 4 * (12 * 96 + 48), *high = pixels + 4 * (84 * 96 + 48);
    assert_true(low[0] > 0.8f && low[1] < 0.05f && low[3] > 0.9f);
    assert_true(high[0] < 0.01f && high[3] < 0.01f);
}

// What is in the emitter goes nearly as fast as its zone says; with as large an `acceleration` in its place it does
// not.
TEST(testZonePushes)
{
    float speeds[2];
    for (int i = 0; i < 2; i++) {
        gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
        gfSourceDef torch = Flow_DiscSource(0.5f, 0.5f, 0.1f);
        if (i == 0) {
            torch.zone.velocity = (gfVec2){0.6f, 0.0f};
            torch.zone.drag = 30.0f;
        } else {
            torch.acceleration = (gfVec2){0.6f, 0.0f};
        }
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &torch)));
        Flow_Steps(fluid, 12);
        static float values[32 * 32 * 2];
        assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, values, 32 * 32 * 2));
        speeds[i] = values[2 * (16 * 32 + 16)];
    }
    fail_if(fabsf(speeds[0] - 0.5f) > 0.12f || speeds[1] > 0.15f, "the air goes at %.3f and %.3f m/s",
            (double)speeds[0], (double)speeds[1]);
}
