// Body forces, as changes of velocity in a step, m/s. In: u_acceleration, for all fluid.
//   BUOYANCY  heat and dye accelerate fluid. In: u_temperature (K), u_dye; u_buoyancy, dt times the acceleration per
//             kelvin above u_ambient (x, y), and per unit of dye (z, w); u_dyePerCell: dye texels per cell
//   ATLAS     each fluid of a group has its own acceleration and buoyancy
#ifdef ATLAS
#define u_acceleration instanceValue(1).xy
#define u_buoyancy instanceValue(0)
#else
uniform vec2 u_acceleration;
#endif
#ifdef BUOYANCY
#ifndef ATLAS
uniform vec4 u_buoyancy;
#endif
uniform sampler2D u_temperature;
uniform sampler2D u_dye;
uniform vec2 u_dyePerCell;
uniform float u_ambient;

// Returns the change of velocity at `p` (cells) by buoyancy.
vec2 buoyancyAt(vec2 p)
{
    float warm = sampleCells(u_temperature, p).x - u_ambient;
    vec2 change = u_buoyancy.xy * warm;
    if (u_buoyancy.zw != vec2(0.0)) {
        change += u_buoyancy.zw * sampleLinear(u_dye, p * u_dyePerCell).w;
    }
    return change;
}
#else
vec2 buoyancyAt(vec2 p)
{
    return vec2(0.0);
}
#endif
