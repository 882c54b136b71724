"""The C library and what describes it: `lib`, `ffi`, `api`, and how names of C are spelled in Python."""

import json
import os
import pathlib
import re
import textwrap

import cffi


def _find_files():
    """The library, its declarations and its description: of the package, or of the build folder GPUFLUID_BUILD."""
    folder = pathlib.Path(__file__).parent
    build = os.environ.get("GPUFLUID_BUILD")
    if build:
        folder = pathlib.Path(build)
    library = folder / "src/libgpufluid.so" if build else folder / "libgpufluid.so"
    files = library, folder / "gpufluid_cdef.h", folder / "gpufluid_api.json"
    for file in files:
        if not file.is_file():
            raise ImportError(
                f"gpufluid: {file} is not there. Install the wheel, or name a build folder of the library in the "
                "environment's GPUFLUID_BUILD."
            )
    return files


_library, _cdef, _api = _find_files()
ffi = cffi.FFI()
ffi.cdef(_cdef.read_text())
lib = ffi.dlopen(str(_library))
api = json.loads(_api.read_text())

if ffi.string(lib.gfGetVersion()).decode() != api["version"]:
    raise ImportError(f"gpufluid: {_library} is not of version {api['version']}, as its description is")

structs = {item["name"]: item for item in api["structs"]}
enums = {item["name"]: item for item in api["enums"]}
opaques = {item["name"]: item for item in api["opaques"]}
callbacks = {item["name"]: item for item in api["callbacks"]}
functions = {item["name"]: item for item in api["functions"]}

_WORD_STARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|(?<=3D)(?=[A-Z])")


def snake(name):
    """`gridWidth` is `grid_width` in Python, and `draws3D` is `draws3d`."""
    return _WORD_STARTS.sub("_", name).lower()


def class_name(name):
    """`gfFluidDef` is `FluidDef` in Python."""
    return name.removeprefix("gf")


def value_prefix(enum):
    """What the names of an enumeration's values begin with, up to an underscore."""
    prefix = os.path.commonprefix([value["name"] for value in enum["values"]])
    return prefix[: prefix.rindex("_") + 1]


def value_name(enum, name):
    """`GF_FIELD_DYE` is `DYE`, and `GF_PRECISION_32F` is `F32`."""
    short = name.removeprefix(value_prefix(enum))
    return re.sub(r"^(\d+)(\w)$", r"\2\1", short)


def base_of(kind):
    """A type without const and stars, and how many stars it has."""
    return re.sub(r"\bconst\b|\*", "", kind).strip(), kind.count("*")


def _python_names():
    """What the comments of the headers name, and how Python spells it."""
    names = {}
    for name in [*structs, *opaques, *enums]:
        names[name] = class_name(name)
    for enum in api["enums"]:
        for value in enum["values"]:
            names[value["name"]] = f"{class_name(enum['name'])}.{value_name(enum, value['name'])}"
    for macro in api["macros"]:
        names[macro["name"]] = macro["name"].removeprefix("GF_")
    for name in functions:
        made = re.match(r"gf(?:Default|Create)(\w+)$", name)
        owner, _, rest = name.removeprefix("gf").partition("_")
        if made and f"gf{made.group(1)}" in {**structs, **opaques}:
            names[name] = made.group(1)
        elif name.startswith("gfDestroy"):
            names[name] = f"{name.removeprefix('gfDestroy')}.close"
        else:
            names[name] = f"{owner}.{snake(rest)}" if rest else snake(owner)
    return names


python_names = _python_names()


def _spell(match):
    name, member = match.group(1), match.group(2)
    known = python_names.get(name)
    if known is None:
        return match.group(0)
    return known + ("." + snake(member[1:]) if member else "")


def doc_of(comment):
    """A comment of the headers with Python's names."""
    text = re.sub(r"\b((?:gf|GF_)\w+)(\.[a-z]\w*)?(?:\(\))?", _spell, comment)
    text = re.sub(r"`(\w+)`", lambda match: f"`{snake(match.group(1))}`", text)
    return "\n".join(textwrap.fill(line, 100) for line in text.split("\n"))
