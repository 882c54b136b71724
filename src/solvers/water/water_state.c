// What happens to the state of water between steps: resets, a domain that moves or gets another size, snapshots,
// repair.
#include "solvers/water/water.h"

#include "fluid/records.h"

void gfWater_Reset(const gfBody *body, void *state)
{
    static const float none[4] = {0.0f};
    gfWater *w = state;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    const gfStatePlan plan = gfWater_Plan(w);
    gfSph_Reset(&w->particles.sph, &domain);
    gfState_Reset(body->device, &plan, w);
    gfTexture_Clear(body->device, gfPyramid_Top(&w->speed), none);
    gfPair_Clear(body->device, &w->entered, none);
    w->lastDt = body->def.fixedStep;
    w->young = 0;
    w->fastest.started = 0;
}

// --- the domain ------------------------------------------------------------------------------------------------------

bool gfWater_Scroll(const gfBody *body, void *state, const gfScroll *scroll)
{
    gfWater *w = state;
    const gfStatePlan plan = gfWater_Plan(w);
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    double h = (double)body->def.cellSize;
    return gfState_PrepareScroll(body->device, &gf_waterStateTable) &&
           gfSph_Scroll(&w->particles.sph, &domain, (const double[2]){scroll->cells[0] * h, scroll->cells[1] * h}) &&
           gfState_Scroll(body->device, &plan, w, scroll);
}

bool gfWater_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfWater *w = state;
    const gfStatePlan plan = gfWater_Plan(w);
    w->lastDt = ((const gfWater *)oldState)->lastDt;
    return gfParticles2D_Resample(body, state, oldDef, oldState) &&
           gfState_Resample(body->device, &plan, w, &body->def, oldState, oldDef);
}

bool gfWater_ChangeStep(const gfBody *body, void *state, float oldStep)
{
    gfWater *w = state;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    (void)oldStep; // the pressure keeps the length of the substep that it is of, gfWater.lastDt
    gfSph_ChangeStep(&w->particles.sph, &domain);
    return true;
}

// --- snapshots -------------------------------------------------------------------------------------------------------

static const gfMember waterMembers[] = {
    GF_MEMBER_WITHIN(gfWater, lastDt, 1e-9, 1.0),
    GF_MEMBER_WITHIN(gfWater, young, 0, 2),
};
static const gfRecord waterRecord = GF_RECORD(gfWater, waterMembers);

void gfWater_Archive(const gfBody *body, void *state, gfArchive *archive)
{
    gfWater *w = state;
    const gfStatePlan plan = gfWater_Plan(w);
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    gfSph_Archive(&w->particles.sph, &domain, archive);
    gfArchive_Record(archive, &waterRecord, w);
    gfState_Archive(archive, &plan, w);
    gfArchive_DelayedRead(archive, &w->fastest);
}

bool gfWater_Repaired(const gfBody *body, void *state)
{
    gfWater *w = state;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    return gfSph_Rebuild(&w->particles.sph, &domain); // a repaired particle may be in another cell
}

// --- samples ---------------------------------------------------------------------------------------------------------

bool gfWater_DrawPressures(const gfBody *body, const gfParticles2D *particles, const gfTexture *law)
{
    const gfWater *w = (const gfWater *)particles;
    const gfSph *s = &particles->sph;
    float h = body->def.cellSize;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "pressures",
                                .shader = GF_WATER_SHADER(w, "law.frag", NULL),
                                .writes = {law},
                                .inputs = {GF_SPH_STATE(s, read), GF_IN(pressure, w->pressure.read.id),
                                           GF_IN(openness, w->openness.read.id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_WATER_CELLS_OF(w), GF_F1(unit, h * h / w->lastDt)}});
}
