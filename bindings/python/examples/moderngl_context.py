"""Smoke inside a context of moderngl: drawn over what moderngl drew, and as a texture in a shader of its own.

    moderngl_context.py [--out FILE.png] [--frames N]

In the end it shows that the state of moderngl's context is what it was before the fluid's calls.
"""

import argparse

import gpufluid
import moderngl
import numpy
import pygame

WIDTH, HEIGHT = 480, 270

# The state that is compared: names and numbers of GL.
STATE = {
    "program": 0x8B8D, "vertex array": 0x85B5, "array buffer": 0x8894, "draw framebuffer": 0x8CA6,
    "read framebuffer": 0x8CAA, "texture": 0x8069, "texture unit": 0x84E0, "viewport": 0x0BA2, "blending": 0x0BE2,
    "blend source": 0x80C9, "depth test": 0x0B71, "culling": 0x0B44, "unpack alignment": 0x0CF5,
}  # fmt: skip

QUAD = """
    #version 330
    in vec2 corner;
    out vec2 place;
    uniform vec4 box;   // centre, half size
    void main() { place = corner * 0.5 + 0.5; gl_Position = vec4(box.xy + corner * box.zw, 0.0, 1.0); }
"""
SPEED = """
    #version 330
    in vec2 place;
    out vec4 color;
    uniform sampler2D velocity;
    void main() { color = vec4(vec3(0.1, 0.5, 1.0) * length(texture(velocity, place).xy) * 2.0, 1.0); }
"""
SKY = """
    #version 330
    in vec2 place;
    out vec4 color;
    void main() { color = vec4(mix(vec3(0.10, 0.13, 0.20), vec3(0.35, 0.25, 0.30), place.y), 1.0); }
"""


def read_state(device):
    """Values of the context's state, by name."""
    get = gpufluid.ffi.cast("void (*)(unsigned, int *)", device.get_proc_address("glGetIntegerv"))
    found = {}
    for name, number in STATE.items():
        values = gpufluid.ffi.new("int[4]")
        get(number, values)
        found[name] = list(values)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="moderngl.png")
    parser.add_argument("--frames", type=int, default=90)
    arguments = parser.parse_args()

    context = moderngl.create_context(standalone=True, backend="egl")
    screen = context.simple_framebuffer((WIDTH, HEIGHT))
    corners = context.buffer(numpy.array([-1, -1, 1, -1, -1, 1, 1, 1], "f4").tobytes())
    sky = context.program(vertex_shader=QUAD, fragment_shader=SKY)
    speed = context.program(vertex_shader=QUAD, fragment_shader=SPEED)
    sky_quad, speed_quad = (context.simple_vertex_array(program, corners, "corner") for program in (sky, speed))
    sky["box"], speed["box"] = (0, 0, 1, 1), (0.72, 0.68, 0.25, 0.27)
    context.enable(moderngl.BLEND)
    screen.use()

    device = gpufluid.Device.current()
    smoke = gpufluid.Fluid(device, grid_width=WIDTH // 4, grid_height=HEIGHT // 4, dye_scale=2)
    vent = gpufluid.make_circle((0.12, 0.03), 0.015)
    smoke.add_emitter(shape=vent, dye=(5, 4, 3, 5), temperature=60, acceleration=(0.1, 0))

    sky_quad.render(moderngl.TRIANGLE_STRIP)
    before = read_state(device)
    for _ in range(arguments.frames):
        smoke.step(1 / 60)
    smoke.draw_bound()  # over the sky, into moderngl's framebuffer
    field = smoke.get_texture("velocity")
    after = read_state(device)
    changed = [name for name in STATE if before[name] != after[name]]

    texture = context.external_texture(field.texture, (field.width, field.height), 2, 0, "f4")
    sampler = context.sampler(repeat_x=False, repeat_y=False, texture=texture)
    sampler.use(0)
    speed_quad.render(moderngl.TRIANGLE_STRIP)  # the flow's speed, by moderngl's own shader
    device.close()

    pixels = numpy.frombuffer(screen.read(components=4), "u1").reshape(HEIGHT, WIDTH, 4)[::-1]
    pygame.image.save(pygame.image.frombuffer(pixels.tobytes(), (WIDTH, HEIGHT), "RGBA"), arguments.out)
    print(f"{len(STATE)} values of GL's state compared, {len(changed)} changed: {', '.join(changed) or 'none'}")


if __name__ == "__main__":
    main()
