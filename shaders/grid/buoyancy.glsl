// Buoyancy: warm fluid rises, dye weighs down. In: u_temperature (K), u_dye. u_buoyancy, m/s: dt times the acceleration
// for each kelvin above u_ambient (x, y), and for each unit of dye (z, w). u_dyePerCell: dye texels per cell.
uniform sampler2D u_temperature;
uniform sampler2D u_dye;
#ifdef ATLAS
#define u_buoyancy instanceValue(0)
#else
uniform vec4 u_buoyancy;
#endif
uniform vec2 u_dyePerCell;
uniform float u_ambient;

// The change of velocity at p (cells), m/s.
vec2 buoyancyAt(vec2 p)
{
    float warm = sampleCells(u_temperature, p).x - u_ambient;
    vec2 change = u_buoyancy.xy * warm;
    if (u_buoyancy.zw != vec2(0.0)) {
        change += u_buoyancy.zw * sampleLinear(u_dye, p * u_dyePerCell).w;
    }
    return change;
}
