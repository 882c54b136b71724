"""From Python's values to those of C: numbers, enumerations, vectors, arrays; and what was expected of a wrong one."""

import enum
import operator
import re

import numpy

from ._errors import ErrorCode, LogLevel, make_enum, suggest
from ._library import api, base_of, class_name, doc_of, enums, ffi, snake, structs, value_name

FLOATS = {"float": numpy.float32, "double": numpy.float64}
INTEGERS = {
    "int32_t": numpy.int32, "uint32_t": numpy.uint32, "uint16_t": numpy.uint16, "uint8_t": numpy.uint8,
    "uint64_t": numpy.uint64, "size_t": numpy.uintp,
}  # fmt: skip
NUMBERS = {**FLOATS, **INTEGERS, "bool": numpy.bool_}

enum_classes = {"gfErrorCode": ErrorCode, "gfLogLevel": LogLevel}
struct_classes = {}  # by C name: a Struct, or a namedtuple of plain numbers
object_classes = {}  # by C name; filled by _objects.py


def make_enum_class(item):
    made = enum_classes.get(item["name"]) or make_enum(item)
    lines = [doc_of(item["comment"]), ""]
    for value in item["values"]:
        lines.append(f"{value_name(item, value['name'])}: {doc_of(value['comment'])}")
    made.__doc__ = "\n".join(lines).strip()
    return made


enum_classes.update({name: make_enum_class(item) for name, item in enums.items()})


# --- values ------------------------------------------------------------------------------------------------------


def to_number(value, kind, where):
    if kind == "bool":
        if isinstance(value, (bool, numpy.bool_)) or (isinstance(value, int) and value in (0, 1)):
            return bool(value)
        raise TypeError(f"{where}: True or False was expected, not {value!r}")
    if isinstance(value, (str, bytes)) or getattr(value, "ndim", 0):
        raise TypeError(f"{where}: a number was expected, not {value!r}")
    try:
        if kind in FLOATS:
            return float(value)
        number = operator.index(value)
    except TypeError:
        expected = "a number" if kind in FLOATS else "a whole number"
        raise TypeError(f"{where}: {expected} was expected, not {value!r}") from None
    except OverflowError:
        raise ValueError(f"{where}: a number within a float's range was expected") from None
    limits = numpy.iinfo(INTEGERS[kind])
    if not limits.min <= number <= limits.max:
        raise ValueError(f"{where}: {limits.min} to {limits.max} was expected, not {number}")
    return number


def to_enum(value, name, where):
    """A number, a member, or its name in any case; of bits, several names with | between them."""
    made = enum_classes[name]
    if not isinstance(value, str):
        number = to_number(value, "int32_t", where)
        if number < 0:
            raise ValueError(f"{where}: a value of {made.__name__} was expected, not {number}")
        return number
    number = 0
    for part in value.split("|") if issubclass(made, enum.IntFlag) else [value]:
        member = made.__members__.get(part.strip().upper())
        if member is None:
            near = suggest(part.strip().lower(), [key.lower() for key in made.__members__])
            raise ValueError(f"{where}: no {made.__name__} is called {part.strip()!r}{near}")
        number |= member
    return int(number)


def to_array(value, dtype, where):
    """A contiguous array of that type; what is no number or loses its meaning is refused."""
    try:
        array = numpy.asarray(value)
    except ValueError:
        array = numpy.asarray(None)
    wanted = numpy.dtype(dtype)
    if not array.size:
        return numpy.zeros(array.shape, wanted)
    allowed = {"f": "fiub", "b": "b"}.get(wanted.kind, "iub")
    if array.dtype.kind not in allowed:
        raise TypeError(f"{where}: an array of {wanted.name} was expected, not one of {array.dtype}")
    if wanted.kind in "iu" and array.dtype != wanted:
        limits = numpy.iinfo(wanted)
        if array.min() < limits.min or array.max() > limits.max:
            raise ValueError(f"{where}: values of {limits.min} to {limits.max} were expected")
    with numpy.errstate(over="ignore"):
        return numpy.ascontiguousarray(array, wanted)


def to_fixed(value, lengths, dtype, where):
    array = to_array(value, dtype, where)
    if array.shape != tuple(lengths):
        expected = " x ".join(map(str, lengths))
        raise ValueError(f"{where}: {expected} numbers were expected, not an array of shape {array.shape}")
    return array


def to_items(value, where):
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
        raise TypeError(f"{where}: a list was expected, not {value!r}")
    return list(value)


def to_text(value, where):
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"{where}: a string was expected, not {value!r}")
    return ffi.new("char[]", value.encode() if isinstance(value, str) else value)


def flags_of(comment):
    """The enumeration of whose values a number is an OR; None: it is a number."""
    found = re.search(r"\ban OR of (gf\w+)", comment)
    return found.group(1) if found else None


def is_plain(item):
    """Whether it is a point, a vector or the like: a namedtuple then."""
    kinds = {field["type"] for field in item["fields"]}
    return {field["name"] for field in item["fields"]} <= set("xyzw") and len(kinds) == 1 and kinds <= set(NUMBERS)


def plain_of(value, name):
    return struct_classes[name](*[getattr(value, field["name"]) for field in structs[name]["fields"]])


def to_plain(value, name, where):
    fields = structs[name]["fields"]
    try:
        parts = list(value)
    except TypeError:
        parts = []
    if len(parts) != len(fields) or isinstance(value, (str, bytes, dict)):
        raise TypeError(f"{where}: {len(fields)} numbers were expected, not {value!r}")
    made = ffi.new(f"{name} *")
    for field, part in zip(fields, parts):
        setattr(made, field["name"], to_number(part, field["type"], where))
    return made


# --- lists -------------------------------------------------------------------------------------------------------

_dtypes = {}


def dtype_of(name):
    """The type of an array's elements: a number, a row of numbers for a vector, or a structure."""
    if name in NUMBERS:
        return numpy.dtype(NUMBERS[name])
    if name not in _dtypes:
        item = structs[name]
        names, formats, offsets = [], [], []
        for field in item["fields"]:
            base, stars = base_of(field["type"])
            if base in structs and not stars and is_plain(structs[base]):
                parts = structs[base]["fields"]
                one = numpy.dtype((NUMBERS[parts[0]["type"]], (len(parts),)))
            elif stars or base not in {**NUMBERS, **structs}:
                one = numpy.dtype(numpy.uintp if stars else numpy.int32)
            else:
                one = dtype_of(base)
            names.append(snake(field["name"]))
            formats.append(numpy.dtype((one, tuple(field["array"]))) if "array" in field else one)
            offsets.append(field["offset"])
        layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": item["size"]}
        _dtypes[name] = numpy.dtype(layout)
    return _dtypes[name]


def to_list(value, name, where):
    """Memory of C with the elements, their number, and what must stay alive with it."""
    if name in structs and not is_plain(structs[name]):
        if isinstance(value, numpy.ndarray):
            if value.dtype != dtype_of(name):
                expected = f"{class_name(name)} ({', '.join(dtype_of(name).names)})"
                raise TypeError(f"{where}: an array of {expected} was expected, not one of {value.dtype}")
            return _memory_of(numpy.ascontiguousarray(value), name), value.size, []
        values = [struct_classes[name]._of(one, where) for one in to_items(value, where)]
        memory = ffi.new(f"{name}[]", max(len(values), 1))
        for i, one in enumerate(values):
            memory[i] = one._c[0]
        return memory, len(values), values
    if name in structs:
        parts = structs[name]["fields"]
        array = to_array(value, NUMBERS[parts[0]["type"]], where)
        if array.size and (array.ndim != 2 or array.shape[1] != len(parts)):
            expected = f"rows of {len(parts)} numbers"
            raise ValueError(f"{where}: {expected} were expected, not an array of shape {array.shape}")
        return _memory_of(array, name), len(array) if array.size else 0, []
    array = to_array(value, NUMBERS[name], where)
    return _memory_of(array, name), array.size, []


def _memory_of(array, name):
    memory = ffi.new("char[]", max(array.nbytes, 1))
    ffi.memmove(memory, ffi.from_buffer(array.reshape(-1).view(numpy.uint8)) if array.size else b"", array.nbytes)
    return memory


def array_dtype(name):
    """The type and the shape after the first of an array that the library fills."""
    if name in structs and is_plain(structs[name]):
        parts = structs[name]["fields"]
        return numpy.dtype(NUMBERS[parts[0]["type"]]), (len(parts),)
    return dtype_of(name), ()


def constants():
    """The library's limits: GRID_MAX and so on."""
    found = {macro["name"].removeprefix("GF_"): macro["number"] for macro in api["macros"] if "number" in macro}
    return {name: number for name, number in found.items() if not name.startswith("VERSION_")}
