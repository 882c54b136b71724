// The twelve faces of each block of 2 x 2 cells as bits, see common/packed.glsl. In: u_faces (open shares).
uniform sampler2D u_faces;
uniform ivec2 u_cells;
layout(location = 0) out uint o_bits;

uint bit(ivec2 texel, int axis, uint place)
{
    bool known = axis == 0 ? texel.x <= u_cells.x && texel.y < u_cells.y : texel.x < u_cells.x && texel.y <= u_cells.y;
    vec2 open = texelFetch(u_faces, min(texel, u_cells), 0).xy;
    return known && (axis == 0 ? open.x : open.y) > 0.5 ? 1u << place : 0u;
}

void main()
{
    ivec2 c = 2 * ivec2(gl_FragCoord.xy);
    uint bits = 0u;
    for (int i = 0; i < 3; i++) {
        bits |= bit(c + ivec2(i, 0), 0, uint(i)) | bit(c + ivec2(i, 1), 0, uint(3 + i));
        bits |= bit(c + ivec2(0, i), 1, uint(6 + 2 * i)) | bit(c + ivec2(1, i), 1, uint(7 + 2 * i));
    }
    o_bits = bits;
}
