"""A toy: a window of pygame in which the mouse stirs coloured smoke. Escape ends it.

    pygame_toy.py [--frames N] [--out FILE.png]     N frames without a hand, and a picture of the last one
"""

import argparse
import colorsys
import math

import gpufluid
import pygame

WIDTH, HEIGHT, CELL = 640, 360, 4  # pixels, pixels a cell


def script_mouse(frame):
    """The place of a mouse that goes round by itself, in pixels."""
    angle = frame * 0.12
    return WIDTH * (0.5 + 0.3 * math.cos(angle)), HEIGHT * (0.5 + 0.25 * math.sin(2 * angle))


def stir(fluid, before, now, frame, dt):
    """A stroke of dye from one place of the mouse to the next, as fast as the mouse."""
    look = gpufluid.default_draw_def_for(fluid)
    ends = [fluid.pixel_to_world(look, WIDTH, HEIGHT, place) for place in (before, now)]
    velocity = [(end - start) / dt for start, end in zip(*ends)]
    color = [2 * part for part in colorsys.hsv_to_rgb(frame / 240 % 1, 0.75, 1)]
    brush = gpufluid.make_capsule(*ends, 6 * fluid.get_def().cell_size)
    fluid.splat(shape=brush, velocity=velocity, dye=(*color, 2), mode="set", fields="velocity|dye")


def run(frames, out):
    clock = pygame.time.Clock()
    with gpufluid.Device.current() as device:
        cells = {"grid_width": WIDTH // CELL, "grid_height": HEIGHT // CELL, "dye_scale": 2}
        fluid = gpufluid.Fluid(device, **cells, grid={"dye_dissipation": 0.3, "vorticity_confinement": 4})
        before, frame = None, 0
        while not frames or frame < frames:
            for event in pygame.event.get():
                if event.type == pygame.QUIT or event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                    return
            dt = 1 / 60 if frames else min(max(clock.tick(60) / 1000, 1e-3), 0.1)
            now = script_mouse(frame) if frames else pygame.mouse.get_pos()
            if before is not None and now != before:
                stir(fluid, before, now, frame, dt)
            fluid.step(dt)
            fluid.draw_bound(alpha="opaque")
            if not frames or frame < frames - 1:
                pygame.display.flip()
            before, frame = now, frame + 1
        if out:
            picture = fluid.draw(WIDTH, HEIGHT)
            pygame.image.save(pygame.image.frombuffer(picture.tobytes(), (WIDTH, HEIGHT), "RGBA"), out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    pygame.init()
    pygame.display.gl_set_attribute(pygame.GL_CONTEXT_MAJOR_VERSION, 3)
    pygame.display.gl_set_attribute(pygame.GL_CONTEXT_MINOR_VERSION, 3)
    pygame.display.gl_set_attribute(pygame.GL_CONTEXT_PROFILE_MASK, pygame.GL_CONTEXT_PROFILE_CORE)
    pygame.display.set_mode((WIDTH, HEIGHT), pygame.OPENGL | pygame.DOUBLEBUF)
    pygame.display.set_caption("gpufluid")
    try:
        run(arguments.frames, arguments.out)
    finally:
        pygame.quit()


if __name__ == "__main__":
    main()
