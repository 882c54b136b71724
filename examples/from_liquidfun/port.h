/// Scenes of LiquidFun's testbed, written with the calls of this library; see docs/from_liquidfun.md.
#ifndef FROM_LIQUIDFUN_PORT_H
#define FROM_LIQUIDFUN_PORT_H

#include <gpufluid/gpufluid.h>

/// A scene.
typedef struct Port {
    const char *name;
    gfVec2 low;                              ///< lower left corner of the domain, m
    gfVec2 high;                             ///< upper right corner, m
    float top;                               ///< height up to which a picture shows it, m
    gfFluid *(*begin)(gfDevice *device);     ///< makes the fluid and all that is in it; null on failure
    bool (*frame)(gfFluid *fluid, float dt); ///< what moves in a frame, before the step; null: nothing does
} Port;

extern const Port dam, elastic, faucet, powder, rigid, wave_machine;
extern const Port *const ports[]; ///< all of them, then a null

/// The definition of a fluid between two corners, whose particles at rest are as dense as those of LiquidFun with this
/// radius (m), and whose gravity is that of its testbed.
gfFluidDef Port_MakeDef(const Port *port, float radius);

/// Fills a rectangle with particles in the next step, as b2ParticleSystem::CreateParticleGroup does.
bool Port_Fill(gfFluid *fluid, gfVec2 centre, gfVec2 half);

/// Adds a rectangle that stands, as a fixture of a static body.
gfSolidId Port_AddBox(gfFluid *fluid, gfVec2 centre, gfVec2 half);

#endif
