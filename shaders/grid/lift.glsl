// Buoyancy. In: u_temperature (K), u_dye. u_buoyancy: dt times the acceleration for each kelvin above u_ambient (x, y),
// for each unit of dye (z, w). u_dyePerCell: dye texels per cell.
uniform sampler2D u_temperature;
uniform sampler2D u_dye;
#ifdef ATLAS
#define u_buoyancy memberValue(0)
#else
uniform vec4 u_buoyancy;
#endif
uniform vec2 u_dyePerCell;
uniform float u_ambient;

// Change of velocity at p (cells): warm fluid rises, dye weighs down.
vec2 lift(vec2 p)
{
    float warm = sampleCells(u_temperature, p).x - u_ambient;
    vec2 change = u_buoyancy.xy * warm;
    if (u_buoyancy.zw != vec2(0.0)) {
        change += u_buoyancy.zw * sampleLinear(u_dye, p * u_dyePerCell).w;
    }
    return change;
}
