"""A flip-book of smoke: 24 pictures on one sheet, flipbook.png or what is named."""
import sys

import gpufluid
import numpy
import pygame

SIDE, COLUMNS, ROWS = 128, 6, 4

with gpufluid.Device() as device, gpufluid.Fluid(device, grid_width=SIDE, grid_height=SIDE) as smoke:
    size = SIDE * smoke.get_def().cell_size
    spot = gpufluid.make_circle((size / 2, size / 8), size / 14)
    smoke.splat(shape=spot, dye=(7, 5, 3, 7), temperature=25, velocity=(0.03, 0.25))
    pictures = []
    for _ in range(COLUMNS * ROWS):
        for _ in range(5):
            smoke.step(1 / 60)
        pictures.append(smoke.draw(SIDE, SIDE))
sheet = numpy.vstack([numpy.hstack(pictures[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)])
image = pygame.image.frombuffer(sheet.tobytes(), sheet.shape[1::-1], "RGBA")
pygame.image.save(image, sys.argv[1] if len(sys.argv) > 1 else "flipbook.png")
