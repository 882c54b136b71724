"""Real-time fluids in GPU fragment shaders: the C library gpufluid from Python.

    with gpufluid.Device() as device, gpufluid.Fluid(device, grid_width=128, grid_height=128) as fluid:
        fluid.add_emitter(shape=gpufluid.make_circle((0.25, 0.1), 0.03), dye=(4, 2, 1, 4), temperature=30)
        for _ in range(60):
            fluid.step(1 / 60)
        picture = fluid.draw()          # height x width x 4 bytes
        velocity = fluid.read("velocity")

`lib` and `ffi` are the whole C interface (cffi). All else is made from its description: `gfFluid_FillToLevel` is
`Fluid.fill_to_level`, `gfFluidDef.gridWidth` is `FluidDef.grid_width`, `GF_FIELD_DYE` is `Field.DYE`, `gfMakeCircle`
is `make_circle`, and `gfCreateFluid` is `Fluid(...)`.
"""

from . import _objects, _values
from ._errors import ClosedError, Error
from ._library import api, ffi, lib

__version__ = api["version"]

_made = _objects.make_all()
globals().update(_made)


def dtype(name):
    """The type of an array's elements for a structure, such as "Particle", for lists of many of them."""
    if not isinstance(name, str) or f"gf{name}" not in _objects.structs:
        known = [item.removeprefix("gf") for item in _objects.structs]
        raise ValueError(f"dtype: no structure is called {name!r}{_objects.suggest(str(name), known)}")
    return _values.dtype_of(f"gf{name}")


__all__ = ["ClosedError", "Error", "__version__", "api", "dtype", "ffi", "lib", *_made]
