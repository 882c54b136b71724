// Changes of the ground, and filling it with still water.
#include "solvers/shallow/shallow.h"

_Static_assert(GF_GROUND_ADD == GF_GROUNDS_ADD && GF_GROUND_RAISE == GF_GROUNDS_RAISE &&
                   GF_GROUND_DIG == GF_GROUNDS_DIG,
               "the shader knows the modes by these numbers");

// Draws shallow/ground.frag. `height`: at the shape's centre (null: at the domain's middle), slopes, and red's worth.
static bool drawGround(const gfBody *body, gfShallow *s, const char *defines, const gfShape *shape, float softness,
                       const float height[4], int mode, GLuint texture)
{
    const gfFluidDef *def = &body->def;
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    gfVec2 middle = {0.5f * def->cellSize * (float)s->cellsX, 0.5f * def->cellSize * (float)s->cellsY};
    if (shape != NULL) {
        gfVec2 centre = gfShape_GetCentre(shape);
        middle = (gfVec2){centre.x - def->origin.x, centre.y - def->origin.y};
        gfShapeBatch_Add(&batch, shape, def->origin, 0.0f, softness);
    }
    bool ok =
        gfPass_Run(body->device,
                   &(gfPass){.label = "ground",
                             .program = gfProgram_Get(body->device, &gf_vertexCover, "shallow/ground.frag", defines),
                             .writes = {&s->flow.write},
                             .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(hostTexture, texture)},
                             .uniforms = {GF_SHALLOW_GRID(s), GF_SHAPE_UNIFORMS(&batch), GF_F1(cellSize, def->cellSize),
                                          GF_F4V(heightAt, 1, height), GF_I1(groundMode, mode),
                                          GF_F4(middle, middle.x, middle.y, shape == NULL ? 1.0f : 0.0f, 0.0f)}});
    if (ok) {
        gfPair_Swap(&s->flow);
    }
    return ok;
}

bool gfShallow_ShapeGround(const gfBody *body, void *state, const gfGroundDef *def)
{
    const float height[4] = {def->height, def->slope.x, def->slope.y, def->textureScale};
    return drawGround(body, state, def->texture != 0 ? "TEXTURED" : "", def->everywhere ? NULL : &def->shape,
                      def->softness, height, (int)def->mode, def->texture);
}

bool gfShallow_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level)
{
    gfShallow *s = state;
    const float height[4] = {level};
    s->need.started = 0; // deep water is fast
    return drawGround(body, s, "FILL", shape, 0.0f, height, 0, 0);
}
