#include "fluid/field.h"

const char *gfField_GetName(int id)
{
    static const char *const names[GF_SHOWN_END] = {
        [GF_FIELD_VELOCITY] = "velocity",
        [GF_FIELD_FACE_VELOCITY] = "face velocity",
        [GF_FIELD_DYE] = "dye",
        [GF_FIELD_TEMPERATURE] = "temperature",
        [GF_FIELD_PRESSURE] = "pressure",
        [GF_FIELD_DIVERGENCE] = "divergence",
        [GF_FIELD_DIVERGENCE_BEFORE] = "divergence before projection",
        [GF_FIELD_VORTICITY] = "vorticity",
        [GF_FIELD_SOLID] = "solid",
        [GF_FIELD_RESIDUAL] = "residual",
        [GF_FIELD_MASS] = "mass",
        [GF_FIELD_GROUND] = "ground",
        [GF_FIELD_LEVEL] = "level",
        [GF_FIELD_FOAM] = "foam",
        [GF_FIELD_RIPPLE] = "ripple",
        [GF_SHOWN_DYE] = "dye",
        [GF_SHOWN_TEMPERATURE] = "temperature",
        [GF_SHOWN_MASS] = "mass",
        [GF_SHOWN_LIQUID] = "liquid",
        [GF_SHOWN_FLOW] = "flow",
        [GF_SHOWN_PRESSURE] = "pressure",
        [GF_SHOWN_DIVERGENCE] = "divergence",
        [GF_SHOWN_SOLID] = "solid",
        [GF_SHOWN_FLUID_MASK] = "fluid mask",
        [GF_SHOWN_WATER] = "water",
        [GF_SHOWN_GROUND] = "ground",
        [GF_SHOWN_LIQUIDS_ALONE] = "liquids alone",
        [GF_SHOWN_DYE_OF_THOSE] = "dye of liquids alone",
    };
    return id >= 0 && id < GF_SHOWN_END ? names[id] : "unknown";
}
