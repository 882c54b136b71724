// Queries as a module: their part of a fluid, and the dry run that asks for each quantity.
#include "fluid/dry_run.h"
#include "query/queries.h"

static void submitQuery(const gfDryRun *s, const gfQueryDef *def)
{
    gfQuery *query = gfCreateQuery(s->fluid, def);
    if (query == NULL) {
        return;
    }
    gfQuery_SetPoints(query, &s->middle, def->maxPoints > 0 ? 1 : 0);
    for (uint32_t bit = 1; bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        for (int i = 0; i < 2; i++) {
            const gfVec2 m = s->middle, corners[3] = {m, {m.x + 0.1f * s->size, m.y}, {m.x, m.y + 0.1f * s->size}};
            gfQueryRegion region = gfDefaultQueryRegion();
            region.shape = i == 0 ? gfMakeCircle(m, 0.1f * s->size) : gfMakePolygon(corners, 3);
            region.quantity = (gfQuantity)bit;
            if ((def->quantities & bit) != 0 && def->maxRegions > 0 && gfQuery_SetRegions(query, &region, 1)) {
                gfQuery_Submit(query);
            }
        }
    }
    gfDestroyQuery(query);
}

static void dryRunQueries(const gfDryRun *s, gfUse use)
{
    gfQueryDef all = gfDefaultQueryDef();
    if (use != GF_USE_QUERIES) {
        return;
    }
    all.quantities = 0;
    for (int i = 0; i < s->def->queryCount; i++) {
        submitQuery(s, &s->def->queries[i]);
    }
    for (uint32_t bit = 1; s->def->queries == NULL && bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        gfQueryDef one = gfDefaultQueryDef();
        one.quantities = bit;
        gfQuery *query = gfCreateQuery(s->fluid, &one);
        all.quantities |= query != NULL ? bit : 0u;
        gfDestroyQuery(query);
        submitQuery(s, &one);
    }
    if (s->def->queries == NULL) {
        submitQuery(s, &all);
        const gfSolver *solver = s->fluid->solver;
        all.maxSolids = 1;
        all.maxRays = solver->hasField(&s->fluid->body, s->fluid->state, GF_FIELD_MASS) ? 1 : 0;
        all.maxShapes = solver->countInside != NULL ? 1 : 0;
        all.contactReach = solver->solids.drawContacts != NULL ? 1.0f : 0.0f;
        all.maxGroups = solver->drawTouches != NULL && solver->particles->hasGroups(s->fluid->state) ? 1 : 0;
        all.sides = solver->solids.drawSideLoads != NULL;
        submitQuery(s, &all);
    }
}

const gfModule gf_module_query = {.name = "query", .fluidPart = &gf_queryPart, .dryRun = dryRunQueries};
