#include "solver_grid.h"
void gfGrid_Diffuse(gfBody *body, gfGrid *g, float dt, bool scalars)
{
    (void)body;
    (void)g;
    (void)dt;
    (void)scalars;
}
