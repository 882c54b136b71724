// Projects a mesh straight down its box: columns of the target are along x, rows along z. u_toLocal: from the mesh to
// the box's corner, m. u_boxSize: size of the box, m. u_upright: -1 where clip space's y goes down the rows.
uniform mat4 u_toLocal;
uniform vec4 u_boxSize;
uniform float u_upright;
layout(location = 0) in vec3 a_position;
out float v_height; // above the box's bottom, m

void main()
{
    vec3 p = (u_toLocal * vec4(a_position, 1.0)).xyz;
    vec2 place = 2.0 * p.xz / u_boxSize.xz - 1.0;
    v_height = p.y;
    // z is 0: nothing is clipped, whatever the host's glClipControl. The fragment stage discards heights outside.
    gl_Position = vec4(place.x, u_upright * place.y, 0.0, 1.0);
}
