#include "support/solvers.h"

#include "support/few_particles.h"
#include "support/flow.h"

#define FIELD(name) SOLVER_BIT(GF_FIELD_##name)
#define STYLE(name) SOLVER_BIT(GF_DRAW_##name)

// What all of them have.
#define FIELDS_OF_ALL (FIELD(VELOCITY) | FIELD(DYE) | FIELD(VORTICITY) | FIELD(SOLID))
#define STYLES_OF_ALL \
    (STYLE(DYE) | STYLE(VELOCITY) | STYLE(VORTICITY) | STYLE(SOLIDS) | STYLE(LIQUID) | STYLE(LIC) | STYLE(ARROWS))
#define QUANTITIES_OF_ALL (GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE)

const SolverRow solverRows[SOLVERS] = {
    [GF_SOLVER_GRID] = {.name = "grid",
                        .loads = true,
                        .fields = FIELDS_OF_ALL | FIELD(FACE_VELOCITY) | FIELD(TEMPERATURE) | FIELD(PRESSURE) |
                                  FIELD(DIVERGENCE) | FIELD(DIVERGENCE_BEFORE) | FIELD(RESIDUAL),
                        .written = FIELD(FACE_VELOCITY) | FIELD(DYE) | FIELD(TEMPERATURE),
                        .styles =
                            STYLES_OF_ALL | STYLE(PRESSURE) | STYLE(TEMPERATURE) | STYLE(DIVERGENCE) | STYLE(FIRE),
                        .quantities = QUANTITIES_OF_ALL | GF_QUANTITY_TEMPERATURE | GF_QUANTITY_PRESSURE,
                        .inflow = true,
                        .periodic = true,
                        .dyeScales = true},
    [GF_SOLVER_GAUSSIAN] = {.name = "gaussian",
                            .fields = FIELDS_OF_ALL | FIELD(PRESSURE) | FIELD(MASS),
                            .written = FIELD(VELOCITY) | FIELD(DYE) | FIELD(MASS),
                            .styles = STYLES_OF_ALL | STYLE(PRESSURE) | STYLE(MASS) | STYLE(DENSITY),
                            .quantities =
                                QUANTITIES_OF_ALL | GF_QUANTITY_PRESSURE | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE,
                            .fills = true,
                            .periodic = true},
    [GF_SOLVER_PARTICLES] = {.name = "particles",
                             .loads = true,
                             .fields = FIELDS_OF_ALL | FIELD(PRESSURE) | FIELD(MASS),
                             .written = FIELD(VELOCITY),
                             .styles = STYLES_OF_ALL | STYLE(PRESSURE) | STYLE(MASS) | STYLE(DENSITY) |
                                       STYLE(PARTICLES) | STYLE(KINDS),
                             .quantities =
                                 QUANTITIES_OF_ALL | GF_QUANTITY_PRESSURE | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE,
                             .particles = true},
    [GF_SOLVER_SHALLOW] = {.name = "shallow",
                           .loads = true,
                           .fields = FIELDS_OF_ALL | FIELD(FACE_VELOCITY) | FIELD(MASS) | FIELD(GROUND) | FIELD(LEVEL),
                           .written = FIELD(FACE_VELOCITY) | FIELD(DYE) | FIELD(MASS) | FIELD(GROUND),
                           .asked = FIELD(FOAM) | FIELD(RIPPLE),
                           .styles = STYLES_OF_ALL | STYLE(MASS) | STYLE(DENSITY),
                           .quantities = QUANTITIES_OF_ALL | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE,
                           .fills = true,
                           .inflow = true,
                           .periodic = true},
    [GF_SOLVER_WATER] = {.name = "water",
                         .loads = true,
                         .fields = FIELDS_OF_ALL | FIELD(PRESSURE) | FIELD(MASS),
                         .written = FIELD(VELOCITY),
                         .styles = STYLES_OF_ALL | STYLE(PRESSURE) | STYLE(MASS) | STYLE(DENSITY) | STYLE(PARTICLES) |
                                   STYLE(KINDS),
                         .quantities =
                             QUANTITIES_OF_ALL | GF_QUANTITY_PRESSURE | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE,
                         .fills = true,
                         .inflow = true,
                         .particles = true},
};

bool Solver_HasField(int solver, int field)
{
    return (solverRows[solver].fields & SOLVER_BIT(field)) != 0;
}

bool Solver_WritesField(int solver, int field)
{
    return (solverRows[solver].written & SOLVER_BIT(field)) != 0;
}

bool Solver_HasStyle(int solver, int style)
{
    return (solverRows[solver].styles & SOLVER_BIT(style)) != 0;
}

gfFluidDef Solver_Def(int solver, int cells)
{
    gfFluidDef def = solver == GF_SOLVER_PARTICLES ? FewParticles_Def(cells, GF_SEARCH_AUTO) : gfDefaultFluidDef();
    def.solver = (gfSolverKind)solver;
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = 1.0f / (float)cells;
    return def;
}

gfFluid *Solver_Make(gfDevice *device, int solver, int cells)
{
    gfFluidDef def = Solver_Def(solver, cells);
    gfFluid *fluid = gfCreateFluid(device, &def);
    if (fluid == NULL) {
        const char *message = NULL;
        gfGetLastError(&message);
        fail_msg("no fluid: %s", message);
    }
    return fluid;
}

// Fills a box with water at rest, four particles a cell.
static void addWater(gfFluid *fluid, const gfFluidDef *def)
{
    static gfParticle list[4096];
    float spacing = 0.5f * def->cellSize;
    int count = 0;
    for (float y = 0.1f; y < 0.5f; y += spacing) {
        for (float x = 0.1f; x < 0.6f && count < (int)(sizeof list / sizeof *list); x += spacing) {
            list[count++] = (gfParticle){.position = {x, y}};
        }
    }
    assert_true(gfFluid_AddParticles(fluid, list, count));
}

void Solver_Stir(gfFluid *fluid, int steps)
{
    const gfFluidDef def = gfFluid_GetDef(fluid);
    const SolverRow *row = &solverRows[def.solver];
    gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.15f);
    source.acceleration = (gfVec2){0.5f, 0.5f};
    source.mass = source.dye[0] = source.dye[3] = source.temperature = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_AddDisc(fluid, 0.75f, 0.6f, 0.1f);
    if (def.solver == GF_SOLVER_WATER) {
        addWater(fluid, &def);
    } else if (row->particles) {
        assert_true(FewParticles_AddBox(fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.6f, 0.5f}) > 0);
    } else if (row->fills && def.gaussian.mode == GF_GAUSSIAN_CONSERVING) { // the published modes can't be filled
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.4f));
    }
    Flow_Steps(fluid, steps);
}

uint64_t Solver_Hash(gfFluid *fluid)
{
    const SolverRow *row = &solverRows[gfFluid_GetDef(fluid).solver];
    uint64_t h = row->particles ? FewParticles_Hash(fluid) : FIXTURE_HASH_EMPTY;
    uint32_t fields = row->written | (row->fields & FIELD(PRESSURE));
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (fields & SOLVER_BIT(field)) {
            float *values = Fixture_Read(fluid, (gfField)field, &info);
            size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
            for (size_t i = 0; i < count; i++) {
                values[i] += 0.0f; // -0 becomes 0: NVIDIA's shaders differ in it between profiles
            }
            h = Fixture_Hash(h, values, count * sizeof *values);
        }
    }
    return h;
}
