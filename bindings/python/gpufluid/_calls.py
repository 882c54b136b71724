"""Functions of the library as Python functions, made from its description.

What a parameter becomes follows from its type: a pointer and a count are one list, a pointer to a structure that is
filled in is a result, the members of a definition may be given by keyword, and a call that fails raises an Error.
"""

import contextlib
import inspect

import numpy

from . import _values
from ._errors import run, suggest
from ._library import base_of, doc_of, enums, ffi, lib, opaques, snake, structs

NAMES = {"def": "definition"}  # words of Python
EMPTY = inspect.Parameter.empty


class Frame:
    """One call as it is put together."""

    def __init__(self, values, fields, shape):
        self.values, self.fields = values, fields  # what was given, by name; and members of the definition
        self.shape = shape  # of what is filled in, where it is known
        self.count = 0  # of the last list
        self.alive = []  # memory that must stay until the call is over
        self.filled = []  # what the library fills in: functions that return it
        self.things = []  # objects whose pointers are passed


class Parameter:
    """One parameter of C. Its type decides which of the classes below it is of."""

    given = True  # by the caller
    default = EMPTY

    def __init__(self, item, label):
        self.item = item
        self.type = item["type"]
        self.base, self.stars = base_of(item["type"])
        self.name = NAMES.get(item["name"], snake(item["name"]))
        self.where = f"{label}: {self.name}"

    def value(self, frame):
        """What is passed to C."""
        raise NotImplementedError


class Number(Parameter):
    def value(self, frame):
        return _values.to_number(frame.values[self.name], self.base, self.where)


class Enum(Parameter):
    def value(self, frame):
        return _values.to_enum(frame.values[self.name], self.base, self.where)


class Plain(Parameter):
    """A vector by value."""

    def value(self, frame):
        return _values.to_plain(frame.values[self.name], self.base, self.where)[0]


class Value(Parameter):
    """A structure by value, such as a handle."""

    def value(self, frame):
        struct = _values.struct_classes[self.base]._of(frame.values[self.name], self.where)
        frame.alive.append(struct)
        return struct._c[0]


class Text(Parameter):
    def value(self, frame):
        frame.alive.append(_values.to_text(frame.values[self.name], self.where))
        return frame.alive[-1]


class Thing(Parameter):
    """A fluid or another object, which must not be closed."""

    def value(self, frame):
        thing, made = frame.values[self.name], _values.object_classes[self.base]
        if thing is None:
            return ffi.NULL
        if not isinstance(thing, made):
            raise TypeError(f"{self.where}: a {made.__name__} was expected, not {thing!r}")
        frame.things.append(thing)
        return thing._pointer


class SelfStruct(Parameter):
    """The structure whose method is called."""

    def value(self, frame):
        return frame.values[self.name]._c


class StructPointer(Parameter):
    """A structure: as it is given, or the default with the members that are given by keyword."""

    default = None
    is_definition = False  # whether keywords are its members
    start = None  # what they change, where it is not the default

    def value(self, frame):
        struct = self.find(frame.values, frame.fields if self.is_definition else {})
        if struct is None:
            return ffi.NULL
        struct._check()
        frame.alive.append(struct)
        return struct._c

    def find(self, values, fields):
        made = _values.struct_classes[self.base]
        value = values.get(self.name)
        if value is not None:
            value = made._of(value, self.where)
            return value.copy(**fields) if fields else value
        if not fields and (self.name in values or not made._default):
            return None
        start = self.start(values, made) if self.start else None
        return start.copy(**fields) if start is not None else made(**fields)

    def check_names(self, label, fields, others):
        made = _values.struct_classes[self.base]
        for name in fields:
            if name not in made._fields:
                known = [*made._fields, *[other for other in others if other != self.name]]
                raise TypeError(f"{label}: {made.__name__} has no {name!r}{suggest(name, known)}")


class Fixed(Parameter):
    """An array whose length is in its type."""

    def value(self, frame):
        dtype = _values.NUMBERS[self.base]
        array = _values.to_fixed(frame.values[self.name], self.item["array"], dtype, self.where)
        frame.alive.append(array)
        return ffi.cast(f"{self.base} *", array.ctypes.data)


class List(Parameter):
    """A pointer that a count follows."""

    def value(self, frame):
        value = frame.values[self.name]
        memory, frame.count, kept = _values.to_list([] if value is None else value, self.base, self.where)
        for struct in kept:
            struct._check()
        frame.alive += [memory, kept]
        return ffi.cast(self.type, memory)


class Bytes(Parameter):
    def value(self, frame):
        try:
            view = memoryview(frame.values[self.name]).cast("B")
        except TypeError:
            raise TypeError(f"{self.where}: bytes were expected, not {frame.values[self.name]!r}") from None
        frame.count = len(view)
        frame.alive.append(ffi.from_buffer(view))
        return frame.alive[-1]


class Count(Parameter):
    """How many a list has: the list knows."""

    given = False

    def value(self, frame):
        return frame.count


class Filled(Parameter):
    """What the library fills in, a result in Python."""

    given = False


class FilledStruct(Filled):
    def value(self, frame):
        memory = ffi.new(f"{self.base} *")
        frame.filled.append(lambda: struct_of(memory[0], self.base))
        return memory


class FilledFixed(Filled):
    def value(self, frame):
        array = numpy.zeros(self.item["array"], _values.NUMBERS[self.base])
        frame.filled.append(lambda: array)
        return ffi.cast(f"{self.base} *", array.ctypes.data)


class FilledBytes(Filled):
    def value(self, frame):
        frame.count = size = int(numpy.prod(frame.shape))
        memory = ffi.new("char[]", max(size, 1))
        frame.filled.append(lambda: ffi.buffer(memory, size)[:])
        return memory


class FilledList(Filled):
    """A list as long as a count that the caller gives, as its shape where that is known, or as the list before it."""

    count = None  # the parameter that counts this list alone

    def value(self, frame):
        if self.count is None:
            size = (frame.count,)
        elif frame.shape is not None:
            size = frame.shape
        else:
            size = (_values.to_number(frame.values[self.count.name], "int32_t", self.count.where),)
        if min(size) < 0:
            raise ValueError(f"{self.count.where}: at least 0 was expected, not {min(size)}")
        dtype, row = _values.array_dtype(self.base)
        array = numpy.zeros((*size, *row), dtype)
        frame.count = int(numpy.prod(size))
        frame.filled.append(lambda: array)
        room = array if array.size else numpy.zeros((1, *row), dtype)
        frame.alive.append(room)
        return ffi.cast(self.type, room.ctypes.data)


def is_count(item):
    return item is not None and item["name"] in ("count", "size") and item["type"] in ("int32_t", "size_t")


def choose_pointer(item, counted, after_list, is_first):
    """The class of a pointer. `counted`: a count follows; `after_list`: that of a list of the host's came before."""
    base, _ = base_of(item["type"])
    constant = item["type"].startswith("const")
    if base in opaques:
        return Thing
    if base == "void":
        return Bytes if constant else FilledBytes
    if counted:
        return List if constant else FilledList
    if base == "char":
        return Text
    if constant or is_first:
        return StructPointer
    return FilledList if after_list else FilledStruct


def make_parameters(function, label):
    items, made, after_list = function["parameters"], [], False
    for i, item in enumerate(items):
        base, stars = base_of(item["type"])
        last = made[-1] if made else None
        if is_count(item) and isinstance(last, (List, Bytes, FilledList, FilledBytes)):
            kind = Count
            after_list = isinstance(last, List)
        elif "array" in item:
            kind = Fixed if item["type"].startswith("const") else FilledFixed
        elif stars:
            counted = item["name"] != "def" and is_count(items[i + 1] if i + 1 < len(items) else None)
            kind = choose_pointer(item, counted, after_list, i == 0)
        elif base in enums:
            kind = Enum
        elif base in structs:
            kind = Plain if _values.is_plain(structs[base]) else Value
        else:
            kind = Number
        made.append(kind(item, label))
        if kind is Count and isinstance(last, FilledList):
            last.count = made[-1]
    return made


def struct_of(value, name):
    """A structure that the library returned."""
    if _values.is_plain(structs[name]):
        return _values.plain_of(value, name)
    return _values.struct_classes[name]._made(value)._own()


class Call:
    """A function of C with Python's values."""

    def __init__(self, function, label, is_method=False, shape=None, start=None):
        """`shape` tells that of what is filled in, `start` what keywords change, from the values that are given."""
        self.function, self.c, self.label = function, getattr(lib, function["name"]), label
        self.is_method, self.shape = is_method, shape
        self.parameters = make_parameters(function, label)
        if is_method and isinstance(self.parameters[0], StructPointer):
            self.parameters[0] = SelfStruct(self.parameters[0].item, label)
        for parameter in self.parameters:
            if isinstance(parameter, FilledList) and parameter.count and shape is None:
                parameter.count.given = True
        if shape is None and any(isinstance(parameter, FilledBytes) for parameter in self.parameters):
            raise LookupError(f"{function['name']}: how many bytes it fills in is not known; see SHAPES in _objects.py")
        self.given = [parameter for parameter in self.parameters if parameter.given]
        self.definition = self._find_definition()
        if self.definition:
            self.definition.is_definition, self.definition.start = True, start
        self.returns, self.stars = base_of(function["returns"])
        self.owned = self.returns in opaques and "_Get" not in function["name"]  # what is made is Python's to free
        self.undo = getattr(lib, f"gfDestroy{self.returns.removeprefix('gf')}") if self.owned else None

    def _find_definition(self):
        found = [parameter for parameter in self.parameters if isinstance(parameter, StructPointer)]
        if len(found) > 1:
            found = [parameter for parameter in found if parameter.name == "definition"]
        return found[0] if found else None

    def signature(self):
        made = []
        for i, parameter in enumerate(self.given):
            name = "self" if self.is_method and i == 0 else parameter.name
            needed = any(later.default is EMPTY for later in self.given[i:])  # one with a default can't come before
            default = EMPTY if needed else None
            made.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default))
        if self.definition:
            made.append(inspect.Parameter("fields", inspect.Parameter.VAR_KEYWORD))
        return inspect.Signature(made)

    def match(self, arguments, keywords):
        """The values by parameter's name, and the keywords that are members of the definition."""
        names = [parameter.name for parameter in self.given]
        known = names[1:] if self.is_method else names
        if len(arguments) > len(names):
            more = len(arguments) - len(names) + len(known)
            raise TypeError(f"{self.label}: at most {len(known)} arguments were expected, not {more}")
        values, fields = dict(zip(names, arguments)), {}
        for key, value in keywords.items():
            if key in values:
                raise TypeError(f"{self.label}: {key} was given twice")
            if key not in names and not self.definition:
                raise TypeError(f"{self.label}: there is no argument {key!r}{suggest(key, known) if known else ''}")
            (values if key in names else fields)[key] = value
        for parameter in self.given:
            if parameter.name not in values and parameter.default is EMPTY:
                raise TypeError(f"{self.label}: the argument {parameter.name!r} is missing")
        if fields:
            self.definition.check_names(self.label, fields, known)
        return values, fields

    def __call__(self, arguments, keywords):
        values, fields = self.match(arguments, keywords)
        frame = Frame(values, fields, self.shape(values) if self.shape else None)
        passed = [parameter.value(frame) for parameter in self.parameters]
        with frame.things[0]._device._entered() if frame.things else contextlib.nullcontext():
            for thing in frame.things:
                thing._pointer  # raises if another thread has closed it meanwhile
            result = run(self.c, passed, self.failed, self.undo)
        return self.results(result, frame)

    def failed(self, result, code):
        """Whether the call has failed. One that was carried out may leave the error of what it went without."""
        if self.returns == "bool":
            return not result
        if self.stars:
            return code != 0 and not result
        if self.returns in enums:
            return enums[self.returns]["values"][result]["name"].endswith("_FAILED")
        if self.returns in structs and structs[self.returns]["handle"]:
            return code != 0 and result.generation == 0
        if self.returns in _values.INTEGERS:
            return code != 0 and result in (0, -1)
        return code != 0

    def results(self, result, frame):
        """What Python gets: the result, and what was filled in."""
        if self.returns == "gfPollStatus":
            if enums[self.returns]["values"][result]["name"].endswith("_PENDING"):
                return None
            found = []
        elif self.returns in ("bool", "void") and not self.stars:
            found = []
        elif self.returns == "int32_t" and any(isinstance(parameter, FilledList) for parameter in self.parameters):
            return frame.filled[0]()[: max(result, 0)]
        else:
            found = [self.from_c(result, frame)]
        found += [fill() for fill in frame.filled]
        return None if not found else found[0] if len(found) == 1 else tuple(found)

    def from_c(self, value, frame):
        if self.stars and self.returns == "char":
            return ffi.string(value).decode(errors="replace") if value else None
        if self.stars:
            owner = frame.values[self.parameters[0].name]
            return _values.object_classes[self.returns]._made(value, owner, self.owned) if value else None
        if self.returns in structs:
            return struct_of(value, self.returns)
        if self.returns in enums:
            return _values.enum_classes[self.returns](value)
        return value


def make_function(call, name):
    """A Python function with a name, a signature and the comment of the headers."""

    def function(*arguments, **keywords):
        return call(arguments, keywords)

    function.__name__ = name
    function.__qualname__ = call.label
    function.__module__ = "gpufluid"
    function.__signature__ = call.signature()
    function.__doc__ = f"{doc_of(call.function['comment'])}\n\nIn C: {call.function['name']}"
    return function
