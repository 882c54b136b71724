#include "gl/routing.h"

// The stencil value at which a slot takes a point. Each point that is drawn over a slot raises the slot's value by 1,
// up to 255, so slot s, which begins with OPEN_SLOT - s, takes the point after the first s points. The value is 254 and
// not 255, as GL_INCR stays at 255: a slot that has its point must get past OPEN_SLOT, and never come back.
#define OPEN_SLOT 254

// Draws the slots' first stencil values. As shaders can't write them, a pass for each bit discards slots where it is 0.
static bool drawPattern(gfDevice *device, const gfRouting *r)
{
    for (int bit = 0; bit < 8; bit++) {
        GF_TRY(gfPass_Run(
            device, &(gfPass){.label = "slots",
                              .shader = GF_SHADER("common/slot_pattern.frag", NULL),
                              .writes = {&r->slots},
                              .stencil = &r->pattern,
                              .stencilRule = {GL_ALWAYS, 0xff, GL_REPLACE, 1u << bit},
                              .uniforms = {GF_I1(side, r->side), GF_I2(pages, 0, r->pages),
                                           GF_I2(limits, r->slots.height / r->pages, OPEN_SLOT), GF_I1(bit, bit)}}));
    }
    return true;
}

// Tries to copy a stencil buffer to another, as gfRouting_Fill does. False and reported: FRAMEBUFFER, OUT_OF_MEMORY.
static bool tryCopy(gfDevice *device, const gfRouting *r)
{
    gfDevice_DropHostErrors(device);
    GF_TRY(gfStencil_Copy(device, &r->slots, &r->pattern, &r->work));
    GLenum status = device->gl.fn.GetError();
    GF_REQUIRE_OR_UNDO(&device->core, status == GL_NO_ERROR, FRAMEBUFFER,
                       "stencil buffers can't be copied (GL error 0x%04x)", status);
    return true;

error:
    gfDevice_IgnoreErrors(device);
    return false;
}

bool gfRouting_Create(gfDevice *device, gfRouting *r, int columns, int rows, int side, int pages)
{
    memset(r, 0, sizeof *r);
    GF_REQUIRE(&device->core, side >= 1 && pages >= 1 && side * side * pages <= GF_ROUTING_SLOTS_MAX, OUT_OF_RANGE,
               "a voxel of %d x %d slots on %d pages is asked for, and %d slots are the most", side, side, pages,
               GF_ROUTING_SLOTS_MAX);
    r->side = side;
    r->pages = pages;
    bool made = gfTexture_Create(device, &r->slots, GF_FORMAT_R32UI, columns * side, rows * side * pages) &&
                gfStencil_Create(device, &r->pattern, &r->slots) && gfStencil_Create(device, &r->work, &r->slots) &&
                drawPattern(device, r) && tryCopy(device, r);
    if (!made) {
        gfRouting_Destroy(device, r);
    }
    return made;
}

void gfRouting_Destroy(gfDevice *device, gfRouting *r)
{
    gfStencil_Destroy(device, &r->work);
    gfStencil_Destroy(device, &r->pattern);
    gfTexture_Destroy(device, &r->slots);
    memset(r, 0, sizeof *r);
}

bool gfRouting_Fill(gfDevice *device, const gfRouting *r, const gfPass *pass, int count)
{
    gfPass filling = *pass;
    int used = 0;
    while (used < GF_PASS_UNIFORMS - 1 && filling.uniforms[used].name != NULL) {
        used++;
    }
    filling.uniforms[used] = (gfUniform)GF_I2(pages, count, r->pages);
    filling.writes[0] = &r->slots;
    filling.geometry = (gfGeometry){GF_GEOMETRY_SQUARES, .count = count * r->pages, .texels = r->side};
    filling.stencil = &r->work;
    filling.stencilRule = (gfStencilRule){GL_EQUAL, OPEN_SLOT, GL_INCR, 0xff};
    gfTexture_Clear(device, &r->slots, (const float[4]){0.0f});
    gfDevice_DropErrorsInStep(device);
    return gfStencil_Copy(device, &r->slots, &r->pattern, &r->work) &&
           gfDevice_CheckInStep(device, "copying a stencil buffer") && gfPass_Run(device, &filling);
}
