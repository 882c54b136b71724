// Inputs and outputs of passes that change the Gaussian solver's dye: packed, per unit of mass.
uniform sampler2D u_dyeRed;
uniform sampler2D u_dyeGreen;
uniform sampler2D u_dyeBlue;
uniform sampler2D u_dyeAmount;
layout(location = 0) out vec4 o_red;
layout(location = 1) out vec4 o_green;
layout(location = 2) out vec4 o_blue;
layout(location = 3) out vec4 o_amount;

void writeDye(mat4 fields)
{
    o_red = fields[0];
    o_green = fields[1];
    o_blue = fields[2];
    o_amount = fields[3];
}
