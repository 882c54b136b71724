// Changes of the ground, and filling it with still water.
#include "solvers/shallow/shallow.h"

_Static_assert(GF_GROUND_ADD == GF_GROUNDS_ADD && GF_GROUND_RAISE == GF_GROUNDS_RAISE &&
                   GF_GROUND_DIG == GF_GROUNDS_DIG,
               "the shader knows the modes by these numbers");

// A change of the ground or of the water over it.
typedef struct GroundChange {
    const char *defines;
    const gfShape *shape; // null: everywhere
    float softness;
    float height[4]; // at the shape's centre (null: at the domain's middle), slopes, and red's worth
    int mode;
    GLuint texture;
} GroundChange;

static bool drawGround(const gfBody *body, gfShallow *s, const GroundChange *change)
{
    const gfShape *shape = change->shape;
    const gfFluidDef *def = &body->def;
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    gfVec2 middle = {0.5f * def->cellSize * (float)s->cellsX, 0.5f * def->cellSize * (float)s->cellsY};
    if (shape != NULL) {
        gfVec2 centre = gfShape_GetCentre(shape);
        middle = (gfVec2){centre.x - def->origin.x, centre.y - def->origin.y};
        gfShapeBatch_Add(&batch, shape, def->origin, 0.0f, change->softness);
    }
    bool ok =
        gfPass_Run(body->device,
                   &(gfPass){.label = "ground",
                             .shader = GF_SHALLOW_SHADER(s, "shallow/ground.frag", change->defines, 0),
                             .writes = {&s->flow.write},
                             .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(hostTexture, change->texture)},
                             .uniforms = {GF_SHALLOW_GRID(s), GF_SHAPE_UNIFORMS(&batch), GF_F1(cellSize, def->cellSize),
                                          GF_F4V(heightAt, 1, change->height), GF_I1(groundMode, change->mode),
                                          GF_F4(middle, middle.x, middle.y, shape == NULL ? 1.0f : 0.0f, 0.0f)}});
    if (ok) {
        gfPair_Swap(&s->flow);
    }
    return ok;
}

bool gfShallow_ShapeGround(const gfBody *body, void *state, const gfGroundDef *def)
{
    return drawGround(body, state,
                      &(GroundChange){.defines = def->texture != 0 ? "TEXTURED" : NULL,
                                      .shape = def->everywhere ? NULL : &def->shape,
                                      .softness = def->softness,
                                      .height = {def->height, def->slope.x, def->slope.y, def->textureScale},
                                      .mode = (int)def->mode,
                                      .texture = def->texture});
}

bool gfShallow_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level)
{
    gfShallow *s = state;
    bool filled = drawGround(body, s, &(GroundChange){.defines = "FILL", .shape = shape, .height = {level}});
    if (filled) {
        s->need.started = 0; // deep water is fast
    }
    return filled;
}
