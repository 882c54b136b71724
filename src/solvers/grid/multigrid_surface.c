// Prepares the coarse levels of a multigrid for a lattice with a free surface. It moves in each step, so there are few
// passes: one draws the openings of up to four levels, and then one a level its weights and diagonals.
#include "solvers/grid/multigrid_levels.h"

// Returns the texture of a level's openings, and its first texel there.
static GLuint findOpenings(const gfMultigrid *m, int level, const gfMultigridSurface *finest, int place[2])
{
    const gfMultigridLevel *l = &m->level[level];
    place[0] = level == 0 ? 0 : l->openingsPlace[0];
    place[1] = level == 0 ? 0 : l->openingsPlace[1];
    return level == 0 ? finest->openings : m->openings[l->openingsIn].id;
}

// Draws the openings of `count` levels from `first` on.
static void sumOpenings(gfDevice *device, const gfMultigrid *m, int first, int count, const gfMultigridSurface *finest)
{
    const gfMultigridLevel *to = &m->level[first], *from = to - 1;
    GLint levels[GF_MULTIGRID_LEVELS_A_PASS][4] = {{0}};
    gfRegion region = {0};
    int place[2];
    GLuint openings = findOpenings(m, first - 1, finest, place);
    for (int i = 0; i < count; i++) {
        const int *at = to[i].openingsPlace;
        const GLint level[4] = {at[0], at[1], to[i].cellsX + 1, to[i].cellsY + 1};
        memcpy(levels[i], level, sizeof level);
        region.width = gfMax(region.width, level[0] + level[2]);
        region.height = gfMax(region.height, level[1] + level[3]);
    }
    gfPass_Run(device,
               &(gfPass){.label = "multigrid_surface",
                         .shader = gfMultigrid_GetShader(m, NULL, "multigrid/surface_openings.frag", NULL, 0),
                         .writes = {&m->openings[to->openingsIn]},
                         .region = &region,
                         .inputs = {GF_IN(openings, openings)},
                         .uniforms = {GF_I2(cells, from->cellsX, from->cellsY), GF_I2(first, place[0], place[1]),
                                      GF_I4V(levels, GF_MULTIGRID_LEVELS_A_PASS, levels), GF_I1(sums, count)}});
}

// Returns how wide the last of `cells` is that halve the finest level's `finest` cells `level` times, as a fraction.
static float getLastWidth(int finest, int cells, int level)
{
    return (float)finest / ldexpf(1.0f, level) - (float)(cells - 1);
}

static void drawLevel(gfDevice *device, const gfMultigrid *m, int level, const gfMultigridSurface *finest)
{
    const gfMultigridLevel *to = &m->level[level], *from = to - 1, *first = &m->level[0];
    int place[2];
    GLuint openings = findOpenings(m, level, finest, place);
    gfPass_Run(device, &(gfPass){.label = "multigrid_surface",
                                 .shader = gfMultigrid_GetShader(m, NULL, "multigrid/surface_weights.frag", NULL, 0),
                                 .writes = {&to->weights, &to->diagonals},
                                 .inputs = {GF_IN(openings, openings),
                                            GF_IN(weights, level == 1 ? finest->weights : from->weights.id),
                                            GF_IN(diagonals, level == 1 ? finest->diagonals : from->diagonals.id)},
                                 .uniforms = {GF_I2(cells, to->cellsX, to->cellsY), GF_I2(wrap, m->wrapX, m->wrapY),
                                              GF_I2(first, place[0], place[1]),
                                              GF_F2(width, getLastWidth(first->cellsX, to->cellsX, level),
                                                    getLastWidth(first->cellsY, to->cellsY, level))}});
}

void gfMultigrid_PrepareSurface(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSurface *finest)
{
    int bottom = gfMultigrid_GetBottom(multigrid);
    for (int i = 1, count; i <= bottom; i += count) {
        count = gfMultigrid_CountTogether(i, bottom);
        sumOpenings(device, multigrid, i, count, finest);
        for (int k = 0; k < count; k++) {
            drawLevel(device, multigrid, i + k, finest);
        }
    }
}
