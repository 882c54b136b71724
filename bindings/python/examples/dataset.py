"""A dataset of flows: velocity and vorticity of as many seeds as are asked for, in one .npz file.

    dataset.py [--seeds N] [--side CELLS] [--seconds T] [--out FILE.npz]

Each flow is a box of still air that some jets stir, at places and with speeds that follow from its seed. The file has
the arrays `velocity` (seed, row, column, 2; m/s), `vorticity` (seed, row, column; 1/s) and `seed`.
"""

import argparse

import gpufluid
import numpy

JETS = 6


def make_flow(fluid, seed, seconds):
    """Velocity at the cells' centres and vorticity at their corners after some time."""
    random = numpy.random.default_rng(seed)
    definition = fluid.get_def()
    size = definition.grid_width * definition.cell_size
    fluid.reset()
    for _ in range(JETS):
        angle, speed = random.uniform(0, 2 * numpy.pi), random.uniform(0.2, 0.6)
        fluid.splat(
            shape=gpufluid.make_circle(random.uniform(0.2, 0.8, 2) * size, random.uniform(0.04, 0.12) * size),
            velocity=(speed * numpy.cos(angle), speed * numpy.sin(angle)),
        )
    for _ in range(round(seconds / definition.fixed_step)):
        fluid.step_once()
    return fluid.read("velocity"), fluid.read("vorticity")[:, :, 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--side", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--out", default="flows.npz")
    arguments = parser.parse_args()
    side = arguments.side
    with gpufluid.Device() as device, gpufluid.Fluid(device, grid_width=side, grid_height=side) as fluid:
        flows = [make_flow(fluid, seed, arguments.seconds) for seed in range(arguments.seeds)]
    velocity, vorticity = (numpy.stack(part) for part in zip(*flows))
    numpy.savez_compressed(arguments.out, velocity=velocity, vorticity=vorticity, seed=numpy.arange(len(flows)))
    print(f"{len(flows)} flows of {side} x {side} cells in {arguments.out}")


if __name__ == "__main__":
    main()
